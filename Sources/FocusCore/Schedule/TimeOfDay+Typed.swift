// SPDX-License-Identifier: Apache-2.0

extension TimeOfDay {
    /// Creates the time of `9:00`, `9.00`, `9`, `9am`, `9:30 pm`, `24:00`, `noon` or `midnight`, as
    /// people type it; nil for another text.
    package init?(typed text: some StringProtocol) {
        let word = text.lowercased()
        switch word {
        case "noon": self.init(hour: 12, minute: 0)
        case "midnight", "24:00", "24.00": self.init(hour: 0, minute: 0)
        default:
            for (suffix, offset) in [("am", 0), ("pm", 12)] where word.hasSuffix(suffix) {
                let digits = word.dropLast(word.hasSuffix(" \(suffix)") ? 3 : 2)
                guard let (hour, minute) = Self.numbers(digits), (1...12).contains(hour)
                else { return nil }
                self.init(hour: hour % 12 + offset, minute: minute)
                return
            }
            guard let (hour, minute) = Self.numbers(word[...]) else { return nil }
            self.init(hour: hour, minute: minute)
        }
    }

    /// Returns 9 and 30 for `9:30` and `9.30`, 9 and 0 for `9`.
    private static func numbers(_ text: Substring) -> (hour: Int, minute: Int)? {
        let separator: Character = text.contains(":") ? ":" : "."
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...2).contains(parts[0].count),
            parts.count == 1 || parts[1].count == 2,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let hour = Int(parts[0]), let minute = parts.count > 1 ? Int(parts[1]) : 0
        else { return nil }
        return (hour, minute)
    }
}
