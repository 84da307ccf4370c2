// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire

/// Reason to refuse the user's action on a notification.
enum UserRefusal: Error {
    case notFound
    case over
    case senderGone
    case noSuchAction(known: [String])
}

extension Engine {
    /// Invokes an action like the real server: tells the sender, then ends the notification.
    func act(_ id: ClientID, _ action: String) throws(UserRefusal) {
        guard let record = wholeRecord(id) else { throw .notFound }
        guard let entry = live[id], entry.key == record.key else { throw .over }
        let keys = record.actions.map(\.key)
        guard keys.contains(action) else { throw .noSuchAction(known: keys) }
        guard live.isPresent(entry.sender) else { throw .senderGone }
        tell(entry.sender) { $0.actionInvoked(id, key: action, to: entry.sender) }
        live.end(id)
        over(entry, .actedOn, closesPopup: true)
        if entry.state != .expired { tellClosed(entry, .dismissed) }
    }

    /// Dismisses the notifications that are still live. Returns their number.
    func dismiss(_ ids: [ClientID], as state: EntryState = .dismissed) -> Int {
        ids.count { id in
            guard let entry = live.end(id) else { return false }
            over(entry, state, closesPopup: true)
            if entry.state != .expired { tellClosed(entry, .dismissed) }
            return true
        }
    }

    /// Marks notifications as read. A popup stays on the screen; a notification without a popup
    /// ends.
    /// - Returns: the number of notifications that were unread.
    func markRead(_ ids: [ClientID]) -> Int {
        ids.count { id in
            guard let entry = live[id], !entry.isRead else { return false }
            guard entry.state == .shown || entry.state == .queued else {
                return dismiss([id], as: .read) == 1
            }
            _ = live.update(id) { $0.isRead = true }
            if !entry.isEphemeral { attempt { try store.setRead(entry.key) } }
            return true
        }
    }

    /// Delivers silenced notifications to the real server in the order of their arrival, after all
    /// queued ones.
    /// - Returns: the number of these notifications.
    func deliverNow(_ ids: [ClientID]) -> Int {
        let entries = Set(ids).compactMap { live[$0] }.filter { $0.state == .silenced }
            .sorted { $0.key < $1.key }
        for entry in entries {
            _ = live.update(entry.id) { entry in
                entry.state = .queued
                entry.isHeldFromBadge = false
            }
            attempt { try store.setState(entry.key, .queued) }
            outbox.showLate(entry.key, entry.id, bytes: entry.payloadBytes)
        }
        return entries.count
    }

    func clearMissed() -> Int {
        dismiss(live.entries.filter(\.isMissed).map(\.id))
    }

    /// Returns the newest stored notification with that id.
    func record(_ id: ClientID) -> EntryRecord? {
        var record: EntryRecord?
        attempt {
            if let entry = live[id] {
                record = try store.entry(key: entry.key)
            } else {
                record = try store.entry(id: id)
            }
        }
        return record
    }

    /// Returns the newest stored notification with that id, with the whole texts if the stored
    /// message still has them.
    func wholeRecord(_ id: ClientID) -> EntryRecord? {
        guard var record = record(id) else { return nil }
        guard let entry = live[id], entry.key == record.key,
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
        attempt { page = try store.page(query) }
        return page
    }

    /// Apps that recently sent notifications.
    var seenApps: [SeenApp] {
        var apps: [SeenApp] = []
        attempt { apps = try store.seenApps() }
        return apps
    }

    /// Returns the people that notifications have named since `since`.
    func seenPeople(since: Timestamp) -> [SeenPerson] {
        var people: [SeenPerson] = []
        attempt { people = try store.seenPeople(since: since) }
        return people
    }

    /// Returns the sender's name for the user: the name in the desktop file, else the name that the
    /// app sent, else the app's id. A script's name precedes the name of the tool that sent the
    /// notification for it.
    func label(of record: EntryRecord) -> String {
        if let program = record.program {
            return desktopFiles.name(of: program) ?? program.rawValue
        }
        if let name = desktopFiles.name(of: record.app) { return name }
        let name = record.appName.scalars(inBytes: Limits.seenNameBytes)
        if !name.isEmpty { return name }
        return record.app.rawValue.isEmpty ? AppID.unknown.rawValue : record.app.rawValue
    }

    func wire(_ record: EntryRecord) -> EntryWire {
        let isLive = live[record.id].map { $0.key == record.key && live.isPresent($0.sender) }
        return EntryWire(record, isLive: isLive ?? false, name: label(of: record))
    }
}
