// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

@testable import FocusStore

/// A directory of the test, removed with this object.
final class Scratch {
    let directory: URL
    /// The path of the test's store, which creates the directory.
    var path: String { directory.appendingPathComponent("state/focusd.sqlite").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("focus-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// Returns the names in the store's directory, in order.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: directory.appendingPathComponent("state").path
        ).sorted()
    }

    private var state: URL { directory.appendingPathComponent("state") }
    private var moved: URL { directory.appendingPathComponent("moved") }

    /// Replaces the store's directory by a file, so that no store can be created there.
    func takeDirectoryAway() throws {
        try FileManager.default.moveItem(at: state, to: moved)
        try Data().write(to: state)
    }

    /// Undoes ``takeDirectoryAway()``.
    func bringDirectoryBack() throws {
        try FileManager.default.removeItem(at: state)
        try FileManager.default.moveItem(at: moved, to: state)
    }

    /// Copies the store's files at one moment: the state after a kill.
    ///
    /// The store's threads may be at work. If one of them changes a file during the copying, the
    /// copy is not of one moment and is made again.
    func copyFiles() throws -> Scratch {
        let deadline = ContinuousClock.now + .seconds(180)
        while true {
            let before = try facts()
            if let copy = try copy(before), try facts() == before { return copy }
            guard ContinuousClock.now < deadline else { throw CocoaError(.fileReadUnknown) }
        }
    }

    /// The properties that reveal a changed file: date, size and number.
    private struct Facts: Equatable {
        var date: Date?
        var size: Int?
        var number: Int?
        var mode: Int?
        var isDirectory: Bool
    }

    /// Returns these properties of all files in the store's directory, by their relative paths.
    private func facts() throws -> [String: Facts] {
        var found: [String: Facts] = [:]
        for path in ["."] + (try FileManager.default.subpathsOfDirectory(atPath: state.path)) {
            let place = state.appendingPathComponent(path).path
            // A file that was just removed has none.
            guard let all = try? FileManager.default.attributesOfItem(atPath: place) else {
                continue
            }
            found[path] = Facts(
                date: all[.modificationDate] as? Date, size: all[.size] as? Int,
                number: all[.systemFileNumber] as? Int, mode: all[.posixPermissions] as? Int,
                isDirectory: all[.type] as? FileAttributeType == .typeDirectory)
        }
        return found
    }

    /// Copies those files. Returns nil if one of them was removed.
    private func copy(_ files: [String: Facts]) throws -> Scratch? {
        let copy = try Scratch()
        // Directories come before their content.
        for (path, facts) in files.sorted(by: { $0.key < $1.key }) {
            let place = copy.state.appendingPathComponent(path).path
            if facts.isDirectory {
                try FileManager.default.createDirectory(
                    atPath: place, withIntermediateDirectories: true)
            } else {
                // `copyItem` never returns if a file becomes shorter during the copying.
                let source = state.appendingPathComponent(path)
                guard let bytes = try? Data(contentsOf: source) else { return nil }
                try bytes.write(to: URL(fileURLWithPath: place))
            }
            try FileManager.default.setAttributes(
                [.posixPermissions: facts.mode as Any], ofItemAtPath: place)
        }
        return copy
    }
}

extension EntryRecord {
    /// Returns a silenced notification with a value in every attribute.
    static func sample(
        _ key: Int64, app: String = "org.example.Chat", summary: String = "Hello",
        body: String = "How are you?", state: EntryState = .silenced, time: Int64? = nil
    ) -> EntryRecord {
        let notification = Notification(
            app: AppID(app), appName: "Chat", summary: summary, body: body,
            category: "im.received", people: ["alex@example.org"], filterCriteria: "work",
            actions: [Action(key: "default", label: "Open"), Action(key: "reply", label: "")])
        var record = EntryRecord(
            key: EntryKey(rawValue: key),
            id: ClientID(rawValue: UInt32(truncatingIfNeeded: key + 100)),
            time: Timestamp(rawValue: time ?? 1_700_000_000_000 + key),
            notification: notification,
            decision: Decision(
                verdict: state == .silenced ? .silence : .deliver, reason: .rule("invoices"),
                level: .active),
            focus: FocusID("work"), sender: PeerName(rawValue: ":1.42"),
            sandbox: AppID("org.example.Sandboxed"), state: state)
        record.isHeldFromBadge = state == .silenced
        return record
    }
}

/// The amount of stored data.
struct StoreCounts: Hashable, Sendable {
    /// Number of live notifications.
    let live: Int
    /// Number of ended notifications.
    let history: Int
    /// Bytes of payloads.
    let payloadBytes: Int
}

extension Store {
    /// Returns the amount of stored data. Counts the pages of one table and one index.
    func counts() throws(StoreError) -> StoreCounts {
        let (all, over) = batch.hasAbsorbed ? (0, 0) : (pending.entries.count, pending.ended)
        return StoreCounts(
            live: Int(try number(.countLive)) + all - over,
            history: try historyCount(atMost: .max) + over, payloadBytes: try payloadBytes())
    }

    /// Inserts with a payload that lives as long as the call.
    func insert(_ record: EntryRecord, bytes: [UInt8]? = nil) throws {
        guard let bytes else { return try unsafe insert(record, payload: nil) }
        try unsafe bytes.withUnsafeBytes { try unsafe insert(record, payload: $0) }
    }

    /// Returns the entries of all pages.
    func entries(_ query: HistoryQuery) throws -> [EntryRecord] {
        try pages(query).flatMap(\.entries)
    }

    /// Returns the pages of a list, up to its limit or its end.
    func pages(_ query: HistoryQuery) throws -> [EntryPage] {
        var query = query
        query.limit = min(query.limit, Limits.queryEntries)
        var pages: [EntryPage] = []
        while query.limit > 0 {
            let page = try page(query)
            pages.append(page)
            guard let next = page.next else { break }
            query.limit -= page.entries.count
            query.before = next
        }
        return pages
    }

    func live() throws -> [LiveEntry] {
        var entries: [LiveEntry] = []
        try forEachLive { entries.append($0) }
        return entries
    }
}

extension EntryKey: ExpressibleByIntegerLiteral {
    /// Creates a key from its number.
    public init(integerLiteral value: Int64) {
        self.init(rawValue: value)
    }
}
