// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire

/// The path of a notification from its arrival to the batch that answers it.
extension Engine {
    /// Reads a `Notify` call whose signature is checked, decides about the notification and admits
    /// it. ``endBatch()`` sends the reply.
    ///
    /// The message is marshalled once: the notification is read from the same bytes that the store
    /// gets.
    /// - Throws: `InvalidArgs` as in `NotifyCall`, `LimitsExceeded` for a message that is too long.
    func arrive(
        _ message: Message, from identity: SenderIdentity, call: MethodCall
    ) throws(ErrorReply) {
        let sender = Sender(peer: call.peer, sandbox: identity.confinement)
        // The values read below are copies. The message owns the bytes until it is on its way.
        defer { extendLifetime(message) }
        guard let payload = try? unsafe message.keptBytes() else {
            // No memory for a copy of the bytes: the notification is shown, but not remembered.
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
        let admission = live.admit(
            app: app, from: sender, replaces: notify.untrustedReplaces,
            verdict: decision.verdict, isFeedback: isFeedback, isHeld: decision.isHeldFromBadge,
            payloadBytes: unsafe payload?.count ?? 0, textBytes: kept.bytes)
        endDisplaced(by: admission, verdict: decision.verdict)
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

    /// Counts the bytes of text that the store keeps beside the message. An app that has used up
    /// its share keeps only short texts.
    /// - Returns: the notification with shortened texts, or nil if they stay whole, and the number
    ///   of bytes.
    private func keptTexts(
        _ notification: Notification
    ) -> (shortened: Notification?, bytes: Int) {
        let bytes = notification.textBytes(
            upTo: Limits.storedTextBytes, lists: Limits.storedListBytes)
        // Most notifications are too short to be shortened.
        guard bytes > Limits.listedTextBytes,
            live.textBytes(of: notification.app) + bytes > Limits.appTextBytes
        else { return (nil, bytes) }
        var shortened = notification
        _ = shortened.shorten(toBytes: Limits.listedTextBytes)
        return (shortened, shortened.textBytes(upTo: Limits.listedTextBytes))
    }

    /// Stores a notification and reports it to the observer. Returns true if the store has the
    /// notification.
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

    /// Returns a private app's notification without the body, which is not stored.
    private nonisolated func redacted(_ notification: Notification) -> Notification {
        var notification = notification
        notification.body = ""
        return notification
    }

    private func logFaults(of decision: Decision) {
        for fault in decision.faults where isNew(fault) {
            log.warning("\(fault.place): \(fault.message); the notification was let through")
        }
    }

    /// Number of ids that focusd reserves at a time.
    private static let idStep: UInt32 = 1_000
    /// Maximum number of ids that a start may skip: the ids of notifications that the store does
    /// not keep.
    private static let idGap: UInt32 = 100

    /// Returns the last id that an earlier focusd gave out.
    ///
    /// After a kill, the stored id is up to one step ahead. People read and type these numbers, so
    /// focusd prefers the id of the newest stored notification.
    static func lastID(noted: ClientID, in store: Store) -> ClientID {
        let newest = (try? store.page(HistoryQuery(limit: 50)))?.entries ?? []
        let near = newest.map(\.id.rawValue).filter { id in
            id <= noted.rawValue && noted.rawValue - id <= idStep
        }
        guard let last = near.max(), noted.rawValue - last > idGap else { return noted }
        return ClientID(rawValue: last)
    }

    /// Reserves ids, a thousand at a time: storing the last id given out costs a database page of
    /// its own.
    private func reserveIDs(through id: ClientID) {
        let step = Self.idStep
        let (distance, isBehind) = id.rawValue.subtractingReportingOverflow(reservedID)
        // A client chose an id that is far ahead.
        guard !isBehind, distance > 0, distance <= step else { return }
        reservedID = id.rawValue.addingReportingOverflow(step).partialValue
        attempt { try store.setLastClientID(ClientID(rawValue: reservedID)) }
    }

    /// Decides about a notification that arrives.
    func decide(_ notification: Notification) -> Decision {
        guard policy.repeatsBreakThrough, !notification.people.isEmpty else {
            return policy.decide(notification)
        }
        let isRepeat = repeats.note(notification.people, at: .now)
        return policy.decide(notification, isRepeat: isRepeat)
    }

    /// Returns the decision of the given policy for an example notification, without counting it as
    /// a repeat.
    func explain(_ notification: Notification, by policy: Policy) -> Decision {
        policy.decide(
            notification, isRepeat: repeats.isRepeat(notification.people, at: .now))
    }
}
