// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// The end of a snooze, as the menu offers it.
enum SnoozeEnd: Hashable, Sendable {
    case after(milliseconds: Int64)
    case at(Timestamp)

    static let hour = SnoozeEnd.after(milliseconds: 3_600_000)

    /// Returns the time at which the notification comes back.
    func time(after now: Timestamp) -> Timestamp {
        switch self {
        case .after(let milliseconds): now.adding(milliseconds)
        case .at(let time): time
        }
    }
}

/// A snooze of notifications, with what brings them back to their state of before.
struct SnoozeStep: Hashable, Sendable {
    var ids: [ClientID]
    /// The ends of the snoozes before; without an entry for a notification that was not snoozed.
    var before: [ClientID: Timestamp] = [:]
}

/// Snoozing, and the way back.
extension SettingsState {
    /// Returns the entries of a menu that snooze a notification.
    func snoozeEntries(_ id: ClientID) -> [SettingsButton] {
        let evening = ClockText.next(hour: 18, after: now)
        let morning = ClockText.next(hour: 8, after: now)
        let eveningText = ClockText.text(evening, seenFrom: now)
        let morningText = ClockText.text(morning, seenFrom: now)
        return [
            SettingsButton(tr("Snooze for an Hour"), .snooze([id], .hour)),
            SettingsButton(
                tr("Snooze Until the Evening, \(eveningText)"), .snooze([id], .at(evening))),
            SettingsButton(
                tr("Snooze Until the Morning, \(morningText)"), .snooze([id], .at(morning))),
        ]
    }

    mutating func snooze(_ ids: [ClientID], _ end: SnoozeEnd, into effects: inout [Effect]) {
        var step = SnoozeStep(ids: ids)
        for entry in missed ?? [] where ids.contains(entry.record.id) {
            step.before[entry.record.id] = entry.snoozedUntil
        }
        effects.append(.snooze(step, end))
    }

    /// Says how many notifications were snoozed, with the way back.
    mutating func snoozed(
        _ step: SnoozeStep, _ count: Int, _ end: SnoozeEnd, into effects: inout [Effect]
    ) {
        effects += [.read(.status), .read(.missed)]
        guard count > 0 else {
            return say(
                tr("Not snoozed: the notification has ended, or its popup is about to show"))
        }
        add(.snooze(step))
        let time = ClockText.text(end.time(after: now), seenFrom: now)
        say(tr("Snoozed until \(time)"), SettingsButton(tr("Undo"), .undo))
    }

    /// Takes a snooze back. A snooze of before that is over by now stays away.
    mutating func undo(_ step: SnoozeStep, into effects: inout [Effect]) {
        let lasting = step.before.filter { $0.value > now }
        let others = step.ids.filter { lasting[$0] == nil }
        if !others.isEmpty { effects.append(.unsnooze(others)) }
        for id in step.ids {
            if let time = lasting[id] { effects.append(.snoozeAgain(id, until: time)) }
        }
        say(
            lasting.isEmpty
                ? tr("Undone: no longer snoozed") : tr("Undone: snoozed as before"))
    }

    /// Says that notifications have left the missed list, which has no way back.
    mutating func left(_ count: Int, isRead: Bool) {
        guard count > 0 else {
            return say(
                isRead
                    ? tr("Not marked as read: the notification has ended or was read")
                    : tr("Not dismissed: the notification has ended"))
        }
        let text =
            isRead
            ? plural(count, "Marked as read", "\(count) notifications marked as read")
            : plural(count, "Dismissed", "\(count) notifications dismissed")
        say(tr("\(text). This cannot be undone; the history keeps what came."))
    }
}
