// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The words of the window itself, in the user's language.
package struct WindowWords: Hashable, Sendable {
    package var back = "Back"
    package var places = "Places"
    package var menu = "Menu"
    package var more = "More"
    package var cancel = "Cancel"
    package var search = "Search"
    /// For the button that closes a message.
    package var close = "Close"
    package var apply = "Apply (Enter)"
    /// For a field whose value has changed while the user typed another one.
    package var changedElsewhere = "changed elsewhere to"
    package var on = "on"
    package var off = "off"
    package var hour = "hour"
    package var minute = "minute"
    package var day = "day"
    package var previousMonth = "previous month"
    package var nextMonth = "next month"
    package var previousYear = "previous year"
    package var nextYear = "next year"
    package var noSuchHour = "An hour is a number from 0 to 23"
    package var noSuchMinute = "A minute is a number from 0 to 59"
    /// The words for the hours before noon and from noon on; empty for a clock with 24 hours.
    package var beforeNoon = ""
    package var afterNoon = ""
    /// Midnight, six o'clock, noon and six o'clock in the drawings of a week.
    package var hours = ["0:00", "6:00", "12:00", "18:00"]
    /// The days of a week in few letters, in the order of the drawings of a week.
    package var days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    package init() {}

    private static let shared = Mutex(WindowWords())

    /// The words of this process. The program sets them before it makes its first window.
    package static var current: WindowWords {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
