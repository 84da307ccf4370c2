// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A window of a schedule that the user skips, as `Control.Skips` lists it.
package struct SkippedWindow: Hashable, Sendable {
    package var focus: FocusID
    package var schedule: String
    package var start: Timestamp
    package var end: Timestamp

    package init(focus: FocusID, schedule: String, start: Timestamp, end: Timestamp) {
        self.focus = focus
        self.schedule = schedule
        self.start = start
        self.end = end
    }

    /// Returns nil without Focus, schedule or times.
    package init?(_ fields: Fields) {
        guard let focus = fields.string("focus"), let schedule = fields.string("schedule"),
            let start = fields.int64("window"), let end = fields.int64("until")
        else { return nil }
        self.init(
            focus: FocusID(focus), schedule: schedule, start: Timestamp(rawValue: start),
            end: Timestamp(rawValue: end))
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("focus", focus.rawValue)
        fields.set("schedule", schedule)
        fields.set("window", .int64(start.rawValue))
        fields.set("until", .int64(end.rawValue))
        return fields.value
    }
}
