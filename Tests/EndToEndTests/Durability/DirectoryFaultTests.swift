// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Directories that focusd may not write to, or that hold what it did not put there (issue 15).
extension EndToEnd.Faults {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct DirectoryFaultTests {
        private static let quiet = ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n"]

        /// Runs what follows where these directories can only be read.
        private nonisolated static let readOnly = """
            for path in $FROZEN; do
                mount --bind "$path" "$path" && mount -o remount,bind,ro "$path" || exit 9
            done
            exec "$@"
            """

        private nonisolated static func readOnly(_ paths: [String]) -> [String] {
            ["env", "FROZEN=" + paths.joined(separator: " ")] + unshare
                + ["sh", "-c", readOnly, "sh"]
        }

        private nonisolated static let unshare =
            ["unshare", "--mount"]
            + (geteuid() == 0 ? [] : ["--map-current-user", "--keep-caps"])

        /// True if this machine lets a test mount what only the test sees.
        nonisolated static let canMount: Bool = {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = readOnly(["/mnt"]) + ["true"]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        @Test(
            .enabled(if: Self.canMount, "no mounts here"),
            arguments: ["nothing", "an open directory", "a store"])
        func aReadOnlyHomeIsNoReasonNotToStart(left: String) async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let state = desktop.home + "/state"
                switch left {
                case "a store":
                    try await desktop.start()
                    _ = try await desktop.client().notify("before")
                    try await desktop.end()
                case "an open directory":
                    try FileManager.default.createDirectory(
                        atPath: state + "/focusd", withIntermediateDirectories: true,
                        attributes: [.posixPermissions: 0o755])
                    try #require(unsafe chmod(state + "/focusd", 0o755) == 0)
                default:
                    try FileManager.default.createDirectory(
                        atPath: state, withIntermediateDirectories: true)
                }
                try await desktop.start(
                    through: Self.readOnly([state, desktop.home + "/config"]))
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                #expect(try await client.notify("silenced") != 0)
                #expect(try await client.status().missed >= 1)
                try await desktop.waitForLog("nothing outlives this run")
                let check = try await client.doctor("database file")
                #expect(check.problem?.kind == .storeInMemory)
                #expect(try await desktop.end() == .exited(0))
            }
        }

        @Test(arguments: ["state", "runtime"])
        func aDirectoryThatCannotBeMadeIsNoReasonNotToStart(which: String) async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                // Permissions do not keep root out; a file in the way does.
                try Data().write(to: URL(filePath: "\(desktop.home)/\(which)"))
                try await desktop.start()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                #expect(try await client.notify("silenced") != 0)
                #expect(try await client.status().missed == 1)
                if which == "state" {
                    try FileManager.default.removeItem(atPath: "\(desktop.home)/state")
                    try await desktop.waitForLog("the store works again")
                    try await desktop.end(SIGKILL)
                    try await desktop.start()
                    #expect(try await desktop.client().status().missed == 1)
                }
            }
        }

        @Test func aDirectoryThatComesBackHasWhatItHad() async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let (state, away) = (desktop.home + "/state", desktop.home + "/away")
                try await desktop.start()
                let first = try desktop.client()
                try await first.focusd("Mute", .string("org.example.Ads"), .vardict([:]))
                try await first.focusd("Activate", .string("quiet"))
                let before = try await first.notify("before")
                try await desktop.end()
                // As with a file system that is mounted late.
                try FileManager.default.moveItem(atPath: state, toPath: away)
                try Data().write(to: URL(filePath: state))
                try await desktop.start()
                let second = try desktop.client()
                #expect(try await second.status().activation == nil)
                try await second.focusd("Mute", .string("org.example.Games"), .vardict([:]))
                let between = try await second.notify("between", app: "org.example.Games")
                let ids = [before, between].sorted()
                try FileManager.default.removeItem(atPath: state)
                try FileManager.default.moveItem(atPath: away, toPath: state)
                try await desktop.waitForLog("the store works again")
                @LoopActor func expectAll() async throws {
                    let client = try desktop.client()
                    let status = try await client.status()
                    #expect(status.activation?.focus.rawValue == "quiet")
                    let missed = try await client.entries(["missed": .boolean(true)])
                    #expect(missed.compactMap { $0.uint32("id") }.sorted() == ids)
                    let mutes = try await client.focusd("Mutes").first.flatMap(Fields.list) ?? []
                    #expect(
                        mutes.compactMap { $0.string("app") }
                            == ["org.example.Ads", "org.example.Games"])
                }
                try await expectAll()
                try await desktop.end(SIGKILL)
                try await desktop.start()
                try await expectAll()
            }
        }

        @Test(arguments: [
            "focusd.sqlite", "focusd.sqlite-wal", "focusd.sqlite-shm", "focusd.sqlite-journal",
            "focusd.sqlite-arrivals", "focusd.sqlite-handovers", "focusd.sqlite-payload",
            "pictures",
        ])
        func aPipeInThePlaceOfAFileIsNotWaitedFor(name: String) async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let state = desktop.home + "/state/focusd"
                try FileManager.default.createDirectory(
                    atPath: state, withIntermediateDirectories: true)
                try #require(unsafe mkfifo("\(state)/\(name)", 0o600) == 0)
                try await desktop.start()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let body = String(repeating: "x", count: 40_000)
                #expect(try await client.notify("silenced", body: body) != 0)
                #expect(try await client.status().missed == 1)
            }
        }

        @Test(arguments: ["focuses/pipe.focus", "focusd.conf", "focuses", "."])
        func aPipeAmongTheUsersFilesIsNotWaitedFor(name: String) async throws {
            try await withDesktop { desktop in
                let place = desktop.home + "/config/focusd"
                let isWhole = name == "."
                try FileManager.default.createDirectory(
                    atPath: isWhole
                        ? desktop.home + "/config"
                        : name.hasPrefix("focuses/") ? place + "/focuses" : place,
                    withIntermediateDirectories: true)
                let path = isWhole ? place : "\(place)/\(name)"
                try #require(unsafe mkfifo(path, 0o600) == 0)
                try await desktop.start()
                #expect(try await desktop.client().notify("shown") != 0)
            }
        }

        @Test func fortyEditsAtTheSameTimeAreAllInTheFile() async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                var waiting = (0..<40).map { "org.example.App\($0)" }
                let apps = waiting
                var failures = 0
                while !waiting.isEmpty {
                    let editors = try waiting.map { app in
                        try desktop.spawn(
                            ["allow", "--focus", "quiet", "--app", app], program: "focus-switch")
                    }
                    for _ in editors { _ = try await desktop.exit() }
                    // On a busy machine, one may give up after 10 s, and says so.
                    let failed = zip(waiting, editors).filter { $1.exitStatus != .exited(0) }
                    failures += failed.count
                    try await desktop.waitForLog("has kept these files locked", times: failures)
                    try #require(failed.count < waiting.count, "nobody has the lock")
                    waiting = failed.map { $0.0 }
                }
                let path = desktop.home + "/config/focusd/focuses/quiet.focus"
                let text = try String(contentsOfFile: path, encoding: .utf8)
                for app in apps { #expect(text.contains(app + ";"), "\(app)") }
            }
        }
    }
}
