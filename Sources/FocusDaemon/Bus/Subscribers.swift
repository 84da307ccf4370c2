// SPDX-License-Identifier: Apache-2.0

// The bus keeps the signals that a subscriber does not read. They count as focusd's messages, and
// dbus-daemon reads nothing more of a client with 1 GB of them. So a subscriber pays for the bytes
// that it may not have read. From time to time focusd calls its `Ping`, which D-Bus libraries
// answer by themselves: a subscriber that answers has read what came before.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// The clients that get the signals of `Control`.
@LoopActor final class Subscribers {
    private let connection: Connection
    private let accounts: SharedAccounts
    private let senders: SenderDirectory
    private var payers: [PeerName: PeerAccounts.Payer] = [:]
    /// Also of clients that have ended their subscription: they may not have read its signals.
    private var unread: [PeerName: UnreadSignals] = [:]

    init(_ connection: Connection, _ accounts: SharedAccounts, _ senders: SenderDirectory) {
        self.connection = connection
        self.accounts = accounts
        self.senders = senders
    }

    var isEmpty: Bool { payers.isEmpty }

    /// Adds a client; does nothing if the client has subscribed before.
    ///
    /// - Throws: `LimitsExceeded` if there are too many, of all programs or of the client's.
    func add(_ peer: PeerName) throws(ErrorReply) {
        guard payers[peer] == nil else { return }
        let payer = senders.payer(of: peer)
        guard accounts.value.charge(1, of: .subscribers, to: payer) else {
            throw ErrorReply(
                WireError.limitsExceeded,
                "too many subscribers, at most \(Limits.subscribers) of all programs and half of"
                    + " them of one: call Unsubscribe on a connection that needs no signals")
        }
        payers[peer] = payer
    }

    func remove(_ peer: PeerName) {
        guard let payer = payers.removeValue(forKey: peer) else { return }
        accounts.value.release(1, of: .subscribers, by: payer)
    }

    /// Forgets a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        remove(peer)
        unread[peer] = nil
    }

    /// Sends a signal to all subscribers.
    ///
    /// A subscriber with too many unread signals loses signals about single notifications. Once it
    /// reads again, one `EntriesRemoved` tells it to read its list again.
    func send(
        _ member: MemberName, _ values: [Value], interface: InterfaceName = WireName.control
    ) {
        send(member, values, interface, to: Array(payers.keys))
    }

    private func send(
        _ member: MemberName, _ values: [Value], _ interface: InterfaceName, to peers: [PeerName]
    ) {
        guard !peers.isEmpty else { return }
        let signal = Message.signal(
            path: WireName.focusPath, interface: interface, member: member)
        // A text with a NUL, which only an app's own name could contain, cannot be sent.
        guard (try? signal.append(contentsOf: values)) != nil else { return }
        let bytes = signal.byteCount
        let mayBeLost = member == "NotificationDecided" || member == "EntryChanged"
        for peer in peers {
            guard let destination = try? BusName(peer.rawValue),
                unread[peer, default: UnreadSignals()].add(bytes, mayBeLost: mayBeLost)
            else { continue }
            connection.send(signal.copy(destination: destination))
            ask(peer, destination)
        }
    }

    /// Asks a client with many unread signals for a sign that it reads.
    private func ask(_ peer: PeerName, _ name: BusName) {
        guard unread[peer]?.beginQuestion() == true else { return }
        let ping = Message.methodCall(
            destination: name, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
        ping.setNoAutoStart()
        // An error is an answer, too. Without any, the question ends when the client leaves.
        connection.call(ping, timeout: nil) { [weak self] _ in self?.answered(peer, name) }
    }

    private func answered(_ peer: PeerName, _ name: BusName) {
        guard unread[peer]?.endQuestion() == true, payers[peer] != nil else {
            return ask(peer, name)
        }
        send("EntriesRemoved", [.string("")], WireName.control, to: [peer])
    }
}

/// Bytes of signals that a client may not have read yet.
struct UnreadSignals {
    private var bytes = 0
    /// Bytes before the open question; nil without a question.
    private var asked: Int?
    private var hasLost = false

    /// Counts a signal. Returns false for a signal that the client loses.
    mutating func add(_ count: Int, mayBeLost: Bool) -> Bool {
        guard !mayBeLost || bytes + count <= Limits.unreadSignalBytes else {
            hasLost = true
            return false
        }
        bytes += count
        return true
    }

    /// Returns true if it is time to ask the client for a sign that it reads.
    mutating func beginQuestion() -> Bool {
        guard asked == nil, bytes >= Limits.unreadSignalBytes / 16 else { return false }
        asked = bytes
        return true
    }

    /// Counts the signals before the question as read. Returns true if the client lost some since
    /// the last answer.
    mutating func endQuestion() -> Bool {
        bytes -= asked ?? 0
        asked = nil
        defer { hasLost = false }
        return hasLost
    }
}
