// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension Store {
    /// Counts the newest 10,000 notifications by app.
    ///
    /// - Parameter since: the beginning of the time in which notifications count as having come.
    package func appFigures(since: Timestamp) throws(StoreError) -> [AppID: SeenFigures] {
        var figures: [AppID: SeenFigures] = [:]
        func add(_ app: AppID, _ program: AppID?, _ more: SeenFigures) {
            figures[app, default: SeenFigures()].add(more)
            // A tool's notification counts for its caller, too.
            if let program, program != app { figures[program, default: SeenFigures()].add(more) }
        }
        for record in try pendingForFigures() {
            add(record.app, record.program, SeenFigures(record, since: since))
        }
        for sql in [SQL.liveFigures, .historyFigures] {
            try forEachFigure(sql, since) { row, more in
                let program = row.optionalText(1).map { AppID(rawValue: $0) }
                add(AppID(rawValue: row.text(0)), program, more)
            }
        }
        return figures
    }

    /// Counts the newest 10,000 notifications by person, under the names that
    /// ``seenPeople(since:)`` returns.
    package func peopleFigures(since: Timestamp) throws(StoreError) -> [String: SeenFigures] {
        var figures: [String: SeenFigures] = [:]
        func add(_ people: [String], _ more: SeenFigures) {
            for person in Set(people) where !person.isEmpty {
                let name = person.scalars(inBytes: Limits.seenNameBytes)
                figures[name, default: SeenFigures()].add(more)
            }
        }
        for record in try pendingForFigures() {
            add(record.people, SeenFigures(record, since: since))
        }
        for sql in [SQL.livePeopleFigures, .historyPeopleFigures] {
            try forEachFigure(sql, since) { row, more in
                guard !row.isNull(0) else { return }
                add(unsafe row.withBytes(0) { unsafe StoredList.texts(in: $0) }, more)
            }
        }
        return figures
    }

    private func pendingForFigures() throws(StoreError) -> [EntryRecord] {
        absorbDeliveries()
        return try pendingRecords()
    }

    private func forEachFigure(
        _ sql: SQL, _ since: Timestamp, _ body: (Statement, SeenFigures) -> Void
    ) throws(StoreError) {
        let from = try nextKey().rawValue - Self.searchedKeysForApps
        try forEachRow(sql) { statement in
            statement.bind(1, from)
            statement.bind(2, since.rawValue)
        } _: { row in
            body(
                row,
                SeenFigures(
                    first: Timestamp(rawValue: row.integer(4)), came: Int(row.integer(2)),
                    silenced: Int(row.integer(3)), isSandboxed: row.integer(5) != 0))
            return true
        }
    }
}

extension SeenFigures {
    fileprivate init(_ record: EntryRecord, since: Timestamp) {
        let counts = record.time >= since
        self.init(
            first: record.time, came: counts ? 1 : 0,
            silenced: counts && record.verdict == .silence ? 1 : 0,
            isSandboxed: record.sandbox != nil)
    }
}
