// SPDX-License-Identifier: Apache-2.0

/// The result of an arrival: an id, and the decision.
package struct Arrival: Sendable {
    package var entry: EntryFacts
    package var decision: Decision
    /// The notification with shortened texts for the store, or nil if they stay whole.
    package let shortened: Notification?
}

/// The reason to refuse a notification, in words for its sender.
package struct ArrivalRefusal: Error, Hashable {
    package let text: String
}

/// The arrival of a notification: the decision, the limits and the id.
extension EngineState {
    /// Checks if there is room for the message of a notification.
    ///
    /// Shares of clients and apps apply once half of the room is used. Mutating, so that no copy of
    /// the state is made.
    /// - Parameter storedBytes: bytes of all messages in the store.
    package mutating func checkRoom(
        for bytes: Int, of app: AppID, _ peer: PeerName, storedBytes: Int
    ) throws(ArrivalRefusal) {
        if bytes > Limits.messageBytes {
            throw ArrivalRefusal(
                text: "the notification is longer than \(Limits.messageBytes) bytes")
        }
        // Upkeep never deletes messages that wait for the server.
        let free = Limits.waitingPayloadBytes - storedBytes
        if bytes > free {
            throw ArrivalRefusal(
                text: "\(storedBytes) bytes wait for the real notification server")
        }
        guard free < Limits.waitingPayloadBytes / 2 else { return }
        let waiting = live.waiting(of: app, peer).bytes
        guard PeerAccounts.mayHave(bytes, beside: waiting, ofFree: free) else {
            throw ArrivalRefusal(
                text: "\(waiting) bytes of its own wait for the real notification server")
        }
    }

    /// Decides about a notification and gives it an id.
    ///
    /// - Parameters:
    ///   - replaces: the id to replace as the app sent it, 0 for none.
    ///   - payloadBytes: size of the message that the store keeps.
    /// - Throws: the reason if too many notifications wait for the server.
    package mutating func arrive(
        _ notification: Notification, from sender: Sender, replaces untrustedReplaces: UInt32,
        payloadBytes: Int, at now: Moment, into effects: inout [EngineEffect]
    ) throws(ArrivalRefusal) -> Arrival {
        if appsHeardBefore != nil { muteNewApp(of: notification, at: now.time, &effects) }
        // `comesFromPhone` may search all hints of the message, so it comes last.
        let isOfPhone =
            configuration.duplicates != .none && !notification.isFeedback
            && PhoneDuplicates.comesFromPhone(notification)
        var decision = self.decision(about: notification, at: now.time)
        if isOfPhone { decision = decisionAboutCopy(notification, decision, at: now.time) }
        decision = decisionWithinAllowance(
            notification, decision, untrustedReplaces, sender, at: now.instant)
        var isStored = true
        if case .deliver = decision.verdict {
            try checkWaiting(notification, sender, untrustedReplaces)
            isStored = !notification.isFeedback
            if !isOfPhone { rememberTexts(notification, at: now.time) }
            if appsHeardBefore != nil { askAboutNewApp(of: notification, &effects) }
        }
        counters.count(.decided)
        counters.count(decision.counter)
        if !decision.faults.isEmpty { noteFaults(of: decision, &effects) }
        let kept = keptTexts(notification, at: now.instant)
        let admission = live.admit(
            app: notification.app, countedAs: notification.program, from: sender,
            replaces: untrustedReplaces,
            verdict: decision.verdict,
            focus: decision.reason.isOfFocus ? policy.focusID : nil, isStored: isStored,
            isTransient: notification.isTransient, isHeld: decision.isHeldFromBadge,
            payloadBytes: payloadBytes, textBytes: kept.bytes)
        endOlder(than: admission, decision.verdict, &effects)
        if let tag = notification.tag {
            tags[admission.entry.key] = [notification.appName, tag].hashValue
        }
        reserveIDs(through: admission.entry.id, &effects)
        return Arrival(entry: admission.entry, decision: decision, shortened: kept.shortened)
    }

    /// Admits a notification of focusd's own. It is shown, but neither stored nor counted.
    /// - Parameter replaces: its predecessor.
    package mutating func admitOwn(
        replacing replaces: ClientID?, into effects: inout [EngineEffect]
    ) -> EntryFacts {
        let admission = live.admit(
            app: AppID("org.focusd"), from: Sender(peer: PeerName(rawValue: "")),
            replaces: replaces?.rawValue ?? 0, verdict: .deliver, isStored: false)
        endOlder(than: admission, .deliver, &effects)
        return admission.entry
    }

    /// Handles a notification that the store could not keep: it is shown instead of dropped.
    /// - Returns: the changed notification, or nil if it has ended.
    package mutating func couldNotStore(_ entry: EntryFacts) -> EntryFacts? {
        let shown = live.update(entry.id, key: entry.key) {
            $0.isStored = false
            $0.isHeldFromBadge = false
            $0.state = .queued
        }
        return shown?.facts
    }

    // MARK: Decision

    /// Decides about a notification that arrives.
    private mutating func decision(
        about notification: Notification, at now: Timestamp
    ) -> Decision {
        guard policy.repeatsBreakThrough, !notification.people.isEmpty else {
            return policy.decide(notification, mutes: mutes, at: now)
        }
        let isRepeat = repeats.note(Array(notification.senders), at: now)
        return policy.decide(notification, isRepeat: isRepeat, mutes: mutes, at: now)
    }

    /// Returns the decision after comparing a phone's copy with the texts that desktop apps showed.
    private mutating func decisionAboutCopy(
        _ notification: Notification, _ decision: Decision, at now: Timestamp
    ) -> Decision {
        guard case .deliver = decision.verdict else { return decision }
        if case .critical = decision.reason { return decision }
        guard phoneDuplicates.isCopy(notification, at: now) else { return decision }
        return Decision(
            verdict: .silence, reason: .duplicate, level: decision.level, faults: decision.faults)
    }

    /// Remembers the texts that a desktop app shows, for the comparison with a phone's copy.
    private mutating func rememberTexts(_ notification: Notification, at now: Timestamp) {
        guard configuration.duplicates != .none, !notification.isFeedback,
            configuration.duplicates.contains(notification)
        else { return }
        phoneDuplicates.note(notification, at: now)
    }

    /// Returns the decision of the given policy for an example notification, without counting it as
    /// a repeat.
    package func explain(
        _ notification: Notification, by policy: Policy, at now: Timestamp
    ) -> Decision {
        policy.decide(
            notification, isRepeat: repeats.isRepeat(Array(notification.senders), at: now),
            mutes: mutes, at: now)
    }

    /// Maximum number of different faults that focusd logs until the Focus changes.
    package static let maximumFaults = 64

    /// Reports the faults of a decision's predicates that are not in the log yet: a fault repeats
    /// with every notification.
    private mutating func noteFaults(of decision: Decision, _ effects: inout [EngineEffect]) {
        for fault in decision.faults where faults.count < Self.maximumFaults {
            guard faults.insert(fault).inserted else { continue }
            effects.append(.notice(.predicateFault(fault)))
            effects.append(.problem(.predicateFailing, isPresent: true))
        }
    }

    // MARK: Limits

    /// Returns the decision after checking the allowance of the sender.
    ///
    /// Only notifications to be delivered use the allowance. Notifications with reason critical,
    /// which the user trusts, are always delivered.
    private mutating func decisionWithinAllowance(
        _ notification: Notification, _ decision: Decision, _ untrustedReplaces: UInt32,
        _ sender: Sender, at now: ContinuousClock.Instant
    ) -> Decision {
        guard case .deliver = decision.verdict else { return decision }
        if case .critical = decision.reason { return decision }
        let addsPopup =
            !notification.isFeedback && !replaces(untrustedReplaces, notification, sender)
        if let exhausted = allowance.take(
            client: sender.peer, app: notification.app, addsPopup: addsPopup, at: now)
        {
            _ = floods.add(exhausted, app: notification.app, appName: notification.appName, at: now)
            return Decision(
                verdict: .silence, reason: .tooMany, level: decision.level, faults: decision.faults)
        }
        return decision
    }

    private func replaces(
        _ untrustedID: UInt32, _ notification: Notification, _ sender: Sender
    ) -> Bool {
        live.replaces(
            untrustedID, app: notification.app, countedAs: notification.program, from: sender)
    }

    /// Checks if one more notification may wait for the server.
    ///
    /// Thus no accepted notification is dropped before it is shown, and no sender uses more places
    /// than it leaves for all others. A notification that replaces another one needs no place.
    private mutating func checkWaiting(
        _ notification: Notification, _ sender: Sender, _ untrustedReplaces: UInt32
    ) throws(ArrivalRefusal) {
        let free = Limits.waitingNotifications - live.waiting.count
        guard free <= Limits.waitingNotifications / 2,
            !replaces(untrustedReplaces, notification, sender)
        else { return }
        if free <= 0 {
            throw ArrivalRefusal(
                text: "\(live.waiting.count) notifications wait for the real notification server")
        }
        let own = live.waiting(of: notification.app, sender.peer).count
        guard PeerAccounts.mayHave(1, beside: own, ofFree: free) else {
            throw ArrivalRefusal(text: "\(own) of its own wait for the real notification server")
        }
    }

    /// Counts the bytes of the texts that the store keeps beside the message. Shortens the texts if
    /// one of the app's two shares is used up: ``Limits/appTextBytes`` of its live notifications,
    /// or ``Limits/longTextBytes`` of whole long texts, also in history.
    /// - Returns: the notification with shortened texts, or nil if they stay whole, and the number
    ///   of bytes.
    private mutating func keptTexts(
        _ notification: Notification, at now: ContinuousClock.Instant
    ) -> (shortened: Notification?, bytes: Int) {
        let bytes = notification.textBytes(
            upTo: Limits.storedTextBytes, lists: Limits.storedListBytes)
        // Most notifications are too short to be shortened.
        guard bytes > Limits.listedTextBytes else { return (nil, bytes) }
        if live.textBytes(of: notification.app) + bytes <= Limits.appTextBytes,
            // In KiB.
            longTexts.take(bytes >> 10, for: notification.app, at: now)
        {
            return (nil, bytes)
        }
        var shortened = notification
        _ = shortened.shorten(toBytes: Limits.listedTextBytes)
        return (shortened, shortened.textBytes(upTo: Limits.listedTextBytes))
    }

    // MARK: Ids

    /// Number of ids that focusd reserves at a time.
    private static let idStep: UInt32 = 1_000

    /// Largest gap in the ids after a restart. The ids of notifications that the store does not
    /// keep may lie in it.
    private static let idGap: UInt32 = 100

    /// Returns the last id that an earlier focusd gave out.
    ///
    /// After a kill, the reserved id is up to one step ahead. People read and type these numbers,
    /// so focusd prefers the id of the newest stored notification.
    static func lastID(reserved: ClientID, newest: [ClientID]) -> ClientID {
        let near = newest.map(\.rawValue).filter { id in
            id <= reserved.rawValue && reserved.rawValue - id <= idStep
        }
        guard let last = near.max(), reserved.rawValue - last > idGap else { return reserved }
        return ClientID(rawValue: last)
    }

    /// Reserves ids, a thousand at a time: storing the last id given out costs a database page of
    /// its own.
    private mutating func reserveIDs(through id: ClientID, _ effects: inout [EngineEffect]) {
        let (distance, isBehind) = id.rawValue.subtractingReportingOverflow(reservedID)
        // A client chose an id that is far ahead.
        guard !isBehind, distance > 0, distance <= Self.idStep else { return }
        reservedID = id.rawValue.addingReportingOverflow(Self.idStep).partialValue
        effects.append(.row(.reserveIDs(ClientID(rawValue: reservedID))))
    }

    // MARK: Floods

    /// Records the id of a flood's summary and the number that it reports.
    package mutating func floodTold(
        _ key: SendingAllowance.Exhausted, _ count: Int, as summary: ClientID
    ) {
        floods.told(key, count, as: summary)
    }

    /// Removes the floods without notifications since `time`.
    package mutating func endFloods(before time: ContinuousClock.Instant) {
        floods.end(before: time)
    }
}
