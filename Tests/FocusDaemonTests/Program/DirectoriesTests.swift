// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

/// The directories that focusd writes to. Only the user can read focusd's own files; other files
/// stay unchanged.
@Suite(.timeLimit(.minutes(5))) struct DirectoriesTests {
    private func withDirectories(
        _ body: (Directories, String) throws -> Void
    ) throws {
        let path = try makeTemporaryDirectory("directories")
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(Directories(state: path + "/state", runtime: path + "/run"), path)
    }

    private func mode(_ path: String) -> Int? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return Int(status.st_mode & 0o7777)
    }

    private func make(_ path: String) throws {
        #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8)))
        try #require(unsafe chmod(path, 0o644) == 0)
    }

    @Test func ownFilesBecomeTheUsersAloneAndOthersStay() throws {
        try withDirectories { directories, path in
            try directories.makeState()
            #expect(try directories.makeRuntime() == [])
            let state = directories.state
            for folder in ["pictures", "focusd.sqlite-payload", "last-valid", "backup"] {
                try #require(unsafe mkdir("\(state)/\(folder)", 0o755) == 0)
            }
            let own = [
                "focusd.sqlite", "focusd.sqlite-wal", "focusd.sqlite.corrupt-17",
                "pictures/7-icon.png", "focusd.sqlite-payload/12", "last-valid/focusd.conf",
                "last-valid/always.focus",
            ]
            let others = [
                "notes.txt", "focusd.sqlite.backup", "pictures/holiday.jpg", "backup/focusd.sqlite",
                "focusd.sqlite-payload/012",
            ]
            for name in own + others { try make("\(state)/\(name)") }
            try make(path + "/elsewhere")
            try #require(unsafe symlink(path + "/elsewhere", state + "/focusd.sqlite-shm") == 0)
            for name in ["bus", "bus.conf", "other"] { try make("\(directories.runtime)/\(name)") }
            directories.close()
            for name in own { #expect(mode("\(state)/\(name)") == 0o600, "\(name)") }
            for name in others { #expect(mode("\(state)/\(name)") == 0o644, "\(name)") }
            #expect(mode(state + "/pictures") == 0o700)
            #expect(mode(state + "/last-valid") == 0o700)
            #expect(mode(state + "/backup") == 0o755)
            #expect(mode(path + "/elsewhere") == 0o644)
            #expect(mode(directories.runtime + "/bus.conf") == 0o600)
            #expect(mode(directories.runtime + "/other") == 0o644)
        }
    }

    @Test func aDirectoryThatIsALinkIsFollowedOnlyForTheState() throws {
        try withDirectories { directories, path in
            try #require(unsafe mkdir(path + "/place", 0o755) == 0)
            try make(path + "/place/bus")
            try #require(unsafe symlink(path + "/place", directories.runtime) == 0)
            try #require(unsafe symlink(path + "/place", directories.state) == 0)
            // The link is followed by nothing, and focusd starts (issue 15).
            let aside = directories.runtime + ".set-aside"
            #expect(try directories.makeRuntime() == [aside])
            #expect(mode(directories.runtime) == 0o700)
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: aside) == path + "/place")
            directories.close()
            #expect(mode(path + "/place") == 0o755)
            #expect(mode(path + "/place/bus") == 0o644)
            try directories.makeState()
            #expect(mode(path + "/place") == 0o700)
        }
    }

    @Test func somethingElseInPlaceOfTheRuntimeDirectoryIsSetAside() throws {
        try withDirectories { directories, path in
            let name = directories.runtime
            try #require(unsafe mkfifo(name, 0o600) == 0)
            #expect(try directories.makeRuntime() == [name + ".set-aside"])
            try FileManager.default.removeItem(atPath: name)
            // It replaces what was renamed before.
            try make(name)
            #expect(try directories.makeRuntime() == [name + ".set-aside"])
            #expect(try String(contentsOfFile: name + ".set-aside", encoding: .utf8) == "x")
            #expect(try directories.makeRuntime() == [])
        }
    }

    /// Another user may have created `/tmp/focusd-UID`.
    @Test func theFallbackMustBeTheUsersOwn() throws {
        try withDirectories { _, path in
            try #require(unsafe mkdir(path + "/place", 0o755) == 0)
            let fallback = path + "/focusd-1"
            try #require(unsafe symlink(path + "/place", fallback) == 0)
            let directories = Directories(
                state: path + "/state", runtime: fallback + "/focusd", fallback: fallback)
            #expect(throws: SystemError.self) { try directories.makeRuntime() }
        }
    }

    @Test func theDirectoryThatSessionsShareBecomesTheUsersAlone() throws {
        try withDirectories { _, path in
            try #require(unsafe mkdir(path + "/focusd", 0o777) == 0)
            try #require(unsafe chmod(path + "/focusd", 0o777) == 0)
            let directories = Directories(
                state: path + "/state", runtime: path + "/focusd/1-2", shared: path + "/focusd")
            #expect(try directories.makeRuntime() == [])
            #expect(mode(path + "/focusd") == 0o700)
            #expect(mode(path + "/focusd/1-2") == 0o700)
        }
    }

    @Test func aWrittenFileReplacesWhatHasItsName() throws {
        try withDirectories { directories, path in
            #expect(try directories.makeRuntime() == [])
            try make(path + "/elsewhere")
            let name = directories.runtime + "/bus.conf"
            try #require(unsafe symlink(path + "/elsewhere", name) == 0)
            try Directories.write("text", to: "bus.conf", in: directories.runtime)
            #expect(try String(contentsOfFile: name, encoding: .utf8) == "text")
            #expect(try String(contentsOfFile: path + "/elsewhere", encoding: .utf8) == "x")
            #expect(mode(name) == 0o600)
            try #require(unsafe unlink(name) == 0 && mkfifo(name, 0o600) == 0)
            try Directories.write("text", to: "bus.conf", in: directories.runtime)
            #expect(try String(contentsOfFile: name, encoding: .utf8) == "text")
        }
    }

    @Test func namesOfAnOwnDirectoryHaveALimit() throws {
        try withDirectories { directories, _ in
            try directories.makeState()
            for number in 0..<Limits.ownDirectoryNames + 10 {
                let path = "\(directories.state)/\(number)"
                let file = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
                close(file)
            }
            let names = try OwnDirectory(directories.state).names { _ in true }
            #expect(names.count == Limits.ownDirectoryNames)
        }
    }

    /// A pipe does not count as a small file, nor one that cannot be read as an empty one.
    @Test func aPipeIsNoSmallFile() throws {
        try withDirectories { _, path in
            try #require(unsafe mkfifo(path + "/pipe", 0o600) == 0)
            #expect(SmallFile.read(path + "/pipe") == nil)
            #expect(SmallFile.read("/dev/zero") == nil)
            // Reading at address 0 fails.
            #expect(SmallFile.read("/proc/self/mem") == nil)
            #expect(SmallFile.read("/proc/self/comm") != nil)
        }
    }
}
