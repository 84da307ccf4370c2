// SPDX-License-Identifier: Apache-2.0

// `dunstctl`, `makoctl` and similar tools call the server by the name that focusd owns, and others
// by a further name of the server's (``FurtherNames``). Calls for interfaces and objects that
// focusd does not serve go to the server. The server's signals on those interfaces go to the
// clients that have called there, and to no others, since a sandboxed client would receive
// broadcasts. Sandboxed callers are refused: such interfaces (a history of all apps, for example)
// are not made for sandboxed clients.
//
// The bytes of waiting calls are charged to the client and its program. While the server hangs,
// focusd holds at most ``Limits/relayedBytes``. The server's signals have limits of their own, as
// no client pays for them: beyond these limits they are dropped.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Relays calls of the user's tools to the server, and its replies and signals back.
@LoopActor final class ToolRelay {
    /// The connection on which the tools call focusd: that of `org.freedesktop.Notifications`.
    private let front: Connection
    private let senders: SenderDirectory
    private let accounts: SharedAccounts
    private let furtherNames: FurtherNames?
    /// The connection to the server's bus; nil while no server is there.
    private var back: Connection?
    private var signals: Subscription?
    private var unanswered = UnansweredCalls()
    /// Clients that receive the server's signals, the newest last.
    private var listeners: [PeerAccounts.Payer] = []
    /// The KiB of signals that may be passed on; the server is the only caller.
    private var signalAllowance = Allowances<UInt8>(
        Limits.serverSignalBurst >> 10, every: Limits.serverSignalPause, of: 1)

    /// Time limit for the server's reply. Longer than the clients' default of 25 s.
    static let deadline = Duration.seconds(60)

    /// - Parameter ownsNames: true to own the further names of the server on the session bus.
    init(
        _ front: Connection, senders: SenderDirectory, accounts: SharedAccounts, ownsNames: Bool
    ) {
        self.front = front
        self.senders = senders
        self.accounts = accounts
        furtherNames = ownsNames ? FurtherNames(front) : nil
        front.onUnhandledCall = { [weak self] call in self?.relay(call) ?? false }
    }

    /// Sets the connection to the server's bus, or nil while there is none.
    func connect(to back: Connection?) {
        self.back = back
        unanswered.release(&accounts.value)
        furtherNames?.follow(on: back)
        signals = nil
        followSignals()
    }

    /// Forgets a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        for listener in listeners where listener.client == peer { forget(listener) }
    }

    // MARK: Signals

    /// Subscribes to the server's signals while a client listens. The loop would read, check and
    /// drop each of them otherwise, all reports of a server that floods actions among them.
    private func followSignals() {
        guard let back, !listeners.isEmpty else { return signals = nil }
        guard signals == nil else { return }
        signals = back.subscribe(MatchRule(sender: WireName.notifications)) { [weak self] signal in
            self?.publish(signal)
        }
    }

    private func publish(_ signal: Message) {
        guard !listeners.isEmpty, signal.interface != WireName.notificationsInterface.rawValue,
            !signal.carriesFileDescriptors
        else { return }
        let bytes = signal.byteCount
        guard bytes <= Limits.serverSignalBytes,
            front.unsentBytes + listeners.count * bytes <= Limits.relayedBytes,
            signalAllowance.take(listeners.count * (bytes >> 10 + 1), for: 0, at: .now)
        else { return }
        for listener in listeners {
            guard let destination = try? BusName(listener.client.rawValue) else { continue }
            front.send(signal.copy(destination: destination))
        }
    }

    private func listen(_ payer: PeerAccounts.Payer) {
        guard !listeners.contains(where: { $0.client == payer.client }) else { return }
        while !accounts.value.charge(1, of: .relayListeners, to: payer) {
            // The program's first client makes room; if it has none, the first client of all.
            let first = listeners.first { $0.app == payer.app } ?? listeners.first
            guard let first else { return }
            forget(first)
        }
        listeners.append(payer)
        followSignals()
    }

    private func forget(_ listener: PeerAccounts.Payer) {
        listeners.removeAll { $0 == listener }
        accounts.value.release(1, of: .relayListeners, by: listener)
        followSignals()
    }

    // MARK: Calls

    /// Relays a call. Returns false if there is no server, so that the caller gets the standard
    /// error.
    private func relay(_ call: MethodCall) -> Bool {
        guard back != nil else { return false }
        let limit = Limits.otherCallBytes
        guard call.message.byteCount <= limit else {
            call.fail(WireError.limitsExceeded, "the call is longer than \(limit) bytes")
            return true
        }
        let isAccepted = senders.identify(call.peer) { [weak self] identity in
            guard identity.isUnsandboxed else {
                call.fail(WireError.accessDenied, "not for sandboxed programs")
                return
            }
            self?.pass(call)
        }
        if !isAccepted { call.fail(WireError.limitsExceeded, "too many calls at once") }
        return true
    }

    private func pass(_ call: MethodCall) {
        guard let back else {
            call.fail(WireError.failed, "the notification server is gone")
            return
        }
        let bytes = call.message.byteCount
        let payer = senders.payer(of: call.peer)
        if back.unsentBytes == 0 { unanswered.release(&accounts.value) }
        guard Self.mayPass(bytes, of: payer, accounts.value, unsent: back.unsentBytes),
            !call.message.expectsReply
                || accounts.value.mayCharge(1, of: .relayedCalls, to: payer),
            accounts.value.charge(bytes, of: .relayedBytes, to: payer)
        else {
            call.fail(
                WireError.limitsExceeded, "too many calls wait for the notification server")
            return
        }
        listen(payer)
        let copy = call.message.copy(destination: WireName.notifications)
        guard call.message.expectsReply else {
            // Bytes that the server's bus does not read stay in the connection.
            unanswered.add(bytes, of: payer)
            back.send(copy)
            return
        }
        _ = accounts.value.charge(1, of: .relayedCalls, to: payer)
        let asked = call.withoutArguments()
        back.call(copy, timeout: Self.deadline) { [weak self, accounts] result in
            accounts.value.release(1, of: .relayedCalls, by: payer)
            accounts.value.release(bytes, of: .relayedBytes, by: payer)
            switch result {
            case .success(let answer): self?.answer(asked, answer)
            case .failure(let error): asked.fail(error.name, error.message)
            }
        }
    }

    /// Returns false if a call would only wait: the server's bus has not taken earlier calls, and
    /// the client or its program has its part of them.
    static func mayPass(
        _ bytes: Int, of payer: PeerAccounts.Payer, _ accounts: PeerAccounts, unsent: Int
    ) -> Bool {
        guard unsent > 0 else { return true }
        return unsent + bytes <= Limits.relayedBytes
            && accounts.share(of: payer, of: .relayedBytes) + bytes <= Limits.stalledRelayedBytes
    }

    /// Passes the server's answer on. The client that called pays for the copy.
    private func answer(_ call: MethodCall, _ answer: Message) {
        let start = ProcessorTime.ofThread
        defer { front.charge(ProcessorTime.ofThread - start, for: call.message) }
        // Bytes that the session bus does not accept stay in focusd's memory.
        guard front.unsentBytes + answer.byteCount <= Limits.relayedBytes else {
            return call.fail(
                WireError.limitsExceeded,
                "the answer is too long, or answers of other calls wait for the bus")
        }
        call.reply(answer.copy(asReplyTo: call.message))
    }
}

/// Bytes of relayed calls that want no answer, which stay charged until the server's bus has taken
/// all messages.
struct UnansweredCalls {
    private var bytes: [PeerAccounts.Payer: Int] = [:]

    /// Notes a call that was charged to its client.
    mutating func add(_ count: Int, of payer: PeerAccounts.Payer) {
        bytes[payer, default: 0] += count
    }

    /// Reverts the charges of all these calls.
    mutating func release(_ accounts: inout PeerAccounts) {
        for (payer, count) in bytes {
            accounts.release(count, of: .relayedBytes, by: payer)
        }
        bytes = [:]
    }
}
