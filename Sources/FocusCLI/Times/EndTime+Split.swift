// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension EndTime {
    /// Returns the words before an end, which may be none, and the option with the end, behind a
    /// blank; nil for words without an end at their end.
    ///
    /// - Parameter isAppName: returns true for words that name an app although they read as an end.
    static func split(
        _ words: [String], now: Timestamp, except isAppName: ([String]) -> Bool = { _ in false }
    ) -> (words: [String], option: String)? {
        // “trailing” wants a name before the end.
        guard let (before, end) = try? trailing(["name"] + words, now: now, except: isAppName)
        else { return nil }
        let time = Array(words.dropFirst(before.count - 1))
        return (Array(before.dropFirst()), " \(lengthOption(end) ?? option(time, end))")
    }
}
