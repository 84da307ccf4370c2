// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusClient

/// Programs on focusd's private bus.
@Suite @LoopActor struct SessionOwnersTests {
    /// Two checks at the same time took each other for programs that the server had started.
    @Test func anotherRunOfThisProgramIsNoProgramOfTheServers() async throws {
        let own = try #require(ProgramFile.name(ofProcess: UInt32(getpid())))
        try await withPrograms([own, "browser"]) { directory, server in
            _ = try server.requestName(WireName.notifications)
            #expect(programs(in: directory) == ["browser"])
        }
    }

    /// Issue 17: while a server had no name yet, `doctor` said that the server had started it.
    @Test func serverThatStartsIsNoProgramOfItsOwn() async throws {
        try await withPrograms(["server"]) { directory, other in
            #expect(programs(in: directory).isEmpty)
            // Those that another process has started are none of focusd's.
            #expect(programs(in: directory, of: .max) == ["server"])
            _ = try other.requestName(WireName.notifications)
            #expect(programs(in: directory) == ["server"])
        }
    }

    /// The programs beside the server, with this process as focusd.
    private func programs(
        in directory: String, of focusd: UInt32 = UInt32(getpid())
    ) -> [String] {
        SessionOwners.besidesServer(in: directory, of: focusd).map(\.program)
    }

    /// Calls `body` with the directory of a bus that these programs have joined, each started by a
    /// script of this process, and with a connection to that bus.
    private func withPrograms(
        _ names: [String], _ body: (String, Connection) throws -> Void
    ) async throws {
        let bus = try PrivateBus()
        defer { bus.stop() }
        let directory = try makeTemporaryDirectory("owners")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createSymbolicLink(
            atPath: directory + "/bus", withDestinationPath: bus.directory + "/socket")
        let watcher = try bus.connect()
        let newcomers = Recorder<Void>()
        let subscription = watcher.subscribe(
            MatchRule(sender: .bus, member: "NameOwnerChanged", arguments: [1: ""])
        ) { _ in newcomers.record(()) }
        defer { subscription.cancel() }
        _ = try watcher.busID()
        var processes: [ChildProcess] = []
        defer { processes.forEach { $0.signal(SIGTERM) } }
        for name in names {
            // The kernel names a process after the link that was started.
            let link = "\(directory)/\(name)"
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "/usr/bin/gdbus")
            // The shell waits for the end of the program before it goes on.
            processes.append(
                try ChildProcess(
                    [
                        "/bin/sh", "-c", "\"$0\" \"$@\"; :", link, "monitor", "--address",
                        bus.address, "--dest", "org.example.None",
                    ], leadsGroup: true, endsWithParent: true
                ) { _ in })
            try await newcomers.next()
        }
        try body(directory, watcher)
    }
}
