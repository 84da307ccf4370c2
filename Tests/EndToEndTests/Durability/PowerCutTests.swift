// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Foundation
import GLibLoop
import Glibc
import SeededRandom
import TestSupport
import Testing

@testable import FocusStore

/// The power fails at any moment: what was synchronised by then is there afterwards, and the
/// database is sound. The disk shim has written down what focusd wrote and synchronised; each cut
/// makes files of that as a disk may have them, and the real store opens them.
extension EndToEnd.Durability {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct PowerCutTests {
        /// The answers that a client got, with their times.
        private struct Answers {
            var sent: [(summary: String, id: UInt32, time: UInt64)] = []
            /// Times of each call and of its answer.
            var closed: [String: (begin: UInt64, end: UInt64)] = [:]
        }

        nonisolated private static let cuts = 60

        @Test func atAnyMomentWhatWasSynchronisedIsThereAndTheDatabaseIsSound() async throws {
            try await withDesktop { desktop in
                let shim = try DiskShim(home: desktop.home)
                try await desktop.start(through: shim.command(logs: true))
                var answers = Answers()
                try await Self.talk(desktop, shim, untilSynchronised: 3, &answers)
                try await Self.burst(desktop, &answers)
                try await Self.talk(desktop, shim, untilSynchronised: 3, &answers)
                try await desktop.end(SIGKILL)
                let records = try await Self.records(of: shim)
                let checked = try await Self.check(records, answers, in: Self.memory(for: desktop))
                // Most cuts come when there is something to lose.
                #expect(checked > Self.cuts * 20)
                await Self.tellDelays(records)
            }
        }

        @Test func aPictureOfAMissedNotificationIsSynchronised() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                let shim = try DiskShim(home: desktop.home)
                try await desktop.start(through: shim.command(logs: true))
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let picture = desktop.home + "/picture.png"
                try Data(repeating: 7, count: 5_000).write(to: URL(fileURLWithPath: picture))
                let id = try await client.notify("seen", hints: ["image-path": .string(picture)])
                #expect(id != 0)
                let deadline = ContinuousClock.now + .testDeadline
                while try await Self.synchronisations(of: "pictures/1-image.png", shim) == 0 {
                    guard ContinuousClock.now < deadline else { throw DeadlinePassed() }
                    _ = try await client.status()
                }
            }
        }

        /// Where what is left after a cut is looked at: the disk has nothing to do with that.
        private static func memory(for desktop: Desktop) -> String {
            let name = "/focusd-" + (desktop.home as NSString).lastPathComponent
            return
                (FileManager.default.isWritableFile(atPath: "/dev/shm")
                ? "/dev/shm" : desktop.home) + name
        }

        /// From so many on a slow disk gets one at a time to do.
        private static let manySent = 1_500

        /// Notifications with and without a message of their own file, and closes, one by one: some
        /// hundred, and until the journal was synchronised so often meanwhile.
        private static func talk(
            _ desktop: Desktop, _ shim: DiskShim, untilSynchronised count: Int,
            _ answers: inout Answers
        ) async throws {
            let client = try desktop.client()
            let bytes = Value.bytes([UInt8](repeating: 7, count: 20_000))
            let first = answers.sent.count
            let journal = "focusd.sqlite-arrivals"
            let before = try await synchronisations(of: journal, shim)
            var after = before
            while answers.sent.count < first + 300 || after < before + count {
                let isMuch = answers.sent.count >= first + manySent
                if isMuch { for _ in 0..<300 { _ = try await client.status() } }
                for _ in 0..<(isMuch ? 1 : 50) {
                    let number = answers.sent.count
                    let summary = "talk \(number)"
                    let id = try await client.notify(
                        summary, body: "text",
                        hints: number % 10 == 0 ? ["x-bytes": bytes] : [:])
                    answers.sent.append((summary, id, monotonicNanoseconds()))
                    guard number % 7 == 3 else { continue }
                    let other = answers.sent[number / 2]
                    guard answers.closed[other.summary] == nil else { continue }
                    let begin = monotonicNanoseconds()
                    try await client.call("CloseNotification", .uint32(other.id))
                    answers.closed[other.summary] = (begin, monotonicNanoseconds())
                }
                after = try await synchronisations(of: journal, shim)
            }
            client.leave()
        }

        // Off the loop, which other tests share.
        @concurrent nonisolated private static func records(
            of shim: DiskShim
        ) async throws -> [DiskRecord] {
            try DiskRecord.read(log: shim.log, root: shim.root)
        }

        @concurrent nonisolated private static func synchronisations(
            of path: String, _ shim: DiskShim
        ) async throws -> Int {
            try DiskRecord.read(log: shim.log, root: shim.root).count {
                $0.kind == .synchronised && $0.path == path
            }
        }

        /// More at once than one part of the journal holds, or three.
        private static func burst(_ desktop: Desktop, _ answers: inout Answers) async throws {
            let client = try desktop.client()
            let first = answers.sent.count
            let sent = try await withThrowingTaskGroup { group in
                for number in first..<first + 1_000 {
                    group.addTask {
                        let id = try await client.notify("burst \(number)", body: "text")
                        return ("burst \(number)", id, monotonicNanoseconds())
                    }
                }
                var sent: [(String, UInt32, UInt64)] = []
                for try await one in group { sent.append(one) }
                return sent
            }
            for one in sent { answers.sent.append((summary: one.0, id: one.1, time: one.2)) }
        }

        /// Cuts the power at moments of these records. Off the loop, which other tests share.
        ///
        /// - Returns: number of notifications that had to be there.
        @concurrent nonisolated private static func check(
            _ records: [DiskRecord], _ answers: Answers, in directory: String
        ) async throws -> Int {
            var random = SeededGenerator(seed: 5)
            var checked = 0
            defer { try? FileManager.default.removeItem(atPath: directory) }
            for _ in 0..<cuts {
                let cut = PowerCut(
                    after: records.prefix(Int.random(in: 1...records.count, using: &random)))
                try cut.restore(to: directory, &random)
                checked += try check(directory + "/focusd.sqlite", cut, answers)
                try FileManager.default.removeItem(atPath: directory)
            }
            return checked
        }

        /// - Returns: number of notifications that had to be there.
        nonisolated private static func check(
            _ path: String, _ cut: PowerCut, _ answers: Answers
        ) throws -> Int {
            let store = try Store(path: path)
            #expect(store.setAside == nil, "cut at \(cut.time)")
            let sound = try Statement("PRAGMA integrity_check", in: store.database)
            _ = sound.step()
            #expect(sound.text(0) == "ok", "cut at \(cut.time)")
            let live = try keys(in: "notification", store)
            let over = try keys(in: "history", store)
            var count = 0
            for one in answers.sent where one.time <= cut.durable {
                count += 1
                let closing = answers.closed[one.summary]
                // There are about a hundred thousand of them, so only problems are recorded.
                let problem: String?
                if let closing, closing.begin <= cut.time {
                    let isLive = live[one.summary] != nil
                    problem =
                        !isLive && over[one.summary] == nil
                        ? "is lost" : isLive && closing.end <= cut.durable ? "is open" : nil
                } else if let key = live[one.summary] {
                    let payload = try store.payload(of: EntryKey(rawValue: key))
                    problem = payload == nil ? "has no message" : nil
                } else {
                    problem = "is lost"
                }
                if let problem { Issue.record("\(one.summary) \(problem), cut at \(cut.time)") }
            }
            return count
        }

        nonisolated private static func keys(
            in table: String, _ store: Store
        ) throws -> [String: Int64] {
            let statement = try Statement("SELECT summary, key FROM \(table)", in: store.database)
            var keys: [String: Int64] = [:]
            while statement.step() == SQLiteResult.row {
                keys[statement.text(0)] = statement.integer(1)
            }
            return keys
        }

        /// Prints how long what was written waited for its synchronisation.
        @concurrent nonisolated private static func tellDelays(_ records: [DiskRecord]) async {
            var delays: [UInt64] = []
            var open: [String: [(number: Int, time: UInt64)]] = [:]
            for (number, record) in records.enumerated() {
                if record.kind == .written, record.path != "focusd.sqlite" {
                    open[record.path, default: []].append((number, record.time))
                } else if record.kind == .synchronised {
                    for change in open[record.path] ?? [] where change.number < record.offset {
                        delays.append(record.time - change.time)
                    }
                    open[record.path]?.removeAll { $0.number < record.offset }
                }
            }
            delays.sort()
            guard let longest = delays.last else { return }
            print(
                "synchronised: \(delays.count) writes, half of them within",
                delays[delays.count / 2] / 1_000_000, "ms, all within", longest / 1_000_000, "ms")
        }
    }
}
