// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
package import GLibLoop

/// A subscription to focusd's events. Events arrive as long as it exists.
@LoopActor package final class ControlSubscription {
    private let connection: Connection
    private let handler: @LoopActor (ControlEvent) -> Void
    private let onRefusal: (@LoopActor (String) -> Void)?
    private var subscriptions: [Subscription] = []
    /// The unique name of the focusd whose events are passed on; nil if there is none.
    private var owner: String?

    init(
        _ connection: Connection, _ handler: @escaping @LoopActor (ControlEvent) -> Void,
        onRefusal: (@LoopActor (String) -> Void)?
    ) {
        self.connection = connection
        self.handler = handler
        self.onRefusal = onRefusal
        watchOwner()
        connection.onDisconnect = { [weak self] in self?.handler(.disconnected) }
    }

    /// Ends the events, as dropping the token does.
    package func cancel() {
        guard !subscriptions.isEmpty else { return }
        subscriptions = []
        guard owner != nil, let message = try? BusService.control.message("Unsubscribe", []) else {
            return
        }
        connection.send(message)
    }

    /// Subscribes to changes of the owner before asking for the owner, so that no change is missed.
    private func watchOwner() {
        let changes = BusDaemon.ownerChanges(of: WireName.focus)
        subscriptions.append(
            connection.subscribe(changes) { [weak self] message in
                guard let values = try? message.arguments(), values.count == 3 else { return }
                self?.ownerChanged(to: values[2].asString.flatMap { $0.isEmpty ? nil : $0 })
            })
        let ours = MatchRule(
            sender: WireName.focus, path: WireName.focusPath, interface: WireName.control)
        let properties = MatchRule(
            sender: WireName.focus, path: WireName.focusPath,
            interface: "org.freedesktop.DBus.Properties",
            arguments: [0: WireName.control.rawValue])
        for signals in [ours, properties] {
            subscriptions.append(
                connection.subscribe(signals) { [weak self] message in self?.receive(message) })
        }
        askOwner()
    }

    private func receive(_ message: Message) {
        guard message.sender == owner, let event = ControlEvent(message) else { return }
        handler(event)
    }

    private func askOwner() {
        let bus = BusService.bus
        guard let question = try? bus.message("GetNameOwner", [.string(WireName.focus.rawValue)])
        else { return }
        connection.call(question, timeout: BusService.timeout) { [weak self] result in
            // An error means that the name has no owner.
            let owner = try? result.get().arguments().first?.asString
            self?.ownerChanged(to: owner ?? nil)
        }
    }

    /// The answer and the signal may both report one focusd, which is subscribed to once.
    private func ownerChanged(to name: String?) {
        guard !subscriptions.isEmpty, name != owner else { return }
        if owner != nil { handler(.vanished) }
        owner = name
        askForEvents()
    }

    /// Asks a focusd for its events, also once more after a refusal. Without a focusd, the next one
    /// is asked by itself.
    package func askForEvents() {
        guard !subscriptions.isEmpty, let name = owner,
            let message = try? BusService.control.message("Subscribe", [])
        else { return }
        connection.call(message, timeout: BusService.timeout) { [weak self] result in
            guard let self, owner == name else { return }
            switch result {
            case .success: handler(.appeared)
            case .failure(let error):
                guard case .refused(_, let message) = ControlError(error) else { return }
                onRefusal?(message)
            }
        }
    }
}
