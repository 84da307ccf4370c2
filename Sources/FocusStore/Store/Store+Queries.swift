// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension Store {
    /// Number of keys that a search for an old client id reads.
    static let searchedKeysForID: Int64 = 10_000

    /// Returns the next matching entries, live or ended, newest first, with short texts
    /// (``Limits/listedTextBytes``).
    ///
    /// A page ends after a bounded number of rows and bytes, even without a matching row. It has at
    /// least one row of any size. The next page continues at ``EntryPage/next``: no entry is in
    /// both pages, and arrivals between the two are in neither.
    ///
    /// - Parameter name: returns the sender's name in lists, for a search.
    package func page(
        _ query: HistoryQuery, name: @escaping (EntryRecord) -> String = { $0.app.rawValue }
    ) throws(StoreError) -> EntryPage {
        var reading = PageReading(query, name: name)
        guard reading.limit > 0 else { return EntryPage() }
        absorbDeliveries()
        let released = try releasedThrough()
        readPending(&reading, releasedThrough: released)
        if !reading.isFull { try readTables(&reading, releasedThrough: released) }
        return reading.page
    }

    /// Reads the pending entries, which are newer than all rows.
    private func readPending(_ reading: inout PageReading, releasedThrough released: Int64) {
        guard !batch.hasAbsorbed else { return }
        for index in pending.entries.indices.reversed() where !reading.isFull {
            let key = pending.entries[index].key
            if let before = reading.query.before, key >= before { continue }
            let bytes = unsafe pending.withView(index) { unsafe $0.textBytes } ?? 0
            let record = pending.record(
                index, releasedThrough: released, textBytes: reading.query.textBytes)
            reading.look(at: key, bytes: bytes, record.flatMap(reading.selected))
            if reading.query.isEnd(key) { reading.end() }
        }
    }

    private func readTables(
        _ reading: inout PageReading, releasedThrough released: Int64
    ) throws(StoreError) {
        let query = reading.query
        let newest = try nextKey()
        let before = min(query.before ?? newest, newest).rawValue
        let app = query.app.map { Array($0.rawValue.utf8) }
        // The state decides which table to read.
        let isOver = query.state?.isFinal
        var tables: [SQL] = []
        if isOver != true { tables.append(.live) }
        if isOver != false {
            tables += app == nil ? [.history] : [.historyOfApp, .historyOfProgram]
        }
        try forEachNewestRow(tables) { sql, statement in
            statement.bind(1, before)
            if sql == .historyOfApp || sql == .historyOfProgram {
                statement.bind(2, copying: query.app?.rawValue)
            }
        } _: { sql, row throws(StoreError) in
            if query.isEnd(EntryKey(rawValue: row.key)) {
                reading.end()
                return false
            }
            guard row.matches(query, app: app) else {
                reading.look(at: EntryKey(rawValue: row.key), bytes: 0, nil)
                return !reading.isFull
            }
            var record: EntryRecord?
            var bytes = 0
            try forEachRow(sql == .live ? .liveEntry : .historyEntry, { $0.bind(1, row.key) }) {
                record = $0.record(releasedThrough: released, textBytes: query.textBytes)
                bytes = $0.textBytes
                return false
            }
            if query.needsRecord { record = record.flatMap(reading.selected) }
            reading.look(at: EntryKey(rawValue: row.key), bytes: bytes, record)
            return !reading.isFull
        }
    }

    /// Lends the rows of several queries, each newest first, in their common order, until `body`
    /// returns false.
    private func forEachNewestRow(
        _ queries: [SQL], _ bind: (SQL, Statement) -> Void,
        _ body: (SQL, Statement) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var rows: [(sql: SQL, statement: Statement)] = []
        for sql in queries { rows.append((sql, try statement(sql))) }
        let all = rows
        beginUse()
        defer {
            for row in all { row.statement.reset() }
            endUse()
        }
        for row in all { bind(row.sql, row.statement) }
        var place = 0
        while place < rows.count {
            if try isAtRow(rows[place].statement) { place += 1 } else { rows.remove(at: place) }
        }
        while let newest = rows.indices.max(by: {
            rows[$0].statement.key < rows[$1].statement.key
        }) {
            guard try body(rows[newest].sql, rows[newest].statement) else { return }
            if try !isAtRow(rows[newest].statement) { rows.remove(at: newest) }
        }
    }

    /// Performs a step. Returns false at the end of the rows.
    private func isAtRow(_ statement: Statement) throws(StoreError) -> Bool {
        let result = statement.step()
        if result == SQLiteResult.done { return false }
        guard result == SQLiteResult.row else {
            throw noted(StoreError(sqlite: result, doing: "reading from the store"))
        }
        return true
    }

    /// Returns the entry with that key, live or ended.
    package func entry(key: EntryKey) throws(StoreError) -> EntryRecord? {
        absorbDeliveries()
        if !batch.hasAbsorbed, let index = pending.index(of: key) {
            return pending.record(index, releasedThrough: try releasedThrough())
        }
        if let live = try record(.liveEntry, key.rawValue) { return live }
        return try record(.historyEntry, key.rawValue)
    }

    /// Returns the newest entry with that id: a live one, else one of the last 10,000 keys of
    /// history. Ids are reused, so an older entry would be another notification.
    package func entry(id: ClientID) throws(StoreError) -> EntryRecord? {
        absorbDeliveries()
        var past: EntryRecord?
        for index in (batch.hasAbsorbed ? 0..<0 : pending.entries.indices).reversed() {
            guard unsafe pending.withView(index, { unsafe $0.id }) == id.rawValue,
                let found = pending.record(index, releasedThrough: try releasedThrough())
            else { continue }
            if !found.state.isFinal { return found }
            past = past ?? found
        }
        if let live = try record(.liveWithID, Int64(id.rawValue)) { return live }
        if let past { return past }
        let from = try nextKey().rawValue - Self.searchedKeysForID
        return try record(.historyWithID, Int64(id.rawValue), from: from)
    }

    private func record(
        _ sql: SQL, _ value: Int64, from: Int64? = nil
    ) throws(StoreError) -> EntryRecord? {
        let released = try releasedThrough()
        var record: EntryRecord?
        try forEachRow(sql) { statement in
            statement.bind(1, value)
            if let from { statement.bind(2, from) }
        } _: { row in
            record = row.record(releasedThrough: released)
            return false
        }
        return record
    }
}

/// A part of a list of notifications, newest first.
package struct EntryPage: Sendable {
    package fileprivate(set) var entries: [EntryRecord] = []
    /// Number of bytes of the entries' texts on this page.
    package fileprivate(set) var bytes = 0
    /// Number of rows that were read.
    package fileprivate(set) var rows = 0
    /// The next page has the keys below this one; nil at the end of the list.
    package fileprivate(set) var next: EntryKey?

    package init() {}
}

/// A page while it is being read.
private struct PageReading {
    let query: HistoryQuery
    private let name: (EntryRecord) -> String
    let limit: Int
    private(set) var page = EntryPage()
    /// Number of bytes that were read.
    private var readBytes = 0
    private(set) var isFull = false

    init(_ query: HistoryQuery, name: @escaping (EntryRecord) -> String) {
        self.query = query
        self.name = name
        limit = min(query.limit, Limits.pageEntries)
    }

    /// Reads the next row, and adds its entry if that matches.
    mutating func look(at key: EntryKey, bytes: Int, _ record: EntryRecord?) {
        page.rows += 1
        readBytes += bytes
        if let record {
            page.bytes += record.notification.textBytes(upTo: Limits.listedTextBytes)
            page.entries.append(record)
        }
        isFull =
            page.entries.count >= limit || page.rows >= Limits.pageRows
            || readBytes >= Limits.pageReadBytes || page.bytes >= Limits.pageBytes
        page.next = isFull ? key : nil
    }

    /// Returns the record with short texts if the query asks for it.
    func selected(_ record: EntryRecord) -> EntryRecord? {
        guard query.selects(record, name: name) else { return nil }
        return query.text == nil ? record : record.short
    }

    /// Ends the list: no further row is wanted.
    mutating func end() {
        isFull = true
        page.next = nil
    }
}

extension HistoryQuery {
    /// Maximum bytes to read of each text. A search looks at all that the store keeps.
    fileprivate var textBytes: Int {
        text == nil ? Limits.listedTextBytes : Limits.storedTextBytes
    }

    /// Returns true if no entry from that key on is wanted.
    fileprivate func isEnd(_ key: EntryKey) -> Bool { after.map { key <= $0 } ?? false }
}

/// The columns of ``SQL/live`` and similar statements, from 0.
private enum SearchColumn {
    static let key: Int32 = 0
    static let state: Int32 = 1
    static let time: Int32 = 2
    static let verdict: Int32 = 3
    static let app: Int32 = 4
    static let program: Int32 = 5
    static let isRead: Int32 = 6
}

extension Statement {
    fileprivate var key: Int64 { integer(SearchColumn.key) }

    /// True if the query asks for the entry of the current row.
    fileprivate func matches(_ query: HistoryQuery, app: [UInt8]?) -> Bool {
        if let state = query.state, integer(SearchColumn.state) != Int64(state.rawValue) {
            return false
        }
        if query.state == .silenced, integer(SearchColumn.isRead) != 0 { return false }
        if let since = query.since, integer(SearchColumn.time) < since.rawValue { return false }
        if let verdict = query.verdict, text(SearchColumn.verdict) != verdict.rawValue {
            return false
        }
        guard let app else { return true }
        if unsafe withText(SearchColumn.app, { unsafe $0.elementsEqual(app) }) { return true }
        return !isNull(SearchColumn.program)
            && (unsafe withText(SearchColumn.program) { unsafe $0.elementsEqual(app) })
    }

    /// Number of bytes of the current row's texts, which have been read.
    fileprivate var textBytes: Int {
        (RecordColumn.appName.rawValue...RecordColumn.actions.rawValue).reduce(0) {
            $0 + byteCount($1)
        }
    }
}
