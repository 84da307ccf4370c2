// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Issue 15: lists are read whatever lies in the store, and others are answered meanwhile.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct EntryListTests {
        private nonisolated static let tool = Programs.path("focus-switch")

        /// The most memory that focusd has had, in KiB.
        private static func peak(of desktop: Desktop) throws -> Int {
            let process = try #require(desktop.daemon)
            let text = try String(contentsOfFile: "/proc/\(process.pid)/status", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return try #require(line?.split(separator: " ").compactMap { Int($0) }.first)
        }

        /// Returns the output of a command.
        private static func output(
            _ desktop: Desktop, _ arguments: [String]
        ) async throws -> String {
            // One line may have megabytes: too much for what looks for line ends as it comes.
            let file = desktop.home + "/output"
            let tool = try Tool(
                ["/bin/sh", "-c", #"out=$1; shift; exec "$@" >"$out""#, "sh", file, Self.tool]
                    + arguments, environment: desktop.environment)
            try await tool.finish()
            return try String(contentsOfFile: file, encoding: .utf8)
        }

        /// The entries that a command prints with `--json`.
        private static func list(
            _ desktop: Desktop, _ arguments: String...
        ) async throws -> [[String: Any]] {
            let text = try await output(desktop, arguments + ["--json"])
            let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
            guard let entries = json as? [[String: Any]] else {
                throw TestSupportError("no array of objects: \(text.prefix(200))")
            }
            return entries
        }

        private static func summaries(_ entries: [[String: Any]]) -> [String] {
            entries.compactMap { $0["summary"] as? String }
        }

        @Test func aThousandMissedNotificationsOf128KiBAreListed() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                // A build for debugging: still far from what the whole list took.
                let limit = 1_000
                desktop.variables["FOCUSD_WATCHDOG"] = "\(limit)"
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let body = String(repeating: "x", count: 128 << 10)
                for number in 0..<1_000 {
                    _ = try await client.notify("n\(number)", body: body, app: "app\(number % 20)")
                }
                let before = try Self.peak(of: desktop)
                // Somebody else, whose notifications are shown.
                let listing = Listing()
                let bystander = try desktop.client()
                let others = Task { @LoopActor in
                    while listing.goesOn {
                        _ = try await bystander.notify("shown", app: "x", replaces: 5_000)
                    }
                }
                let expected = (0..<1_000).reversed().map { "n\($0)" }
                let missed = try await Self.list(desktop, "missed")
                #expect(Self.summaries(missed) == expected)
                #expect(missed.allSatisfy { $0["shortened"] as? [String] == ["body"] })
                let history = try await Self.list(
                    desktop, "history", "--silenced", "--limit", "1000")
                #expect(Self.summaries(history) == expected)
                let table = try await Self.output(desktop, ["missed"])
                #expect(table.utf8.count { $0 == UInt8(ascii: "\n") } == 1_000)
                listing.goesOn = false
                try await others.value
                #expect(try Self.peak(of: desktop) - before < 32 << 10)
                // One alone is whole.
                let shown = try await Self.output(desktop, ["missed", "show", "1"])
                let isWhole = shown.contains(body)
                #expect(isWhole)
                // Milliseconds on a processor in which focusd's loop served nobody else.
                let turns = desktop.log.components(separatedBy: "the loop was busy for ")
                    .dropFirst()
                let times = turns.map { turn in
                    turn.components(separatedBy: " ms, ").dropFirst().first
                        .flatMap { $0.split(separator: " ").first }.flatMap { Int($0) } ?? limit
                }
                #expect(times.allSatisfy { $0 < limit }, "\(turns)")
            }
        }

        @Test func tenThousandNotificationsAreListed() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let answers = Recorder<UInt32>()
                try EndToEnd.Senders.CrowdTests.send(
                    Limits.liveNotifications, on: client.connection, to: answers)
                for _ in 0..<Limits.liveNotifications {
                    _ = try await answers.next()
                }
                let expected = (0..<Limits.liveNotifications).reversed().map(String.init)
                #expect(Self.summaries(try await Self.list(desktop, "missed")) == expected)
                let limit = "\(Limits.queryEntries)"
                let history = try await Self.list(desktop, "history", "--limit", limit)
                #expect(Self.summaries(history) == expected)
                try await Self.refusesTooManySearches(desktop)
                let count = try await desktop.run(Self.tool, "missed", "dismiss", "--all")
                #expect(count == "Dismissed 10000 notifications.")
                #expect(try await client.status().missed == 0)
            }
        }

        /// Each of these looks at ten thousand rows and finds none.
        private static func refusesTooManySearches(_ desktop: Desktop) async throws {
            let client = try desktop.client()
            let results = Recorder<CallError?>()
            // focusd finds all of them, however slowly they are sent.
            try desktop.whileStopped {
                for _ in 0..<100 {
                    let call = Message.methodCall(
                        destination: WireName.focus, path: WireName.focusPath,
                        interface: WireName.control, member: "Entries")
                    try call.append(.vardict(["state": .string("parked")]))
                    client.connection.call(call, timeout: .testDeadline) { result in
                        if case .failure(let error) = result {
                            results.record(error)
                        } else {
                            results.record(nil)
                        }
                    }
                }
                // The bus has the calls when it answers this.
                _ = try client.connection.busID()
            }
            var errors: [CallError?] = []
            for _ in 0..<100 { errors.append(try await results.next()) }
            #expect(errors.count { $0 == nil } >= Limits.listingsPerClient)
            let refused = errors.compactMap(\.self)
            #expect(!refused.isEmpty)
            #expect(refused.allSatisfy { $0.name == WireError.limitsExceeded })
            // It may ask once those are answered.
            #expect(try await client.entries(["state": .string("parked")]).isEmpty)
        }

        @Test func anAnswerListsNoMoreThanItsLimit() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let answers = Recorder<UInt32>()
                let count = Limits.listedEntries + 1
                try EndToEnd.Senders.CrowdTests.send(count, on: client.connection, to: answers)
                for _ in 0..<count { _ = try await answers.next() }
                for limit in [Limits.listedEntries, count] {
                    let query = Value.vardict(["limit": .uint32(UInt32(limit))])
                    let reply = try await client.focusd("Entries", query)
                    let page = reply.first.flatMap(Fields.list) ?? []
                    #expect(page.count == Limits.listedEntries)
                    #expect(page.last?.int64("next") == page.last?.int64("key"))
                    #expect(page.dropLast().allSatisfy { $0.int64("next") == nil })
                }
                #expect(try await client.entries(["limit": .uint32(UInt32(count))]).count == count)
            }
        }

        @Test func anAppThatFillsItsShareOfTextsKeepsShortOnes() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let limit = Limits.storedTextBytes
                let body = String(repeating: "x", count: limit)
                // With its summary and its app's name each has a little more than that.
                let fitting = Limits.appTextBytes / (limit + 16)
                var ids: [UInt32] = []
                for number in 0..<fitting + 2 {
                    ids.append(try await client.notify("n\(number)", body: body, app: "loud"))
                }
                let other = try await client.notify("other", body: body, app: "quiet")
                // While its message is there, all of it is answered.
                let last = try await client.focusd("Entry", .uint32(ids[fitting + 1])).first
                #expect(last?["body"]?.asString?.utf8.count == limit)
                // What is over keeps what the columns have.
                let all = Value.array(of: "u", (ids + [other]).map { .uint32($0) })
                try await client.focusd("Dismiss", all)
                var kept: [Int] = []
                for id in ids + [other] {
                    let entry = try await client.focusd("Entry", .uint32(id)).first
                    kept.append(entry?["body"]?.asString?.utf8.count ?? 0)
                }
                let short = Limits.listedTextBytes
                let whole = Array(repeating: limit, count: fitting)
                #expect(kept == whole + [short, short, limit])
                // Its share is free again.
                let next = try await client.notify("next", body: body, app: "loud")
                try await client.focusd("Dismiss", .array(of: "u", [.uint32(next)]))
                let entry = try await client.focusd("Entry", .uint32(next)).first
                #expect(entry?["body"]?.asString?.utf8.count == limit)
            }
        }

        /// `explain` found nothing while the feedback was on the screen.
        @Test func notificationThatFeedbackHasReplacedIsFound() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let id = try await client.notify("silenced")
                let feedback = try await client.notify(
                    "volume", replaces: id, hints: ["synchronous": .string("volume")])
                #expect(feedback == id)
                #expect(try await desktop.fake.notification(1).summary == "volume")
                let entry = try await client.focusd("Entry", .uint32(id)).first
                #expect(entry?["summary"]?.asString == "silenced")
                #expect(entry?["reason"]?.asString == "app")
                // Feedback alone has no entry.
                let other = try await client.notify(
                    "brightness", hints: ["synchronous": .string("brightness")])
                let error = try await client.error {
                    try await client.focusd("Entry", .uint32(other))
                }
                #expect(error.name == WireError.notFound)
            }
        }
    }
}

/// True until all lists of a test are there.
@LoopActor private final class Listing {
    var goesOn = true
}
