// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusStore

@Suite struct StoreOpeningTests {
    static let newest = Schema.migrations.count

    @Test func aNewStoreIsItsUsersAlone() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        #expect(store.setAside == nil)
        #expect(try store.nextKey() == 1)
        #expect(try store.counts() == StoreCounts(live: 0, history: 0, payloadBytes: 0))
        for name in try scratch.names() {
            let path = scratch.directory.appendingPathComponent("state/\(name)").path
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        try store.close()
        #expect(try scratch.names() == ["focusd.sqlite"])
    }

    @Test func anUnclosedStoreClosesItselfAndItsStatements() throws {
        let scratch = try Scratch()
        do {
            let store = try Store(path: scratch.path)
            try store.insert(.sample(1))
            try store.commit()
            _ = try store.entries(HistoryQuery())
        }
        // SQLite removes the WAL when the last connection closes completely.
        #expect(try scratch.names() == ["focusd.sqlite"])
        #expect(try Store(path: scratch.path).live().count == 1)
    }

    @Test func rowsOfTheSecondSchemaAreKept() throws {
        let scratch = try Scratch()
        let first = try Store(
            path: scratch.path, patience: .zero, maximumPages: nil,
            migrations: Array(Schema.migrations.prefix(2)))
        let values = """
            1, 'x', ':1.1', NULL, 1, 1, 'deliver', 'no-focus', NULL, NULL, '', 's', 'b', NULL, NULL, \
            NULL, NULL
            """
        for (key, app) in [(1, "a"), (2, "")] {
            let row = values.replacing("1, 'x'", with: "'\(app)'")
            try first.database.execute(
                """
                INSERT INTO notification VALUES (\(key), \(key), 5, 1, NULL, 0, 0, 0, 3, \(row), \
                x'010203');
                INSERT INTO history VALUES (\(key + 10), \(key), 5, 6, 13, NULL, 0, 0, 0, \(row));
                """, doing: "testing")
        }
        try first.close()
        let store = try Store(path: scratch.path)
        #expect(store.setAside == nil)
        let entries = try store.entries(HistoryQuery())
        #expect(entries.map(\.key) == [12, 11, 2, 1])
        // Nobody could name an empty id.
        #expect(entries.map(\.app.rawValue) == ["unknown", "a", "unknown", "a"])
        #expect(entries.allSatisfy { $0.program == nil && $0.site == nil })
        #expect(try store.payload(of: 1) == [1, 2, 3])
    }

    @Test func rowsWithoutThreadsAreKept() throws {
        let scratch = try Scratch()
        let first = try Store(
            path: scratch.path, patience: .zero, maximumPages: nil,
            migrations: Array(Schema.migrations.prefix(3)))
        let row = """
            'a', ':1.1', NULL, 1, 1, 'deliver', 'no-focus', NULL, NULL, '', 's', 'b', NULL, NULL, \
            NULL, NULL, 'backup.sh', 'example.org', 'title'
            """
        try first.database.execute(
            """
            INSERT INTO notification VALUES (1, 1, 5, 1, NULL, 0, 0, 0, 3, \(row), x'010203');
            INSERT INTO history VALUES (11, 1, 5, 6, 13, NULL, 0, 0, 0, \(row));
            """, doing: "testing")
        try first.close()
        let store = try Store(path: scratch.path)
        let entries = try store.entries(HistoryQuery())
        #expect(entries.map(\.key) == [11, 1])
        #expect(
            entries.allSatisfy {
                $0.thread == nil && $0.program == AppID("backup.sh")
                    && $0.site == "example.org" && $0.peopleSource == .title
            })
        #expect(try store.payload(of: 1) == [1, 2, 3])
    }

    @Test func anOlderSchemaIsBroughtUpToDate() throws {
        let scratch = try Scratch()
        let first = try Store(path: scratch.path)
        try first.insert(.sample(1))
        try first.commit()
        try first.close()
        let next = Migration(
            version: Self.newest + 1,
            sql: "ALTER TABLE badge ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;")
        let store = try Store(
            path: scratch.path, patience: .zero, maximumPages: nil,
            migrations: Schema.migrations + [next])
        #expect(store.setAside == nil)
        #expect(try store.live().map(\.key) == [1])
        #expect(
            try store.database.integer("PRAGMA user_version", doing: "testing")
                == Int64(Self.newest + 1))
        #expect(
            try store.database.integer("SELECT total(urgent) FROM badge", doing: "testing") == 0)
    }

    @Test func aMigrationThatFailsLeavesTheOldVersion() throws {
        let scratch = try Scratch()
        try Store(path: scratch.path).close()
        let broken = Migration(
            version: Self.newest + 1, sql: "CREATE TABLE extra (a); CREATE TABLE badge (a);")
        #expect(throws: StoreError.self) {
            _ = try Store(
                path: scratch.path, patience: .zero, maximumPages: nil,
                migrations: Schema.migrations + [broken])
        }
        let store = try Store(path: scratch.path)
        #expect(
            try store.database.integer("PRAGMA user_version", doing: "testing")
                == Int64(Self.newest))
    }

    @Test func aNewerSchemaIsRefusedAndStaysUnchanged() throws {
        let scratch = try Scratch()
        let later = Migration(version: Self.newest + 1, sql: "CREATE TABLE later (a);")
        try Store(
            path: scratch.path, patience: .zero, maximumPages: nil,
            migrations: Schema.migrations + [later]
        ).close()
        let before = try Data(contentsOf: URL(fileURLWithPath: scratch.path))
        let error = #expect(throws: StoreError.self) { _ = try Store(path: scratch.path) }
        #expect(error?.code == .newerSchema)
        #expect(
            error?.message
                == "the store has version \(Self.newest + 1), "
                + "this focusd knows up to \(Self.newest)"
        )
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path)) == before)
    }

    static let damages: [(String, @Sendable (String) throws -> Void)] = [
        (
            "text",
            { try Data("not a database, but long enough".utf8).write(to: URL(fileURLWithPath: $0)) }
        ),
        (
            "zeros after the header",
            { path in
                try Store(path: path).close()
                var data = try Data(contentsOf: URL(fileURLWithPath: path))
                data.replaceSubrange(100..<4096, with: Data(repeating: 0, count: 3996))
                try data.write(to: URL(fileURLWithPath: path))
            }
        ),
        (
            "another program's database",
            { path in
                let database = try Database(path: path)
                try database.execute("CREATE TABLE mail (a)", doing: "testing")
            }
        ),
    ]

    @Test(arguments: damages.indices)
    func aDamagedFileIsSetAside(damage: Int) throws {
        let scratch = try Scratch()
        try StoreFile.prepare(scratch.path)
        try Self.damages[damage].1(scratch.path)
        let damaged = try Data(contentsOf: URL(fileURLWithPath: scratch.path))
        let store = try Store(path: scratch.path)
        let aside = try #require(store.setAside)
        #expect(aside.hasPrefix(scratch.path + ".corrupt-"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == damaged)
        try store.insert(.sample(1))
        try store.commit()
        #expect(try store.live().count == 1)
    }

    /// No key follows the highest number.
    @Test(arguments: [
        "UPDATE notification SET key = 9223372036854775807 WHERE key = 2",
        "UPDATE history SET key = 9223372036854775807 WHERE key = 1",
        "INSERT OR REPLACE INTO state VALUES ('store.last-key', '9223372036854775807')",
        "INSERT OR REPLACE INTO state VALUES ('store.released-through', '9223372036854775807')",
    ])
    func aKeyThatNothingGivesDoesNotDecideAboutTheNext(damage: String) throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        for key in 1...3 as ClosedRange<Int64> { try store.insert(.sample(key)) }
        try store.finish(1, as: .dismissed, at: Timestamp(rawValue: 9))
        try store.commit()
        try store.close()
        do {
            let database = try Database(path: scratch.path)
            try database.execute(damage, doing: "testing")
        }
        let opened = try Store.sound(path: scratch.path, patience: .zero)
        #expect(opened.setAside == nil)
        #expect(try opened.nextKey() == 4)
        try opened.insert(.sample(4))
        try opened.countHeldInBadges()
        try opened.commit()
        #expect(try opened.nextKey() == 5)
        #expect(try opened.live().contains { $0.key == 4 })
        try opened.close()
    }

    @Test func aDirectoryInTheFilesPlaceIsReported() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path, withIntermediateDirectories: true)
        let error = #expect(throws: StoreError.self) { _ = try Store(path: scratch.path) }
        #expect(error?.code == .cannotOpen)
    }

    @Test func withoutAFileItKeepsEverythingInMemory() throws {
        let store = try Store(path: nil)
        try store.insert(.sample(1), bytes: [UInt8](repeating: 7, count: 100_000))
        try store.commit()
        #expect(try store.payload(of: 1)?.count == 100_000)
        try store.finish(1, as: .dismissed, at: Timestamp(rawValue: 5))
        try store.commit()
        #expect(try store.counts() == StoreCounts(live: 0, history: 1, payloadBytes: 0))
        try store.close()
    }

    @Test func anotherProcessIsKeptOutForAsLongAsItWaits() async throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try store.insert(.sample(1))
        try store.commit()
        let path = scratch.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let clock = ContinuousClock()
            let start = clock.now
            let error = #expect(throws: StoreError.self) {
                _ = try Store(path: path, patience: .milliseconds(200))
            }
            #expect(error?.code == .busy)
            #expect(clock.now - start >= .milliseconds(150))
        }
        try store.close()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let store = try Store(path: path)
            #expect(try store.live().count == 1)
        }
    }
}
