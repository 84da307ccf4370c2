// SPDX-License-Identifier: Apache-2.0

// A damaged page ends a reading. The rows before it are read in the order of the table's key, those
// behind it in the reverse order, so only the rows between two damaged pages are lost.

extension Store {
    /// The tables, each with the beginning of its key.
    private static let tables = [
        ("notification", "key"), ("history", "key"), ("badge", "app"), ("state", "name"),
        ("filter_told", "app"), ("filter_context", "rowid"), ("filter_declaration", "rowid"),
    ]

    /// Copies all readable rows to a new database. A message in a file of its own stays there.
    func copyReadableRows(to other: Database) {
        beginUse()
        defer { endUse() }
        let doing: StaticString = "copying the readable rows"
        // Without this transaction the copying only takes longer.
        try? other.execute("BEGIN", doing: doing)
        for (table, key) in Self.tables {
            if (try? copyRows(of: table, by: key, to: other)) == true { continue }
            _ = try? copyRows(of: table, by: key + " DESC", to: other)
        }
        if other.isInTransaction { try? other.execute("COMMIT", doing: doing) }
    }

    /// Copies rows up to the first that cannot be read. Returns true if all can be read.
    private func copyRows(
        of table: String, by order: String, to other: Database
    ) throws(StoreError) -> Bool {
        let rows = try Statement("SELECT * FROM \(table) ORDER BY \(order)", in: database)
        let values = (1...rows.columnCount).map { "?\($0)" }.joined(separator: ", ")
        let copy = try Statement("INSERT OR IGNORE INTO \(table) VALUES (\(values))", in: other)
        var result = rows.step()
        while result == SQLiteResult.row {
            copy.bind(rowOf: rows)
            // A row that the table refuses stays in the damaged file.
            _ = copy.step()
            copy.reset()
            result = rows.step()
        }
        return result == SQLiteResult.done
    }
}
