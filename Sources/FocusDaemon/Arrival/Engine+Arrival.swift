// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire

/// The path of a notification from its arrival to the batch that answers it.
extension Engine {
    /// Reads a `Notify` call whose signature is checked, decides about the notification and stores
    /// it. ``endBatch()`` sends the reply.
    ///
    /// - Parameters:
    ///   - message: the `Notify`: the call itself, or one made from a gate's call.
    ///   - call: the call to answer.
    ///   - way: the way back, for a notification that came by a gate.
    /// - Throws: `InvalidArgs` as in `NotifyCall`, `LimitsExceeded` for a message that is too long.
    func receive(
        _ message: Message, from identity: SenderIdentity, call: MethodCall, by way: WayBack? = nil
    ) throws(ErrorReply) {
        let sender = Sender(
            peer: way?.route.name.holder ?? call.peer, sandbox: identity.confinement,
            isTool: identity.isTool)
        // The values read below are copies. The message owns the bytes until it is on its way.
        defer { extendLifetime(message) }
        let notify = try NotifyCall(message, from: identity)
        guard let payload = try? unsafe message.keptBytes() else {
            // No memory for a copy of the bytes: the notification is shown, but not remembered.
            return try unsafe take(notify, sender, call, way, payload: nil)
        }
        try checkRoom(for: payload.count, of: notify.notification.app, sender.peer)
        try unsafe take(notify, sender, call, way, payload: payload)
    }

    func checkRoom(
        for bytes: Int, of app: AppID, _ peer: PeerName
    ) throws(ErrorReply) {
        let stored = (try? store.payloadBytes()) ?? 0
        // Makes upkeep due. Upkeep deletes messages of shown and missed notifications, the oldest
        // first.
        if stored + bytes > upkeep.payloadBytes { upkeep.arrivals = Upkeep.interval }
        do throws(ArrivalRefusal) {
            try update { state throws(ArrivalRefusal) in
                try state.checkRoom(for: bytes, of: app, peer, storedBytes: stored)
            }
        } catch {
            throw ErrorReply(WireError.limitsExceeded, error.text)
        }
    }

    /// Decides about a notification, stores it, and keeps its reply until the commit.
    private func take(
        _ notify: NotifyCall, _ sender: Sender, _ call: MethodCall, _ way: WayBack?,
        payload: UnsafeRawBufferPointer?
    ) throws(ErrorReply) {
        guard way != nil || !notify.carriesOriginal else {
            throw ErrorReply(
                WireError.invalidArgs, "hint \(Route.originalHint): for focusd's own use")
        }
        let arrival = try unsafe admit(
            notify, from: sender, payloadBytes: payload?.count ?? 0)
        let isRefusedByStore =
            arrival.entry.isStored
            && !(unsafe recordArrival(
                arrival, notify, sender, payload,
                in: (notify.message.companion as? LongCallFile)?.file))
        afterCommit(
            CommitBarrier.PendingNotification(
                call: call.message, connection: call.connection, message: notify.message,
                entry: arrival.entry, app: notify.notification.app,
                bytes: unsafe payload?.count ?? 0, namesPicture: notify.namesPicture,
                isAnsweredWithID: way == nil, isRefusedByStore: isRefusedByStore))
        if let way { addRoute(way, arrival.entry) }
    }

    /// Has the state decide about a notification and assign an id.
    func admit(
        _ notify: NotifyCall, from sender: Sender, payloadBytes bytes: Int
    ) throws(ErrorReply) -> Arrival {
        // The lists may name an app that was just installed.
        followInstalledApps()
        do throws(ArrivalRefusal) {
            return try change { state, effects throws(ArrivalRefusal) in
                try state.arrive(
                    notify.notification, from: sender, replaces: notify.untrustedReplaces,
                    payloadBytes: bytes, at: .now, into: &effects)
            }
        } catch {
            throw ErrorReply(WireError.limitsExceeded, error.text)
        }
    }

    /// Stores a notification and reports it to the observer. Returns true if the store has the
    /// notification.
    ///
    /// - Parameter forAll: true for a server that asks by `Decide`, which sends for all apps.
    func recordArrival(
        _ arrival: Arrival, _ notify: NotifyCall, _ sender: Sender,
        _ payload: UnsafeRawBufferPointer?, in file: PayloadFile? = nil, forAll: Bool = false
    ) -> Bool {
        let isPrivate = state.configuration.privateApps.contains(notify.notification)
        var kept = arrival.shortened ?? notify.notification
        // The body of a private app's notification is not stored.
        if isPrivate { kept.body = "" }
        let (entry, decision, now) = (arrival.entry, arrival.decision, Timestamp.now)
        let focus = decision.reason.isOfFocus ? state.policy.focusID : nil
        var keepsMessage = true
        let isStored = attempt {
            keepsMessage = try unsafe store.insert(
                entry, kept, decision, at: now, focus: focus, from: sender,
                payload: payload, in: file, onlyInFile: isPrivate, forAll: forAll)
        }
        if !keepsMessage {
            // Without room in memory, too, it is delivered later with its stored texts.
            _ = messages.keepUnstored(
                notify.message, bytes: unsafe payload?.count ?? 0, for: entry.key,
                of: PeerAccounts.Payer(client: sender.peer, app: notify.notification.app))
            update { $0.payloadDropped(of: entry) }
        }
        let wanted = wantedHooks(for: notify.notification, decision, focus, from: sender.peer)
        let isReported = observer?.hasListeners == true
        if isReported || !wanted.isEmpty {
            var record = EntryRecord(
                key: entry.key, id: entry.id, time: now, notification: kept,
                decision: decision, focus: focus, sender: sender.peer,
                sandbox: sender.sandbox, state: entry.state)
            record.isHeldFromBadge = entry.isHeldFromBadge
            record.server = entry.server
            if isReported { afterCommit(.decided(record)) }
            if !wanted.isEmpty { runHooks(wanted, record, of: forAll ? nil : sender.peer) }
        }
        return isStored
    }
}

/// The other events that a client causes.
extension Engine {
    /// Handles `CloseNotification`. Returns false if the notification is not the caller's.
    func close(_ id: ClientID, by sender: Sender) -> Bool {
        change { $0.close(id, by: sender, into: &$1) }
    }

    /// Forgets a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        // Its request for quiet may have kept Do Not Disturb on.
        if change({ $0.peerLeft(peer, at: .now, clock.rules, into: &$1) }) { endBatch() }
    }
}
