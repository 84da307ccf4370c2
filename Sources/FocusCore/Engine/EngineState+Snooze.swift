// SPDX-License-Identifier: Apache-2.0

// A snoozed notification has no popup and is in the missed list, with the state `silenced`. Its app
// learns nothing: the notification has not ended, and its actions stay alive. At its time it is
// delivered, whatever Focus is on, since the user asked for that time. If that popup expires, or
// ends with the server, the user was away: the notification is in the missed list again, and its
// app still learns nothing.

/// Notifications that the user wants to see again later.
extension EngineState {
    /// Key of the action "Snooze", which focusd adds to popups (`[Missed] SnoozeAction=`).
    package static let snoozeAction = "org.focusd.snooze"

    /// Snoozes live notifications. A notification that is snoozed already gets the new end. The
    /// popup of a queued notification is closed as soon as the server shows it.
    ///
    /// - Returns: the number of these notifications.
    package mutating func snooze(
        _ ids: [ClientID], until end: Agenda.End, at now: Timestamp,
        _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) -> Int {
        var count = 0
        for id in Set(ids) {
            guard let entry = live[id], entry.isStored, Self.canSnooze(entry.state),
                snoozes.count < Limits.snoozes || snoozes.contains(entry.key)
            else { continue }
            hide(entry, &effects)
            snoozes.add(entry.key, id, UserSpan(since: now, end: end))
            count += 1
        }
        guard count > 0 else { return 0 }
        effects.append(.row(.setSnoozes))
        effects.append(.changed(.snoozes))
        _ = advance(to: now, rules, into: &effects)
        return count
    }

    /// Ends the snoozes of notifications, which stay in the missed list. A snoozed notification
    /// that still waits for the server is shown.
    ///
    /// - Returns: the number of notifications that were snoozed.
    package mutating func endSnoozes(
        _ ids: [ClientID], into effects: inout [EngineEffect]
    ) -> Int {
        var count = 0
        for id in Set(ids) {
            guard let entry = live[id], snoozes.remove(entry.key) else { continue }
            count += 1
        }
        guard count > 0 else { return 0 }
        effects.append(.row(.setSnoozes))
        effects.append(.changed(.snoozes))
        return count
    }

    static func canSnooze(_ state: EntryState) -> Bool {
        switch state {
        case .queued, .shown, .silenced, .expired: true
        default: false
        }
    }

    /// Moves a snoozed notification from the screen to the missed list. A read one is unread again:
    /// the list leaves out read ones.
    mutating func hide(_ entry: LiveEntry, _ effects: inout [EngineEffect]) {
        actedOn.remove(entry.key)
        if entry.isRead {
            _ = live.update(entry.id, key: entry.key) { $0.isRead = false }
            effects.append(.row(.setRead(entry.key, false)))
        }
        guard entry.state == .shown || entry.state == .expired else { return }
        if let server = entry.server { outbox.close(server) }
        _ = forgetReturn(of: entry.key, &effects)
        _ = live.update(entry.id, key: entry.key) {
            $0.state = .silenced
            $0.server = nil
        }
        effects.append(.row(.hidden(entry.key)))
    }

    /// Hides a snoozed notification that the server shows now.
    mutating func hideIfSnoozed(_ entry: LiveEntry, _ effects: inout [EngineEffect]) {
        if !snoozes.isEmpty, snoozes.contains(entry.key) { hide(entry, &effects) }
    }

    /// Delivers the notifications whose time has come.
    mutating func advanceSnoozes(to now: Timestamp, _ effects: inout [EngineEffect]) {
        let due = snoozes.takeDue(at: now)
        guard !due.isEmpty else { return }
        effects.append(.row(.setSnoozes))
        effects.append(.changed(.snoozes))
        _ = deliverNow(due, into: &effects)
        for id in due {
            if let entry = live[id], entry.state == .queued { snoozes.cameBack(entry.key) }
        }
    }

    /// Forgets that a notification came back from a snooze. Returns false if it did not.
    mutating func forgetReturn(of key: EntryKey, _ effects: inout [EngineEffect]) -> Bool {
        guard !snoozes.returned.isEmpty, snoozes.forgetReturn(key) else { return false }
        effects.append(.row(.setSnoozes))
        return true
    }

    /// Forgets that a notification was snoozed: it ended, or the user wants to see it now.
    mutating func forgetSnooze(_ key: EntryKey, _ effects: inout [EngineEffect]) {
        guard !snoozes.isEmpty, snoozes.remove(key) else { return }
        effects.append(.row(.setSnoozes))
        effects.append(.changed(.snoozes))
    }
}
