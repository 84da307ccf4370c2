// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// Tracks the owner of focusd's name on a connection's bus.
@LoopActor final class FocusdWatch {
    /// The unique name of the owner of `org.focusd.Focus1`; nil if there is none.
    ///
    /// The bus answers in order: once it has answered a later question, this owner is known.
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

    /// Makes the bus start the session's notification server if focusd does not run.
    ///
    /// focusd starts only as that server: any other start would replace the user's server. In
    /// focus-bridge's place focusd starts under its own name, as the bridge itself starts it.
    ///
    /// - Throws: `notReachable` if the bus cannot start the server, or starts another one.
    func start() async throws(ControlError) {
        // The question of `init` may still be unanswered.
        if owner == nil { await lookAgain() }
        guard owner == nil else { return }
        _ = try await connection.ask(
            "StartServiceByName", [.string(WireName.notifications.rawValue), .uint32(0)],
            of: .bus, timeout: BusService.startTimeout)
        // focusd has both of its names before it answers the first call, and the bus reports the
        // second name before it delivers that answer.
        _ = try? await connection.ask("Ping", [], of: .notificationServer)
        if owner == nil { await startBehindBridge() }
        guard owner != nil else { throw .notReachable("another server shows notifications") }
    }

    /// Makes the bus start focusd if focus-bridge shows notifications until focusd is back.
    private func startBehindBridge() async {
        guard let server = await connection.processID(of: WireName.notifications),
            await connection.processID(of: WireName.bridge) == server
        else { return }
        _ = try? await connection.ask(
            "StartServiceByName", [.string(WireName.focus.rawValue), .uint32(0)],
            of: .bus, timeout: BusService.startTimeout)
        await lookAgain()
    }

    /// Returns once all earlier news of the owner has arrived: the bus answers in order.
    private func lookAgain() async {
        _ = try? await connection.ask(
            "GetNameOwner", [.string(WireName.focus.rawValue)], of: .bus)
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
