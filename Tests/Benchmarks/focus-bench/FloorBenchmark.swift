// SPDX-License-Identifier: Apache-2.0

extension Benchmark {
    /// Without targets: what is left to win of those that `latency` and `pipelined` have.
    static let floor = Benchmark(
        name: "floor",
        about:
            "a C server that only reads, writes down and answers, and focusd, beside an empty one"
    ) { bench in
        let servers = try [bench.echo(), bench.guest { try $0.floor() }, bench.silencing()]
        let alone = try bench.visit(servers, singly(bench))
        let together = try bench.visit(
            servers,
            ["count": "8000", "seconds": "\(bench.seconds)", "window": "16", "warmup": "16"])
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
    }
}
