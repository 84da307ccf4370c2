// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire

/// Why the user's wish about a notification is not done.
enum UserRefusal: Error {
    case notFound
    case over
    case senderGone
    case noSuchAction(known: [String])
}

extension Engine {
    /// Invokes an action as the real server would: the sender is told, then it is over.
    func act(_ id: ClientID, _ action: String) throws(UserRefusal) {
        guard let record = wholeRecord(id) else { throw .notFound }
        guard let entry = proxy[id], entry.key == record.key else { throw .over }
        let keys = record.actions.map(\.key)
        guard keys.contains(action) else { throw .noSuchAction(known: keys) }
        guard proxy.isPresent(entry.sender) else { throw .senderGone }
        tell(entry.sender) { $0.actionInvoked(id, key: action, to: entry.sender) }
        proxy.end(id)
        over(entry, .actedOn, closesPopup: true)
        if entry.state != .expired { tellClosed(entry, .dismissed) }
    }

    /// Dismisses those that are not over; answers how many there were.
    func dismiss(_ ids: [ClientID], as state: EntryState = .dismissed) -> Int {
        ids.count { id in
            guard let entry = proxy.end(id) else { return false }
            over(entry, state, closesPopup: true)
            if entry.state != .expired { tellClosed(entry, .dismissed) }
            return true
        }
    }

    /// They no longer count as unread. A popup stays where it is; what has none is over.
    func markRead(_ ids: [ClientID]) -> Int {
        ids.count { id in
            guard let entry = proxy[id], !entry.isRead else { return false }
            guard entry.state == .shown || entry.state == .queued else {
                return dismiss([id], as: .read) == 1
            }
            _ = proxy.update(id) { $0.isRead = true }
            if !entry.isEphemeral { attempt { try store.setRead(entry.key) } }
            return true
        }
    }

    /// Hands silenced notifications to the real server after all, in the order of their arrival and
    /// behind all that arrives.
    func deliverNow(_ ids: [ClientID]) -> Int {
        let entries = Set(ids).compactMap { proxy[$0] }.filter { $0.state == .silenced }
            .sorted { $0.key < $1.key }
        for entry in entries {
            _ = proxy.update(entry.id) { entry in
                entry.state = .queued
                entry.isHeldFromBadge = false
            }
            attempt { try store.setState(entry.key, .queued) }
            outbox.showLate(entry.key, entry.id, bytes: entry.payloadBytes)
        }
        return entries.count
    }

    func clearMissed() -> Int {
        dismiss(proxy.entries.filter(\.isMissed).map(\.id))
    }

    /// The newest entry with that id, from the store.
    func record(_ id: ClientID) -> EntryRecord? {
        var record: EntryRecord?
        attempt {
            if let live = proxy[id] {
                record = try store.entry(key: live.key)
            } else {
                record = try store.entry(id: id)
            }
        }
        return record
    }

    /// The newest entry with that id, with whole texts as far as the stored message has them.
    func wholeRecord(_ id: ClientID) -> EntryRecord? {
        guard var record = record(id) else { return nil }
        guard let entry = proxy[id], entry.key == record.key,
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

    /// The next entries of a list, as far as one piece of work goes.
    func page(_ query: HistoryQuery) -> EntryPage {
        var page = EntryPage()
        attempt { page = try store.page(query) }
        return page
    }

    /// The apps that have sent notifications lately.
    var seenApps: [SeenApp] {
        var apps: [SeenApp] = []
        attempt { apps = try store.seenApps() }
        return apps
    }

    /// The people whom notifications have named since a moment.
    func seenPeople(since: Timestamp) -> [SeenPerson] {
        var people: [SeenPerson] = []
        attempt { people = try store.seenPeople(since: since) }
        return people
    }

    /// The name that the user knows a notification's sender by: its desktop file's, else the one
    /// that it sent, else its id.
    /// A script's name goes before that of the tool that has sent for it.
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
        let isLive = proxy[record.id].map { $0.key == record.key && proxy.isPresent($0.sender) }
        return EntryWire(record, isLive: isLive ?? false, name: label(of: record))
    }
}
