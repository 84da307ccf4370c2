// SPDX-License-Identifier: Apache-2.0

/// One step from a schema version to the next.
struct Migration: Sendable {
    /// The version that the database has afterwards; steps count up by one from 1.
    let version: Int
    let sql: String
}

/// What the tables look like, and how older files become so.
///
/// A step that was ever released is never changed: a new one follows it.
enum Schema {
    /// Tells our files from those of other programs (`PRAGMA application_id`): "FOCS".
    static let applicationID: Int64 = 0x464F_4353

    static let migrations: [Migration] = [
        Migration(version: 1, sql: first), Migration(version: 2, sql: second),
    ]

    /// `notification` holds what is not over, `history` what is.
    ///
    /// `notification` has no index beside its key: a small notification that arrives changes one
    /// page, and its commit writes that one. What a start reads stands first, the payload last,
    /// so that no scan follows its overflow pages. `history` is written when a notification
    /// ends, when nobody waits: it has an index for lists of one app, which also makes counting
    /// cheap. Looking an old notification up by its client id has none: ids come round again, so
    /// only the newest thousands are ever meant, and those are searched newest first.
    private static let first = """
        CREATE TABLE notification (
            key INTEGER PRIMARY KEY, id INTEGER NOT NULL, time INTEGER NOT NULL,
            state INTEGER NOT NULL, server INTEGER, server_deaths INTEGER NOT NULL,
            is_read INTEGER NOT NULL, is_held INTEGER NOT NULL, payload_bytes INTEGER NOT NULL,
            app TEXT NOT NULL, sender TEXT NOT NULL, sandbox TEXT,
            urgency INTEGER NOT NULL, level INTEGER NOT NULL,
            verdict TEXT NOT NULL, reason TEXT NOT NULL, reason_detail TEXT, focus TEXT,
            app_name TEXT NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL,
            category TEXT, filter_criteria TEXT, people BLOB, actions BLOB, payload BLOB);
        CREATE TABLE history (
            key INTEGER PRIMARY KEY, id INTEGER NOT NULL, time INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            state INTEGER NOT NULL, server INTEGER, server_deaths INTEGER NOT NULL,
            is_read INTEGER NOT NULL, is_held INTEGER NOT NULL,
            app TEXT NOT NULL, sender TEXT NOT NULL, sandbox TEXT,
            urgency INTEGER NOT NULL, level INTEGER NOT NULL,
            verdict TEXT NOT NULL, reason TEXT NOT NULL, reason_detail TEXT, focus TEXT,
            app_name TEXT NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL,
            category TEXT, filter_criteria TEXT, people BLOB, actions BLOB);
        CREATE INDEX history_app ON history (app);
        CREATE TABLE badge (app TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """

    /// What is remembered of Focus filters. `filter_told.parameters` is NULL where what the filter
    /// has is not known, `filter_context.parameters` where the answer is out of date.
    private static let second = """
        CREATE TABLE filter_told (
            app TEXT NOT NULL, filter TEXT NOT NULL, parameters TEXT,
            PRIMARY KEY (app, filter)) WITHOUT ROWID;
        CREATE TABLE filter_context (
            app TEXT NOT NULL, filter TEXT NOT NULL, focus TEXT NOT NULL,
            predicate TEXT, prefix TEXT, parameters TEXT, PRIMARY KEY (app, filter, focus));
        CREATE TABLE filter_declaration (app TEXT PRIMARY KEY, declarations TEXT NOT NULL);
        """

    /// The version that the database has, 0 for an empty one; changes nothing.
    /// - Throws: `.newerSchema` when it is beyond `migrations`, `.corrupt` when it is not ours.
    static func version(
        of database: Database, knowing migrations: [Migration]
    ) throws(StoreError) -> Int {
        let doing: StaticString = "reading the store's version"
        let version = Int(try database.integer("PRAGMA user_version", doing: doing))
        let newest = migrations.last?.version ?? 0
        let tables = try database.integer("SELECT count(*) FROM sqlite_schema", doing: doing)
        let application = try database.integer("PRAGMA application_id", doing: doing)
        guard application == applicationID || (application == 0 && version == 0 && tables == 0)
        else {
            throw StoreError(.corrupt, "the file is a database of another program")
        }
        guard version <= newest else {
            throw StoreError(
                .newerSchema, "the store has version \(version), this focusd knows up to \(newest)")
        }
        return version
    }

    /// Brings a database from a version to the newest of `migrations`, each step in a transaction.
    static func migrate(
        _ database: Database, from version: Int, with migrations: [Migration]
    ) throws(StoreError) {
        for migration in migrations where migration.version > version {
            let sql = """
                BEGIN IMMEDIATE;
                \(migration.sql)
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(migration.version);
                COMMIT;
                """
            do throws(StoreError) {
                try database.execute(sql, doing: "bringing the store up to date")
            } catch {
                if database.isInTransaction {
                    try? database.execute("ROLLBACK", doing: "bringing the store up to date")
                }
                throw error
            }
        }
    }
}
