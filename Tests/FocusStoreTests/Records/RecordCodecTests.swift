// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

@testable import FocusStore

/// A notification as bytes.
@Suite struct RecordCodecTests {
    private static let full: EntryRecord = {
        var record = EntryRecord.sample(
            7, summary: "Zeile 1\nзвук\u{0}🎈", body: "", state: .shown)
        record.server = ServerID(rawValue: .max)
        record.serverDeaths = 2
        record.isRead = true
        record.isHeldFromBadge = true
        record.urgency = .critical
        record.level = .timeSensitive
        record.people = ["", "alex@example.org"]
        record.peopleSource = .title
        record.program = AppID("backup.sh")
        record.site = "example.org"
        record.thread = "team-7"
        return record
    }()

    /// A record as focusd wrote it before it kept threads.
    private static let older: EntryRecord = {
        var record = full
        record.thread = nil
        return record
    }()

    private static let bare: EntryRecord = {
        let decision = Decision(verdict: .deliver, reason: .noFocus, level: .passive)
        return EntryRecord(
            key: EntryKey(rawValue: .max - 1), id: ClientID(rawValue: .max),
            time: Timestamp(rawValue: -1), notification: Notification(app: AppID("")),
            decision: decision, focus: nil, sender: PeerName(rawValue: ""), sandbox: nil,
            state: .queued)
    }()

    private static func encoded(
        _ record: EntryRecord, payload: [UInt8] = [], hasFile: Bool = false
    ) -> [UInt8] {
        let (notification, decision) = (record.notification, record.decision)
        let sender = Sender(peer: record.sender, sandbox: record.sandbox)
        func write(to bytes: inout [UInt8]) -> Int {
            unsafe bytes.withUnsafeMutableBytes { memory in
                unsafe payload.withUnsafeBytes { payload in
                    unsafe RecordCodec.write(
                        record.facts, notification, decision, at: record.time,
                        focus: record.focus, from: sender, payload: hasFile ? nil : payload,
                        payloadSize: payload.count, to: memory)
                }
            }
        }
        // The writer returns the full length for any memory size.
        var none: [UInt8] = []
        let length = write(to: &none)
        var little = [UInt8](repeating: 0, count: length - 1)
        #expect(write(to: &little) == length)
        var bytes = [UInt8](repeating: 0, count: length)
        #expect(write(to: &bytes) == length)
        return bytes
    }

    private static func decoded(_ bytes: [UInt8]) -> (record: EntryRecord?, payload: [UInt8]?)? {
        unsafe bytes.withUnsafeBytes { buffer in
            unsafe RecordView(buffer).map { view in
                unsafe (view.record(releasedThrough: 0), view.payload.map { unsafe Array($0) })
            }
        }
    }

    @Test(arguments: [full, older, bare, .sample(1)])
    func everyFieldComesBack(record: EntryRecord) throws {
        let payload: [UInt8] = [0, 1, 255]
        let whole = try #require(Self.decoded(Self.encoded(record, payload: payload)))
        #expect(whole.record == record)
        #expect(whole.payload == payload)
        // A payload in a file is not a part of the record.
        let short = try #require(
            Self.decoded(Self.encoded(record, payload: payload, hasFile: true)))
        #expect(short.record == record)
        #expect(short.payload == nil)
        #expect(try #require(Self.decoded(Self.encoded(record))).payload == nil)
    }

    @Test func aTextIsCutWhereTheStoreCutsIt() throws {
        let limit = Limits.storedTextBytes
        for size in [limit - 1, limit, limit + 1] {
            let record = EntryRecord.sample(1, body: String(repeating: "x", count: size))
            let back = try #require(Self.decoded(Self.encoded(record))?.record)
            #expect(back.body.utf8.count == min(size, limit))
        }
    }

    @Test func aCutOffRecordIsInvalid() {
        let bytes = Self.encoded(Self.full, payload: [1, 2, 3])
        for count in bytes.indices {
            #expect(Self.decoded(Array(bytes.prefix(count))) == nil)
        }
    }

    @Test func anyBytesAreReadOrRefused() {
        var random = SeededGenerator(seed: 5)
        let bytes = Self.encoded(Self.full, payload: [1, 2, 3])
        var refused = 0
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: bytes.indices, using: &random)] =
                    [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            }
            if Self.decoded(changed)?.record == nil { refused += 1 }
        }
        #expect(refused > 1_000)
        for size in 0..<200 {
            let noise = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = Self.decoded(noise)
        }
    }

    @Test func noRecordIsOverOrWithoutAText() {
        var over = Self.full
        over.state = .dismissed
        #expect(Self.decoded(Self.encoded(over)) == nil)
        var bytes = Self.encoded(Self.bare)
        // The app, the first text after the numbers, as NULL.
        bytes.replaceSubrange(36..<40, with: [255, 255, 255, 255])
        #expect(Self.decoded(bytes) == nil)
    }
}

/// Several records in sequence.
@Suite struct JournalFormatTests {
    /// Returns a journal of an epoch with records of these sizes.
    private static func journal(_ sizes: [Int], epoch: UInt64 = 9) -> [UInt8] {
        var bytes: [UInt8] = []
        for size in sizes {
            let start = bytes.count
            bytes += [UInt8](repeating: 0, count: JournalFormat.headerSize)
            bytes += [UInt8](repeating: UInt8(size & 0xFF), count: size)
            JournalFormat.seal(&bytes, from: start, epoch: epoch)
        }
        return bytes
    }

    private static func scan(_ bytes: [UInt8], epoch: UInt64? = 9) -> JournalFormat.Content? {
        unsafe bytes.withUnsafeBytes { unsafe JournalFormat.scan($0, epoch: epoch) }
    }

    @Test func recordsAreFoundOneAfterTheOther() throws {
        let bytes = Self.journal([1, 8, 100]) + [UInt8](repeating: 0, count: 1_000)
        let content = try #require(Self.scan(bytes))
        #expect(content.records == [0..<32, 32..<64, 64..<192])
        #expect(content.damages == 0)
        #expect(Self.scan(bytes, epoch: nil) == content)
        #expect(Self.scan([])?.records == [])
        #expect(Self.scan([], epoch: nil) == nil)
    }

    @Test func recordsOfAnotherEpochAreVoid() throws {
        let bytes = Self.journal([40, 40], epoch: 8)
        #expect(try #require(Self.scan(bytes)).records.isEmpty)
        // New records overwrite older ones of any size.
        let mixed = Self.journal([16], epoch: 9) + bytes[40...]
        let content = try #require(Self.scan(mixed))
        #expect(content.records == [0..<40])
        #expect(content.damages == 0)
    }

    @Test func anyChangedByteIsSeen() throws {
        let bytes = Self.journal([40, 40, 40])
        for index in 64..<128 {
            var damaged = bytes
            damaged[index] ^= 0x80
            let content = try #require(Self.scan(damaged))
            #expect(content.records == [0..<64, 128..<192], "byte \(index)")
            #expect(content.damages == 1)
        }
        for index in 128..<192 {
            var damaged = bytes
            damaged[index] ^= 1
            let content = try #require(Self.scan(damaged))
            // The record may as well be incomplete.
            #expect(content.records == [0..<64, 64..<128], "byte \(index)")
            #expect(content.damages == 0)
        }
    }

    @Test func noiseIsNoRecord() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20 {
            let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Self.scan(noise)?.records == [])
            #expect(Self.scan(noise, epoch: nil) == nil)
        }
    }
}
