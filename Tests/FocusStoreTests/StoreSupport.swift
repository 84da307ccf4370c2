// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

@testable import FocusStore

/// A directory of the test's own, gone with it.
final class Scratch {
    let directory: URL
    /// Where the test's store lies; its directory is the store's to make.
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

    /// The names in the store's directory, in order.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: directory.appendingPathComponent("state").path
        ).sorted()
    }

    private var state: URL { directory.appendingPathComponent("state") }
    private var moved: URL { directory.appendingPathComponent("moved") }

    /// Puts a file in the place of the store's directory, so that no store can be made there.
    func takeDirectoryAway() throws {
        try FileManager.default.moveItem(at: state, to: moved)
        try Data().write(to: state)
    }

    /// Undoes ``takeDirectoryAway()``.
    func bringDirectoryBack() throws {
        try FileManager.default.removeItem(at: state)
        try FileManager.default.moveItem(at: moved, to: state)
    }

    /// Copies the store's files as they are at one moment: what a kill would leave behind.
    ///
    /// The store's threads may be at work. What one of them has changed while the rest was copied would
    /// be of another moment, so the copy counts once nothing has changed meanwhile.
    func copyFiles() throws -> Scratch {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let before = try facts()
            if let copy = try copy(before), try facts() == before { return copy }
            guard ContinuousClock.now < deadline else { throw CocoaError(.fileReadUnknown) }
        }
    }

    /// What tells that a file has changed: when, its length, and which one it is.
    private struct Facts: Equatable {
        var date: Date?
        var size: Int?
        var number: Int?
        var mode: Int?
        var isDirectory: Bool
    }

    /// Of all files in the store's directory, by their paths in there.
    private func facts() throws -> [String: Facts] {
        var found: [String: Facts] = [:]
        for path in ["."] + (try FileManager.default.subpathsOfDirectory(atPath: state.path)) {
            let place = state.appendingPathComponent(path).path
            // One that has just been removed is none.
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

    /// Copies those files; nil when one of them has gone.
    private func copy(_ files: [String: Facts]) throws -> Scratch? {
        let copy = try Scratch()
        // Directories come before what is in them.
        for (path, facts) in files.sorted(by: { $0.key < $1.key }) {
            let place = copy.state.appendingPathComponent(path).path
            if facts.isDirectory {
                try FileManager.default.createDirectory(
                    atPath: place, withIntermediateDirectories: true)
            } else {
                // `copyItem` goes on for ever where a file gets shorter under it.
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
    /// A silenced notification with something in every attribute.
    static func sample(
        _ key: Int64, app: String = "org.example.Chat", summary: String = "Hello",
        body: String = "How are you?", state: EntryState = .silenced, time: Int64? = nil
    ) -> EntryRecord {
        let notification = Notification(
            app: AppID(app), appName: "Chat", summary: summary, body: body,
            category: "im.received", people: ["alex@example.org"], filterCriteria: "work",
            actions: [Action(key: "default", label: "Open"), Action(key: "reply", label: "")])
        var record = EntryRecord(
            key: EntryKey(rawValue: key), id: ClientID(rawValue: UInt32(key) + 100),
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

extension Store {
    /// Inserts with a payload that lives as long as the call.
    func insert(_ record: EntryRecord, bytes: [UInt8]? = nil) throws {
        guard let bytes else { return try unsafe insert(record, payload: nil) }
        try unsafe bytes.withUnsafeBytes { try unsafe insert(record, payload: $0) }
    }

    /// The entries of all pages.
    func entries(_ query: HistoryQuery) throws -> [EntryRecord] {
        try pages(query).flatMap(\.entries)
    }

    /// The pages of a list, up to its limit or its end.
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
    /// A key by its number.
    public init(integerLiteral value: Int64) {
        self.init(rawValue: value)
    }
}
