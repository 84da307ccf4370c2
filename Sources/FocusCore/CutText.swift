// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text's first scalars, in no more bytes of UTF-8 than `limit`. Takes no longer for a text
    /// of any length: characters, of which one may be endless, are not looked for.
    package func scalars(inBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, utf8[end] & 0b1100_0000 == 0b1000_0000 {
            end = utf8.index(before: end)
        }
        return String(self[..<end])
    }
}
