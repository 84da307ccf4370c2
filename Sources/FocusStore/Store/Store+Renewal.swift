// SPDX-License-Identifier: Apache-2.0

// SQLite leaves the bytes of deleted rows in free pages, and in the gaps of pages whose rows it has
// moved. `secure_delete` clears a page when it becomes free. A renewal therefore copies the rows of
// each table to new pages and frees all old ones:
//
//   copy       creates a table of the same form, and copies the rows in parts. Temporary triggers
//              repeat each change of the old table in the new one
//   exchange   renames both tables, in one transaction
//   remove     deletes the old table's rows in parts, then the empty table
//   shrink     returns the free pages at the end of the file, in parts
//
// `VACUUM` does the same in one transaction, which takes 7 ms for a megabyte: all changes of the
// database would wait for it. A part of a renewal takes about a millisecond, because it has a limit
// of rows and of bytes (``Renewal/partBytes``). Only a single row may have more: the message of a
// live notification that got no file of its own, up to 1 MiB, which takes 10 ms: it is read for its
// length, and again for the copy.
//
// The triggers end with the connection. After a kill, a renewal therefore begins again, and removes
// an unfinished copy, or an old table that still has deleted rows, first (``Store/isRenewalDue``).

/// The copying of all rows to new pages, in parts.
package struct Renewal {
    /// The connection on which it began; another one has no triggers.
    fileprivate weak var database: Database?
    fileprivate var steps: ArraySlice<Step>
    /// Number of rows for the next part.
    fileprivate(set) var rows = 1
    /// The last copied key of the table that is being copied; nil before the first. A value of
    /// SQLite's, so that no damaged key is special.
    fileprivate var position: KeptValues?

    fileprivate enum Step {
        case create(RenewedTable)
        case copy(RenewedTable)
        case exchange(RenewedTable)
        /// Deletes a table's rows and then the table, if it exists.
        case remove(String, keys: [String])
        case shrink
    }

    package var isComplete: Bool { steps.isEmpty }

    /// Time of a part.
    fileprivate static let partTime = Duration.milliseconds(1)
    /// Bytes of rows after which a part ends, at the end of the row.
    static let partBytes = 64 << 10

    /// Notes the time of a part with a number of rows, for the next one.
    mutating func note(_ time: Duration, for number: Int) {
        if time > Self.partTime {
            rows = max(1, number / 4)
        } else if time < Self.partTime / 4 {
            rows = 2 * number
        }
    }
}

/// A table with data of notifications, apps or the user.
private struct RenewedTable {
    let name: String
    /// The columns of its primary key, in whose order rows are copied. focusd writes no NULL there.
    let keys: [String]

    var copy: String { name + Self.copySuffix }
    var old: String { name + Self.oldSuffix }

    static let copySuffix = "_copy"
    static let oldSuffix = "_old"

    static let all = [
        RenewedTable(name: "notification", keys: ["key"]),
        RenewedTable(name: "history", keys: ["key"]),
        RenewedTable(name: "badge", keys: ["app"]),
        RenewedTable(name: "state", keys: ["name"]),
        RenewedTable(name: "filter_told", keys: ["app", "filter"]),
        RenewedTable(name: "filter_context", keys: ["app", "filter", "focus"]),
        RenewedTable(name: "filter_declaration", keys: ["app"]),
    ]

    /// The statements that repeat each change of the table in its copy.
    var triggers: String {
        func matches(_ row: String) -> String {
            keys.map { "\($0) = \(row).\($0)" }.joined(separator: " AND ")
        }
        let remove = { "DELETE FROM \(copy) WHERE \(matches($0));" }
        let insert = "INSERT INTO \(copy) SELECT * FROM \(name) WHERE \(matches("new"));"
        return """
            CREATE TEMP TRIGGER \(name)_inserted AFTER INSERT ON main.\(name)
                BEGIN \(remove("new")) \(insert) END;
            CREATE TEMP TRIGGER \(name)_updated AFTER UPDATE ON main.\(name)
                BEGIN \(remove("old")) \(remove("new")) \(insert) END;
            CREATE TEMP TRIGGER \(name)_deleted AFTER DELETE ON main.\(name)
                BEGIN \(remove("old")) END;
            """
    }

    var dropTriggers: String {
        ["inserted", "updated", "deleted"]
            .map { "DROP TRIGGER IF EXISTS temp.\(name)_\($0);" }.joined()
    }
}

extension Store {
    /// True from the beginning of a deletion until ``endRenewal()``: the files may have deleted
    /// data. An earlier focusd may have begun it.
    package var isRenewalDue: Bool {
        get throws(StoreError) { try value(StateName.renewal) != nil }
    }

    /// Records that the files have no deleted data any more, in the current batch.
    package func endRenewal() throws(StoreError) {
        try setValue(StateName.renewal, nil)
    }

    /// Begins to copy all rows to new pages, so that the database has no bytes of deleted ones.
    /// ``advance(_:rows:)-(Renewal,_)`` does the work, and ``emptyLog(whenDone:)`` must follow.
    ///
    /// Call it between two batches, and not while another renewal is unfinished.
    package func beginRenewal() throws(StoreError) -> Renewal {
        guard filePath == nil || checkpointer != nil else {
            throw attachFailure
                ?? StoreError(.cannotOpen, "deleting notifications: the store has no file now")
        }
        // The checkpointer must not empty the log meanwhile: that would need the same lock.
        beginUse()
        defer { endUse() }
        try dropTriggers()
        try Self.prepareShrinking(database)
        var steps = Self.removal
        for table in RenewedTable.all {
            steps += [
                .create(table), .copy(table), .exchange(table),
                .remove(table.old, keys: table.keys),
            ]
        }
        return Renewal(database: database, steps: steps + [.shrink])
    }

    /// Removes the tables that an unfinished renewal left.
    private static var removal: [Renewal.Step] {
        RenewedTable.all.flatMap {
            [.remove($0.copy, keys: $0.keys), .remove($0.old, keys: $0.keys)]
        }
    }

    /// Begins to remove what a renewal that failed has copied, and to give the disk its room back.
    /// ``advance(_:rows:)-(Renewal,_)`` does the work. The deleted data remains in the files.
    package func beginCleaning() -> Renewal {
        Renewal(database: database, steps: Self.removal + [.shrink])
    }

    /// Does the next part of a renewal, and commits it.
    ///
    /// - Parameter rows: the maximum number of rows, or of pages at the end of the file. A part has
    ///   fewer if these take long.
    /// - Throws: An error after which the renewal must be begun again. All data is intact.
    package func advance(_ renewal: inout Renewal, rows: Int) throws(StoreError) {
        guard let step = renewal.steps.first else { return }
        guard renewal.database === database else {
            throw StoreError(.cannotOpen, "deleting notifications: the store's file changed")
        }
        try commit()
        do throws(StoreError) {
            let start = ContinuousClock.now
            let number = min(rows, renewal.rows)
            var isDone = true
            try change { () throws(StoreError) in
                isDone = try perform(step, of: &renewal, rows: number)
            }
            try commit()
            renewal.note(.now - start, for: number)
            guard isDone else { return }
            renewal.steps.removeFirst()
            // Another table may have much larger rows.
            renewal.rows = 1
        } catch {
            rollback()
            // The error above is the one to report.
            try? dropTriggers()
            throw error
        }
    }

    /// True while the log is so long that a renewal should wait until it is copied and emptied.
    package var isLogLong: Bool { checkpointer?.isLogLong == true }

    /// Performs a part of a step in the open batch. Returns true after the last part.
    private func perform(
        _ step: Renewal.Step, of renewal: inout Renewal, rows: Int
    ) throws(StoreError) -> Bool {
        switch step {
        case .create(let table):
            try createCopy(of: table)
            renewal.position = nil
            return true
        case .copy(let table):
            renewal.position = try copy(table, after: renewal.position, rows: rows)
            return renewal.position == nil
        case .exchange(let table):
            try execute(
                """
                \(table.dropTriggers)
                ALTER TABLE \(table.name) RENAME TO \(table.old);
                ALTER TABLE \(table.copy) RENAME TO \(table.name);
                """)
            return true
        case .remove(let name, let keys): return try remove(name, keys: keys, rows: rows)
        case .shrink:
            let free = try number("PRAGMA freelist_count")
            try execute("PRAGMA incremental_vacuum(\(rows))")
            let left = try number("PRAGMA freelist_count")
            guard left == 0 || left < free else {
                throw StoreError(.other, "deleting notifications: the file cannot be shortened")
            }
            return left == 0
        }
    }

    private func createCopy(of table: RenewedTable) throws(StoreError) {
        var sql = "CREATE TABLE \(table.copy) \(try form("table", of: table.name)[0].form);"
        for (name, form) in try form("index", of: table.name) {
            // The names alternate: the old index keeps its name until it is removed.
            let other =
                name.hasSuffix(Self.otherIndex)
                ? String(name.dropLast(Self.otherIndex.count)) : name + Self.otherIndex
            sql += "CREATE INDEX \(other) ON \(table.copy) \(form);"
        }
        try execute(sql + table.triggers)
    }

    private static let otherIndex = "_2"

    /// Returns the names of a table and its indexes, and what follows the names in their
    /// statements.
    private func form(
        _ type: String, of table: String
    ) throws(StoreError) -> [(name: String, form: String)] {
        let statement = try Statement(
            """
            SELECT name, substr(sql, instr(sql, '(')) FROM sqlite_schema
                WHERE type = ?1 AND tbl_name = ?2 AND sql IS NOT NULL
            """, in: database)
        statement.bind(1, copying: type)
        statement.bind(2, copying: table)
        var found: [(name: String, form: String)] = []
        var result = statement.step()
        while result == SQLiteResult.row {
            found.append((statement.text(0), statement.text(1)))
            result = statement.step()
        }
        guard result == SQLiteResult.done, type == "index" || !found.isEmpty else {
            throw noted(StoreError(.corrupt, "deleting notifications: a table is missing"))
        }
        return found
    }

    /// Copies the next rows, except those that a trigger has copied. Returns the last copied key,
    /// or nil if there are no more.
    private func copy(
        _ table: RenewedTable, after position: KeptValues?, rows: Int
    ) throws(StoreError) -> KeptValues? {
        let keys = KeyText(table.keys)
        guard let end = try lastKey(of: rows, in: table.name, keys, after: position) else {
            return nil
        }
        let isAfter = position == nil ? "" : "AND \(keys.columns) > \(keys.parameters(0))"
        let copying = try Statement(
            """
            INSERT INTO \(table.copy) SELECT * FROM \(table.name)
                WHERE \(keys.isPresent) \(isAfter) AND \(keys.columns) <= \(keys.parameters(1))
                ON CONFLICT DO NOTHING
            """, in: database)
        position.map { copying.bind(1, $0) }
        copying.bind(1 + keys.count, end)
        try finish(copying)
        return end
    }

    /// Deletes rows of a table that may exist, and the table once it is empty. Returns true if the
    /// table does not exist any more.
    private func remove(_ table: String, keys: [String], rows: Int) throws(StoreError) -> Bool {
        guard try number("SELECT count(*) FROM sqlite_schema WHERE name = '\(table)'") != 0 else {
            return true
        }
        let keys = KeyText(keys)
        guard let end = try lastKey(of: rows, in: table, keys, after: nil) else {
            try execute("DROP TABLE \(table)")
            return true
        }
        let removing = try Statement(
            "DELETE FROM \(table) WHERE \(keys.columns) <= \(keys.parameters(0))", in: database)
        removing.bind(1, end)
        try finish(removing)
        guard database.changes > 0 else { throw noted(Self.disorder) }
        return false
    }

    /// Returns the key of the last row of a part: that of the last of `rows` rows, or of the row at
    /// which the part has ``Renewal/partBytes``. Returns nil if there is no further row with a key.
    private func lastKey(
        of rows: Int, in table: String, _ keys: KeyText, after position: KeptValues?
    ) throws(StoreError) -> KeptValues? {
        let isAfter = position == nil ? "" : "AND \(keys.columns) > \(keys.parameters(0))"
        let found = try Statement(
            """
            SELECT \(keys.list), \(position == nil ? "1" : keys.isAfterUnsorted), * FROM \(table)
                WHERE \(keys.isPresent) \(isAfter)
                ORDER BY \(keys.list) LIMIT ?\(1 + keys.count)
            """, in: database)
        position.map { found.bind(1, $0) }
        found.bind(1 + keys.count, rows)
        var end: KeptValues?
        var bytes = 0
        var result = found.step()
        while result == SQLiteResult.row {
            // The rows of a damaged table may lead back to a row before, without end.
            guard found.bool(keys.count) else { throw noted(Self.disorder) }
            end = try found.values(keys.count)
            bytes += found.rowBytes
            if bytes >= Renewal.partBytes { return end }
            result = found.step()
        }
        guard result == SQLiteResult.done else {
            throw noted(StoreError(sqlite: result, doing: Self.renewing))
        }
        return end
    }

    private func finish(_ statement: Statement) throws(StoreError) {
        let result = statement.step()
        guard result == SQLiteResult.done else {
            throw noted(StoreError(sqlite: result, doing: Self.renewing))
        }
    }

    private static let disorder = StoreError(
        .corrupt, "deleting notifications: a table's rows are not in order")

    /// Ends the repetition of changes in copies. The triggers are in memory, so this cannot fail
    /// because of the disk.
    private func dropTriggers() throws(StoreError) {
        try execute(RenewedTable.all.map(\.dropTriggers).joined())
    }

    private func execute(_ sql: String) throws(StoreError) {
        do throws(StoreError) {
            try database.execute(sql, doing: Self.renewing)
        } catch {
            throw noted(error)
        }
    }

    private func number(_ sql: String) throws(StoreError) -> Int64 {
        try database.integer(sql, doing: Self.renewing)
    }

    private static let renewing: StaticString = "removing deleted notifications from the store"

    /// Gives the file of an earlier focusd the form that can be shrunk in parts, which needs one
    /// `VACUUM`. A new file has it from the beginning (``connect(to:patience:migrations:)``).
    static func prepareShrinking(_ database: Database) throws(StoreError) {
        guard try database.integer("PRAGMA auto_vacuum", doing: renewing) == 0 else { return }
        try database.execute("PRAGMA auto_vacuum = INCREMENTAL; VACUUM", doing: renewing)
    }
}

/// The columns of a primary key in statements.
private struct KeyText {
    /// The columns, as in a list of columns.
    let list: String
    /// The columns as one value.
    let columns: String
    /// True for a row after the key in the first parameters. Compares the row itself, where SQLite
    /// relies on the order of the rows for the same comparison without `+`.
    let isAfterUnsorted: String
    /// True for a row with a whole key. SQLite believes that a column without NULL has none.
    let isPresent: String
    let count: Int32

    init(_ keys: [String]) {
        list = keys.joined(separator: ", ")
        columns = "(\(list))"
        isPresent = keys.map { "typeof(\($0)) <> 'null'" }.joined(separator: " AND ")
        count = Int32(keys.count)
        let parameters = Self.parameters(0, count)
        isAfterUnsorted = "(\(keys.map { "+\($0)" }.joined(separator: ", "))) > \(parameters)"
    }

    /// Returns the parameters of the first or the second key of a statement, as one value.
    func parameters(_ index: Int32) -> String { Self.parameters(index, count) }

    private static func parameters(_ index: Int32, _ count: Int32) -> String {
        let all = (1...count).map { "?\(index * count + $0)" }
        return "(\(all.joined(separator: ", ")))"
    }
}
