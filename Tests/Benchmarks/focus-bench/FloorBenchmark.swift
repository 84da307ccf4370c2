// SPDX-License-Identifier: Apache-2.0

extension Benchmark {
    /// Has no targets: shows how much faster the results of `latency` and `pipelined` could become.
    static let floor = Benchmark(
        name: "floor",
        about:
            "C servers that only read, write down, answer (and show with libnotify), and focusd"
    ) { bench in
        let behind = try bench.behind()
        let servers = try [
            bench.echo(), bench.guest { try $0.floor() }, bench.silencing(),
            bench.guest { try $0.relay(before: behind) }, bench.delivering(),
        ]
        let alone = try bench.visit(servers, singly(bench), asksBehind: true)
        let together = try bench.visit(
            servers,
            ["count": "8000", "seconds": "\(bench.seconds)", "window": "16", "warmup": "16"],
            asksBehind: true)
        for server in servers where server.name != "echo" {
            func add(_ what: String, _ figure: String, _ unit: String, _ rounds: Rounds) {
                bench.report.add(
                    "floor", "\(server.name), \(what)", rounds.median(figure, of: server.name),
                    unit, ratio: rounds.ratio(figure, of: server.name, to: "echo"))
            }
            add("p50", "p50_us", "µs", alone)
            add("p99", "p99_us", "µs", alone)
            add("CPU per notification", "cpu_us", "µs", alone)
            add("16 outstanding, calls a second", "rate", "/s", together)
            add("16 outstanding, CPU per notification", "cpu_us", "µs", together)
        }
        for (what, figure) in [("p50", "p50_us"), ("p99", "p99_us"), ("CPU", "cpu_us")] {
            bench.report.add(
                "floor", "delivered, \(what) beside the relay's",
                alone.median(figure, of: "delivered"), "µs",
                ratio: alone.ratio(figure, of: "delivered", to: "relay"))
        }
        for name in ["relay", "delivered"] {
            for (what, rounds) in [("", alone), ("16 outstanding, ", together)] {
                bench.report.add(
                    "floor", "\(name), \(what)shown a second",
                    rounds.median("shown", of: name), "/s",
                    ratio: name == "relay" ? nil : rounds.ratio("shown", of: name, to: "relay"))
            }
        }
    }
}
