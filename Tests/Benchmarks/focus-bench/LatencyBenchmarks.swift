// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Benchmark {
    /// The targets of the answer's latency, as ratios to the empty server's.
    private static let p50 = Target.atMost(1.2)
    private static let p99 = Target.atMost(1.5)
    private static let oneShotP50 = Target.atMost(2.2)
    private static let unlikeIdle = Target.atMost(1.3)
    private static let imageP50 = Target.atMost(1.5)
    private static let cpu = Target.atMost(2)

    /// Returns the options for one outstanding call.
    static func singly(_ bench: Bench, count: Int = 3_000) -> [String: String] {
        ["count": "\(count)", "seconds": "\(bench.seconds)", "warmup": "16"]
    }

    static let latency = Benchmark(
        name: "latency", about: "one call outstanding: answer and CPU time beside an empty server",
        isShort: true
    ) { bench in
        let ours = try [bench.silencing(), bench.delivering()]
        let servers = try [bench.echo()] + ours + bench.installed()
        let rounds = try bench.visit(servers, singly(bench))
        for server in servers {
            let isOurs = ours.contains { $0.name == server.name }
            for (figure, target) in [("p50_us", p50), ("p99_us", p99)] {
                bench.report.add(
                    "latency", "\(server.name), \(figure.prefix(3))",
                    rounds.median(figure, of: server.name), "µs",
                    ratio: rounds.ratio(figure, of: server.name, to: "echo"),
                    target: isOurs ? target : nil)
            }
        }
        for server in servers {
            bench.report.add(
                "latency", "\(server.name), CPU per notification",
                rounds.median("cpu_us", of: server.name), "µs",
                ratio: rounds.ratio("cpu_us", of: server.name, to: "echo"),
                target: server.name == "silenced" ? cpu : nil)
        }
    }

    static let oneShot = Benchmark(
        name: "one-shot", about: "a client that connects, sends one notification and leaves",
        isShort: true
    ) { bench in
        let ours = try [bench.silencing(), bench.delivering()]
        // Only the cost of identifying such a client.
        let asking = try [
            bench.guest { try $0.echo("echo that asks the bus", asks: "bus") },
            bench.guest { try $0.echo("echo that looks at the process", asks: "process") },
        ]
        let servers = try [bench.echo()] + asking + ours
        let options = ["count": "500", "seconds": "\(bench.seconds)"]
        let rounds = try bench.visit(servers, options, verb: "one-shot")
        for server in servers {
            let isOurs = ours.contains { $0.name == server.name }
            bench.report.add(
                "one-shot", "\(server.name), p50 of the answer",
                rounds.median("p50_us", of: server.name), "µs",
                ratio: rounds.ratio("p50_us", of: server.name, to: "echo"),
                target: isOurs ? oneShotP50 : nil)
        }
    }

    static let image = Benchmark(
        name: "image", about: "a picture of 256×256 pixels, delivered", isShort: true
    ) { bench in
        let servers = try [bench.echo(), bench.delivering()]
        var options = singly(bench, count: 300)
        options["size"] = "256"
        let rounds = try bench.visit(servers, options)
        for server in servers {
            bench.report.add(
                "image", "\(server.name), p50", rounds.median("p50_us", of: server.name), "µs",
                ratio: rounds.ratio("p50_us", of: server.name, to: "echo"),
                target: server.name == "echo" ? nil : imageP50)
        }
    }

    static let stopped = Benchmark(
        name: "stopped", about: "the real server stopped by SIGSTOP: the answer beside its usual"
    ) { bench in
        let back = try bench.guest { try $0.echo("stopped") }
        let focusd = try bench.guest { try $0.focusd("focusd", before: back) }
        let options = singly(bench, count: 1_000)
        var ratios: [Double] = []
        var stopped: [Double] = []
        for _ in 0..<bench.rounds {
            let usual = try bench.visit([focusd], options, rounds: 1)
            back.process.signal(SIGSTOP)
            defer { back.process.signal(SIGCONT) }
            let now = try bench.visit([focusd], options, rounds: 1)
            stopped.append(now.median("p50_us", of: "focusd"))
            ratios.append(stopped[stopped.count - 1] / usual.median("p50_us", of: "focusd"))
        }
        bench.report.add(
            "stopped", "delivered, server stopped, p50", median(stopped), "µs",
            ratio: median(ratios), target: unlikeIdle)
    }

    static let busy = Benchmark(
        name: "busy", about: "dunst behind, busy drawing: the answer beside that with dunst idle"
    ) { bench in
        try bench.stage.require("dunst")
        let dunst = try bench.guest { try $0.installed("dunst") }
        let front = try bench.guest { try $0.focusd("front", before: dunst) }
        // A flood that dunst needs some seconds to draw.
        let flood = ["count": "60", "seconds": "10", "ring": "0", "window": "16"]
        var ratios: [Double] = []
        var busy: [Double] = []
        for _ in 0..<bench.rounds {
            // Silenced calls are measured, because delivered ones would keep dunst busy.
            try bench.stage.focusSwitch(front, "on", "quiet")
            let idle = try bench.visit([front], singly(bench, count: 1_000), rounds: 1)
            try bench.stage.focusSwitch(front, "off")
            _ = try bench.visit([front], flood, rounds: 1)
            try bench.stage.focusSwitch(front, "on", "quiet")
            let now = try bench.visit([front], singly(bench, count: 1_000), rounds: 1)
            guard try bench.stage.queued(front) > 0 else {
                throw Failure("dunst was done before the measuring was")
            }
            busy.append(now.median("p50_us", of: "front"))
            ratios.append(busy[busy.count - 1] / idle.median("p50_us", of: "front"))
            try bench.stage.awaitEmptyOutbox(front)
        }
        bench.report.add(
            "busy", "silenced, dunst drawing, p50", median(busy), "µs", ratio: median(ratios),
            target: unlikeIdle)
    }
}
