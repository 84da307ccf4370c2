// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

@testable import FocusStore

/// A model of the store's promises, made of dictionaries.
struct StoreModel {
    var entries: [Int64: EntryRecord] = [:]
    var payloads: [Int64: [UInt8]] = [:]
    var values: [String: String] = [:]
    var badges: [AppID: UInt32] = [:]
    var released: Int64 = 0
    var next: Int64 = 1
    /// Replaced entries in their earlier state, which a kill may restore.
    var replaced: [Int64: (record: EntryRecord, payload: [UInt8]?)] = [:]

    var live: [EntryRecord] {
        entries.values.filter { $0.ended == nil }.map(shown).sorted { $0.key < $1.key }
    }

    /// Records a delivery of an entry that is live, or that a kill makes live again.
    mutating func deliver(_ key: Int64, to server: ServerID) {
        replaced[key]?.record.state = .shown
        replaced[key]?.record.server = server
        guard entries[key].map({ $0.ended == nil }) == true else { return }
        entries[key]?.state = .shown
        entries[key]?.server = server
    }

    /// Returns a record as a query returns it.
    func shown(_ record: EntryRecord) -> EntryRecord {
        var record = record
        if record.key.rawValue <= released { record.isHeldFromBadge = false }
        return record
    }
}

@Suite struct StoreModelTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func randomChangesGiveWhatAModelGives(seed: UInt64) throws {
        let scratch = try Scratch()
        var store = try Store(path: scratch.path)
        var random = SeededGenerator(seed: seed)
        var model = StoreModel()
        var committed = model
        for _ in 0..<600 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<74: try change(&store, &model, &random)
            case 74..<80: try deliver(store, &model, &committed, &random)
            case 80..<92:
                try store.commit()
                committed = model
            case 92..<95:
                store.rollback()
                model = committed
            case 95:
                try store.flush()
                try deliver(store, &model, &committed, &random)
            case 96..<98:
                try checkKilled(scratch, committed)
            default:
                // Closing undoes the uncommitted changes.
                try store.close()
                store = try Store(path: scratch.path)
                model = committed
                try check(store, model)
            }
        }
        try store.commit()
        try check(store, model)
    }

    /// Checks the state that a start after a kill would find.
    private func checkKilled(_ scratch: Scratch, _ committed: StoreModel) throws {
        var model = committed
        let files = try scratch.copyFiles()
        let copy = try Store(path: files.path)
        #expect(copy.damagedArrivals == nil)
        for (key, before) in model.replaced
        where try copy.entry(key: EntryKey(rawValue: key))?.ended == nil {
            model.entries[key] = before.record
            model.payloads[key] = before.payload
        }
        try check(copy, model)
    }

    private func change(
        _ store: inout Store, _ model: inout StoreModel, _ random: inout SeededGenerator
    ) throws {
        let key = Int64.random(in: 1...max(model.next, 2), using: &random)
        let entry = EntryKey(rawValue: key)
        let isLive = model.entries[key].map { $0.ended == nil } ?? false
        switch Int.random(in: 0..<13, using: &random) {
        case 0..<4: try insert(store, &model, &random)
        case 4:
            try store.finish(entry, as: .dismissed, at: Timestamp(rawValue: 77))
            guard isLive else { return }
            model.entries[key]?.state = .dismissed
            model.entries[key]?.ended = Timestamp(rawValue: 77)
            model.payloads[key] = nil
        case 12: try finishMany(store, &model, &random)
        case 5:
            try store.markShown(entry, server: ServerID(rawValue: 5))
            guard isLive else { return }
            model.entries[key]?.state = .shown
            model.entries[key]?.server = ServerID(rawValue: 5)
        case 6:
            try store.setState(entry, .expired)
            if isLive { model.entries[key]?.state = .expired }
        case 7:
            try store.setServerDeaths(entry, 2)
            try store.setRead(entry)
            guard isLive else { return }
            model.entries[key]?.serverDeaths = 2
            model.entries[key]?.isRead = true
        case 8:
            try store.dropPayload(of: entry)
            if isLive { model.payloads[key] = nil }
        case 9:
            try store.countHeldInBadges()
            model.released = model.next - 1
        case 10:
            let value = Bool.random(using: &random) ? "v\(key)" : nil
            try store.setValue("n\(key % 4)", value)
            model.values["n\(key % 4)"] = value
        default:
            let badge = Bool.random(using: &random) ? UInt32(key) : nil
            try store.setBadge(AppID("app\(key % 4)"), badge)
            model.badges[AppID("app\(key % 4)")] = badge
        }
    }

    /// Delivers one of the entries that survive a kill. The delivery remains even if the batch
    /// fails.
    private func deliver(
        _ store: Store, _ model: inout StoreModel, _ committed: inout StoreModel,
        _ random: inout SeededGenerator
    ) throws {
        let key = Int64.random(in: 1...max(committed.next, 2), using: &random)
        guard committed.entries[key] != nil else { return }
        let (entry, server) = (EntryKey(rawValue: key), ServerID(rawValue: 9))
        let note = try #require(store.deliveryJournal?.note(entry, as: server))
        store.markShown(entry, server: server, note: note)
        model.deliver(key, to: server)
        committed.deliver(key, to: server)
    }

    /// Ends several consecutive keys, with gaps, in any order, unknown keys among them.
    private func finishMany(
        _ store: Store, _ model: inout StoreModel, _ random: inout SeededGenerator
    ) throws {
        let first = Int64.random(in: 1...model.next, using: &random)
        var keys = (first..<first + 12).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        keys.shuffle(using: &random)
        let time = Timestamp(rawValue: 78)
        try store.finish(keys.map { EntryKey(rawValue: $0) }, as: .replaced, at: time)
        for key in keys where model.entries[key].map({ $0.ended == nil }) ?? false {
            model.replaced[key] = model.entries[key].map { ($0, model.payloads[key]) }
            model.entries[key]?.state = .replaced
            model.entries[key]?.ended = time
            model.payloads[key] = nil
        }
    }

    private func insert(
        _ store: Store, _ model: inout StoreModel, _ random: inout SeededGenerator
    ) throws {
        let record = EntryRecord.sample(
            model.next, app: "app\(Int.random(in: 0..<4, using: &random))",
            state: Bool.random(using: &random) ? .silenced : .queued)
        let size = [0, 10, 5_000, 20_000].randomElement(using: &random) ?? 0
        let payload = size == 0 ? nil : [UInt8](repeating: UInt8(model.next & 0xFF), count: size)
        try store.insert(record, bytes: payload)
        model.entries[model.next] = record
        model.payloads[model.next] = payload
        model.next += 1
    }

    private func check(_ store: Store, _ model: StoreModel) throws {
        let live = model.live.map { record in
            var entry = record.live
            entry.payloadBytes = model.payloads[record.key.rawValue]?.count ?? 0
            return entry
        }
        #expect(try store.live() == live)
        let all = model.entries.values.map(model.shown).sorted { $1.key < $0.key }
        #expect(try store.entries(HistoryQuery(limit: .max)) == all)
        let app = AppID("app1")
        #expect(
            try store.entries(HistoryQuery(app: app))
                == all.filter { $0.app == app }.prefix(100).map { $0 })
        for key in model.entries.keys {
            #expect(try store.payload(of: EntryKey(rawValue: key)) == model.payloads[key])
        }
        for index in 0..<4 { #expect(try store.value("n\(index)") == model.values["n\(index)"]) }
        #expect(try store.badges() == model.badges)
        #expect(try store.nextKey().rawValue == model.next)
        let bytes = model.payloads.values.reduce(0) { $0 + $1.count }
        let counts = StoreCounts(
            live: model.live.count, history: all.count - model.live.count, payloadBytes: bytes)
        #expect(try store.counts() == counts)
    }
}
