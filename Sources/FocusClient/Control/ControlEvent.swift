// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
package import FocusWire

/// An event that focusd reports to its subscribers.
package enum ControlEvent: Hashable, Sendable {
    /// focusd is on the bus, and its events follow. Also the first event for a running focusd.
    case appeared
    /// focusd left the bus. It may come back.
    case vanished
    /// The session bus closed the connection. No event follows.
    case disconnected
    /// Another Focus is active; nil for none.
    case focusChanged(FocusID?)
    /// The active Focus ends at another time, or is active for another reason.
    case activationChanged
    /// The user, or `focus-link`, turned a Focus on or off.
    case switched
    /// A notification was delivered or silenced.
    case decided(EntryWire)
    /// The state of an entry of the history has changed.
    case entryChanged(EntryKey, EntryState, isRead: Bool)
    /// Entries of an app (nil: of any app) were deleted, or too many changed for an event each:
    /// read the list again.
    case entriesRemoved(AppID?)
    case badgeChanged(AppID, count: UInt32)
    /// The missed list now has that many notifications.
    case missedChanged(count: UInt32)
    /// That many notifications wait for the server now.
    case waitingChanged(count: UInt32)
    /// Apps declare other filters, appeared or vanished, or gave other answers.
    case filtersChanged
    /// The files of the Focuses, focusd.conf, or their problems have changed.
    case focusesChanged
    /// A part of focusd's state has changed that has no event of its own.
    case changed(StatePart)

    /// The parts whose signals say only that the part has changed. The raw values are the signals'
    /// names.
    package enum StatePart: String, Hashable, Sendable {
        case mutes = "MutesChanged"
        case snoozes = "SnoozesChanged"
        /// The next changes of the active Focus, and its end.
        case upcoming = "UpcomingChanged"
        /// The problems of Doctor.
        case problems = "ProblemsChanged"
        case server = "ServerChanged"
    }

    /// Returns the event of a signal of Control; nil for signals that this version does not know.
    init?(_ message: Message) {
        guard let values = try? message.arguments() else { return nil }
        if let part = message.member.flatMap(StatePart.init) {
            self = .changed(part)
            return
        }
        switch message.member {
        case "FiltersChanged":
            self = .filtersChanged
            return
        case "FocusesChanged":
            self = .focusesChanged
            return
        case "Switched":
            self = .switched
            return
        case "PropertiesChanged":
            // Each property changes alone, and the other properties have events of their own.
            guard values.count == 3, values[1]["ActiveUntil"] != nil else { return nil }
            self = .activationChanged
            return
        default: break
        }
        guard let first = values.first else { return nil }
        switch message.member {
        case "FocusChanged":
            guard let focus = first.asString else { return nil }
            self = .focusChanged(focus.isEmpty ? nil : FocusID(focus))
        case "NotificationDecided":
            guard let entry = Fields(first).flatMap(EntryWire.init) else { return nil }
            self = .decided(entry)
        case "EntryChanged":
            guard values.count == 4, let key = values[1].asInteger,
                let state = values[2].asString.flatMap(EntryState.init(name:)),
                let isRead = values[3].asBool
            else { return nil }
            self = .entryChanged(EntryKey(rawValue: Int64(key)), state, isRead: isRead)
        case "EntriesRemoved":
            guard let app = first.asString else { return nil }
            self = .entriesRemoved(app.isEmpty ? nil : AppID(app))
        case "BadgeChanged":
            guard values.count == 2, let app = first.asString, let count = values[1].asUInt32
            else { return nil }
            self = .badgeChanged(AppID(app), count: count)
        case "MissedChanged":
            guard let count = first.asUInt32 else { return nil }
            self = .missedChanged(count: count)
        case "WaitingChanged":
            guard let count = first.asUInt32 else { return nil }
            self = .waitingChanged(count: count)
        default:
            return nil
        }
    }
}
