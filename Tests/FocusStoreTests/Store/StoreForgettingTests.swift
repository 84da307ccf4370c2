// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Synchronization
import Testing

@testable import FocusStore

extension Store {
    /// Removes an app's data, a few rows at a time.
    func forget(_ app: AppID) throws -> Int { try finish(try beginForgetting(app)) }

    /// Removes past notifications, a few rows at a time.
    func clearHistory(of app: AppID?, before time: Timestamp?) throws -> Int {
        try finish(try beginClearing(of: app, before: time))
    }

    private func finish(_ begun: Deletion) throws -> Int {
        var deletion = begun
        while !deletion.isComplete { try advance(&deletion, rows: 3) }
        return deletion.count
    }

    /// Copies the rows to new pages, a few at a time, and waits until the log is empty.
    func renew(between parts: () throws -> Void = {}) throws {
        var renewal = try beginRenewal()
        while !renewal.isComplete {
            try advance(&renewal, rows: 3)
            try parts()
        }
        let failure = Mutex<StoreError?>(nil)
        emptyLog { error in failure.withLock { $0 = error } }
        finishEmptyingLog()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

/// The data that remains after an app was forgotten.
@Suite struct StoreForgettingTests {
    static let app = "org.example.Forgotten"
    static let mark = "zqMARK"

    /// Returns the files of a store that contain one of these texts.
    static func files(of scratch: Scratch, holding texts: [String]) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: scratch.directory.path).filter { path in
            let file = scratch.directory.appendingPathComponent(path)
            guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                return false
            }
            let bytes = try Data(contentsOf: file)
            return texts.contains { bytes.range(of: Data($0.utf8)) != nil }
        }
    }

    /// Stores a notification with its text in every field.
    static func insert(_ key: Int64, _ app: String, text: String, size: Int, _ store: Store) throws
    {
        let record = EntryRecord.sample(
            key, app: app, summary: text, body: text + String(repeating: "x", count: size / 4))
        let payload = Array((text + String(repeating: "y", count: size) + text).utf8)
        try unsafe payload.withUnsafeBytes { try unsafe store.insert(record, payload: $0) }
    }

    @Test func noFileHoldsAByteOfTheApp() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let ended = Timestamp(rawValue: 1_700_000_009_000)
        for key in Int64(1)...400 {
            let size = [20, 900, 9_000, 40_000][Int(key) % 4]
            try Self.insert(key * 2, Self.app, text: Self.mark, size: size, store)
            try Self.insert(key * 2 + 1, "org.example.Kept", text: "kept", size: size, store)
            if key % 3 == 0 {
                try store.finish(EntryKey(rawValue: key * 2), as: .dismissed, at: ended)
            }
            // The previous content of the rows is in free pages and in the log.
            if key % 5 == 0 { try store.dropPayload(of: EntryKey(rawValue: key * 2)) }
            if key % 7 == 0 { try store.commit() }
        }
        let filter = FilterKey(AppID(Self.app), "Mail")
        try store.setTold(filter, .values(["account": .text(Self.mark)]))
        try store.setContext(
            filter, under: FocusID("work"),
            KnownContext(FilterContext(predicate: "SELF == \"\(Self.mark)\""), values: [:]))
        try store.setDeclarations(AppID(Self.app), [FilterDeclaration(filter, title: Self.mark)])
        try store.setBadge(AppID(Self.app), 3)
        try store.setBadge(AppID("org.example.Kept"), 4)
        let texts = [Self.app, Self.mark]
        // The store's thread may remove files at the same time.
        try store.synchronise()
        #expect(try !Self.files(of: scratch, holding: texts).isEmpty)

        #expect(try store.forget(AppID(Self.app)) == 400)
        try store.renew()
        #expect(try Self.files(of: scratch, holding: texts).isEmpty)
        #expect(try store.entries(HistoryQuery(app: AppID(Self.app))).isEmpty)
        #expect(try store.told().isEmpty && store.contexts().isEmpty)
        #expect(try store.declarations().isEmpty)
        #expect(try store.badges() == [AppID("org.example.Kept"): 4])
        #expect(try store.counts().live == 400 && store.counts().history == 0)
        for (key, size) in [(3, 900), (9, 20), (801, 20)] as [(Int64, Int)] {
            let payload = try store.payload(of: EntryKey(rawValue: key))
            #expect(payload?.count == size + 8, "\(key)")
        }
        // The store keeps working, and leaves no text after its end.
        try Self.insert(900, "org.example.Kept", text: "after", size: 20, store)
        try store.commit()
        try store.close()
        #expect(try Self.files(of: scratch, holding: texts).isEmpty)
        let again = try Store(path: scratch.path)
        #expect(try again.entry(key: EntryKey(rawValue: 900))?.summary == "after")
    }

    /// Issue 15: keys that focusd never gives, as a damaged store may have them.
    @Test(arguments: [Int64.min, -1, 0, Store.keyLimit, .max])
    func rowWithAnImpossibleKeyIsForgottenToo(key: Int64) throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        for number in Int64(1)...8 {
            let app = number <= 4 ? Self.app : "org.example.Kept"
            try Self.insert(number, app, text: "a", size: 20, store)
        }
        for ended in [1, 5] as [EntryKey] {
            try store.finish(ended, as: .dismissed, at: Timestamp(rawValue: 9))
        }
        try store.flush()
        try store.commit()
        for (table, row) in [("history", 1), ("notification", 2)] {
            try store.database.execute(
                "UPDATE \(table) SET key = \(key) WHERE key = \(row)", doing: "testing")
        }
        #expect(try store.forget(AppID(Self.app)) == 4)
        #expect(try store.counts().live == 3 && store.counts().history == 1)
        try store.database.execute(
            "UPDATE history SET key = \(key) WHERE key = 5", doing: "testing")
        #expect(try store.clearHistory(of: nil, before: nil) == 1)
        #expect(try store.nextKey() == 9)
    }

    @Test func keysOfTheForgottenDoNotComeAgain() throws {
        let scratch = try Scratch()
        var store = try Store(path: scratch.path)
        try Self.insert(41, Self.app, text: "a", size: 20, store)
        try store.commit()
        #expect(try store.forget(AppID(Self.app)) == 1)
        #expect(try store.nextKey() == EntryKey(rawValue: 42))
        try store.close()
        store = try Store(path: scratch.path)
        #expect(try store.nextKey() == EntryKey(rawValue: 42))
    }

    @Test func anUnknownAppIsForgottenAsWell() throws {
        let store = try Store(path: nil)
        try Self.insert(1, "org.example.Kept", text: "kept", size: 20, store)
        #expect(try store.forget(AppID(Self.app)) == 0)
        #expect(try store.counts().live == 1)
        #expect(try store.forget(AppID("org.example.Kept")) == 1)
        #expect(try store.counts().live == 0)
    }

    @Test func aStoreAwayFromItsFileSaysThatDataMayRemainThere() throws {
        let scratch = try Scratch()
        let before = try Store(path: scratch.path)
        try Self.insert(1, Self.app, text: Self.mark, size: 20, before)
        try before.commit()
        try before.close()
        let store = try Store.detached(from: scratch.path)
        #expect(try store.forget(AppID(Self.app)) == 0)
        #expect(throws: StoreError.self) { try store.renew() }
        try store.mend()
        #expect(try store.forget(AppID(Self.app)) == 1)
        try store.renew()
        #expect(try Self.files(of: scratch, holding: [Self.app, Self.mark]).isEmpty)
    }

    @Test func messageThatIsKeptApartIsInNoOtherFile() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let payload = Array(Self.mark.utf8)
        try unsafe payload.withUnsafeBytes {
            try unsafe store.insert(.sample(1), payload: $0, onlyInFile: true)
        }
        try store.commit()
        #expect(try store.payload(of: EntryKey(rawValue: 1)) == payload)
        #expect(
            try Self.files(of: scratch, holding: [Self.mark])
                == ["state/focusd.sqlite-payload/1"])
        try store.finish(
            EntryKey(rawValue: 1), as: .read, at: Timestamp(rawValue: 1_700_000_009_000))
        try store.commit()
        try store.synchronise()
        #expect(try Self.files(of: scratch, holding: [Self.mark]).isEmpty)
    }

    @Test func messageThatCannotLieApartIsInNoFile() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        // The name of the message's file is that of a folder that is not empty.
        try FileManager.default.createDirectory(
            atPath: "\(scratch.path)-payload/1/folder", withIntermediateDirectories: true)
        try unsafe Array(Self.mark.utf8).withUnsafeBytes {
            try unsafe store.insert(.sample(1), payload: $0, onlyInFile: true)
        }
        try store.flush()
        try store.commit()
        try store.synchronise()
        #expect(try store.live().map(\.key) == [1])
        #expect(try store.payload(of: EntryKey(rawValue: 1)) == nil)
        #expect(try store.counts().payloadBytes == 0)
        #expect(try Self.files(of: scratch, holding: [Self.mark]).isEmpty)
    }
}
