// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The cost of a silenced notification, in counts that no other load on the machine changes. The
/// page *Measurements* of FocusDaemon's documentation explains each count.
///
/// A count is the difference between two lives of focusd that differ in nothing but how many
/// notifications came, divided by how many more.
extension EndToEnd.Durability {
    @Suite(.timeLimit(.minutes(20)), .enabled(if: SystemCallTrace.isPossible, "strace"))
    @LoopActor struct NotificationCostTests {
        /// Counts of one notification.
        struct Cost {
            /// System calls of the thread that answers, by name.
            var answering: [String: Double] = [:]
            var journalWrites = 0.0
            var walWrites = 0.0
            var commits = 0.0
        }

        static let few = 20
        static let many = 120

        /// One life of focusd in which notifications come and are silenced.
        static func life(
            _ count: Int, missed: Int,
            _ send: @LoopActor (Desktop, Client, Int) async throws -> Void
        ) async throws -> (trace: SystemCallTrace, commits: Int) {
            let quiet = ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n"]
            let desktop = try Desktop(files: quiet)
            do {
                let file = desktop.home + "/trace"
                try await desktop.start(through: SystemCallTrace.command(to: file))
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                try await send(desktop, client, count)
                #expect(try await client.status().missed == UInt32(missed))
                let log = desktop.home + "/state/focusd/focusd.sqlite-wal"
                let commits = try commits(inLog: log)
                try await desktop.end()
                let trace = try SystemCallTrace(file: file)
                await desktop.close()
                return (trace, commits)
            } catch {
                await desktop.close()
                throw error
            }
        }

        /// Returns the cost of one more notification: the median of three pairs of lives, since
        /// idle moments, which have calls of their own, may come at other times in each.
        ///
        /// - Parameter missed: number of missed notifications at the end; all by default.
        static func cost(
            few: Int = few, many: Int = many, missed: Int? = nil,
            _ send: @LoopActor (Desktop, Client, Int) async throws -> Void
        ) async throws -> Cost {
            var costs: [Cost] = []
            for _ in 0..<3 {
                costs.append(try await costOnce(few: few, many: many, missed: missed, send))
            }
            func median(_ value: (Cost) -> Double) -> Double { costs.map(value).sorted()[1] }
            var cost = Cost()
            for name in Set(costs.flatMap(\.answering.keys)) {
                cost.answering[name] = median { $0.answering[name] ?? 0 }
            }
            cost.journalWrites = median(\.journalWrites)
            cost.walWrites = median(\.walWrites)
            cost.commits = median(\.commits)
            return cost
        }

        private static func costOnce(
            few: Int, many: Int, missed: Int?,
            _ send: @LoopActor (Desktop, Client, Int) async throws -> Void
        ) async throws -> Cost {
            let less = try await life(few, missed: missed ?? few, send)
            let more = try await life(many, missed: missed ?? many, send)
            func each(_ larger: Int, _ smaller: Int) -> Double {
                Double(larger - smaller) / Double(many - few)
            }
            var cost = Cost()
            for (name, count) in more.trace.answering {
                cost.answering[name] = each(count, less.trace.answering[name] ?? 0)
            }
            cost.journalWrites = each(more.trace.journalWrites, less.trace.journalWrites)
            cost.walWrites = each(more.trace.walWrites, less.trace.walWrites)
            cost.commits = each(more.commits, less.commits)
            return cost
        }

        @Test func oneThatIsSilencedCostsOneTurnAndOneWrite() async throws {
            let cost = try await Self.cost { _, client, count in
                for number in 0..<count {
                    _ = try await client.notify("\(number)", body: "text", criteria: "work")
                }
            }
            // To the journal. Clearing it is one more for some hundred.
            #expect(0.95...1.1 ~= cost.journalWrites, "\(cost)")
            // The database takes hundreds at a time; quiet moments may fall otherwise.
            #expect(cost.commits <= 0.1, "\(cost)")
            #expect(cost.walWrites <= 0.5, "\(cost)")
            // Pages that change are read before they are written.
            #expect(cost.answering["database read"] ?? 0 <= 0.5, "\(cost)")
            // The answer, and nothing to anybody else; libnotify's thread meets its server in one
            // life sooner than in another. A deadline of some other call may pass.
            #expect(0.95...1.1 ~= cost.answering["sendmsg"] ?? 0, "\(cost)")
            // The message, and the look that finds no second one. The bus may send in two parts.
            #expect(cost.answering["recvmsg"] ?? 0 <= 2.3, "\(cost)")
            #expect(cost.answering["poll"] ?? 0 <= 1.5, "\(cost)")
            // The watchdog of a build for debugging reads the times of the loop's thread.
            let watched = cost.answering["pread64"] ?? 0
            #expect(watched <= 1.2, "\(cost)")
            // After a slow batch, which a busy machine can make, focusd reads the processor time
            // in each batch of ten seconds: at its beginning, and before and after its call.
            let reads = cost.answering["clock_gettime"] ?? 0
            #expect(reads <= 8, "\(cost)")
            let measured = reads > 0.5 ? reads : 0
            #expect(cost.answering.values.reduce(0, +) - watched - measured <= 8, "\(cost)")
            // No other thread is woken. What they do by the clock depends on how long the
            // notifications take, and is not counted.
            let wakes = ["futex", "write"].reduce(0) { $0 + (cost.answering[$1] ?? 0) }
            #expect(wakes <= 0.2, "\(cost)")
            // Nothing on the way waits for a disk, and no file is opened.
            for name in ["fsync", "fdatasync", "openat", "lock", "ftruncate"] {
                #expect(cost.answering[name] ?? 0 <= 0.05, "\(name): \(cost)")
            }
        }

        /// They are over before the database takes them: they go to history at once, with the
        /// others, not first among those that are live.
        @Test func replacedNotificationsAreWrittenOnce() async throws {
            let few = 20
            // As many more as the database takes at once, twice. All at once, since a pause has the
            // database take what there is.
            let cost = try await Self.cost(few: few, many: few + 512, missed: 8) {
                desktop, client, count in
                try await Self.replaceEachOther(desktop, client, 0..<few)
                // The database has these few, so that it has room for more than the next upkeep
                // comes after.
                try await client.call("CloseNotification", .uint32(1_000))
                try await Self.replaceEachOther(desktop, client, few..<count + 8)
            }
            // SQLite writes a page and its header by two calls.
            #expect(cost.walWrites <= 0.24, "\(cost)")
            #expect(cost.commits <= 0.02, "\(cost)")
        }

        /// Sends all at once, each in the place of one of eight.
        private static func replaceEachOther(
            _ desktop: Desktop, _ client: Client, _ numbers: Range<Int>
        ) async throws {
            try await sendAtOnce(desktop, client, numbers.map { UInt32(1_000 + $0 % 8) })
        }

        /// Sends a notification for each id that it replaces. focusd waits meanwhile, so that it
        /// finds all of them, however slowly they are sent.
        private static func sendAtOnce(
            _ desktop: Desktop, _ client: Client, _ ids: [UInt32]
        ) async throws {
            let answers = Recorder<Bool>()
            try desktop.whileStopped {
                for (number, id) in ids.enumerated() {
                    let call = Message.methodCall(
                        destination: WireName.notifications, path: WireName.notificationsPath,
                        interface: WireName.notificationsInterface, member: "Notify")
                    try call.append(
                        .string("Example"), .uint32(id), .string("icon"), .string("\(number)"),
                        .string(""), .strings([]),
                        .vardict(["desktop-entry": .string("org.example.Chat")]), .int32(-1))
                    client.connection.call(call, timeout: .testDeadline) { result in
                        answers.record((try? result.get()) != nil)
                    }
                }
                // The bus has the calls when it answers this.
                _ = try client.connection.busID()
            }
            for _ in ids { #expect(try await answers.next()) }
        }

        @Test func notificationsThatComeTogetherShareWrites() async throws {
            let cost = try await Self.cost { desktop, client, count in
                try await Self.sendAtOnce(desktop, client, Array(repeating: 0, count: count))
            }
            #expect(cost.journalWrites <= 0.5, "\(cost)")
            #expect(cost.commits <= 0.1, "\(cost)")
            #expect(cost.walWrites <= 0.5, "\(cost)")
        }
    }
}
