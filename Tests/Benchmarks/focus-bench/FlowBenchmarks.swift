// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Benchmark {
    /// The targets of throughput, as ratios to the empty server's, and of the outbox.
    private static let silencedRate = Target.atLeast(0.75)
    private static let deliveredRate = Target.atLeast(0.45)
    private static let drainRate = Target.atLeast(0.9)

    static let pipelined = Benchmark(
        name: "pipelined", about: "16 calls outstanding, silenced and delivered", isShort: true
    ) { bench in
        let servers = try [bench.echo(), bench.silencing(), bench.delivering()] + bench.installed()
        let options = [
            "count": bench.isShort ? "3000" : "8000", "seconds": "\(bench.seconds)",
            "window": "16", "warmup": "16",
        ]
        let rounds = try bench.visit(servers, options)
        let targets = ["silenced": silencedRate, "delivered": deliveredRate]
        for server in servers {
            bench.report.add(
                "pipelined", "\(server.name), calls a second",
                rounds.median("rate", of: server.name), "/s",
                ratio: rounds.ratio("rate", of: server.name, to: "echo"),
                target: targets[server.name])
        }
    }

    /// Maximum factor for a client's wait while another one sends ten thousand notifications in a
    /// second.
    private static let besideBurst = Target.atMost(3)

    static let burst = Benchmark(
        name: "burst", about: "a client's answers while another one sends 10,000 in a second",
        isShort: true
    ) { bench in
        let servers = try [bench.echo(), bench.silencing()]
        var options = ["count": "3000", "live": "10000", "warmup": "16", "pace": "10"]
        func add(
            _ what: String, _ name: String, _ ratio: Double, _ rounds: Rounds, _ target: Target?
        ) {
            bench.report.add(
                "burst", "\(name), \(what), p50", rounds.median("burst_us", of: name), "µs",
                ratio: ratio, target: target)
        }
        let spread = try bench.visit(servers, options, verb: "burst")
        for server in servers {
            // Each server beside its own figure without a burst. The empty server shows the bus's
            // share.
            let ratios = (spread.figures[server.name] ?? []).compactMap { round -> Double? in
                guard let burst = round["burst_us"], let quiet = round["quiet_us"] else {
                    return nil
                }
                return burst / quiet
            }
            add(
                "in a second, beside quiet", server.name, median(ratios), spread,
                server.name == "echo" ? nil : besideBurst)
        }
        // As fast as the bus accepts calls: then the other clients wait for the bus itself.
        options["pace"] = "0"
        let atOnce = try bench.visit(servers, options, verb: "burst")
        for server in servers {
            add(
                "at once", server.name,
                atOnce.ratio("burst_us", of: server.name, to: "echo"), atOnce,
                server.name == "echo" ? nil : besideBurst)
        }
    }

    static let drain = Benchmark(
        name: "drain", about: "how fast the outbox empties, beside libnotify's own rate",
        isShort: true
    ) { bench in
        let count = bench.isShort ? 1_000 : 4_000
        let echo = try bench.guest { try $0.echo("back") }
        let relay = try bench.guest { try $0.relay(before: echo) }
        let focusd = try bench.guest { try $0.focusd("focusd", before: echo) }
        var ceilings: [Double] = []
        // libnotify alone is measured without other load, so the first rate counts from the
        // acceptance of all notifications. The other rate counts from the first arrival to the
        // last.
        var laterRates: [String: [Double]] = [:]
        var overallRatios: [Double] = []
        for _ in 0..<bench.rounds {
            let text = try bench.stage.run(
                [bench.stage.program("bench-libnotify"), "\(count)"],
                environment: bench.stage.environment(echo.home, bus: echo.address))
            guard let ceiling = Double(text.split(separator: " ").last?.dropLast() ?? "") else {
                throw Failure("bench-libnotify says \(text)")
            }
            let options = ["count": "\(count)", "window": "16"]
            let figures = try bench.visit([relay, focusd], options, verb: "drain", rounds: 1)
            ceilings.append(ceiling)
            for server in [relay, focusd] {
                laterRates[server.name, default: []].append(figures.median("rest", of: server.name))
            }
            overallRatios.append(figures.median("drain", of: "focusd") / ceiling)
        }
        bench.report.add("drain", "libnotify alone, shows a second", median(ceilings), "/s")
        func add(_ what: String, _ server: Server, _ target: Target?) {
            let rates = laterRates[server.name] ?? []
            bench.report.add(
                "drain", what, median(rates), "/s",
                ratio: median(zip(rates, ceilings).map { $0 / $1 }), target: target)
        }
        add("a relay that only shows, shows a second", relay, nil)
        add("outbox, deliveries a second", focusd, drainRate)
        bench.report.add(
            "drain", "outbox, from the first arrival on", median(overallRatios) * median(ceilings),
            "/s",
            ratio: median(overallRatios))
    }
}

extension Stage {
    /// Returns the number of notifications that wait for the real server.
    func queued(_ server: Server) throws -> Int {
        let text = try focusSwitch(server, "status", "--json")
        struct Status: Decodable { let queued: Int }
        return try JSONDecoder().decode(Status.self, from: Data(text.utf8)).queued
    }

    /// Waits until none wait, at most half a minute.
    func awaitEmptyOutbox(_ server: Server) throws {
        var waiting = 0
        for _ in 0..<300 {
            waiting = try queued(server)
            if waiting == 0 { return }
            usleep(100_000)
        }
        throw Failure("\(waiting) still wait in the outbox of \(server.name)")
    }
}
