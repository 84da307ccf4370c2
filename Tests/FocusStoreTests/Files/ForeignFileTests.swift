// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Glibc
import Testing

@testable import FocusStore

/// Foreign files with names of the store's files: the store neither waits for them, nor follows,
/// nor removes them. Issue 15: a pipe named `focusd.sqlite-arrivals` kept focusd from answering.
@Suite(.timeLimit(.minutes(5))) struct ForeignFileTests {
    nonisolated static let kinds = ["pipe", "socket", "directory", "loop", "dangling link"]

    static func make(_ kind: String, _ path: String) throws {
        switch kind {
        case "pipe": try #require(unsafe mkfifo(path, 0o600) == 0)
        case "directory": try #require(unsafe mkdir(path, 0o700) == 0)
        case "loop":
            let name = URL(fileURLWithPath: path).lastPathComponent
            try #require(unsafe symlink(name, path) == 0)
        case "dangling link": try #require(unsafe symlink("nowhere/at-all", path) == 0)
        default: try #require(unsafe mknod(path, S_IFSOCK | 0o600, 0) == 0)
        }
    }

    private func makeState(_ scratch: Scratch) throws {
        let state = URL(fileURLWithPath: scratch.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: state, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    @Test(
        arguments: ["-wal", "-shm", "-journal", "-arrivals", "-handovers", "-payload"], kinds)
    func theStoreOpensAndRemembers(suffix: String, kind: String) throws {
        let scratch = try Scratch()
        try makeState(scratch)
        try Self.make(kind, scratch.path + suffix)
        let large = [UInt8](repeating: 7, count: PayloadFiles.smallest + 1)
        do {
            let store = try Store(path: scratch.path)
            try store.insert(.sample(1))
            try store.insert(.sample(2), bytes: large)
            try store.commit()
            try store.flush()
            try store.commit()
            try store.synchronise()
            #expect(store.syncFailure == nil)
            try store.close()
        }
        let store = try Store(path: scratch.path)
        #expect(try store.live().map(\.key) == [1, 2])
        #expect(try store.payload(of: 2) == large)
    }

    @Test(arguments: ["pipe", "socket", "directory", "loop"])
    func foreignFileWithTheDatabasesNameIsReportedAtOnce(kind: String) throws {
        let scratch = try Scratch()
        try makeState(scratch)
        try Self.make(kind, scratch.path)
        let error = #expect(throws: StoreError.self) { _ = try Store(path: scratch.path) }
        #expect(error?.code == .cannotOpen)
        // In memory until the foreign file is removed.
        let store = try Store.detached(from: scratch.path)
        try store.insert(.sample(1_800_000_000_001))
        try store.commit()
        #expect(throws: StoreError.self) { try store.mend() }
        try FileManager.default.removeItem(atPath: scratch.path)
        try store.mend()
        #expect(!store.isDetached)
        try store.close()
        #expect(try Store(path: scratch.path).live().count == 1)
    }

    private func mode(_ path: String) throws -> mode_t {
        var facts = stat()
        try #require(unsafe stat(path, &facts) == 0)
        return facts.st_mode & 0o777
    }

    /// Issue 15: the store made the user's file private before it knew that it is no database.
    @Test(arguments: ["text", "database"])
    func `a link to a foreign file leaves the file as it is`(kind: String) throws {
        let scratch = try Scratch()
        try makeState(scratch)
        let foreign = scratch.directory.appendingPathComponent("foreign").path
        if kind == "text" {
            try Data("not a database, but long enough".utf8).write(
                to: URL(fileURLWithPath: foreign))
        } else {
            try Data().write(to: URL(fileURLWithPath: foreign))
            let database = try Database(path: foreign)
            try database.execute("CREATE TABLE mail (a)", doing: "testing")
        }
        try #require(unsafe chmod(foreign, 0o644) == 0)
        try #require(unsafe symlink(foreign, scratch.path) == 0)
        let content = try Data(contentsOf: URL(fileURLWithPath: foreign))
        let store = try Store(path: scratch.path)
        #expect(store.setAside != nil)
        try store.insert(.sample(1))
        try store.commit()
        try store.close()
        #expect(try mode(foreign) == 0o644)
        #expect(try Data(contentsOf: URL(fileURLWithPath: foreign)) == content)
        #expect(try mode(scratch.path) == 0o600)
    }

    @Test func `the store's own database may lie behind a link, and gets private`() throws {
        let scratch = try Scratch()
        let moved = scratch.directory.appendingPathComponent("moved.sqlite").path
        do {
            let store = try Store(path: scratch.path)
            try store.insert(.sample(1))
            try store.flush()
            try store.commit()
            try store.close()
        }
        try FileManager.default.moveItem(atPath: scratch.path, toPath: moved)
        try #require(unsafe symlink(moved, scratch.path) == 0 && chmod(moved, 0o644) == 0)
        let store = try Store(path: scratch.path)
        #expect(store.setAside == nil)
        #expect(try store.live().map(\.key) == [1])
        #expect(try mode(moved) == 0o600 && mode(moved + "-wal") == 0o600)
        try store.close()
    }

    @Test func aLinkInThePlaceOfThePayloadsIsNotFollowed() throws {
        let scratch = try Scratch()
        try makeState(scratch)
        let folder = scratch.directory.appendingPathComponent("folder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let names = ["1", "2", "007", "letter.txt"]
        for name in names { try Data("mine".utf8).write(to: folder.appendingPathComponent(name)) }
        try #require(unsafe symlink(folder.path, scratch.path + "-payload") == 0)
        let store = try Store(path: scratch.path)
        let large = [UInt8](repeating: 7, count: PayloadFiles.smallest + 1)
        try store.insert(.sample(1), bytes: large)
        try store.commit()
        try store.flush()
        try store.commit()
        try store.finish(1, as: .dismissed, at: Timestamp(rawValue: 5))
        try store.commit()
        try store.synchronise()
        for name in names {
            let file = folder.appendingPathComponent(name)
            #expect(try Data(contentsOf: file) == Data("mine".utf8), "\(name)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
    }

    @Test func onlyNamesThatTheStoreGivesAreRemoved() throws {
        let scratch = try Scratch()
        try makeState(scratch)
        let folder = URL(fileURLWithPath: scratch.path + "-payload")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        for name in ["12", "012", "+12", "-12", "12 ", "1e1", "letter.txt", "0"] {
            try Data("?".utf8).write(to: folder.appendingPathComponent(name))
        }
        let store = try Store(path: scratch.path)
        try store.synchronise()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["+12", "-12", "0", "012", "12 ", "1e1", "letter.txt"])
    }

    /// A payload is neither written through a foreign file of its name nor read from a pipe.
    @Test func foreignFileWithAPayloadsNameIsReplaced() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        let folder = scratch.path + "-payload"
        try #require(unsafe mkdir(folder, 0o700) == 0)
        let other = scratch.directory.appendingPathComponent("other")
        try Data("mine".utf8).write(to: other)
        try #require(unsafe mkfifo(folder + "/1", 0o600) == 0)
        try #require(unsafe symlink(other.path, folder + "/2") == 0)
        try #require(unsafe link(other.path, folder + "/3") == 0)
        let large = [UInt8](repeating: 7, count: PayloadFiles.smallest + 1)
        for key in Int64(1)...3 { try store.insert(.sample(key), bytes: large) }
        try store.commit()
        for key in Int64(1)...3 {
            #expect(try store.payload(of: EntryKey(rawValue: key)) == large, "\(key)")
        }
        #expect(try Data(contentsOf: other) == Data("mine".utf8))
        try #require(unsafe unlink(folder + "/1") == 0 && mkfifo(folder + "/1", 0o600) == 0)
        #expect(try store.payload(of: 1) != large)
    }

    @Test(.enabled(if: geteuid() == 0, "needs another user's directory"))
    func theDirectoryOfAnotherUserIsNotUsed() throws {
        let scratch = try Scratch()
        try makeState(scratch)
        let state = URL(fileURLWithPath: scratch.path).deletingLastPathComponent().path
        try #require(unsafe chown(state, 65_534, 65_534) == 0)
        let error = #expect(throws: StoreError.self) { _ = try Store(path: scratch.path) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("another user") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: state) == [])
    }

    @Test(arguments: [
        ("focusd.sqlite", true, false), ("focusd.sqlite-wal", true, false),
        ("focusd.sqlite-arrivals", true, false), ("focusd.sqlite.corrupt-17", true, true),
        ("focusd.sqlite.corrupt-17-wal", true, true),
        ("focusd.sqlite-arrivals.corrupt-17", true, true),
        ("focusd.sqlite-payload.corrupt-17", true, true), ("focusd.sqlite-payload", false, false),
        ("focusd.sqlite.backup", false, false), ("focusd.sqlite.corrupt-", false, false),
        ("focusd.sqlite.corrupt-x", false, false), ("focusd.sqlite.corrupt-1.txt", false, false),
        ("notes.corrupt-17", false, false), ("pictures", false, false),
    ])
    func namesOfTheStore(name: String, isFile: Bool, isDamaged: Bool) {
        #expect(StoreNames.isFile(name, of: "focusd.sqlite") == isFile)
        #expect(StoreNames.isDamaged(name, of: "focusd.sqlite") == isDamaged)
    }
}
