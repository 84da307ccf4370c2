// SPDX-License-Identifier: Apache-2.0
import Glibc

// Swift compares and hashes strings by their normalised forms, and sorts each run of combining marks
// for it. A run of n marks costs n² steps: 32 KiB of marks take 0.2 s for one comparison, 1 MiB some
// minutes. Unicode's Stream-Safe Text Format (UAX #15, section 13) bounds the runs: after 30 marks
// stands U+034F COMBINING GRAPHEME JOINER, which no reader sees. All text that is read from a message
// has that form, so that nothing that compares it has to care.

extension String {
    /// The longest beginning that has no more than `limit` bytes and ends with a scalar; in linear time.
    package func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var text = self
        return text.withUTF8 { utf8 in
            unsafe StreamSafeText.string(UnsafeRawBufferPointer(utf8).prefixOfScalars(limit))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The longest beginning of this UTF-8 that has no more than `limit` bytes and ends with a scalar.
    func prefixOfScalars(_ limit: Int) -> UnsafeRawBufferPointer {
        guard count > limit else { return unsafe self }
        var end = limit
        // Bytes 10xxxxxx go on with a scalar; there are three at most.
        while end > 0, unsafe self[end] & 0xc0 == 0x80 { end -= 1 }
        return unsafe UnsafeRawBufferPointer(rebasing: self[..<end])
    }
}

/// Makes strings of untrusted UTF-8.
package enum StreamSafeText {
    /// Combining marks that may follow each other (UAX #15-D3).
    static let maximumMarks = 30
    /// Bytes of the shortest run of more marks than that: each takes two bytes or more.
    private static let shortestRun = 2 * (maximumMarks + 1)
    /// Maximum bytes of a text that is read whole. Readers refuse or cut longer texts, so the copy of a
    /// longer text ends within a few bytes after this limit: a 30 MiB text costs no more than 1 MiB.
    static let maximumBytes = 1 << 20
    /// The first scalar that combines with the one before it.
    private static let firstMark: UInt32 = 0x300
    private static let joiner: Unicode.Scalar = "\u{34F}"

    /// Returns the text, with a joiner in each run of more than ``maximumMarks`` marks; in linear time.
    ///
    /// A text of more than ``maximumBytes`` loses its end. What is left exceeds ``maximumBytes``, so
    /// that a reader still finds the text too long, and has no joiners.
    static func string(_ utf8: UnsafeRawBufferPointer) -> String {
        guard utf8.count <= maximumBytes else {
            // A scalar has four bytes at most.
            return unsafe String(decoding: utf8.prefixOfScalars(maximumBytes + 4), as: UTF8.self)
        }
        let text = unsafe String(decoding: utf8, as: UTF8.self)
        return unsafe mayHoldLongRun(utf8) ? stringWithJoiners(text) : text
    }

    /// Returns the text that ends at the first NUL; nil where it has more than `limit` bytes.
    package static func string(_ text: UnsafePointer<CChar>, limit: Int) -> String? {
        let count = unsafe strnlen(text, limit + 1)
        guard count <= limit else { return nil }
        return unsafe string(UnsafeRawBufferPointer(start: text, count: count))
    }

    /// Returns true for the few texts that have to be looked at scalar by scalar.
    ///
    /// A long run has no ASCII in it, so one of its bytes is among those that are looked at here.
    private static func mayHoldLongRun(_ utf8: UnsafeRawBufferPointer) -> Bool {
        var place = shortestRun - 1
        while place < utf8.count {
            if unsafe utf8[place] >= 0x80 { return true }
            place += shortestRun
        }
        return false
    }

    private static func stringWithJoiners(_ text: String) -> String {
        guard firstLongRun(text) else { return text }
        var safe = String.UnicodeScalarView()
        safe.reserveCapacity(text.utf8.count)
        var marks = 0
        for scalar in text.unicodeScalars {
            if isMark(scalar) {
                if marks == maximumMarks {
                    safe.append(joiner)
                    marks = 0
                }
                marks += 1
            } else {
                marks = 0
            }
            safe.append(scalar)
        }
        return String(safe)
    }

    private static func firstLongRun(_ text: String) -> Bool {
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > maximumMarks { return true }
        }
        return false
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= firstMark && scalar.properties.canonicalCombiningClass != .notReordered
    }
}
