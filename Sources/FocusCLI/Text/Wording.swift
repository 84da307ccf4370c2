// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// The words for what happened to a notification.
enum Wording {
    /// Returns the people of a notification, and the part of the notification that names them.
    static func people(_ people: [String], _ source: PeopleSource) -> String {
        let names = people.namesWithCommas
        switch source {
        case .hint: return names
        case .title: return "\(names) (taken from the title)"
        case .text: return "\(names) (taken from the text)"
        case .mail: return "\(names) (taken from the mail's sender)"
        }
    }

    static func past(_ verdict: Verdict) -> String {
        verdict == .deliver ? "delivered" : "silenced"
    }

    /// Returns words about what became of a notification after the decision, or nil.
    static func later(_ entry: EntryWire) -> String? {
        if entry.isReturned {
            return "snoozed, then delivered; its popup is gone, so it is in the missed list"
        }
        if entry.isLeft {
            return "was on the screen when the session ended, so it is in the missed list"
        }
        return entry.isLate ? "delivered after all" : nil
    }

    /// Returns the outcome for a list: a silenced notification may have been delivered later, and a
    /// delivered one may wait for a server.
    static func outcome(_ entry: EntryWire) -> String {
        if entry.record.state == .queued { return state(.queued) }
        return entry.isLate ? "delivered later" : past(entry.record.verdict)
    }

    static func state(_ state: EntryState) -> String {
        switch state {
        case .queued: "waiting for the server"
        case .shown: "shown"
        case .silenced: "in the missed list"
        case .expired: "popup gone"
        case .parked: "not shown: the notification server crashed on it"
        case .dismissed: "dismissed"
        case .actedOn: "acted on"
        case .closedByApp: "closed by its app"
        case .read: "read"
        case .replaced: "replaced by a newer one"
        case .evicted: "removed to make room for newer ones"
        }
    }

    /// Returns a count such as `1 notification` or `2 notifications`.
    static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
