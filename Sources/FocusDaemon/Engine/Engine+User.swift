// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire

/// Actions of the user on notifications, and their lists.
extension Engine {
    /// Invokes an action like the real server: tells the sender, then ends the notification, unless
    /// it is resident.
    ///
    /// - Parameter token: the activation token of the user's click.
    func act(_ id: ClientID, _ action: String, token: String? = nil) throws(UserRefusal) {
        guard let record = wholeRecord(id) else { throw .notFound }
        let known = record.actions.map(\.key)
        let isResident = isResident(record.key)
        try change { state, effects throws(UserRefusal) in
            try state.act(
                id, record.key, action, known: known, isResident: isResident, token: token,
                into: &effects)
        }
    }

    /// Returns true if the stored message of a notification has the hint `resident`. False without
    /// a message, which focusd drops when the popup expires.
    private func isResident(_ key: EntryKey) -> Bool {
        var isResident: Bool?
        attempt {
            isResident = try unsafe store.withPayload(of: key) { bytes in
                unsafe MessageHints.isResident(bytes)
            }
        }
        return isResident ?? false
    }

    /// Sends the user's answer to the app, then ends the notification, unless it is resident.
    func reply(_ id: ClientID, _ text: String) throws(UserRefusal) {
        guard let record = wholeRecord(id) else { throw .notFound }
        let known = record.actions.map(\.key)
        let isResident = isResident(record.key)
        try change { state, effects throws(UserRefusal) in
            try state.reply(
                id, record.key, text, known: known, isResident: isResident, into: &effects)
        }
    }

    /// Ends the live notifications of an app and begins to delete all stored data of the app.
    func beginForgetting(_ app: AppID) throws(StoreError) -> Deletion {
        // Arrived notifications are answered and ended ones move to history, from where they are
        // deleted.
        endBatch()
        bringHistoryUpToDate()
        change { $0.forget(app, into: &$1) }
        return try store.beginForgetting(app)
    }

    /// Begins to delete past notifications. Notifications with an expired popup are past, too.
    ///
    /// - Parameters:
    ///   - app: the app whose notifications are deleted, or nil for all apps.
    ///   - time: the end of the deleted part of history, or nil for all of it.
    func beginClearing(
        of app: AppID?, before time: Timestamp?
    ) throws(StoreError) -> Deletion {
        endBatch()
        bringHistoryUpToDate()
        var keys: Set<EntryKey>?
        if let time {
            keys = []
            attempt {
                keys = Set(try store.liveOlderThan(time, limit: Limits.liveNotifications))
            }
        }
        let old = keys
        change { $0.endExpired(of: app, old, into: &$1) }
        endBatch()
        bringHistoryUpToDate()
        return try store.beginClearing(of: app, before: time)
    }

    /// Deletes more until a time.
    func advance(
        _ deletion: inout Deletion, until end: ContinuousClock.Instant
    ) throws(StoreError) {
        repeat {
            endBatch()
            try store.advance(&deletion, rows: Self.deletedRows)
        } while !deletion.isComplete && .now < end
    }

    /// Number of rows between two looks at the clock.
    private static let deletedRows = 64

    /// Returns the newest stored notification with that id.
    func record(_ id: ClientID) -> EntryRecord? {
        var record: EntryRecord?
        attempt {
            if let entry = entry(id) {
                record = try store.entry(key: entry.key)
            } else {
                record = try store.entry(id: id)
            }
        }
        return record
    }

    /// Returns the notification that a live one without a record has replaced, or nil.
    func replacedRecord(_ id: ClientID) -> EntryRecord? {
        guard let entry = entry(id), !entry.isStored else { return nil }
        var record: EntryRecord?
        attempt { record = try store.entry(id: id) }
        return record
    }

    /// Returns the newest stored notification with that id, with the whole texts if the stored
    /// message still has them.
    func wholeRecord(_ id: ClientID) -> EntryRecord? {
        guard var record = record(id) else { return nil }
        guard let entry = entry(id), entry.key == record.key,
            entry.payloadBytes > Limits.listedTextBytes
        else { return record }
        let stored = record
        attempt {
            try unsafe store.withPayload(of: stored.key) { bytes in
                if let texts = unsafe NotifyTexts(marshalled: bytes) { texts.complete(&record) }
            }
        }
        return record
    }

    /// Returns the next page of a list.
    func page(_ query: HistoryQuery) -> EntryPage {
        var page = EntryPage()
        attempt { page = try store.page(query) { [desktopFiles] in desktopFiles.label(of: $0) } }
        return page
    }

    /// Milliseconds back from now: notifications of this time count in the figures of apps and
    /// people.
    private static let countedTime: Int64 = 7 * 86_400_000

    /// Begins to count the newest notifications by app and by person, the figures for the last
    /// seven days. Returns nil if the store cannot be read.
    func beginTally() -> SeenTally? {
        var tally: SeenTally?
        attempt { tally = try store.tally(since: Timestamp.now.adding(-Self.countedTime)) }
        return tally
    }

    /// Counts more notifications until a time. Returns false if the store cannot be read.
    func read(_ tally: inout SeenTally, until end: ContinuousClock.Instant) -> Bool {
        repeat {
            var isRead = false
            attempt {
                try store.read(&tally, keys: Self.talliedKeys)
                isRead = true
            }
            guard isRead else { return false }
        } while !tally.isComplete && .now < end
        return true
    }

    /// Number of keys between two looks at the clock.
    private static let talliedKeys = 32

    /// Returns the entries as `Control` sends them.
    func wires(_ records: [EntryRecord]) -> [EntryWire] {
        desktopFiles.lookingOnce { records.map(wire) }
    }

    func wire(_ record: EntryRecord) -> EntryWire {
        let isLive = entry(record.id).map {
            $0.key == record.key && state.live.isPresent($0.sender)
        }
        var wire = EntryWire(record, isLive: isLive ?? false, name: desktopFiles.label(of: record))
        wire.snoozedUntil = state.snoozes.end(of: record.key)
        wire.icon = desktopFiles.file(of: record.program ?? record.app)?.icon
        wire.image = pictures?.path(of: record.key)
        return wire
    }
}
