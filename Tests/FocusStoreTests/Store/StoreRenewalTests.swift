// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import SeededRandom
import Testing

@testable import FocusStore

/// The copying of all rows to new pages after a deletion (issue 15).
@Suite struct StoreRenewalTests {
    private static let app = StoreForgettingTests.app
    private static let mark = StoreForgettingTests.mark
    private static let time = Timestamp(rawValue: 1_700_000_009_000)

    private static func fill(_ store: Store, _ count: Int64 = 60) throws {
        for key in 1...count {
            let isForgotten = key % 2 == 0
            try StoreForgettingTests.insert(
                key, isForgotten ? app : "org.example.Kept", text: isForgotten ? mark : "kept",
                size: [20, 900, 9_000][Int(key) % 3], store)
            if key % 5 == 0 {
                try store.finish(EntryKey(rawValue: key), as: .dismissed, at: time)
            }
        }
        for (app, count) in [(app, 3), ("org.example.Kept", 4)] as [(String, UInt32)] {
            try store.setBadge(AppID(app), count)
            let filter = FilterKey(AppID(app), "Mail")
            try store.setTold(filter, .values(["account": .text(app)]))
            try store.setContext(
                filter, under: FocusID("work"),
                KnownContext(FilterContext(predicate: "SELF == \"\(app)\""), values: [:]))
            try store.setDeclarations(AppID(app), [FilterDeclaration(filter, title: app)])
        }
        try store.flush()
        try store.commit()
    }

    /// Everything in a store, as text.
    private static func content(of store: Store) throws -> String {
        var lines: [String] = []
        try store.forEachLive { lines.append("\($0)") }
        for entry in try store.entries(HistoryQuery()) { lines.append("\(entry)") }
        lines.append("\(try store.badges().sorted { $0.key < $1.key })")
        lines += try store.told().map { "\($0)" }.sorted()
        lines += try store.contexts().map { "\($0)" }.sorted()
        lines.append("\(try store.declarations().map { "\($0)" }.sorted())")
        for name in try store.valueNames(beginningWith: "x").sorted() {
            lines.append("\(name) \(try store.value(name) ?? "")")
        }
        return lines.joined(separator: "\n")
    }

    /// Number of tables of a renewal.
    private static func leftTables(_ store: Store) throws -> Int64 {
        try store.database.integer(
            """
            SELECT count(*) FROM sqlite_schema
                WHERE type = 'table' AND (name GLOB '*_copy' OR name GLOB '*_old')
            """, doing: "reading")
    }

    private static func isIntact(_ store: Store) throws -> Bool {
        let check = try Statement("PRAGMA integrity_check", in: store.database)
        return check.step() == SQLiteResult.row && check.text(0) == "ok"
    }

    /// Changes anything, as the service does between two parts.
    private static func change(
        _ store: Store, _ random: inout SeededGenerator, _ newest: inout Int64
    ) throws {
        let key = EntryKey(rawValue: Int64(random.below(Int(newest)) + 1))
        switch random.below(8) {
        case 0, 1:
            newest += 1
            try StoreForgettingTests.insert(
                newest, "org.example.New", text: "new", size: random.below(6_000), store)
        case 2: try store.finish(key, as: .read, at: time)
        case 3: try store.setState(key, .parked)
        case 4: try store.setRead(key, true)
        case 5: try store.setBadge(AppID("org.example.App\(random.below(4))"), UInt32(newest))
        case 6: try store.setValue("x\(random.below(20))", random.below(3) == 0 ? nil : "\(newest)")
        default: try store.setTold(FilterKey(AppID("org.example.App"), "Mail"), .unknown)
        }
        if random.below(3) == 0 { try store.flush() }
        try store.commit()
    }

    @Test(arguments: 1...12)
    func `changes during a renewal are kept`(_ seed: UInt64) throws {
        let scratch = try Scratch()
        let (renewed, other) = (try Store(path: scratch.path), try Store(path: nil))
        for store in [renewed, other] { try Self.fill(store) }
        var (random, newest) = (SeededGenerator(seed: seed), Int64(60))
        try renewed.renew {
            var (again, key) = (random, newest)
            try Self.change(renewed, &random, &newest)
            try Self.change(other, &again, &key)
        }
        #expect(newest > 60)
        #expect(try Self.content(of: renewed) == Self.content(of: other))
        #expect(try Self.isIntact(renewed) && Self.leftTables(renewed) == 0)
        // The next one finds other names of indexes.
        try renewed.renew()
        try renewed.close()
        let opened = try Store(path: scratch.path)
        #expect(try Self.content(of: opened) == Self.content(of: other))
        #expect(try Self.isIntact(opened))
    }

    @Test func `a renewal that a kill interrupts loses nothing, and is made up for`() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.fill(store)
        _ = try store.forget(AppID(Self.app))
        let content = try Self.content(of: store)
        var renewal = try store.beginRenewal()
        var parts = 0
        while !renewal.isComplete {
            try store.advance(&renewal, rows: 3)
            parts += 1
            guard parts % 7 == 0 || renewal.isComplete else { continue }
            let killed = try scratch.copyFiles()
            let opened = try Store(path: killed.path)
            #expect(try Self.content(of: opened) == content, "\(parts)")
            #expect(try opened.isRenewalDue)
            try opened.renew()
            try opened.endRenewal()
            try opened.commit()
            #expect(try Self.leftTables(opened) == 0 && Self.isIntact(opened))
            #expect(try Self.content(of: opened) == content, "\(parts)")
            #expect(
                try StoreForgettingTests.files(of: killed, holding: [Self.app, Self.mark]).isEmpty)
            #expect(try !opened.isRenewalDue)
        }
        #expect(parts > 50)
    }

    @Test func `an abandoned renewal does not disturb later changes`() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.fill(store)
        var renewal = try store.beginRenewal()
        for _ in 0..<20 { try store.advance(&renewal, rows: 3) }
        // The copy has rows of now.
        try store.finish(EntryKey(rawValue: 1), as: .read, at: Self.time)
        try store.commit()
        let content = try Self.content(of: store)
        try store.renew()
        #expect(try Self.content(of: store) == content)
        #expect(try Self.leftTables(store) == 0)
    }

    @Test func `the file becomes shorter, in parts`() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.fill(store, 1_200)
        try store.renew()
        func size() throws -> Int {
            try #require(
                FileManager.default.attributesOfItem(atPath: scratch.path)[.size] as? Int)
        }
        let before = try size()
        _ = try store.forget(AppID(Self.app))
        try store.renew()
        #expect(try size() < before * 2 / 3)
        #expect(try store.database.integer("PRAGMA freelist_count", doing: "reading") == 0)
    }

    @Test func `a file of an earlier focusd is renewed as well`() throws {
        let scratch = try Scratch()
        do {
            let store = try Store(path: scratch.path)
            try Self.fill(store)
            // An earlier focusd's file had old data in free pages, and could not be shrunk.
            try store.database.execute(
                "PRAGMA auto_vacuum = NONE; VACUUM; PRAGMA secure_delete = OFF", doing: "aging")
            for key in Int64(2)...30 where key % 2 == 0 {
                try store.dropPayload(of: EntryKey(rawValue: key))
            }
            try store.commit()
            try store.close()
        }
        let store = try Store(path: scratch.path)
        #expect(try store.database.integer("PRAGMA auto_vacuum", doing: "reading") == 0)
        #expect(
            try !StoreForgettingTests.files(of: scratch, holding: [Self.mark]).isEmpty)
        _ = try store.forget(AppID(Self.app))
        try store.renew()
        #expect(
            try StoreForgettingTests.files(of: scratch, holding: [Self.app, Self.mark]).isEmpty)
        #expect(try Self.isIntact(store))
        #expect(try store.database.integer("PRAGMA auto_vacuum", doing: "reading") == 2)
    }

    @Test func `a key that is no text ends the renewal, and loses nothing`() throws {
        let store = try Store(path: nil)
        try Self.fill(store)
        try store.database.execute(
            "INSERT INTO state VALUES (CAST(x'78ff' AS TEXT), 'odd')", doing: "damaging")
        let content = try Self.content(of: store)
        do throws(StoreError) {
            var renewal = try store.beginRenewal()
            while !renewal.isComplete { try store.advance(&renewal, rows: 1) }
        } catch {
            #expect(error.code == .other)
        }
        #expect(try Self.content(of: store) == content)
        #expect(
            try store.database.integer(
                "SELECT count(*) FROM state WHERE value = 'odd'", doing: "reading")
                == 1)
    }

    @Test func `a full disk ends the renewal, and the next one makes up for it`() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try Self.fill(store, 200)
        _ = try store.forget(AppID(Self.app))
        let content = try Self.content(of: store)
        // Only a few pages stay free.
        let pages = try store.database.integer("PRAGMA page_count", doing: "reading")
        let free = try store.database.integer("PRAGMA freelist_count", doing: "reading")
        try store.database.execute(
            """
            PRAGMA max_page_count = \(pages + 4);
            CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(\(free * 4_000)))
            """, doing: "filling")
        let failure = #expect(throws: StoreError.self) {
            for _ in 0..<3 { try store.renew() }
        }
        #expect(failure?.code == .full)
        #expect(try Self.content(of: store) == content)
        try store.setBadge(AppID("org.example.Kept"), 4)
        try store.commit()
        try store.database.execute(
            "PRAGMA max_page_count = 1000000; DROP TABLE filler", doing: "making room")
        try store.renew()
        #expect(try Self.content(of: store) == content && Self.leftTables(store) == 0)
        #expect(
            try StoreForgettingTests.files(of: scratch, holding: [Self.app, Self.mark]).isEmpty)
    }
}
