// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension Store {
    /// Keys that the list of apps looks at: all rows of them are read, while every client waits.
    static let searchedKeysForApps: Int64 = 10_000

    /// The apps that sent the newest 10,000 notifications, the latest first.
    package func seenApps() throws(StoreError) -> [SeenApp] {
        absorbDeliveries()
        var names: [AppID: SeenNames] = [:]
        for record in try pendingRecords() {
            names.add(
                record.app, record.program, record.appName, 1, key: record.key.rawValue,
                time: record.time.rawValue)
        }
        let from = try nextKey().rawValue - Self.searchedKeysForApps
        for sql in [SQL.liveApps, .historyApps] {
            try forEachRow(sql) { statement in
                statement.bind(1, from)
                statement.bind(2, Limits.seenApps)
            } _: { row in
                names.add(
                    AppID(rawValue: row.text(0)),
                    row.optionalText(5).map { AppID(rawValue: $0) }, row.text(1),
                    Int(row.integer(2)), key: row.integer(3), time: row.integer(4))
                return true
            }
        }
        let apps = names.map { app, seen in
            SeenApp(
                app, names: seen.newest, count: seen.count,
                latest: Timestamp(rawValue: seen.time))
        }
        let sorted = apps.sorted { ($0.latest, $1.id) > ($1.latest, $0.id) }
        return Array(sorted.prefix(Limits.seenApps))
    }
}

extension Store {
    /// The live notifications that a tool has sent for a script or program.
    package func liveKeys(ofProgram program: AppID) throws(StoreError) -> Set<EntryKey> {
        absorbDeliveries()
        var keys = Set(try pendingRecords().filter { $0.program == program }.map(\.key))
        try forEachRow(.liveOfProgram, { $0.bind(1, copying: program.rawValue) }) { row in
            keys.insert(EntryKey(rawValue: row.integer(0)))
            return true
        }
        return keys
    }

    /// Records that no table has yet, the newest first, with short texts.
    func pendingRecords() throws(StoreError) -> [EntryRecord] {
        guard !isAbsorbed else { return [] }
        let released = try releasedThrough()
        return pending.entries.indices.reversed().compactMap { index in
            pending.record(index, releasedThrough: released, textBytes: Limits.listedTextBytes)
        }
    }

    /// The people that the newest 10,000 notifications named since a moment, the latest first.
    package func seenPeople(since: Timestamp) throws(StoreError) -> [SeenPerson] {
        absorbDeliveries()
        var latest: [String: Int64] = [:]
        func add(_ people: [String], at time: Int64) {
            for person in people where !person.isEmpty {
                let name = person.scalars(inBytes: Limits.seenNameBytes)
                latest[name] = max(latest[name] ?? time, time)
            }
        }
        for record in try pendingRecords() where record.time >= since {
            add(record.people, at: record.time.rawValue)
        }
        let from = try nextKey().rawValue - Self.searchedKeysForApps
        for sql in [SQL.livePeople, .historyPeople] {
            try forEachRow(sql) { statement in
                statement.bind(1, from)
                statement.bind(2, Limits.seenApps)
                statement.bind(3, since.rawValue)
            } _: { row in
                add(unsafe row.withBytes(0) { unsafe StoredList.texts(in: $0) }, at: row.integer(2))
                return true
            }
        }
        let people = latest.map { SeenPerson($0, latest: Timestamp(rawValue: $1)) }
        let sorted = people.sorted { ($0.latest, $1.name) > ($1.latest, $0.name) }
        return Array(sorted.prefix(Limits.seenPeople))
    }
}

extension [AppID: SeenNames] {
    /// Counts notifications for their app and, where a tool has sent them, for its caller, which
    /// has sent no name of its own.
    fileprivate mutating func add(
        _ app: AppID, _ program: AppID?, _ name: String, _ count: Int, key: Int64, time: Int64
    ) {
        self[app, default: SeenNames()].add(name, count: count, key: key, time: time)
        guard let program, program != app else { return }
        self[program, default: SeenNames()].add("", count: count, key: key, time: time)
    }
}

/// The names that one app has sent.
private struct SeenNames {
    private(set) var count = 0
    private(set) var time = Int64.min
    private var keys: [String: Int64] = [:]

    mutating func add(_ name: String, count: Int, key: Int64, time: Int64) {
        self.count += count
        self.time = max(self.time, time)
        guard !name.isEmpty else { return }
        let name = name.cut(toBytes: Limits.seenNameBytes)
        keys[name] = max(keys[name] ?? key, key)
        // An app may send a new name each time.
        if keys.count > Limits.namesPerApp, let oldest = keys.min(by: { $0.value < $1.value }) {
            keys[oldest.key] = nil
        }
    }

    /// The names, the newest first.
    var newest: [String] { keys.sorted { $0.value > $1.value }.map(\.key) }
}
