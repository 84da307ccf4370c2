// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import SeededRandom
import TestSupport

/// A day of a busy desktop, in minutes: focusd's clocks run fast, under libfaketime.
///
/// Fifty apps connect, leave, notify, replace, close and set badges. Focuses begin and end by
/// schedule and by hand. Summer time begins in the night. The user invokes actions, dismisses, and
/// clears the missed list each hour. At noon a thousand clients connect at once. After each hour
/// the run measures focusd's memory, descriptors and threads.
@LoopActor final class Day {
    /// The factor by which focusd's clocks are faster.
    static let speed = 240
    static let hours = 24
    /// Saturday noon in Berlin; summer time begins in the night.
    static let begin = "2026-03-28 12:00:00"
    private static let apps = 50
    private static let crowd = 1_000
    /// Maximum number of unanswered calls.
    private static let window = 16

    private let notifications: Int
    private let scene: Scene
    private let tool: Tool
    private var random: SeededGenerator
    private var apps: [DayApp] = []
    private let user: DayApp
    /// True if the user has activated a Focus.
    private var isFocusOn = false
    private var open = 0
    private(set) var acknowledged = 0
    private var refused = 0
    private var worst = Duration.zero
    private(set) var samples: [DaySample] = []

    static let focuses = [
        "sleep": """
        Apps=allow
        AppList=org.example.Day0;
        [Schedule night]
        Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;
        From=23:00
        To=07:00

        """,
        "lunch": """
        Apps=silence
        AppList=org.example.Day1;org.example.Day2;org.example.Day3;
        Deliver=13:30;18:00
        [Schedule noon]
        Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;
        From=12:30
        To=13:30

        """,
        "quiet": "Apps=allow\nSummary=true\n",
    ]

    /// - Parameter notifications: Minimum number of notifications in the day.
    init(notifications: Int, seed: UInt64) async throws {
        self.notifications = notifications
        random = SeededGenerator(seed: seed)
        let library = ["x86_64-linux-gnu", "aarch64-linux-gnu", ".", "../lib64"]
            .map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }
            .first { FileManager.default.fileExists(atPath: $0) }
        guard let library else { throw SoakError("libfaketime is not installed") }
        scene = try Scene(isSupervised: false, focuses: Self.focuses)
        do {
            try "[History]\nEntries=2000\n[Limits]\nBurst=0\n".write(
                toFile: "\(scene.directory)/config/focusd/focusd.conf", atomically: true,
                encoding: .utf8)
            try scene.startServer()
            try await scene.startDaemon(through: [
                "/usr/bin/env", "LD_PRELOAD=\(library)", "FAKETIME=@\(Self.begin) x\(Self.speed)",
                "TZ=Europe/Berlin",
            ])
            tool = try Tool(scene.session.address)
            user = try DayApp(0, address: scene.session.address, isApp: false)
        } catch {
            await scene.close(keepingFiles: false)
            throw error
        }
        for number in 0..<Self.apps {
            apps.append(try DayApp(number, address: scene.session.address))
        }
    }

    /// Runs the day and prints the results. Returns true if all checks passed.
    func run() async throws -> Bool {
        let hour = Duration.seconds(3_600 / Self.speed)
        say(DaySample.head)
        for number in 1...Self.hours {
            try await run(hour: hour, with: notifications / Self.hours)
            if number == Self.hours / 2 { try await crowd() }
            try await clearMissed()
            try await awaitIdle(number)
        }
        let counters = try await ask { try await self.tool.counters() }
        let decided = counters["decided"] ?? 0
        say("\(acknowledged) notifications acknowledged, \(refused) calls refused")
        say("the longest answer took \(worst.formatted(.units(width: .narrow)))")
        // An app may have left before its answer.
        let isComplete = decided >= UInt64(acknowledged)
        if !isComplete { say("focusd has decided about \(decided) alone") }
        let seen = Set(samples.map(\.focus))
        let hasSlept = seen.contains("sleep") && seen.contains("-")
        if !hasSlept { say("no Focus began and ended by its schedule") }
        let growth = DaySample.growth(samples)
        for line in growth { say(line) }
        if growth.isEmpty { say("Memory, descriptors and threads stayed flat.") }
        return growth.isEmpty && isComplete && hasSlept
    }

    func close() async {
        for app in apps + [user] { app.leave() }
        tool.close()
        await scene.close(keepingFiles: false)
    }

    // MARK: Events

    /// Runs one hour with that many notifications, spread over the time, and all other events.
    private func run(hour: Duration, with count: Int) async throws {
        let start = ContinuousClock.now
        for number in 0..<count {
            let due = start + hour * (Double(number) / Double(count))
            if due > .now { try await Task.sleep(until: due) }
            while open >= Self.window { try await Task.sleep(for: .milliseconds(1)) }
            try step()
        }
        try await until("all calls are answered") { self.open == 0 }
    }

    private func step() throws {
        let place = random.number(0...Self.apps - 1)
        let app = apps[place]
        switch random.number(0...99) {
        case ..<3: send(app.setBadge(random.number(0...9)), as: app)
        case ..<13: if let call = app.closeOne(&random) { send(call, as: app) }
        case ..<15:
            app.leave()
            apps[place] = try DayApp(place, address: scene.session.address)
        case ..<16:
            // The Focus of a schedule becomes active again.
            send(
                isFocusOn ? Tool.message("Deactivate") : Tool.message("Activate", "quiet"), as: user
            )
            isFocusOn.toggle()
        default: break
        }
        notify(apps[place])
    }

    private func notify(_ app: DayApp) {
        let call = app.notify(&random)
        send(call, as: app) { [weak self, weak app] reply in
            var reader = reply.reader
            guard let id = try? reader.uint32() else { return }
            self?.acknowledged += 1
            app?.took(id)
        }
    }

    private func send(
        _ message: Message, as app: DayApp, _ body: (@LoopActor (Message) -> Void)? = nil
    ) {
        open += 1
        let start = ContinuousClock.now
        app.connection.call(message, timeout: .seconds(60)) { [weak self] result in
            guard let self else { return }
            open -= 1
            worst = max(worst, .now - start)
            switch result {
            case .success(let reply): body?(reply)
            // An ended notification cannot be closed.
            case .failure: refused += 1
            }
        }
    }

    /// Connects a thousand clients at once, each with three notifications, and disconnects them.
    private func crowd() async throws {
        var crowd: [DayApp] = []
        for number in 0..<Self.crowd {
            crowd.append(
                try DayApp(number % Self.apps, address: scene.session.address, isApp: false))
        }
        for client in crowd { for _ in 0..<3 { notify(client) } }
        try await until("all of the crowd are answered", within: .seconds(60)) { self.open == 0 }
        for client in crowd { client.leave() }
    }

    /// Asks focusd as the user's tool. focusd's timeouts run fast, too: on a busy machine the bus
    /// may answer too late who the caller is, and focusd then refuses the call.
    private func ask<Answer>(
        _ question: @LoopActor () async throws -> Answer
    ) async throws -> Answer {
        for _ in 0..<200 {
            do { return try await question() } catch is CallError {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        return try await question()
    }

    /// Clears the missed list as the user.
    private func clearMissed() async throws {
        let entries = try await ask { try await self.tool.entries() }
        let ids = entries.filter { $0.string("state") == "silenced" }.compactMap { $0.uint32("id") }
        guard !ids.isEmpty else { return }
        let list = Value.array(of: "u", ids.map { .uint32($0) })
        _ = try await ask { try await self.tool.call("Dismiss", list) }
    }

    /// Waits until focusd has no work, and measures it.
    private func awaitIdle(_ hour: Int) async throws {
        try await until("all waiting notifications are delivered", within: .seconds(60)) {
            try await self.ask { try await self.tool.status() }.queued == 0
        }
        // focusd's quiet moments come within a second of its clock.
        try await Task.sleep(for: .milliseconds(300))
        guard let daemon = scene.daemon else { throw SoakError("no focusd runs") }
        let focus = try await ask { try await self.tool.status() }.activation?.focus.rawValue
        let sample = try DaySample(
            hour: hour, focus: focus ?? "-", of: daemon.pid, acknowledged: acknowledged)
        samples.append(sample)
        say(sample.line)
    }
}
