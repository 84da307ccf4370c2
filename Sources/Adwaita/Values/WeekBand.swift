// SPDX-License-Identifier: Apache-2.0

/// A time in a week, for a drawing.
package struct WeekBand: Hashable, Sendable {
    /// The day, counted from 0.
    package var day: Int
    /// Begin and end in minutes since midnight.
    package var minutes: Range<Int>
    /// The colour as `#rrggbb`; nil for the colour of texts.
    package var color: String?
    /// True for the band that the page is about, which is drawn in full strength.
    package var isStrong: Bool

    package init(day: Int, minutes: Range<Int>, color: String?, isStrong: Bool) {
        self.day = day
        self.minutes = minutes
        self.color = color
        self.isStrong = isStrong
    }
}
