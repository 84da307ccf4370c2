// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Text that comes in pieces. A piece may end within a character, if its reader comes in the midst
/// of a write.
package struct WholeCharacters {
    private var rest: [UInt8] = []

    package init() {}

    /// Returns the text with the next piece, up to the last whole character.
    package mutating func text(with data: Data) -> String {
        rest += data
        // The first byte of a character tells its length: 110…, 1110… or 11110….
        let start = rest.lastIndex { $0 & 0xc0 != 0x80 } ?? rest.endIndex
        let length = start < rest.endIndex ? (~rest[start]).leadingZeroBitCount : 0
        let end = rest.count - start < length ? start : rest.count
        defer { rest.removeFirst(end) }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}
