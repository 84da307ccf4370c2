// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension UnsafeRawBufferPointer {
    /// Returns the start of the text: at most `limit` bytes of UTF-8, cut between two scalars.
    func text(upTo limit: Int) -> String {
        var end = Swift.min(count, limit)
        // A scalar has at most three bytes after its first one; damaged text may have more.
        for _ in 0..<3 where end < count && end > 0 {
            if unsafe self[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return unsafe String(
            decoding: UnsafeRawBufferPointer(rebasing: self[..<end]), as: UTF8.self)
    }
}

/// A list of texts in one blob. Each text is its length in bytes (32 bits, little-endian), then its
/// UTF-8. It stores any text, including NUL and line ends.
enum StoredList {
    /// Returns the blob; nil for no texts. Drops the texts after the limit of stored text, `group`
    /// texts at a time.
    static func bytes(of texts: [String], group: Int = 1) -> [UInt8]? {
        guard !texts.isEmpty else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: texts.count, by: group) {
            let members = texts[start..<min(start + group, texts.count)]
            let size = members.reduce(0) { $0 + 4 + $1.utf8.count }
            guard bytes.count + size <= Limits.storedListBytes else { break }
            for member in members {
                // At most storedListBytes, which fits 32 bits.
                unsafe withUnsafeBytes(of: UInt32(member.utf8.count).littleEndian) {
                    unsafe bytes.append(contentsOf: $0)
                }
                bytes.append(contentsOf: member.utf8)
            }
        }
        return bytes
    }

    /// Returns the texts. Skips an incomplete or damaged end.
    static func texts(in bytes: UnsafeRawBufferPointer) -> [String] {
        var texts: [String] = []
        var offset = 0
        while offset + 4 <= bytes.count {
            let size = UInt32(
                littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            offset += 4
            guard Int(size) <= bytes.count - offset else { break }
            let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(size)])
            texts.append(unsafe String(decoding: text, as: UTF8.self))
            offset += Int(size)
        }
        return texts
    }

    static func bytes(of actions: [Action]) -> [UInt8]? {
        guard !actions.isEmpty else { return nil }
        return bytes(of: actions.flatMap { [$0.key, $0.label] }, group: 2)
    }

    static func actions(in bytes: UnsafeRawBufferPointer) -> [Action] {
        let texts = unsafe texts(in: bytes)
        return stride(from: 0, to: texts.count - 1, by: 2)
            .map { Action(key: texts[$0], label: texts[$0 + 1]) }
    }
}
