// SPDX-License-Identifier: Apache-2.0

extension LocalTimeRules {
    /// Returns the local day of a moment as `2026-11-23`.
    package func dayText(at moment: Timestamp) -> String { day(at: moment).text }
}

extension CalendarDay {
    /// Number of days in 400 years, after which the Gregorian calendar repeats.
    private static let era: Int64 = 146_097

    /// The day in the form of ISO 8601.
    var text: String {
        // Years begin on 1 March here, so that the leap day is the last day of a year.
        let days = number + 719_468
        let eras = floorDivide(days, Self.era)
        let inEra = days - eras * Self.era
        let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * year + year / 4 - year / 100)
        let month = (5 * inYear + 2) / 153
        let day = inYear - (153 * month + 2) / 5 + 1
        let isNextYear = month >= 10
        return Self.padded(year + eras * 400 + (isNextYear ? 1 : 0), 4) + "-"
            + Self.padded(isNextYear ? month - 9 : month + 3, 2) + "-" + Self.padded(day, 2)
    }

    private static func padded(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
