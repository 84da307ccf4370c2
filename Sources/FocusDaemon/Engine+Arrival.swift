// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire

/// A notification's way as far as the batch that it is answered with.
extension Engine {
    /// Reads a `Notify` call whose signature has been checked, decides about it and takes it in; the
    /// answer goes out with ``endBatch()``.
    ///
    /// The message is written down once: it is read from the bytes that the store is given.
    /// - Throws: `InvalidArgs` as `NotifyCall` says, `LimitsExceeded` for a message that is too long.
    func arrive(
        _ message: Message, from identity: SenderIdentity, call: MethodCall
    ) throws(ErrorReply) {
        let sender = Sender(peer: call.peer, sandbox: identity.confinement)
        // What is read from them are copies; the message keeps them until it is on its way.
        defer { extendLifetime(message) }
        guard let payload = try? unsafe message.keptBytes() else {
            // Out of memory for a copy: shown, not remembered.
            let notify = try NotifyCall(message, from: identity)
            return try unsafe arrive(notify, sender, call, payload: nil)
        }
        let notify = unsafe try NotifyCall(message, marshalled: payload, from: identity)
        if let refusal = refuse(payload.count, notify.notification.app, call.peer) {
            throw ErrorReply(WireError.limitsExceeded, refusal)
        }
        try unsafe arrive(notify, sender, call, payload: payload)
    }

    private func arrive(
        _ notify: NotifyCall, _ sender: Sender, _ call: MethodCall,
        payload: UnsafeRawBufferPointer?
    ) throws(ErrorReply) {
        let decision = limited(decide(notify.notification), notify, sender)
        if case .deliver = decision.verdict, let refusal = refuseToWait(notify, sender) {
            throw ErrorReply(WireError.limitsExceeded, refusal)
        }
        counters.count(.decided)
        counters.count(decision.counter)
        if !decision.faults.isEmpty { logFaults(of: decision) }
        let app = notify.notification.app
        var isFeedback = false
        if notify.notification.isFeedback, case .deliver = decision.verdict { isFeedback = true }
        let kept = keptTexts(notify.notification)
        let admission = proxy.admit(
            app: app, from: sender, replaces: notify.untrustedReplaces,
            verdict: decision.verdict, isFeedback: isFeedback, isHeld: decision.isHeldFromBadge,
            payloadBytes: unsafe payload?.count ?? 0, textBytes: kept.bytes)
        settle(admission, verdict: decision.verdict)
        let entry = admission.entry
        reserveIDs(through: entry.id)
        let isStored =
            entry.isEphemeral
            || (unsafe store(
                entry, kept.shortened ?? notify.notification, decision, sender, payload))
        arrivals.append(
            Arrival(
                call: call.message, connection: call.connection, message: notify.message,
                entry: entry, app: app, bytes: unsafe payload?.count ?? 0,
                namesPicture: notify.namesPicture, isStored: isStored))
    }

    /// How many bytes of texts the store keeps beside the message. Of an app that has filled its share
    /// they are short.
    /// - Returns: the notification with short texts, where they are.
    private func keptTexts(
        _ notification: Notification
    ) -> (shortened: Notification?, bytes: Int) {
        let bytes = notification.textBytes(
            upTo: Limits.storedTextBytes, lists: Limits.storedListBytes)
        // As a rule nothing of it could be shortened.
        guard bytes > Limits.listedTextBytes,
            proxy.textBytes(of: notification.app) + bytes > Limits.appTextBytes
        else { return (nil, bytes) }
        var shortened = notification
        _ = shortened.shorten(toBytes: Limits.listedTextBytes)
        return (shortened, shortened.textBytes(upTo: Limits.listedTextBytes))
    }

    /// Gives the store what it is to keep, and tells those who watch; whether the store has it.
    private func store(
        _ entry: EntryFacts, _ notification: Notification, _ decision: Decision, _ sender: Sender,
        _ payload: UnsafeRawBufferPointer?
    ) -> Bool {
        if privateApps.contains(notification.app)
            || notification.program.map(privateApps.contains) == true
        {
            return unsafe store(
                entry, redacted(notification), decision, sender, payload, apart: true)
        }
        return unsafe store(entry, notification, decision, sender, payload, apart: false)
    }

    private func store(
        _ entry: EntryFacts, _ notification: Notification, _ decision: Decision, _ sender: Sender,
        _ payload: UnsafeRawBufferPointer?, apart: Bool
    ) -> Bool {
        let now = Timestamp.now
        let isStored = attempt {
            try unsafe store.insert(
                entry, notification, decision, at: now, focus: policy.focusID, from: sender,
                payload: payload, apart: apart)
        }
        if let observer, observer.wantsDecisions {
            var record = EntryRecord(
                key: entry.key, id: entry.id, time: now, notification: notification,
                decision: decision, focus: policy.focusID, sender: sender.peer,
                sandbox: sender.sandbox, state: entry.state)
            record.isHeldFromBadge = entry.isHeldFromBadge
            record.server = entry.server
            observer.decided(record)
        }
        return isStored
    }

    private func logFaults(of decision: Decision) {
        for fault in decision.faults where isNews(fault) {
            log.warning("\(fault.place): \(fault.message); the notification was let through")
        }
    }

    /// How many ids are set apart at a time.
    private static let idStep: UInt32 = 1_000
    /// How many ids a start may pass over: those of notifications that no store keeps.
    private static let idGap: UInt32 = 100

    /// The id given out last by an earlier focusd.
    ///
    /// After a kill the store's note is up to a step ahead, and people read and type these numbers:
    /// the newest stored notifications say better where the ids are.
    static func lastID(noted: ClientID, in store: Store) -> ClientID {
        let newest = (try? store.page(HistoryQuery(limit: 50)))?.entries ?? []
        let near = newest.map(\.id.rawValue).filter { id in
            id <= noted.rawValue && noted.rawValue - id <= idStep
        }
        guard let last = near.max(), noted.rawValue - last > idGap else { return noted }
        return ClientID(rawValue: last)
    }

    /// Sets ids apart, a thousand at a time: the store's note of the last one given out costs a
    /// page of its own.
    private func reserveIDs(through id: ClientID) {
        let step = Self.idStep
        let (distance, isBehind) = id.rawValue.subtractingReportingOverflow(reservedID)
        // An id far ahead is one that its client chose.
        guard !isBehind, distance > 0, distance <= step else { return }
        reservedID = id.rawValue.addingReportingOverflow(step).partialValue
        attempt { try store.setLastClientID(ClientID(rawValue: reservedID)) }
    }
}
