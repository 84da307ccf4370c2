// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// Follows one screen saver of the session.
@LoopActor final class ScreenSaverWatch {
    /// The screen savers of the desktops. The object and its interface have the service's name.
    static let services = [
        "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.cinnamon.ScreenSaver",
        "org.mate.ScreenSaver", "org.xfce.ScreenSaver",
    ].map { name in
        ServiceObject(
            name: BusName(unchecked: name),
            path: ObjectPath(unchecked: "/" + name.map { $0 == "." ? "/" : String($0) }.joined()),
            interface: InterfaceName(unchecked: name))
    }

    private let connection: Connection
    private let object: ServiceObject
    private var subscriptions: [Subscription] = []
    private var number = 0
    private(set) var isActive = false
    private(set) var isPresent = false
    private(set) var isKnown = false
    var onChange: (() -> Void)?

    /// Time for a screen saver to answer.
    static let patience = Duration.seconds(5)

    init(_ connection: Connection, _ object: ServiceObject) {
        self.connection = connection
        self.object = object
    }

    func start() {
        let changes = MatchRule(
            sender: object.name, interface: object.interface, member: "ActiveChanged")
        subscriptions = [
            connection.subscribe(changes) { [weak self] message in
                guard let isActive = (try? message.arguments())?.first?.asBool else { return }
                self?.learn(isActive, isPresent: true)
            },
            connection.subscribe(BusDaemon.ownerChanges(of: object.name)) { [weak self] message in
                guard let owner = (try? message.arguments())?.last?.asString else { return }
                if owner.isEmpty { self?.learn(false, isPresent: false) } else { self?.ask() }
            },
        ]
        ask()
    }

    func stop() {
        subscriptions = []
        number += 1
        isActive = false
        isPresent = false
        isKnown = false
    }

    private func ask() {
        number += 1
        let number = number
        let call = Message.methodCall(
            destination: object.name, path: object.path, interface: object.interface,
            member: "GetActive")
        call.setNoAutoStart()
        connection.call(call, timeout: Self.patience) { [weak self] result in
            guard let self, number == self.number else { return }
            let answer = (try? result.get().arguments())?.first?.asBool
            learn(answer ?? false, isPresent: answer != nil)
        }
    }

    private func learn(_ isActive: Bool, isPresent: Bool) {
        number += 1
        self.isActive = isActive
        self.isPresent = isPresent
        isKnown = true
        onChange?()
    }
}
