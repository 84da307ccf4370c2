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

    /// Copies the store's files as they are at this moment: what a kill would leave behind.
    func copyFiles() throws -> Scratch {
        let copy = try Scratch()
        let state = copy.directory.appendingPathComponent("state")
        // The store's threads may remove a file that is listed already; soon they have nothing to do.
        for _ in 0..<20 {
            do {
                try FileManager.default.copyItem(
                    at: directory.appendingPathComponent("state"), to: state)
                return copy
            } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
                try? FileManager.default.removeItem(at: state)
            } catch let error as CocoaError where error.code == .fileNoSuchFile {
                try? FileManager.default.removeItem(at: state)
            }
        }
        throw CocoaError(.fileNoSuchFile)
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

    /// What the store keeps in memory's shape.
    var live: LiveEntry {
        LiveEntry(
            key: key, id: id, app: app, sender: sender, sandbox: sandbox, state: state,
            server: server, serverDeaths: serverDeaths, isRead: isRead,
            isHeldFromBadge: isHeldFromBadge)
    }
}

extension Store {
    /// Inserts with a payload that lives as long as the call.
    func insert(_ record: EntryRecord, bytes: [UInt8]? = nil) throws {
        guard let bytes else { return try unsafe insert(record, payload: nil) }
        try unsafe bytes.withUnsafeBytes { try unsafe insert(record, payload: $0) }
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
