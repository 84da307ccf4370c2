// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusStore

/// The apps and people that stored notifications name.
@Suite struct StoreAppsTests {
    let scratch: Scratch
    let store: Store

    /// Keys 1 to 30. Every third entry has ended, and the apps a and b alternate.
    init() throws {
        scratch = try Scratch()
        store = try Store(path: scratch.path)
        for key in 1...30 as ClosedRange<Int64> {
            try store.insert(.sample(key, app: key.isMultiple(of: 2) ? "a" : "b"))
            if key.isMultiple(of: 3) {
                try store.finish(
                    EntryKey(rawValue: key), as: .read, at: Timestamp(rawValue: key))
            }
        }
        try store.commit()
    }

    /// Counts a few keys at a time.
    func tally(since: Timestamp = Timestamp(rawValue: 0)) throws -> SeenTally {
        var tally = try store.tally(since: since)
        while !tally.isComplete { try store.read(&tally, keys: 7) }
        return tally
    }

    func keys(_ query: HistoryQuery) throws -> [Int64] {
        try store.entries(query).map(\.key.rawValue)
    }

    @Test func appsThatHaveSentSomethingAreListedWithTheirNames() throws {
        let apps = try tally().apps
        #expect(apps.map(\.id.rawValue) == ["a", "b"])
        #expect(apps.map(\.count) == [15, 15])
        #expect(apps.map(\.names) == [["Chat"], ["Chat"]])
        #expect(apps.map(\.latest.rawValue) == [1_700_000_000_030, 1_700_000_000_029])
    }

    @Test func namesOfOneAppAreLimitedInNumberAndLength() throws {
        for key in 31...60 as ClosedRange<Int64> {
            var record = EntryRecord.sample(key, app: "many")
            record.appName = "\(key)" + String(repeating: "ä", count: Limits.seenNameBytes)
            try store.insert(record)
        }
        let app = try #require(try tally().apps.first)
        #expect(app.id == AppID("many") && app.count == 30)
        #expect(app.names.map { $0.prefix(2) } == (53...60).reversed().map { "\($0)" })
        #expect(app.names.allSatisfy { $0.utf8.count <= Limits.seenNameBytes })
    }

    /// Issue 17: notifications that a script sends with `notify-send` count as the script's.
    @Test func notificationsOfAToolAreItsCallers() throws {
        for key in 31...34 as ClosedRange<Int64> {
            var record = EntryRecord.sample(key, app: "notify-send")
            record.program = AppID(key > 32 ? "backup.sh" : "cron.sh")
            record.appName = "notify-send"
            try store.insert(record)
        }
        let ended = Timestamp(rawValue: 1_700_000_000_099)
        try store.finish([EntryKey(rawValue: 31), EntryKey(rawValue: 33)], as: .read, at: ended)
        try store.commit()
        #expect(try keys(HistoryQuery(app: AppID("backup.sh"))) == [34, 33])
        #expect(try keys(HistoryQuery(app: AppID("notify-send"))) == [34, 33, 32, 31])
        let counted = try tally()
        let counts = counted.apps.prefix(3).map { "\($0.id) \($0.count) \($0.names)" }
        #expect(counts == ["backup.sh 2 []", "cron.sh 2 []", "a 15 [\"Chat\"]"])
        #expect(counted.figures(of: AppID("notify-send")).came == 0)
        // A tool that scripts have used is not a new app.
        #expect(counted.appIDs.contains(AppID("notify-send")))
        var own = EntryRecord.sample(35, app: "notify-send")
        own.appName = "notify-send"
        try store.insert(own)
        let first = try tally().apps.first.map { "\($0.id) \($0.count) \($0.names)" }
        #expect(first == "notify-send 1 [\"notify-send\"]")
        #expect(try store.entry(key: 33)?.program == AppID("backup.sh"))
        #expect(try store.forget(AppID("backup.sh")) == 2)
        #expect(try keys(HistoryQuery(app: AppID("notify-send"))) == [35, 32, 31])
    }

    @Test func eachNotificationIsCountedOnceWhileTheyMoveAndArrive() throws {
        try store.insert(.sample(31, app: "a"))
        var tally = try store.tally(since: Timestamp(rawValue: 0))
        try store.read(&tally, keys: 3)
        // From the journal into the database, and from the live ones into history.
        try store.finish(
            [30, 29, 22, 20, 2].map { EntryKey(rawValue: $0) }, as: .read,
            at: Timestamp(rawValue: 1_700_000_000_099))
        try store.commit()
        try store.insert(.sample(32, app: "late"))
        while !tally.isComplete { try store.read(&tally, keys: 3) }
        #expect(tally.apps.map { "\($0.id) \($0.count)" } == ["a 16", "b 15"])
    }

    @Test func peopleThatNotificationsNamedAreListed() throws {
        var record = EntryRecord.sample(31)
        record.people = ["Anna", ""]
        try store.insert(record)
        let all = try tally().people
        #expect(all.map(\.name) == ["Anna", "alex@example.org"])
        #expect(all.first?.latest == record.time)
    }

    @Test func appsAndPeopleThatAreListedHaveALimit() throws {
        for key in 31...(Int64(Limits.seenApps) + 31) {
            var record = EntryRecord.sample(key, app: "app\(key)")
            record.people = ["person\(key)"]
            try store.insert(record)
        }
        let apps = try tally().apps
        #expect(apps.count == Limits.seenApps)
        #expect(apps.first?.id == AppID("app\(Limits.seenApps + 31)"))
        let people = try tally().people
        #expect(people.count == Limits.seenPeople)
        #expect(people.first?.name == "person\(Limits.seenApps + 31)")
    }
}
