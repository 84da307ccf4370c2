// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire

/// The option that gives a Focus or a mute the end that it had, in a command that brings it back.
enum EndOption {
    case never
    case withSession
    case at(Timestamp)

    init(until: Timestamp?, endsWithSession: Bool) {
        self = endsWithSession ? .withSession : until.map(EndOption.at) ?? .never
    }

    init(_ mute: MuteWire) {
        self.init(until: mute.until, endsWithSession: mute.endsWithSession)
    }

    init(_ end: ActivationEnd, now: Timestamp) {
        switch end {
        case .never: self = .never
        case .withSession: self = .withSession
        case .at(let moment): self = .at(moment)
        case .after(let milliseconds): self = .at(now.adding(milliseconds))
        }
    }

    /// The option, behind a blank; empty without an end. The date keeps the option true on a later
    /// day, when a time alone would mean the next day.
    var text: String {
        switch self {
        case .never: return ""
        case .withSession: return " --until-logout"
        case .at(let moment):
            let time = CalendarTime(local: moment)
            let clock = time.second == 0 ? time.clockText : time.clockTextWithSeconds
            return " --until '\(time.dateText) \(clock)'"
        }
    }

    /// Returns true if the end is over.
    func isOver(at now: Timestamp) -> Bool {
        if case .at(let moment) = self { moment <= now } else { false }
    }

    /// Returns true if both ends are written as the same option.
    func isSame(as other: EndOption) -> Bool { text == other.text }
}
