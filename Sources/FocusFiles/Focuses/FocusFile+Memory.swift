// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates

// The memory that a Focus file takes while it is in force, for the limit of all files together. It
// is an estimate. What the text tells is known before the text is parsed, which takes time, too.

extension FocusFile {
    /// Memory of a group, in bytes, beside its text.
    static let groupMemory = 512
    /// Memory of a `MATCHES` pattern, in bytes, beside its program.
    static let patternMemory = 3 << 10
    private static let matches = Array("MATCHES".utf8)

    /// Returns the memory for a text, without the programs of its patterns. A word `MATCHES`
    /// counts as a pattern wherever it is.
    static func memory(for text: [UInt8]) -> Int {
        var memory = text.count
        var isLineStart = true
        var matched = 0
        for byte in text {
            if isLineStart, byte == UInt8(ascii: "[") { memory += groupMemory }
            isLineStart = byte == UInt8(ascii: "\n")
            // Keywords have any letter case.
            let letter = byte & 0xDF
            if letter == matches[matched] {
                matched += 1
            } else {
                matched = letter == matches[0] ? 1 : 0
            }
            if matched == matches.count {
                memory += patternMemory
                matched = 0
            }
        }
        return memory
    }

    /// Memory of the patterns' programs, in bytes.
    var programMemory: Int {
        focus.rules.reduce(0) { $0 + $1.when.patternMemory }
            + focus.filters.reduce(0) { $0 + ($1.predicate?.patternMemory ?? 0) }
    }
}
