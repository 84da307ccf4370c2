// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Benchmark {
    private static let crowdedP50 = Target.atMost(1.1)
    private static let signalCost = Target.atMost(1.2)
    private static let idleMemory = Target.atMost(3)
    private static let grownMemory = Target.atMost(1)
    private static let liveMemory = Target.atMost(12)
    private static let startTime = Target.atMost(15)
    private static let laterStart = Target.atMost(1.2)
    private static let noWakeUps = Target.atMost(0)
    /// Soon after the last call, when focusd returns memory.
    private static let lastWakeUps = Target.atMost(2)

    /// Number of live notifications and of those in history, for benchmarks with many.
    private static let many = 10_000
    private static let ages = 1_000_000
    private static let mebibyte = 1_048_576.0

    static let crowded = Benchmark(
        name: "crowded",
        about: "10,000 live, 1,000,000 in history: the answer beside an empty one's"
    ) { bench in
        let path = try bench.stage.place("h") + "/focusd.sqlite"
        let took = try ContinuousClock().measure { try fillHistory(path, count: ages) }
        complain("  history took \(took.formatted())")
        let empty = try bench.guest {
            try $0.focusd("empty", before: bench.behind(), Setup(silences: true))
        }
        let full = try bench.guest {
            try $0.focusd(
                "full", before: bench.behind(),
                Setup(
                    silences: true, files: ["config/focusd/focusd.conf": Self.keepsAll],
                    store: path))
        }
        let live = ["count": "\(many - 8)", "ring": "0", "window": "16", "seconds": "60"]
        _ = try bench.visit([full], live, rounds: 1)
        let rounds = try bench.visit([empty, full], singly(bench))
        bench.report.add("crowded", "empty, p50", rounds.median("p50_us", of: "empty"), "µs")
        bench.report.add(
            "crowded", "full, p50", rounds.median("p50_us", of: "full"), "µs",
            ratio: rounds.ratio("p50_us", of: "full", to: "empty"), target: crowdedP50)
        bench.endGuests()
        let starts = try Starts(bench, stores: ["empty": nil, "1,000,000 rows": path])
        starts.report("crowded", "start to name owned, ", reference: "empty", target: laterStart)
    }

    private static let keepsAll = "[History]\nEntries=2000000\nDays=3650\n"

    static let signal = Benchmark(
        name: "signal", about: "a signal of the real server with 10 and with 10,000 live"
    ) { bench in
        let echo = try bench.guest { try $0.echo("back") }
        let focusd = try bench.guest { try $0.focusd("focusd", before: echo) }
        var ratios: [Double] = []
        var costs: [Double] = []
        for _ in 0..<min(bench.rounds, 5) {
            var cost: [Double] = []
            for live in [10, many] {
                // All rounds together stay below what focusd takes from a server at once.
                let options = ["count": "200", "live": "\(live)"]
                let figures = try bench.visit([focusd], options, verb: "signals", rounds: 1)
                cost.append(figures.median("cpu_us", of: "focusd"))
            }
            costs.append(cost[1])
            ratios.append(cost[1] / cost[0])
        }
        bench.report.add(
            "signal", "10,000 live, CPU a signal", median(costs), "µs", ratio: median(ratios),
            target: signalCost)
    }

    static let memory = Benchmark(
        name: "memory", about: "private memory: idle, after 100,000 notifications, with 10,000 live"
    ) { bench in
        let echo = try bench.guest { try $0.echo("back") }
        let focusd = try bench.guest {
            try $0.focusd("focusd", before: echo, Setup(silences: true))
        }
        sleep(1)
        let idle = focusd.figures.privateMemory
        bench.report.add("memory", "idle", idle / mebibyte, "MiB", target: idleMemory)
        // Memory that is taken once, such as the pages of SQLite's cache, is not growth.
        let warm = ["count": "2000", "window": "16", "seconds": "60"]
        let load = ["count": "100000", "window": "16", "seconds": "100"]
        _ = try bench.visit([focusd], warm, rounds: 1)
        sleep(1)
        // Soon after the release at the start, focusd still has caches, so this is no measure of
        // growth.
        let atWork = focusd.figures.privateMemory
        bench.report.add(
            "memory", "after 2,000 silenced, nothing given back", atWork / mebibyte, "MiB")
        _ = try bench.visit([focusd], load, rounds: 1)
        sleep(1)
        let after = focusd.figures.privateMemory
        bench.report.add(
            "memory", "growth by 102,000 silenced, beside idle", (after - idle) / mebibyte, "MiB",
            target: grownMemory)
        let live = ["count": "\(many)", "ring": "0", "window": "16", "seconds": "60"]
        _ = try bench.visit([focusd], live, rounds: 1)
        sleep(1)
        let full = focusd.figures.privateMemory
        bench.report.add(
            "memory", "10,000 live, beside idle", (full - idle) / mebibyte, "MiB",
            target: liveMemory)
        for server in bench.installed() {
            bench.report.add(
                "memory", "\(server.name)", server.figures.privateMemory / mebibyte, "MiB")
        }
    }

    static let start = Benchmark(
        name: "start", about: "from exec to the name owned, private bus and server starting beside",
        isShort: true
    ) { bench in
        let starts = try Starts(bench, stores: ["empty": nil])
        starts.report("start", "to name owned, ", reference: nil, target: startTime)
    }

    static let wakeUps = Benchmark(
        name: "wake-ups", about: "how often an idle focusd wakes", isShort: true
    ) { bench in
        let servers = try [bench.silencing(), bench.delivering()] + bench.installed()
        // Work right after a start, such as the first call of the server, is not idleness.
        sleep(2)
        countSleeps(bench, servers, seconds: 5, target: lastWakeUps)
        if bench.isShort { return }
        countSleeps(bench, servers, seconds: 60, target: noWakeUps)
    }

    private static func countSleeps(
        _ bench: Bench, _ servers: [Server], seconds: UInt32, target: Target
    ) {
        let before = servers.map(\.figures.sleeps)
        sleep(seconds)
        for (server, sleeps) in zip(servers, before) {
            // The count of an ended thread disappears.
            let count = max(0, server.figures.sleeps - sleeps)
            bench.report.add(
                "wake-ups", "\(server.name), in \(seconds) s", count, "",
                target: server.back == nil ? nil : target, isCounted: true)
        }
    }
}

/// Starts of focusd with a real server of its own, from several stores in turn.
struct Starts {
    private let bench: Bench
    private var times: [String: [Double]] = [:]

    /// - Parameter stores: The databases to start with, by name; nil for none.
    init(_ bench: Bench, stores: [String: String?]) throws {
        self.bench = bench
        let stage = bench.stage
        let place = try stage.place("s")
        let bus = try stage.bus(place)
        // The first start of each reads the programs from the disk.
        for round in -1..<max(bench.rounds, 5) {
            for (name, store) in stores.sorted(by: { $0.key < $1.key }) {
                let home = try stage.place("s")
                if let store {
                    try stage.write(["state/focusd/.keep": ""], below: home)
                    try FileManager.default.copyItem(
                        atPath: store, toPath: home + "/state/focusd/focusd.sqlite")
                }
                let command = [
                    stage.program("focusd"), "--session-bus", bus.address, "--server",
                    stage.program("bench-echo"),
                ]
                let figures = try stage.client(
                    "start", ["address": bus.address], program: command,
                    environment: stage.environment(home, bus: bus.address))
                try FileManager.default.removeItem(atPath: home)
                if round >= 0 { times[name, default: []].append(figures["start_ms"] ?? .nan) }
            }
        }
        stage.end(bus.daemon)
    }

    /// Adds the medians. The target applies to the ratio if there is a reference.
    func report(_ benchmark: String, _ what: String, reference: String?, target: Target) {
        for (name, all) in times.sorted(by: { $0.key < $1.key }) {
            let ratios = zip(all, reference.flatMap { times[$0] } ?? []).map { $0 / $1 }
            let isReference = name == reference
            bench.report.add(
                benchmark, what + name, median(all), "ms",
                ratio: ratios.isEmpty || isReference ? nil : median(ratios),
                target: isReference ? nil : target)
        }
    }
}
