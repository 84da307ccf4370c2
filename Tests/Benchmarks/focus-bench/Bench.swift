// SPDX-License-Identifier: Apache-2.0

/// The environment of the benchmarks: the servers to visit, and the report.
final class Bench {
    let stage: Stage
    let options: Options
    let report: Report
    /// The servers that several benchmarks visit, started on first use.
    private var residents: [String: Server] = [:]
    /// The servers of the present benchmark.
    private var guests: [Server] = []
    private var reported: Set<String> = []

    init(_ stage: Stage, _ options: Options) {
        self.stage = stage
        self.options = options
        report = Report(isRelaxed: options.isShort)
    }

    var isShort: Bool { options.isShort }

    /// Number of alternating rounds of a benchmark.
    var rounds: Int { options.rounds ?? (isShort ? 3 : 5) }

    /// Maximum duration of one visit of the load client, in seconds.
    var seconds: Double { isShort ? 0.4 : 1 }

    func echo() throws -> Server { try resident("echo") { try stage.echo() } }

    /// Returns a focusd whose active Focus silences all notifications, so none reaches the empty
    /// server behind it.
    func silencing() throws -> Server {
        try resident("silenced") {
            try stage.focusd("silenced", before: behind(), Setup(silences: true))
        }
    }

    /// Returns a focusd that delivers to an empty server.
    func delivering() throws -> Server {
        try resident("delivered") { try stage.focusd("delivered", before: behind()) }
    }

    /// Returns the empty server behind these two.
    func behind() throws -> Server { try resident("behind") { try stage.echo("behind") } }

    /// Returns dunst and mako, if installed. Reports a missing one once.
    func installed() -> [Server] {
        isShort ? [] : ["dunst", "mako"].compactMap { installed($0) }
    }

    func installed(_ name: String) -> Server? {
        do {
            return try resident(name) {
                try stage.require(name)
                return try stage.installed(name)
            }
        } catch {
            let reason = (error as? Skipped)?.reason ?? "\(error)"
            if reported.insert(name).inserted { report.skip(name, reason) }
            return nil
        }
    }

    /// Starts a server that ends with the present benchmark.
    func guest(_ make: (Stage) throws -> Server) throws -> Server {
        let server = try make(stage)
        guests.append(server)
        return server
    }

    func endGuests() {
        for server in guests.reversed() { stage.end(server) }
        guests = []
    }

    private func resident(_ name: String, _ make: () throws -> Server) throws -> Server {
        if let known = residents[name] { return known }
        let made = try make()
        residents[name] = made
        return made
    }

    /// Visits servers in turn, round after round, with one verb of the load client.
    ///
    /// - Parameter asksBehind: True to wait for the server behind and count its notifications. Some
    ///   verbs always do.
    func visit(
        _ servers: [Server], _ options: [String: String], verb: String = "load",
        rounds: Int? = nil, asksBehind: Bool = false
    ) throws -> Rounds {
        let asksBehind = asksBehind || verb == "drain" || verb == "signals"
        var figures: [String: [[String: Double]]] = [:]
        for _ in 0..<(rounds ?? self.rounds) {
            for server in servers {
                var options = options
                options["address"] = server.address
                options["pid"] = "\(server.process.pid)"
                if asksBehind { options["back"] = server.back?.address }
                figures[server.name, default: []].append(try stage.client(verb, options))
            }
        }
        return Rounds(figures: figures)
    }
}

/// The figures of alternating rounds, by server.
struct Rounds {
    let figures: [String: [[String: Double]]]

    func median(_ figure: String, of server: String) -> Double {
        focus_bench.median((figures[server] ?? []).compactMap { $0[figure] })
    }

    /// Returns the median of the rounds' ratios. A disturbance of a whole round affects both sides.
    func ratio(_ figure: String, of server: String, to reference: String) -> Double {
        let pairs = zip(figures[server] ?? [], figures[reference] ?? [])
        return focus_bench.median(
            pairs.compactMap { mine, theirs in
                guard let mine = mine[figure], let theirs = theirs[figure] else { return nil }
                return mine / theirs
            })
    }
}
