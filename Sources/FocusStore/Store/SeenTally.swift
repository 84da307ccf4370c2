// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// Counts of the newest notifications, by app and by person.
///
/// ``Store/read(_:keys:)`` adds notifications in parts, the newest ones first, so that the caller
/// can do other work in between. A notification that arrives meanwhile is not counted.
package struct SeenTally {
    /// Number of keys that are counted.
    static let keys: Int64 = 10_000

    /// All keys from this one on are counted.
    fileprivate(set) var position: Int64
    /// Keys below this one are not counted.
    let end: Int64
    /// The beginning of the period in which `SeenFigures` counts the notifications.
    let since: Timestamp
    private var appTallies: [AppID: AppTally] = [:]
    private var personTallies: [String: PersonTally] = [:]
    /// The tools, such as `notify-send`, by which other programs have sent.
    private var tools: Set<AppID> = []

    fileprivate init(before next: EntryKey, since: Timestamp) {
        position = next.rawValue
        end = max(next.rawValue - Self.keys, 1)
        self.since = since
    }

    /// True when all notifications are counted.
    package var isComplete: Bool { position <= end }

    /// The apps that sent the notifications, the latest first; at most ``Limits/seenApps``.
    ///
    /// A notification that a tool has sent counts for the tool's caller alone, without a name.
    package var apps: [SeenApp] {
        let sorted = appTallies.sorted { left, right in
            let (a, b) = (left.value.latest, right.value.latest)
            return a == b ? left.key < right.key : a > b
        }
        return sorted.prefix(Limits.seenApps).map { app, tally in
            SeenApp(
                app, names: tally.newestNames, count: tally.count,
                latest: Timestamp(rawValue: tally.latest))
        }
    }

    /// The ids of all these apps and of the tools by which they have sent, unordered.
    package var appIDs: [AppID] { Array(tools.union(appTallies.keys)) }

    /// The people whom the notifications named, the latest first; at most ``Limits/seenPeople``.
    package var people: [SeenPerson] {
        let sorted = personTallies.sorted { left, right in
            let (a, b) = (left.value.latest, right.value.latest)
            return a == b ? left.key < right.key : a > b
        }
        return sorted.prefix(Limits.seenPeople).map { name, tally in
            SeenPerson(name, latest: Timestamp(rawValue: tally.latest))
        }
    }

    /// Returns the numbers of an app's notifications.
    package func figures(of app: AppID) -> SeenFigures {
        appTallies[app]?.figures ?? SeenFigures()
    }

    /// Returns the numbers of the notifications that named a person, by the name in ``people``.
    package func figures(ofPerson person: String) -> SeenFigures {
        personTallies[person]?.figures ?? SeenFigures()
    }

    fileprivate mutating func add(
        _ app: AppID, _ program: AppID?, appName: String, people: [String], key: Int64,
        time: Int64, isSilenced: Bool, isSandboxed: Bool
    ) {
        let counts = time >= since.rawValue
        let figures = SeenFigures(
            first: Timestamp(rawValue: time), came: counts ? 1 : 0,
            silenced: counts && isSilenced ? 1 : 0, isSandboxed: isSandboxed)
        if let program, program != app {
            tools.insert(app)
            appTallies[program, default: AppTally()].add("", key: key, time: time, figures)
        } else {
            appTallies[app, default: AppTally()].add(appName, key: key, time: time, figures)
        }
        var named: Set<String> = []
        for person in people where !person.isEmpty {
            let name = person.scalars(inBytes: Limits.seenNameBytes)
            guard named.insert(name).inserted else { continue }
            personTallies[name, default: PersonTally()].add(time: time, figures)
        }
    }
}

/// The notifications of one app.
private struct AppTally {
    private(set) var count = 0
    /// Arrival of the newest one.
    private(set) var latest = Int64.min
    private(set) var figures = SeenFigures()
    /// The names that the app has sent, with the newest key of each.
    private var names: [String: Int64] = [:]

    mutating func add(_ name: String, key: Int64, time: Int64, _ figures: SeenFigures) {
        count += 1
        latest = max(latest, time)
        self.figures.add(figures)
        guard !name.isEmpty else { return }
        let name = name.cut(toBytes: Limits.seenNameBytes)
        names[name] = max(names[name] ?? key, key)
        // An app may send a new name each time.
        if names.count > Limits.namesPerApp, let oldest = names.min(by: { $0.value < $1.value }) {
            names[oldest.key] = nil
        }
    }

    /// The names, the newest first.
    var newestNames: [String] { names.sorted { $0.value > $1.value }.map(\.key) }
}

/// The notifications that named one person.
private struct PersonTally {
    /// Arrival of the newest one.
    private(set) var latest = Int64.min
    private(set) var figures = SeenFigures()

    mutating func add(time: Int64, _ figures: SeenFigures) {
        latest = max(latest, time)
        self.figures.add(figures)
    }
}

extension Store {
    /// Begins to count the newest 10,000 notifications.
    ///
    /// - Parameter since: the beginning of the period in which `SeenFigures` counts them.
    package func tally(since: Timestamp) throws(StoreError) -> SeenTally {
        SeenTally(before: try nextKey(), since: since)
    }

    /// Counts the notifications of the next keys.
    ///
    /// - Parameter keys: the number of keys.
    package func read(_ tally: inout SeenTally, keys: Int) throws(StoreError) {
        let upper = tally.position
        let lower = max(tally.end, upper - Int64(keys))
        guard lower < upper else { return }
        // A notification may move from one place to another before the next part is read. Each part
        // therefore reads its keys in all places.
        for record in try pendingRecords(in: lower..<upper) {
            tally.add(
                record.app, record.program, appName: record.appName, people: record.people,
                key: record.key.rawValue, time: record.time.rawValue,
                isSilenced: record.verdict == .silence, isSandboxed: record.sandbox != nil)
        }
        for sql in [SQL.liveTally, .historyTally] {
            try forEachRow(sql) { statement in
                statement.bind(1, lower)
                statement.bind(2, upper)
            } _: { row in
                tally.add(
                    AppID(rawValue: row.text(2)),
                    row.optionalText(3).map { AppID(rawValue: $0) }, appName: row.text(4),
                    people: row.isNull(5)
                        ? [] : unsafe row.withBytes(5) { unsafe StoredList.texts(in: $0) },
                    key: row.integer(0), time: row.integer(1),
                    isSilenced: row.integer(6) != 0, isSandboxed: row.integer(7) != 0)
                return true
            }
        }
        tally.position = lower
    }
}
