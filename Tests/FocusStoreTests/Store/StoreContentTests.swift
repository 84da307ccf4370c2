// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusStore

/// The store returns the values that were stored.
@Suite struct StoreContentTests {
    let scratch: Scratch
    let store: Store

    init() throws {
        scratch = try Scratch()
        store = try Store(path: scratch.path)
    }

    @Test func aRecordComesBackWhole() throws {
        var record = EntryRecord.sample(1)
        record.server = ServerID(rawValue: .max)
        record.serverDeaths = 1
        record.isRead = true
        record.id = ClientID(rawValue: .max)
        try store.insert(record, bytes: [1, 2, 3])
        try store.commit()
        #expect(try store.entry(key: 1) == record)
        var entry = record.live
        entry.payloadBytes = 3
        #expect(try store.live() == [entry])
        #expect(try store.payload(of: 1) == [1, 2, 3])
    }

    @Test func absentAndEmptyAreDifferent() throws {
        var record = EntryRecord.sample(1, summary: "", body: "")
        record.appName = ""
        record.category = ""
        record.filterCriteria = nil
        record.sandbox = nil
        record.people = []
        record.actions = []
        record.focus = nil
        record.reason = .noFocus
        try store.insert(record)
        try store.commit()
        #expect(try store.entry(key: 1) == record)
        #expect(try store.payload(of: 1) == nil)
    }

    @Test func anyTextIsKept() throws {
        var record = EntryRecord.sample(1, app: "a\0b", summary: "nul \0 inside", body: "\0")
        record.people = ["", "\0", "é\u{301}", "👩‍👩‍👧"]
        record.actions = [Action(key: "", label: ""), Action(key: "\n", label: "\0x")]
        record.filterCriteria = "'; DROP TABLE notification; --"
        try store.insert(record)
        try store.finish(1, as: .read, at: Timestamp(rawValue: 9))
        try store.commit()
        record.state = .read
        record.ended = Timestamp(rawValue: 9)
        #expect(try store.entry(key: 1) == record)
        #expect(try store.entries(HistoryQuery(app: AppID("a\0b"))).count == 1)
        #expect(try store.entries(HistoryQuery(app: AppID("a"))).isEmpty)
    }

    /// Texts around the limit, and the number of stored bytes of each. They have names, because a
    /// failure would print the texts otherwise.
    static let longTexts: [String: (text: String, kept: Int)] = {
        let limit = Limits.storedTextBytes
        let long = String(repeating: "x", count: limit)
        return [
            "at the limit": (long, limit),
            "past the limit": (long + "x", limit),
            // Two bytes each, shifted by one: the limit is inside a character.
            "amid a scalar": ("x" + String(repeating: "é", count: limit), limit - 1),
            // A family of 18 bytes: its first scalar, of four bytes, fits.
            "amid a family": (String(repeating: "👩‍👩‍👧", count: limit), limit / 18 * 18 + 4),
            // A single endless character is cut between two scalars.
            "one character": ("e" + String(repeating: "\u{301}", count: limit), limit - 1),
        ]
    }()

    @Test(arguments: longTexts.keys.sorted())
    func textPastTheLimitIsCutWhereAScalarEnds(name: String) throws {
        let (text, bytes) = try #require(Self.longTexts[name])
        try store.insert(.sample(1, summary: text, body: text), bytes: Array(text.utf8))
        try store.commit()
        let record = try #require(try store.entry(key: 1))
        #expect(record.body.utf8.count == bytes)
        let isPrefix = text.unicodeScalars.starts(with: record.body.unicodeScalars)
        #expect(isPrefix)
        let isSummaryAlike = record.summary == record.body
        #expect(isSummaryAlike)
        let isPayloadWhole = try store.payload(of: 1) == Array(text.utf8)
        #expect(isPayloadWhole)
    }

    @Test func aListPastTheLimitLosesItsEnd() throws {
        var record = EntryRecord.sample(1)
        let label = String(repeating: "x", count: 1_020)
        record.actions = (0..<128).map { Action(key: "\($0)", label: label) }
        record.people = [String(repeating: "x", count: Limits.storedListBytes)]
        try store.insert(record)
        try store.commit()
        let stored = try #require(try store.entry(key: 1))
        #expect(stored.actions.count == 63)
        #expect(stored.actions == Array(record.actions.prefix(63)))
        #expect(stored.people.isEmpty)
    }

    @Test(arguments: [
        1, 600, 4_000, PayloadFiles.smallest - 1, PayloadFiles.smallest, 262_144,
        Limits.messageBytes,
    ])
    func aPayloadOfAnySizeComesBack(size: Int) throws {
        // Bytes that differ, and are fast to create even in debug builds.
        var bytes = [UInt8](repeating: 3, count: size)
        for index in stride(from: 0, to: size, by: 1_021) {
            bytes[index] = UInt8(index >> 10 & 0xFF)
        }
        try store.insert(.sample(1), bytes: bytes)
        try store.commit()
        let isWhole = try store.payload(of: 1) == bytes
        #expect(isWhole)
        let count = try unsafe store.withPayload(of: 1) { $0.count }
        #expect(count == size)
        #expect(try store.payloadBytes() == size)
        try store.markShown(1, server: ServerID(rawValue: 7))
        try store.commit()
        #expect(try store.payloadBytes() == size)
        try store.dropPayload(of: 1)
        try store.commit()
        #expect(try store.payload(of: 1) == nil)
        #expect(try store.payloadBytes() == 0)
        let entry = try #require(try store.live().first)
        #expect(entry.state == .shown)
        #expect(entry.server == ServerID(rawValue: 7))
    }

    @Test func aBatchThatIsUndoneLeavesNoPayload() throws {
        try store.insert(.sample(1), bytes: [UInt8](repeating: 1, count: 50_000))
        store.rollback()
        #expect(try store.live().isEmpty)
        try store.insert(.sample(1), bytes: [UInt8](repeating: 2, count: 50_000))
        try store.commit()
        try store.dropPayload(of: 1)
        store.rollback()
        #expect(try store.payload(of: 1) == [UInt8](repeating: 2, count: 50_000))
        #expect(try store.payloadBytes() == 50_000)
    }

    @Test func changesReachTheEntry() throws {
        try store.insert(.sample(1, state: .queued))
        try store.setState(1, .parked)
        try store.setServerDeaths(1, 2)
        try store.setRead(1)
        // Unknown keys are ignored.
        try store.setState(99, .expired)
        try store.markShown(99, server: ServerID(rawValue: 1))
        try store.finish(99, as: .read, at: Timestamp(rawValue: 1))
        try store.commit()
        let entry = try #require(try store.live().first)
        #expect(entry.state == .parked)
        #expect(entry.serverDeaths == 2)
        #expect(entry.isRead)
        #expect(try store.counts().history == 0)
        try store.setRead(1, false)
        try store.commit()
        #expect(try store.live().map(\.isRead) == [false])
    }

    /// The badge of a notification that was delivered during its Focus was wrong after a restart.
    @Test func oneEntryCanCountInTheBadge() throws {
        for key in 1...2 { try store.insert(.sample(Int64(key))) }
        try store.countInBadge(1)
        try store.commit()
        #expect(try store.live().map(\.isHeldFromBadge) == [false, true])
    }

    @Test func releasingLetsOnlyWhatWasThereCount() throws {
        try store.insert(.sample(1))
        try store.insert(.sample(2))
        try store.finish(2, as: .dismissed, at: Timestamp(rawValue: 1))
        try store.countHeldInBadges()
        try store.insert(.sample(3))
        try store.commit()
        #expect(try store.live().map(\.isHeldFromBadge) == [false, true])
        #expect(try store.entry(key: 2)?.isHeldFromBadge == false)
        #expect(try store.entries(HistoryQuery()).map(\.isHeldFromBadge) == [true, false, false])
    }

    @Test func smallValuesAreKeptOverARestart() throws {
        let activation = Activation(
            focus: FocusID("work"), since: Timestamp(rawValue: 5), cause: .schedule)
        #expect(try store.lastClientID() == ClientID(rawValue: 0))
        try store.setActivation(activation)
        try store.setBadge(AppID("a"), 3)
        try store.setBadge(AppID("b"), 0)
        try store.setBadge(AppID("c"), .max)
        try store.setBadge(AppID("a"), nil)
        try store.setLastClientID(ClientID(rawValue: .max))
        try store.setValue("server", "one")
        try store.setValue("server", "two")
        try store.setValue("gone", "x")
        try store.setValue("gone", nil)
        try store.commit()
        try store.close()

        let reopened = try Store(path: scratch.path)
        #expect(try reopened.activation() == activation)
        #expect(try reopened.badges() == [AppID("b"): 0, AppID("c"): .max])
        #expect(try reopened.lastClientID() == ClientID(rawValue: .max))
        #expect(try reopened.value("server") == "two")
        #expect(try reopened.value("gone") == nil)
        try reopened.setActivation(nil)
        try reopened.commit()
        #expect(try reopened.activation() == nil)
    }

    // MARK: Messages that are written before their notifications are decided (issue 15)

    private static let long = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0) }

    /// The names of the payload files.
    private var payloads: [String] {
        let path = PayloadFiles.directory(beside: scratch.path)
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    private func insert(_ key: Int64, in file: PayloadFile?) throws {
        let record = EntryRecord.sample(key)
        try unsafe Self.long.withUnsafeBytes { bytes in
            _ = try unsafe store.insert(
                record.facts, record.notification, record.decision, at: record.time,
                focus: record.focus, from: Sender(peer: record.sender), payload: bytes, in: file,
                onlyInFile: false)
        }
        try store.commit()
    }

    @Test func aFileThatWasWrittenBeforeGetsItsNameWithTheEntry() throws {
        let file = try #require(store.makePayloadFile(count: Self.long.count))
        #expect(unsafe Self.long.withUnsafeBytes { unsafe file.write($0) })
        #expect(payloads.isEmpty)
        try insert(7, in: file)
        #expect(payloads == ["7"])
        #expect(try store.payload(of: 7) == Self.long)
        try store.close()
        let again = try Store(path: scratch.path)
        guard case .file(let stored) = try again.storedPayload(of: 7) else {
            Issue.record("the store has no file")
            return
        }
        #expect(stored.read() == Self.long)
        try again.finish(7, as: .read, at: Timestamp(rawValue: 1))
        try again.commit()
        #expect(try again.storedPayload(of: 7) == nil)
    }

    @Test func aFileOfAnotherLengthIsNotTaken() throws {
        try insert(8, in: store.makePayloadFile(count: 3))
        #expect(try store.payload(of: 8) == Self.long)
    }

    @Test func aFileWithTheNameGivesWay() throws {
        try insert(9, in: nil)
        try store.finish(9, as: .read, at: Timestamp(rawValue: 1))
        let file = try #require(store.makePayloadFile(count: 4))
        let bytes: [UInt8] = [1, 2, 3, 4]
        #expect(unsafe bytes.withUnsafeBytes { unsafe file.write($0) })
        #expect(store.files?.name(file, for: 9) == true)
        #expect(store.files?.open(9, count: 4)?.read() == bytes)
    }

    @Test func aStoreInMemoryHasNoFiles() throws {
        #expect(try Store(path: nil).makePayloadFile(count: 1) == nil)
    }
}
