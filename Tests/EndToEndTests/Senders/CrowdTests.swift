// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Many clients, and one that sends much: all are answered, and nothing of them stays behind.
extension EndToEnd.Senders {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct CrowdTests {
        private static func notification(_ summary: String, replaces: UInt32 = 0) throws -> Message
        {
            let call = Message.methodCall(
                destination: WireName.notifications, path: WireName.notificationsPath,
                interface: WireName.notificationsInterface, member: "Notify")
            try call.append(
                .string("Example"), .uint32(replaces), .string(""), .string(summary), .string("b"),
                .strings(["default", "Open"]),
                .vardict(["desktop-entry": .string("org.example.A")]),
                .int32(-1))
            return call
        }

        /// Sends without waiting for answers.
        static func send(
            _ count: Int, on connection: Connection, to answers: Recorder<UInt32>
        ) throws {
            for number in 0..<count {
                connection.call(try notification("\(number)"), timeout: .seconds(300)) { result in
                    var reader = (try? result.get())?.reader
                    answers.record((try? reader?.uint32()) ?? 0)
                }
            }
        }

        /// Returns the number of a process's open descriptors, and its private memory in KiB.
        private static func figures(of process: ChildProcess) throws -> (open: Int, memory: Int) {
            let directory = "/proc/\(process.pid)"
            let open = try FileManager.default.contentsOfDirectory(atPath: directory + "/fd").count
            let text = try String(contentsOfFile: directory + "/status", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
            let words = line?.split(separator: " ").compactMap { Int($0) }
            return (open, words?.first ?? 0)
        }

        @Test func aThousandClientsAtOnceAreAllAnsweredAndForgotten() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("quiet"))
                let daemon = try #require(desktop.daemon)
                let before = try Self.figures(of: daemon)
                let answers = Recorder<UInt32>()
                var clients: [Connection] = []
                for _ in 0..<1_000 {
                    clients.append(try desktop.session.connect())
                    // Apps of other suites, which share this loop, have seconds for an answer.
                    await Task.yield()
                }
                for client in clients { try Self.send(3, on: client, to: answers) }
                var ids: Set<UInt32> = []
                for _ in 0..<3_000 { ids.insert(try await answers.next()) }
                #expect(ids.count == 3_000)
                #expect(!ids.contains(0))
                #expect(try await tool.counters()[.decided] == 3_000)
                for client in clients { client.close() }
                // A thread of the store's may have something open for a moment.
                try await tool.waitForStatus { _ in
                    (try? Self.figures(of: daemon).open <= before.open) == true
                }
            }
        }

        /// Starts focusd with quiet on, and a client that it knows.
        private static func knownClient(_ desktop: Desktop) async throws -> Client {
            try await desktop.startWithServer()
            let client = try desktop.client()
            try await client.focusd("Activate", .string("quiet"))
            _ = try await client.notify("known")
            return client
        }

        /// focusd's socket has a hundred calls of one client, and then one of another.
        @Test func oneCallDoesNotWaitForAHundredOfAnotherClient() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let other = try await Self.knownClient(desktop)
                let answers = Recorder<UInt32>()
                let loud = try desktop.session.connect()
                try Self.send(1, on: loud, to: answers)
                _ = try await answers.next()
                let answer = Recorder<UInt32>()
                try desktop.whileStopped {
                    try Self.send(100, on: loud, to: answers)
                    // The bus has taken what came before when it answers this.
                    _ = try loud.busID()
                    try Self.send(1, on: other.connection, to: answer)
                    _ = try other.connection.busID()
                }
                let id = try await answer.next()
                var ids: [UInt32] = []
                for _ in 0..<100 { ids.append(try await answers.next()) }
                #expect(ids == ids.sorted(), "one client's own stay in order")
                // Ids are given out in the order of handling.
                #expect(ids.count { $0 < id } <= 25, "\(id), \(ids)")
                loud.close()
            }
        }

        @Test func burstOfTenThousandIsTakenWhileAnotherClientIsAnswered() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let other = try await Self.knownClient(desktop)
                let answers = Recorder<UInt32>()
                // Nobody that focusd knows: its calls wait in line while it is looked up.
                let loud = try desktop.session.connect()
                let others = Recorder<UInt32>()
                for _ in 0..<5 {
                    try Self.send(2_000, on: loud, to: answers)
                    // The bus has taken what came before when it answers this.
                    _ = try loud.busID()
                    try Self.send(1, on: other.connection, to: others)
                    _ = try other.connection.busID()
                    await Task.yield()
                }
                var ids: [UInt32] = []
                for _ in 0..<10_000 { ids.append(try await answers.next()) }
                #expect(ids.allSatisfy { $0 != 0 })
                #expect(ids == ids.sorted(), "in their order")
                // Ids are given out in the order of handling.
                for part in 1...5 {
                    let id = try await others.next()
                    #expect(id != 0)
                    #expect(ids.count { $0 < id } <= part * 2_000, "\(part): \(id)")
                }
                #expect(try await other.counters()[.decided] == 10_006)
                loud.close()
            }
        }

        /// Clients that come and go, with all that notifications can go through.
        private static func traffic(_ clients: Int, _ desktop: Desktop) async throws {
            let quiet = try desktop.client()
            for number in 0..<clients {
                let client = try desktop.client()
                var ids: [UInt32] = []
                for index in 0..<8 { ids.append(try await client.notify("n\(number) \(index)")) }
                for _ in 0..<4 { _ = try await client.notify("again", replaces: ids[0]) }
                _ = try await client.call("CloseNotification", .uint32(ids[1]))
                _ = try await client.call("Inhibit", .string("a"), .string("b"), .vardict([:]))
                // What is left is for the user to do.
                let list = Value.array(of: "u", ids.dropFirst(2).map { .uint32($0) })
                try await quiet.focusd(number % 2 == 0 ? "Dismiss" : "MarkRead", list)
                client.leave()
                desktop.server?.forgetNotifications()
            }
            quiet.leave()
        }

        @Test func memoryAndDescriptorsStayFlatWhileClientsComeAndGo() async throws {
            var files = quietFocus
            files["focusd.conf"] = "[History]\nEntries=500\n"
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("quiet"))
                let daemon = try #require(desktop.daemon)
                try await Self.traffic(100, desktop)
                _ = try await tool.status()
                let middle = try Self.figures(of: daemon)
                try await Self.traffic(200, desktop)
                _ = try await tool.status()
                let end = try Self.figures(of: daemon)
                print("middle \(middle), end \(end)")
                // A thread of the store's may have something open for a moment.
                try await tool.waitForStatus { _ in
                    (try? Self.figures(of: daemon).open <= middle.open) == true
                }
                #expect(end.memory <= middle.memory + 1_024)
                // Inhibitions go with their clients.
                try await tool.waitForStatus { $0.inhibitors.isEmpty }
            }
        }
    }
}
