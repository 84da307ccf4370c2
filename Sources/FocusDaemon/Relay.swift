// SPDX-License-Identifier: Apache-2.0

// `dunstctl`, `makoctl` and the like talk to the server by the name that focusd owns. Calls for
// interfaces and objects that focusd does not serve go to the server. Its signals on those interfaces
// come back to the clients that have called there, and to nobody else: a sandbox hears what is sent to
// everybody. Sandboxed callers are refused: what such an interface does (a history of all apps, say)
// was never meant for them.
//
// What is on its way between the two is charged to the client, in bytes; a server that hangs holds no
// more than ``Limits/relayedBytes``.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Passes on what is between the user's tools and the server.
@LoopActor final class Relay {
    private let front: Connection
    private let senders: SenderDirectory
    private let accounts: Accounts
    private var back: Connection?
    private var signals: Subscription?
    private var underWay = 0
    /// The clients that hear the server's signals, the newest last.
    private var listeners: [PeerName] = []

    /// How many relayed calls may wait for their answers.
    static let maximumCalls = 256
    /// How long the server may take; longer than its clients' own default of 25 s.
    static let deadline = Duration.seconds(60)

    init(_ front: Connection, senders: SenderDirectory, accounts: Accounts) {
        self.front = front
        self.senders = senders
        self.accounts = accounts
        front.onUnhandledCall = { [weak self] call in self?.relay(call) ?? false }
    }

    /// The bus of the server; nil while there is none.
    func connect(to back: Connection?) {
        self.back = back
        signals = back?.subscribe(MatchRule(sender: WireName.notifications)) { [weak self] signal in
            self?.publish(signal)
        }
    }

    /// A client left the bus.
    func peerLeft(_ peer: PeerName) {
        listeners.removeAll { $0 == peer }
    }

    // MARK: Signals

    private func publish(_ signal: Message) {
        guard !listeners.isEmpty, signal.interface != WireName.notificationsInterface.rawValue,
            signal.byteCount <= Limits.otherCallBytes
        else { return }
        for listener in listeners {
            guard let destination = try? BusName(listener.rawValue) else { continue }
            front.send(signal.copy(destination: destination))
        }
    }

    private func listen(_ peer: PeerName) {
        guard !listeners.contains(peer) else { return }
        if listeners.count >= Limits.relayListeners { listeners.removeFirst() }
        listeners.append(peer)
    }

    // MARK: Calls

    /// False where nothing can be relayed to, for the standard errors.
    private func relay(_ call: MethodCall) -> Bool {
        guard back != nil else { return false }
        let isHeld = senders.identify(call.peer) { [weak self] identity in
            guard identity.isUnsandboxed else {
                call.fail(WireError.accessDenied, "not for sandboxed programs")
                return
            }
            self?.pass(call)
        }
        if !isHeld { call.fail(WireError.limitsExceeded, "too many calls at once") }
        return true
    }

    private func pass(_ call: MethodCall) {
        guard let back else {
            call.fail(WireError.failed, "the notification server is gone")
            return
        }
        let bytes = call.message.byteCount
        let payer = PeerAccounts.Payer(client: call.peer)
        guard back.unsentBytes + bytes <= Limits.relayedBytes,
            call.message.expectsReply
                ? underWay < Self.maximumCalls
                    && accounts.value.charge(bytes, of: .relayedBytes, to: payer)
                : accounts.value.mayCharge(bytes, of: .relayedBytes, to: payer)
        else {
            call.fail(
                WireError.limitsExceeded, "too many calls wait for the notification server")
            return
        }
        listen(call.peer)
        let copy = call.message.copy(destination: WireName.notifications)
        guard call.message.expectsReply else {
            // What the server does not take lies in the connection, which was looked at above.
            back.send(copy)
            return
        }
        underWay += 1
        let asked = call.withoutArguments()
        back.call(copy, timeout: Self.deadline) { [weak self, accounts] result in
            self?.underWay -= 1
            accounts.value.release(bytes, of: .relayedBytes, by: payer)
            switch result {
            case .success(let answer):
                // The session's bus takes what its clients read; what it does not take is ours to hold.
                guard self?.front.unsentBytes ?? 0 <= Limits.relayedBytes else {
                    return asked.fail(
                        WireError.limitsExceeded, "answers of other calls wait for the bus")
                }
                asked.reply(answer.copy(asReplyTo: asked.message))
            case .failure(let error): asked.fail(error.name, error.message)
            }
        }
    }
}
