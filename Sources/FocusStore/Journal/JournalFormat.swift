// SPDX-License-Identifier: Apache-2.0

/// The layout of records in a part of the journal of arrivals: one after the other, from its first
/// byte on.
///
/// Each record is a header, its content, and zeros up to the next multiple of eight. The header's
/// numbers are little-endian:
///
/// | bytes | content |
/// | --- | --- |
/// | 0–3 | bytes of the record, header and zeros included |
/// | 4–7 | the format, ``version`` |
/// | 8–15 | the epoch in which it was written |
/// | 16–23 | the checksum of all other bytes |
///
/// The database already has the records of any other epoch. The first epoch of a database is a
/// random number, so that no text that an app sends can look like a record.
enum JournalFormat {
    static let headerSize = 24
    static let version: UInt32 = 1

    /// Returns the length of a record with that many bytes of content.
    static func length(of content: Int) -> Int { (headerSize + content + 7) / 8 * 8 }

    /// Makes a record of the bytes from `start` on, which begin with room for the header.
    static func seal(_ bytes: inout [UInt8], from start: Int, epoch: UInt64) {
        let length = length(of: bytes.count - start - headerSize)
        while bytes.count < start + length { bytes.append(0) }
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe seal(UnsafeMutableRawBufferPointer(rebasing: buffer[start...]), epoch: epoch)
        }
    }

    /// Makes a record in memory that begins with room for the header, followed by that many bytes
    /// of content.
    /// - Returns: The record's length. Writes nothing if the memory is shorter.
    static func seal(
        _ memory: UnsafeMutableRawBufferPointer, content: Int, epoch: UInt64
    ) -> Int {
        let length = length(of: content)
        guard length <= memory.count else { return length }
        for place in headerSize + content..<length { unsafe memory[place] = 0 }
        unsafe seal(UnsafeMutableRawBufferPointer(rebasing: memory[..<length]), epoch: epoch)
        return length
    }

    /// Makes a record in memory of the record's length, which begins with room for the header.
    static func seal(_ record: UnsafeMutableRawBufferPointer, epoch: UInt64) {
        // A record is shorter than the journal, whose size fits 32 bits.
        unsafe record.storeBytes(of: UInt32(record.count).littleEndian, as: UInt32.self)
        unsafe record.storeBytes(of: version.littleEndian, toByteOffset: 4, as: UInt32.self)
        unsafe record.storeBytes(of: epoch.littleEndian, toByteOffset: 8, as: UInt64.self)
        let sum = unsafe checksum(UnsafeRawBufferPointer(record))
        unsafe record.storeBytes(of: sum.littleEndian, toByteOffset: 16, as: UInt64.self)
    }

    /// Returns the bytes of the complete record that begins there; nil if there is none.
    static func record(
        in bytes: UnsafeRawBufferPointer, at start: Int, epoch: UInt64?
    ) -> Range<Int>? {
        guard start >= 0, bytes.count - start >= headerSize else { return nil }
        let count = Int(
            UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
        )
        guard count > headerSize, count % 8 == 0, count <= bytes.count - start,
            unsafe number32(bytes, start + 4) == version,
            unsafe epoch == nil || number64(bytes, start + 8) == epoch
        else { return nil }
        let record = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
        guard unsafe number64(bytes, start + 16) == checksum(record) else { return nil }
        return start..<start + count
    }

    /// The records of a journal's part.
    struct Content: Equatable {
        var epoch: UInt64
        /// The complete records, headers included.
        var records: [Range<Int>] = []
        /// Number of places before the last complete record without a valid record.
        var damages = 0
    }

    /// Finds the records of an epoch; for nil, the records of the first record's epoch.
    ///
    /// The last record of a killed focusd may be incomplete, and ends the search. A complete record
    /// of the same epoch after an incomplete one means that the file was damaged; then all readable
    /// records are returned.
    /// - Returns: Nil if no epoch is known and the file does not begin with a record.
    static func scan(_ bytes: UnsafeRawBufferPointer, epoch: UInt64?) -> Content? {
        var epoch = epoch
        if epoch == nil, unsafe record(in: bytes, at: 0, epoch: nil) != nil {
            epoch = unsafe number64(bytes, 8)
        }
        guard let epoch else { return nil }
        var content = Content(epoch: epoch)
        var position = 0
        var isBehindDamage = false
        let end = unsafe writtenBytes(of: bytes)
        while position < end {
            guard let record = unsafe record(in: bytes, at: position, epoch: epoch) else {
                isBehindDamage = true
                position += 8
                continue
            }
            if isBehindDamage { content.damages += 1 }
            isBehindDamage = false
            content.records.append(record)
            position = record.upperBound
        }
        return content
    }

    /// Returns the candidate part that contains records of an epoch.
    static func find(
        epoch: UInt64, in parts: [ArraySlice<UInt8>], among candidates: Set<Int>
    ) -> (part: Int, content: Content)? {
        for part in candidates.sorted() {
            let content = unsafe parts[part].withUnsafeBytes { unsafe scan($0, epoch: epoch) }
            if let content, !content.records.isEmpty { return (part, content) }
        }
        return nil
    }

    /// Returns true if no byte was written to a part since it was cleared.
    static func isBlank(_ part: ArraySlice<UInt8>) -> Bool {
        unsafe part.withUnsafeBytes { unsafe $0.count % 8 == 0 && writtenBytes(of: $0) == 0 }
    }

    /// Returns the end of the last eight bytes that are not all zero. Cleared bytes are zero.
    private static func writtenBytes(of bytes: UnsafeRawBufferPointer) -> Int {
        var end = bytes.count - bytes.count % 8
        while end > 0, unsafe number64(bytes, end - 8) == 0 { end -= 8 }
        return end
    }

    /// Returns the oldest epoch of the parts' first records.
    static func firstEpoch(of parts: [ArraySlice<UInt8>]) -> UInt64? {
        parts.compactMap { part in
            unsafe part.withUnsafeBytes { unsafe scan($0, epoch: nil)?.epoch }
        }.min()
    }

    /// Returns the checksum of SQLite's own log (sqlite.org/fileformat2.html, "Checksum
    /// Algorithm"), over the header without its checksum field, then the other bytes.
    private static func checksum(_ record: UnsafeRawBufferPointer) -> UInt64 {
        var (first, second) = (UInt32(0), UInt32(0))
        func add(_ word: UInt64) {
            first &+= UInt32(truncatingIfNeeded: word) &+ second
            second &+= UInt32(truncatingIfNeeded: word >> 32) &+ first
        }
        unsafe add(number64(record, 0))
        unsafe add(number64(record, 8))
        let content = unsafe UnsafeRawBufferPointer(rebasing: record[headerSize...])
        // A record's length is a multiple of eight.
        var words = content.baseAddress
        for _ in 0..<content.count / 8 {
            guard let word = unsafe words else { break }
            unsafe add(UInt64(littleEndian: word.loadUnaligned(as: UInt64.self)))
            unsafe words = word + 8
        }
        return UInt64(first) | UInt64(second) << 32
    }

    private static func number32(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private static func number64(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
