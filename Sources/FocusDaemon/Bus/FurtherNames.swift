// SPDX-License-Identifier: Apache-2.0

// Tools of some servers call by another name of the server: swaync-client, and the panel plugin of
// Xfce's server, which lists earlier notifications. focusd owns such a name on the session bus for
// as long as a server has the name on its own bus, and ``Relay`` passes the calls on as all others.
// Each of these servers has all of its names on one connection.

import DBus
import FocusWire
import GLibLoop

/// Names of servers beside `org.freedesktop.Notifications`, on the session bus.
@LoopActor final class FurtherNames {
    /// The known names: of swaync, and of xfce4-notifyd from 0.7 on.
    nonisolated static let all: [BusName] = ["org.erikreider.swaync.cc", "org.xfce.Notifyd"]

    private let front: Connection
    private var back: Connection?
    private var subscriptions: [Subscription] = []
    private var owned: Set<BusName> = []

    /// - Parameter front: the connection that gets the calls.
    init(_ front: Connection) {
        self.front = front
    }

    /// Follows the owners of the names on the server's bus; on none for nil.
    func follow(on back: Connection?) {
        self.back = back
        subscriptions = []
        for name in owned { set(name, isThere: false) }
        guard let back else { return }
        for name in Self.all {
            subscriptions.append(
                back.subscribe(BusDaemon.ownerChanges(of: name)) { [weak self] message in
                    let owner = (try? message.arguments())?.last?.asString ?? ""
                    self?.set(name, isThere: !owner.isEmpty)
                })
            back.bus.hasOwner(name, within: PrivateBus.patience) { [weak self, weak back] isOwned in
                guard let self, let back, self.back === back, isOwned == true else { return }
                set(name, isThere: true)
            }
        }
    }

    private func set(_ name: BusName, isThere: Bool) {
        if !isThere {
            if owned.remove(name) != nil { _ = try? front.releaseName(name) }
        } else if !owned.contains(name),
            // Such a server may run on the session bus, too, and keeps its name.
            (try? front.requestName(name, [.doNotQueue])) == .primaryOwner
        {
            owned.insert(name)
        }
    }

    /// Returns true if the bus's signal `NameLost` is about one of these names.
    nonisolated static func isAbout(_ loss: Message) -> Bool {
        let name = (try? loss.arguments())?.first?.asString
        return all.contains { $0.rawValue == name }
    }
}
