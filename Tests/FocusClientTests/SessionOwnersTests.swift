// SPDX-License-Identifier: Apache-2.0

import DBus
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
        // The kernel names a process after the link that was started.
        let own = try #require(ProgramFile.name(ofProcess: UInt32(getpid())))
        var processes: [ChildProcess] = []
        for name in [own, "browser"] {
            let link = "\(directory)/\(name)"
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "/usr/bin/gdbus")
            processes.append(
                try ChildProcess(
                    [link, "monitor", "--address", bus.address, "--dest", "org.example.None"],
                    endsWithParent: true
                ) { _ in })
            try await newcomers.next()
        }
        defer { processes.forEach { $0.signal(SIGTERM) } }
        #expect(SessionOwners.besidesServer(in: directory).map(\.program) == ["browser"])
    }
}
