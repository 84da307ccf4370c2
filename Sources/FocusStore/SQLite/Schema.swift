// SPDX-License-Identifier: Apache-2.0

/// One step from a schema version to the next.
struct Migration: Sendable {
    /// The version of the database after the step. Steps count up by one from 1.
    let version: Int
    let sql: String
}

/// The tables of the database, and the steps from older versions.
///
/// A released step never changes; a new step follows it.
enum Schema {
    /// The number that identifies files of focusd (`PRAGMA application_id`): "FOCS".
    static let applicationID: Int64 = 0x464F_4353

    static let migrations: [Migration] = [
        Migration(version: 1, sql: first), Migration(version: 2, sql: second),
        Migration(version: 3, sql: third), Migration(version: 4, sql: fourth),
    ]

    /// `notification` contains the live notifications, `history` the ended ones.
    ///
    /// `notification` has no index beside its key, so an arriving small notification changes one
    /// page and its commit writes that page. The columns that a start reads come first, and the
    /// payload comes last, so that no scan follows its overflow pages. `history` is written when a
    /// notification ends, when no client waits: it has an index for lists of one app, which also
    /// makes counting cheap. The search for an old notification by its client id has no index: ids
    /// are reused, so only the newest thousands can match, and they are searched newest first.
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

    /// The data of Focus filters. `filter_told.parameters` is NULL if the filter's present values
    /// are unknown, `filter_context.parameters` if the answer is out of date.
    private static let second = """
        CREATE TABLE filter_told (
            app TEXT NOT NULL, filter TEXT NOT NULL, parameters TEXT,
            PRIMARY KEY (app, filter)) WITHOUT ROWID;
        CREATE TABLE filter_context (
            app TEXT NOT NULL, filter TEXT NOT NULL, focus TEXT NOT NULL,
            predicate TEXT, prefix TEXT, parameters TEXT, PRIMARY KEY (app, filter, focus));
        CREATE TABLE filter_declaration (app TEXT PRIMARY KEY, declarations TEXT NOT NULL);
        """

    /// The script or program behind a tool such as `notify-send`, the web site, and the place that
    /// the people were taken from. The payload stays the last column of `notification`, so the
    /// table is made again. Rows without an app id get the id `unknown`.
    private static let third = """
        CREATE TABLE third (
            key INTEGER PRIMARY KEY, id INTEGER NOT NULL, time INTEGER NOT NULL,
            state INTEGER NOT NULL, server INTEGER, server_deaths INTEGER NOT NULL,
            is_read INTEGER NOT NULL, is_held INTEGER NOT NULL, payload_bytes INTEGER NOT NULL,
            app TEXT NOT NULL, sender TEXT NOT NULL, sandbox TEXT,
            urgency INTEGER NOT NULL, level INTEGER NOT NULL,
            verdict TEXT NOT NULL, reason TEXT NOT NULL, reason_detail TEXT, focus TEXT,
            app_name TEXT NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL,
            category TEXT, filter_criteria TEXT, people BLOB, actions BLOB,
            program TEXT, site TEXT, people_source TEXT, payload BLOB);
        INSERT INTO third SELECT key, id, time, state, server, server_deaths, is_read, is_held,
            payload_bytes, app, sender, sandbox, urgency, level, verdict, reason, reason_detail,
            focus, app_name, summary, body, category, filter_criteria, people, actions,
            NULL, NULL, NULL, payload FROM notification;
        DROP TABLE notification;
        ALTER TABLE third RENAME TO notification;
        ALTER TABLE history ADD COLUMN program TEXT;
        ALTER TABLE history ADD COLUMN site TEXT;
        ALTER TABLE history ADD COLUMN people_source TEXT;
        UPDATE notification SET app = 'unknown' WHERE app = '';
        UPDATE history SET app = 'unknown' WHERE app = '';
        CREATE INDEX history_program ON history (program) WHERE program IS NOT NULL;
        """

    /// The thread. The payload stays the last column of `notification`, so the table is made again.
    private static let fourth = """
        CREATE TABLE fourth (
            key INTEGER PRIMARY KEY, id INTEGER NOT NULL, time INTEGER NOT NULL,
            state INTEGER NOT NULL, server INTEGER, server_deaths INTEGER NOT NULL,
            is_read INTEGER NOT NULL, is_held INTEGER NOT NULL, payload_bytes INTEGER NOT NULL,
            app TEXT NOT NULL, sender TEXT NOT NULL, sandbox TEXT,
            urgency INTEGER NOT NULL, level INTEGER NOT NULL,
            verdict TEXT NOT NULL, reason TEXT NOT NULL, reason_detail TEXT, focus TEXT,
            app_name TEXT NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL,
            category TEXT, filter_criteria TEXT, people BLOB, actions BLOB,
            program TEXT, site TEXT, people_source TEXT, thread TEXT, payload BLOB);
        INSERT INTO fourth SELECT key, id, time, state, server, server_deaths, is_read, is_held,
            payload_bytes, app, sender, sandbox, urgency, level, verdict, reason, reason_detail,
            focus, app_name, summary, body, category, filter_criteria, people, actions,
            program, site, people_source, NULL, payload FROM notification;
        DROP TABLE notification;
        ALTER TABLE fourth RENAME TO notification;
        ALTER TABLE history ADD COLUMN thread TEXT;
        """

    /// Returns the version of the database, 0 for an empty one. Changes nothing.
    /// - Throws: `.newerSchema` if it is higher than `migrations`, `.corrupt` if another program
    ///   made it.
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

    /// Migrates a database from a version to the newest of `migrations`, each step in a
    /// transaction.
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
                try database.execute(sql, doing: "migrating the store")
            } catch {
                if database.isInTransaction {
                    try? database.execute("ROLLBACK", doing: "migrating the store")
                }
                throw error
            }
        }
    }
}
