// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// An object of a service on a bus.
struct ServiceObject: Hashable, Sendable {
    let name: BusName
    let path: ObjectPath
    let interface: InterfaceName
}

/// The properties of an object, read again after each change that the service reports.
@LoopActor final class ServiceProperties {
    let object: ServiceObject
    private let connection: Connection
    private let startsService: Bool
    private var subscriptions: [Subscription] = []
    /// Number of the last question; earlier answers no longer count.
    private var number = 0
    /// True while a question is open, and if the properties may have changed since.
    private var isReading = false
    private var isOutdated = false
    /// The properties, or nil while the service or the object is absent.
    private(set) var fields: Fields?
    /// True once the service has answered, or is known to be absent.
    private(set) var isKnown = false
    private let onChange: @LoopActor () -> Void

    /// Maximum bytes of an answer. A service's properties take some kilobytes.
    static let maximumBytes = 256 << 10
    /// Time for the service to answer; the bus may have to start it.
    static let patience = Duration.seconds(25)

    /// - Parameters:
    ///   - startsService: true to let the bus start the service.
    ///   - onChange: called when the properties are known, and after each possible change.
    init(
        _ connection: Connection, _ object: ServiceObject, startsService: Bool = false,
        onChange: @escaping @LoopActor () -> Void
    ) {
        self.connection = connection
        self.object = object
        self.startsService = startsService
        self.onChange = onChange
        let changes = MatchRule(
            sender: object.name, path: object.path,
            interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            arguments: [0: object.interface.rawValue])
        subscriptions.append(connection.subscribe(changes) { [weak self] _ in self?.read() })
        subscriptions.append(
            connection.subscribe(BusDaemon.ownerChanges(of: object.name)) { [weak self] message in
                guard let owner = (try? message.arguments())?.last?.asString else { return }
                if owner.isEmpty { self?.learn(nil) } else { self?.read() }
            })
        read()
    }

    /// Reads the properties again, after the open question if there is one: the bus limits the
    /// open questions of a connection, and a service may report changes all the time.
    func read() {
        guard !isReading else { return isOutdated = true }
        (isReading, isOutdated) = (true, false)
        number += 1
        let number = number
        let call = Message.methodCall(
            destination: object.name, path: object.path,
            interface: "org.freedesktop.DBus.Properties", member: "GetAll")
        if !startsService { call.setNoAutoStart() }
        // An interface's name always fits.
        try? call.append(contentsOf: [.string(object.interface.rawValue)])
        connection.call(call, timeout: Self.patience) { [weak self] result in
            guard let self else { return }
            isReading = false
            if number == self.number { learn(Self.fields(of: result)) }
            if isOutdated { read() }
        }
    }

    private func learn(_ fields: Fields?) {
        if fields == nil { number += 1 }
        self.fields = fields
        isKnown = true
        onChange()
    }

    private static func fields(of result: Result<Message, CallError>) -> Fields? {
        guard let reply = try? result.get(), reply.byteCount <= maximumBytes else { return nil }
        return (try? reply.arguments())?.first.flatMap(Fields.init)
    }
}
