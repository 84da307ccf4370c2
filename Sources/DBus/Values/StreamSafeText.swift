// SPDX-License-Identifier: Apache-2.0
import Glibc

// Swift compares and hashes strings by their normalised forms, which requires sorting each run of
// combining marks. A run of n marks costs n² steps: 32 KiB of marks take 0.2 s for one comparison,
// 1 MiB takes minutes. Unicode's Stream-Safe Text Format (UAX #15, section 13) limits the runs:
// U+034F COMBINING GRAPHEME JOINER, which is invisible, follows every 30 marks. All texts from
// messages have this form, so that comparisons need no care.

extension String {
    /// Returns the longest prefix of at most `limit` bytes that ends with a whole scalar; in linear
    /// time.
    package func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var text = self
        return text.withUTF8 { utf8 in
            let prefix = unsafe UnsafeRawBufferPointer(utf8).prefixOfScalars(limit)
            var safe = unsafe StreamSafeText.string(prefix)
            // Joiners may have made the text longer than the limit.
            guard safe.utf8.count > limit else { return safe }
            return safe.withUTF8 { utf8 in
                let prefix = unsafe UnsafeRawBufferPointer(utf8).prefixOfScalars(limit)
                return unsafe String(decoding: prefix, as: UTF8.self)
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the longest prefix of this UTF-8 of at most `limit` bytes that ends with a whole
    /// scalar.
    func prefixOfScalars(_ limit: Int) -> UnsafeRawBufferPointer {
        guard count > limit else { return unsafe self }
        var end = limit
        // Bytes 10xxxxxx continue a scalar; there are at most three.
        while end > 0, unsafe self[end] & 0xc0 == 0x80 { end -= 1 }
        return unsafe UnsafeRawBufferPointer(rebasing: self[..<end])
    }
}

/// Creates strings from untrusted UTF-8.
package enum StreamSafeText {
    /// Maximum number of consecutive combining marks (UAX #15-D3).
    static let maximumMarks = 30
    /// Bytes of the shortest run that is too long: each mark takes at least two bytes.
    private static let shortestRun = 2 * (maximumMarks + 1)
    /// Maximum bytes of a text that is read whole. Readers refuse or cut longer texts, so the copy
    /// of a longer text ends within a few bytes after this limit: a 30 MiB text costs no more than
    /// 1 MiB.
    static let maximumBytes = 1 << 20
    /// The first scalar that combines with the previous one.
    private static let firstMark: UInt32 = 0x300
    private static let joiner: Unicode.Scalar = "\u{34F}"

    /// Returns the text, with a joiner in each run of more than ``maximumMarks`` marks; in linear
    /// time.
    ///
    /// A text of more than ``maximumBytes`` loses its end. The rest still exceeds
    /// ``maximumBytes``, so that a reader finds the text too long. It has joiners, too: a reader
    /// may compare it before it looks at the length.
    static func string(_ utf8: UnsafeRawBufferPointer) -> String {
        unsafe string(utf8, upTo: maximumBytes)
    }

    /// Returns the text, as ``string(_:)`` does with `limit` in place of ``maximumBytes``.
    package static func string(_ utf8: UnsafeRawBufferPointer, upTo limit: Int) -> String {
        let limit = min(limit, maximumBytes)
        guard utf8.count > limit else { return unsafe whole(utf8) }
        // A scalar has at most four bytes.
        var text = unsafe whole(utf8.prefixOfScalars(limit + 4))
        // Joiners may have made the text longer.
        guard text.utf8.count > limit + 4 else { return text }
        return text.withUTF8 { utf8 in
            let prefix = unsafe UnsafeRawBufferPointer(utf8).prefixOfScalars(limit + 4)
            return unsafe String(decoding: prefix, as: UTF8.self)
        }
    }

    private static func whole(_ utf8: UnsafeRawBufferPointer) -> String {
        let text = unsafe String(decoding: utf8, as: UTF8.self)
        return unsafe mayHoldLongRun(utf8) ? stringWithJoiners(text) : text
    }

    /// Returns the text up to the first NUL; nil if it has more than `limit` bytes.
    package static func string(_ text: UnsafePointer<CChar>, limit: Int) -> String? {
        let count = unsafe strnlen(text, limit + 1)
        guard count <= limit else { return nil }
        return unsafe string(UnsafeRawBufferPointer(start: text, count: count))
    }

    /// Returns true for the few texts that need a scan of all scalars.
    ///
    /// A long run has no ASCII, so at least one of its bytes is among the examined ones.
    private static func mayHoldLongRun(_ utf8: UnsafeRawBufferPointer) -> Bool {
        var place = shortestRun - 1
        while place < utf8.count {
            if unsafe utf8[place] >= 0x80 { return true }
            place += shortestRun
        }
        return false
    }

    private static func stringWithJoiners(_ text: String) -> String {
        var text = text
        let safe = text.withUTF8 { utf8 -> String? in
            let places = unsafe placesOfJoiners(utf8)
            guard !places.isEmpty else { return nil }
            let joiner = Array(String(joiner).utf8)
            let length = utf8.count + places.count * joiner.count
            return unsafe String(unsafeUninitializedCapacity: length) { safe in
                var (from, to) = (0, 0)
                for place in places {
                    _ = unsafe safe[to...].update(fromContentsOf: utf8[from..<place])
                    to += place - from
                    _ = unsafe safe[to...].update(fromContentsOf: joiner)
                    to += joiner.count
                    from = place
                }
                _ = unsafe safe[to...].update(fromContentsOf: utf8[from...])
                return length
            }
        }
        return safe ?? text
    }

    /// Returns the offsets in valid UTF-8 before which a joiner is due. Works on the bytes: the
    /// library's scalars take several times as long.
    private static func placesOfJoiners(_ utf8: UnsafeBufferPointer<UInt8>) -> [Int] {
        var places: [Int] = []
        var marks = 0
        var place = 0
        while place < utf8.count {
            let first = unsafe utf8[place]
            let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
            // The first byte of a scalar of several bytes has 7 - length bits of its value.
            var value = UInt32(length == 1 ? first : first & (0xff >> (UInt8(length) + 1)))
            for offset in 1..<length {
                value = unsafe value << 6 | UInt32(utf8[place + offset] & 0x3f)
            }
            if let scalar = Unicode.Scalar(value), isMark(scalar) {
                if marks == maximumMarks {
                    places.append(place)
                    marks = 0
                }
                marks += 1
            } else {
                marks = 0
            }
            place += length
        }
        return places
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= firstMark else { return false }
        if scalar.value < endOfTable { return tableOfMarks[Int(scalar.value)] }
        return scalar.properties.canonicalCombiningClass != .notReordered
    }

    /// The first scalar beyond ``tableOfMarks``: before it are the marks of all common scripts.
    private static let endOfTable: UInt32 = 0x3400
    /// True for each scalar that is a mark. Reading the properties of a scalar takes some 50 ns, so
    /// that a call with many texts could take a second.
    private static let tableOfMarks: [Bool] = (0..<endOfTable).map { value in
        Unicode.Scalar(value)?.properties.canonicalCombiningClass ?? .notReordered != .notReordered
    }
}
