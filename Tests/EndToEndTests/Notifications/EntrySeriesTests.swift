// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Calls of the user's tools about many notifications (issue 15).
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct EntrySeriesTests {
        private static let many = 2_000

        /// Sends many notifications of one app, then sends a call about them, another call of
        /// the same client, and one of another client, all to be read at the same time.
        ///
        /// - Returns: the answers in the order in which focusd sent them.
        private func answers(
            to member: MemberName, _ arguments: Value..., quiet: Bool = true, end: Bool = false,
            desktop: Desktop
        ) async throws -> [[Value]] {
            try await desktop.startWithServer()
            let client = try desktop.client()
            let other = try desktop.client()
            if quiet { try await client.focusd("Activate", .string("quiet")) }
            for number in 0..<Self.many { _ = try await client.notify("\(number)") }
            let answers = Recorder<(serial: UInt32, values: [Value])>()
            func send(_ member: MemberName, _ values: [Value] = [], from client: Client) throws {
                let call = Message.methodCall(
                    destination: WireName.focus, path: WireName.focusPath,
                    interface: WireName.control, member: member)
                try call.append(contentsOf: values)
                client.connection.call(call, timeout: .testDeadline) { result in
                    let answer = try? result.get()
                    answers.record((answer?.serial ?? 0, (try? answer?.arguments()) ?? []))
                }
                // The bus has the call when it answers this.
                _ = try client.connection.busID()
            }
            try desktop.whileStopped {
                try send(member, arguments, from: client)
                try send("Badges", from: client)
                try send("ListFocuses", from: other)
                if end { desktop.daemon?.signal(SIGTERM) }
            }
            var all: [(serial: UInt32, values: [Value])] = []
            for _ in 0..<3 { all.append(try await answers.next()) }
            // The loop may read either of the two connections first.
            return all.sorted { $0.serial < $1.serial }.map(\.values)
        }

        private static let total: [Value] = [.uint32(UInt32(many))]

        @Test("other clients have their turns meanwhile, and the caller's own calls wait")
        func listIsCleared() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let answers = try await answers(to: "ClearMissed", desktop: desktop)
                #expect(answers[1] == Self.total, "\(answers)")
                let client = try desktop.client()
                #expect(try await client.entries(["state": .string("silenced")]).isEmpty)
                #expect(try await client.badge(of: "org.example.Chat") == 0)
            }
        }

        @Test(
            "at the end of focusd, a call that is under way and the caller's next one are answered",
            arguments: ["ClearMissed", "ListApps"] as [MemberName])
        func endOfFocusdAnswersAll(_ member: MemberName) async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let answers = try await answers(to: member, end: true, desktop: desktop)
                #expect(!answers.contains([]), "each call has its answer")
            }
        }

        @Test func appsAreListed() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let answers = try await answers(to: "ListApps", desktop: desktop)
                let apps = try #require(answers[1].first.flatMap(Fields.list))
                #expect(apps.compactMap(SeenApp.init).map(\.count) == [Self.many])
            }
        }

        @Test func entriesAreListed() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let query = Value.vardict(["limit": .uint32(1_000)])
                let answers = try await answers(to: "Entries", query, desktop: desktop)
                // The caller's own next call need not wait: a list changes nothing.
                let entries = try #require(answers[2].first.flatMap(Fields.list))
                #expect(entries.count > 100)
            }
        }

        @Test func badgeIsCleared() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let app = Value.string("org.example.Chat")
                let answers = try await answers(
                    to: "ClearBadge", app, quiet: false, desktop: desktop)
                #expect(answers[1] == Self.total, "\(answers)")
                #expect(try await desktop.client().badge(of: "org.example.Chat") == 0)
            }
        }

        @Test func appIsForgotten() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let app = Value.string("org.example.Chat")
                let answers = try await answers(to: "Forget", app, desktop: desktop)
                #expect(answers[1] == Self.total, "\(answers)")
                #expect(try await desktop.client().entries().isEmpty)
            }
        }
    }
}
