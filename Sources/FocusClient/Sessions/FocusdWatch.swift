// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// Tracks the owner of focusd's name on a connection's bus.
@LoopActor final class FocusdWatch {
    /// The unique name of the owner of `org.focusd.Focus1`; nil if there is none.
    ///
    /// Set before any call that arrives after a later answer of the bus.
    private(set) var owner: String?

    private let connection: Connection
    private let onAppear: @LoopActor () -> Void
    private var subscription: Subscription?

    /// - Parameter onAppear: Called for a running focusd, and for each later one.
    init(_ connection: Connection, onAppear: @escaping @LoopActor () -> Void) {
        self.connection = connection
        self.onAppear = onAppear
        let changes = BusDaemon.ownerChanges(of: WireName.focus)
        // The match precedes the question, so that no change is missed.
        subscription = connection.subscribe(changes) { [weak self] message in
            guard let values = try? message.arguments(), values.count == 3 else { return }
            self?.changed(to: values[2].asString)
        }
        guard
            let question = try? BusService.bus.message(
                "GetNameOwner", [.string(WireName.focus.rawValue)])
        else { return }
        connection.call(question, timeout: BusService.timeout) { [weak self] result in
            // An error means that the name has no owner.
            guard let owner = try? result.get().arguments().first?.asString else { return }
            self?.changed(to: owner)
        }
    }

    /// Has the bus start the session's notification server if focusd does not run.
    ///
    /// focusd is started as that server or not at all: any other start would replace the one that
    /// the user has.
    ///
    /// - Throws: `notReachable` if the bus cannot, or starts another server.
    func start() async throws(ControlError) {
        if owner == nil {
            // The first question may still be unanswered. Its answer precedes that of this one.
            _ = try? await connection.ask(
                "GetNameOwner", [.string(WireName.focus.rawValue)], of: .bus)
        }
        guard owner == nil else { return }
        _ = try await connection.ask(
            "StartServiceByName", [.string(WireName.notifications.rawValue), .uint32(0)],
            of: .bus, timeout: BusService.startTimeout)
        // focusd has both of its names before it answers the first call, and the bus tells of the
        // second one before it passes that answer on.
        _ = try? await connection.ask("Ping", [], of: .notificationServer)
        guard owner != nil else { throw .notReachable("another server shows notifications") }
    }

    private func changed(to name: String?) {
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard name != owner else { return }
        owner = name
        if name != nil { onAppear() }
    }
}

extension BusService {
    static let bus = BusService(
        name: WireName.bus, path: WireName.busPath, interface: WireName.busInterface)
}
