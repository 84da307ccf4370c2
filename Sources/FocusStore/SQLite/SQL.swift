// SPDX-License-Identifier: Apache-2.0

/// All statements of the store. Each stays prepared after its first use.
enum SQL: Int, CaseIterable {
    case begin, commit
    case insert, insertEnded, payloadSize, payloadSizes, dropPayload, markShown, setState,
        setServerDeaths, setRead, countInBadge
    case copyToHistory, delete
    case setBadge, removeBadge, badges, setValue, removeValue, value,
        valueNames
    case loadLive, payloadTotal, newestLive, newestHistory
    case payload, liveEntry, historyEntry, liveWithID, historyWithID
    case live, history, historyOfApp, historyOfProgram, appName, clientID
    case clientIDOfPast, liveTally, historyTally
    case countLive, countHistory
    case pruneOldest, pruneBefore, pruneApp, newestApps, countOfApp, oldestLive
    case setTold, removeTold, told, setContext, removeContext, contexts
    case setDeclarations, removeDeclarations, declarations
    case liveKeyAfter, historyKeyAfter
    case payloadFilesOfApp, forgetLive, forgetTold, forgetContexts, clearHistory

    /// Returns the columns of both tables, in the order of ``RecordColumn`` after key and end.
    private static func columns(state: String = "state") -> String {
        """
        id, time, \(state), server, server_deaths, is_read, is_held, app, sender, sandbox, \
        urgency, level, verdict, reason, reason_detail, focus, app_name, summary, body, \
        category, filter_criteria, people, actions, program, site, people_source, \
        thread
        """
    }

    private static let liveRow = "SELECT key, NULL, \(columns()) FROM notification "
    private static let historyRow = "SELECT key, ended, \(columns()) FROM history "
    /// The rows below the key ?1. The other conditions of a query are checked row by row, so that a
    /// search can stop anywhere.
    private static let newestFirst = "key < ?1 ORDER BY key DESC"
    /// The columns that a query's conditions use. SQLite reads all columns of a returned row, so
    /// the texts are read only for matching rows.
    private static let search = "SELECT key, state, time, verdict, app, program, is_read FROM "
    /// The key that follows ?2 rows from the key ?1 on.
    private static func keyAfter(in table: String) -> String {
        "SELECT key FROM \(table) WHERE key >= ?1 ORDER BY key LIMIT 1 OFFSET ?2"
    }

    /// The rows from the key ?1 on, up to but without the key ?2.
    private static func tally(in table: String) -> String {
        """
        SELECT key, time, app, program, app_name, people, verdict = 'silence', \
        sandbox IS NOT NULL FROM \(table) WHERE key >= ?1 AND key < ?2
        """
    }

    var text: String {
        switch self {
        case .begin: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .insert, .insertEnded, .payloadSize, .payloadSizes, .dropPayload, .markShown,
            .setState,
            .setServerDeaths, .setRead, .countInBadge, .copyToHistory, .delete:
            writing
        case .setBadge: "INSERT OR REPLACE INTO badge (app, count) VALUES (?1, ?2)"
        case .removeBadge: "DELETE FROM badge WHERE app = ?1"
        case .badges: "SELECT app, count FROM badge"
        case .setValue: "INSERT OR REPLACE INTO state (name, value) VALUES (?1, ?2)"
        case .removeValue: "DELETE FROM state WHERE name = ?1"
        case .value: "SELECT value FROM state WHERE name = ?1"
        case .valueNames: "SELECT name FROM state WHERE name >= ?1 ORDER BY name"
        case .pruneOldest, .pruneBefore, .pruneApp, .newestApps, .countOfApp, .oldestLive: upkeep
        case .setTold, .removeTold, .told, .setContext, .removeContext, .contexts,
            .setDeclarations, .removeDeclarations, .declarations:
            filters
        case .payloadFilesOfApp, .forgetLive, .forgetTold, .forgetContexts, .clearHistory:
            forgetting
        default: reading
        }
    }

    private var forgetting: String {
        switch self {
        case .payloadFilesOfApp:
            """
            SELECT key FROM notification WHERE key BETWEEN ?2 AND ?3 \
            AND (app = ?1 OR program = ?1) AND payload_bytes > 0 AND payload IS NULL
            """
        case .forgetLive:
            """
            DELETE FROM notification WHERE key BETWEEN ?2 AND ?3 AND (app = ?1 OR program = ?1)
            """
        case .clearHistory:
            """
            DELETE FROM history WHERE key BETWEEN ?2 AND ?3 \
            AND (?1 IS NULL OR app = ?1 OR program = ?1) AND (?4 IS NULL OR time < ?4)
            """
        case .forgetTold: "DELETE FROM filter_told WHERE app = ?1"
        default: "DELETE FROM filter_context WHERE app = ?1"
        }
    }

    private var writing: String {
        switch self {
        case .insert:
            """
            INSERT INTO notification (key, \(Self.columns()), payload_bytes, payload) VALUES \
            (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, \
            ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30)
            """
        case .insertEnded:
            """
            INSERT INTO history (key, ended, \(Self.columns())) VALUES \
            (?1, ?31, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, \
            ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28)
            """
        case .payloadSize: "SELECT payload_bytes, payload IS NULL FROM notification WHERE key = ?1"
        case .payloadSizes:
            "SELECT key, payload_bytes, payload IS NULL FROM notification WHERE key BETWEEN ?1 AND ?2"
        case .dropPayload:
            "UPDATE notification SET payload_bytes = 0, payload = NULL WHERE key = ?1"
        case .markShown:
            "UPDATE notification SET state = ?2, server = ?3 WHERE key = ?1"
        case .setState: "UPDATE notification SET state = ?2 WHERE key = ?1"
        case .setServerDeaths: "UPDATE notification SET server_deaths = ?2 WHERE key = ?1"
        case .setRead: "UPDATE notification SET is_read = ?2 WHERE key = ?1"
        case .countInBadge: "UPDATE notification SET is_held = 0 WHERE key = ?1"
        case .copyToHistory:
            """
            INSERT INTO history (key, ended, \(Self.columns())) SELECT key, ?3, \
            \(Self.columns(state: "?4")) FROM notification WHERE key BETWEEN ?1 AND ?2
            """
        default: "DELETE FROM notification WHERE key BETWEEN ?1 AND ?2"
        }
    }

    private var reading: String {
        switch self {
        case .loadLive:
            """
            SELECT key, id, state, server, server_deaths, is_read, is_held, payload_bytes, app, \
            sender, sandbox, program, focus FROM notification ORDER BY key
            """
        case .payloadTotal: "SELECT total(payload_bytes) FROM notification"
        case .newestLive: "SELECT max(key) FROM notification WHERE key < \(Store.keyLimit)"
        case .newestHistory: "SELECT max(key) FROM history WHERE key < \(Store.keyLimit)"
        case .payload: "SELECT payload_bytes, payload FROM notification WHERE key = ?1"
        case .liveEntry: Self.liveRow + "WHERE key = ?1"
        case .historyEntry: Self.historyRow + "WHERE key = ?1"
        case .liveWithID: Self.liveRow + "WHERE id = ?1 ORDER BY key DESC LIMIT 1"
        case .historyWithID:
            Self.historyRow + "WHERE id = ?1 AND key >= ?2 ORDER BY key DESC LIMIT 1"
        case .live: Self.search + "notification WHERE " + Self.newestFirst
        case .history: Self.search + "history WHERE " + Self.newestFirst
        case .historyOfApp: Self.search + "history WHERE app = ?2 AND " + Self.newestFirst
        case .historyOfProgram:
            Self.search + "history WHERE program = ?2 AND app <> ?2 AND " + Self.newestFirst
        case .appName: "SELECT app_name FROM notification WHERE key = ?1"
        case .clientID: "SELECT id FROM notification WHERE key = ?1"
        case .clientIDOfPast: "SELECT id FROM history WHERE key = ?1"
        case .liveKeyAfter: Self.keyAfter(in: "notification")
        case .historyKeyAfter: Self.keyAfter(in: "history")
        case .liveTally: Self.tally(in: "notification")
        case .historyTally: Self.tally(in: "history")
        case .countLive: "SELECT count(*) FROM notification"
        default: "SELECT count(*) FROM (SELECT 1 FROM history LIMIT ?1)"
        }
    }

    private var filters: String {
        switch self {
        case .setTold:
            "INSERT OR REPLACE INTO filter_told (app, filter, parameters) VALUES (?1, ?2, ?3)"
        case .removeTold: "DELETE FROM filter_told WHERE app = ?1 AND filter = ?2"
        case .told: "SELECT app, filter, parameters FROM filter_told"
        case .setContext:
            """
            INSERT OR REPLACE INTO filter_context (app, filter, focus, predicate, prefix, \
            parameters) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        case .removeContext:
            "DELETE FROM filter_context WHERE app = ?1 AND filter = ?2 AND focus = ?3"
        case .contexts:
            "SELECT app, filter, focus, predicate, prefix, parameters FROM filter_context"
        case .setDeclarations:
            "INSERT OR REPLACE INTO filter_declaration (app, declarations) VALUES (?1, ?2)"
        case .removeDeclarations: "DELETE FROM filter_declaration WHERE app = ?1"
        default: "SELECT app, declarations FROM filter_declaration"
        }
    }

    private var upkeep: String {
        switch self {
        case .pruneOldest:
            "DELETE FROM history WHERE key IN (SELECT key FROM history ORDER BY key LIMIT ?1)"
        case .pruneBefore:
            """
            DELETE FROM history WHERE key IN (SELECT key FROM \
            (SELECT key, time FROM history ORDER BY key LIMIT ?1) WHERE time < ?2)
            """
        case .pruneApp:
            """
            DELETE FROM history WHERE key IN (SELECT key FROM \
            (SELECT key, state FROM history WHERE app = ?2 ORDER BY key LIMIT ?3) \
            ORDER BY state <> ?4, key LIMIT ?1)
            """
        case .newestApps:
            """
            SELECT app FROM (SELECT app FROM history ORDER BY key DESC LIMIT ?1) \
            GROUP BY app ORDER BY count(*) DESC LIMIT ?2
            """
        case .countOfApp:
            "SELECT count(*) FROM (SELECT 1 FROM history WHERE app = ?1 LIMIT ?2)"
        default: "SELECT key, time FROM notification ORDER BY key LIMIT ?1"
        }
    }
}
