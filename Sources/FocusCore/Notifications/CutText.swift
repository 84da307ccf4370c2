// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Returns the text's first scalars, in at most `limit` bytes of UTF-8. The time does not
    /// depend on the text's length, because it does not search for characters: one character can be
    /// as long as the text.
    package func scalars(inBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, utf8[end] & 0b1100_0000 == 0b1000_0000 {
            end = utf8.index(before: end)
        }
        return String(self[..<end])
    }
}
