// SPDX-License-Identifier: Apache-2.0

/// The active Focus and its cause.
package struct Activation: Hashable, Sendable {
    package enum Cause: String, Sendable {
        case manual
        case schedule
        case trigger
    }

    package var focus: FocusID
    package var since: Timestamp
    package var cause: Cause
    /// The name of the schedule that turned the Focus on.
    package var schedule: String?
    /// The trigger that turned the Focus on.
    package var trigger: Trigger?
    /// The time at which the active Focus changes next; nil where no clock decides it.
    package var until: Timestamp?
    /// True if the Focus ends with the login session.
    package var endsWithSession: Bool
    /// The name of the other machine whose user turned the Focus on (`focus-link`).
    package var machine: String?

    package init(
        focus: FocusID, since: Timestamp, cause: Cause, schedule: String? = nil,
        trigger: Trigger? = nil, until: Timestamp? = nil, endsWithSession: Bool = false,
        machine: String? = nil
    ) {
        self.machine = machine
        self.focus = focus
        self.since = since
        self.cause = cause
        self.schedule = schedule
        self.trigger = trigger
        self.until = until
        self.endsWithSession = endsWithSession
    }
}

/// A Focus that went off because its file is gone or cannot be used.
package struct LostFocus: Hashable, Sendable {
    package var focus: FocusID
    /// The name that the file had.
    package var name: String
    /// The time at which the Focus went off.
    package var time: Timestamp
    /// True if the file was there at that time, but could not be used: it had mistakes or could
    /// not be read.
    package var isRefused: Bool

    package init(focus: FocusID, name: String, time: Timestamp, isRefused: Bool = false) {
        self.focus = focus
        self.name = name
        self.time = time
        self.isRefused = isRefused
    }
}
