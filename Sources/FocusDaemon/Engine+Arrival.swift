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
        let outcome: Result<Void, ErrorReply>
        do throws(MarshalError) {
            unsafe outcome = try message.withMarshalledBytes { payload in
                Result { () throws(ErrorReply) in
                    let notify = unsafe try NotifyCall(message, marshalled: payload, from: identity)
                    if let refusal = refuse(payload.count, notify.notification.app, call.peer) {
                        throw ErrorReply(WireError.limitsExceeded, refusal)
                    }
                    try unsafe arrive(notify, sender, call, payload: payload)
                }
            }
        } catch {
            // Out of memory for a copy, or descriptors, which no copy holds: shown, not remembered.
            let notify = try NotifyCall(message, from: identity)
            try unsafe arrive(notify, sender, call, payload: nil)
            return
        }
        try outcome.get()
    }

    private func arrive(
        _ notify: NotifyCall, _ sender: Sender, _ call: MethodCall,
        payload: UnsafeRawBufferPointer?
    ) throws(ErrorReply) {
        let decision = limited(decide(notify.notification), notify, sender)
        if decision.verdict == .deliver, let refusal = refuseToWait(notify, sender) {
            throw ErrorReply(WireError.limitsExceeded, refusal)
        }
        counters.count(.decided)
        counters.count(decision.counter)
        for fault in decision.faults where isNews(fault) {
            log.warning("\(fault.place): \(fault.message); the notification was let through")
        }
        let admission = proxy.admit(
            app: notify.notification.app, from: sender, replaces: notify.untrustedReplaces,
            verdict: decision.verdict,
            isFeedback: notify.notification.isFeedback && decision.verdict == .deliver,
            isHeld: decision.isHeldFromBadge, payloadBytes: unsafe payload?.count ?? 0)
        settle(admission, verdict: decision.verdict)
        reserveIDs(through: admission.entry.id)
        let (record, isPrivate) = record(of: notify.notification, admission.entry, decision)
        let isStored =
            admission.entry.isEphemeral
            || attempt { try unsafe store.insert(record, payload: payload, apart: isPrivate) }
        arrivals.append(
            Arrival(
                call: call, message: notify.message, entry: admission.entry,
                bytes: unsafe payload?.count ?? 0, namesPicture: notify.namesPicture,
                isStored: isStored))
        if observer?.wantsDecisions == true, !admission.entry.isEphemeral {
            observer?.decided(record)
        }
    }

    /// What the store is to keep, and whether its message is to lie apart.
    private func record(
        of notification: Notification, _ entry: LiveEntry, _ decision: Decision
    ) -> (record: EntryRecord, isPrivate: Bool) {
        var record = EntryRecord(
            key: entry.key, id: entry.id, time: .now, notification: notification,
            decision: decision, focus: policy.focusID, sender: entry.sender,
            sandbox: entry.sandbox, state: entry.state)
        record.isHeldFromBadge = decision.isHeldFromBadge
        // The popup whose place it is to take, so that this holds after a kill, too.
        record.server = entry.server
        let isPrivate = redact(&record)
        return (record, isPrivate)
    }

    /// Sets ids apart, a thousand at a time: the store's note of the last one given out costs a
    /// page of its own.
    private func reserveIDs(through id: ClientID) {
        let step: UInt32 = 1_000
        let (distance, isBehind) = id.rawValue.subtractingReportingOverflow(reservedID)
        // An id far ahead is one that its client chose.
        guard !isBehind, distance > 0, distance <= step else { return }
        reservedID = id.rawValue.addingReportingOverflow(step).partialValue
        attempt { try store.setLastClientID(ClientID(rawValue: reservedID)) }
    }
}
