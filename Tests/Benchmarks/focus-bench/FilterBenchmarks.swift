// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Benchmark {
    private static let switchTime = Target.atMost(50)
    private static let statusTime = Target.atMost(10)
    private static let activationTime = Target.atMost(200)

    static let switching = Benchmark(
        name: "switch", about: "switching a Focus with 200 filters: to the last Perform",
        isShort: true
    ) { bench in
        let count = 200
        var files: [String: String] = [:]
        let apps = (0..<count).map { "org.bench.App\($0)" }
        for app in apps {
            files["data/focus-filters/\(app).focus-filter"] = """
                [Filter Mail]
                Title=Mail
                Description=Which account may interrupt
                Parameters=dark;

                [Parameter Mail dark]
                Title=Dark mode
                Type=Bool
                Default=false
                """
        }
        files["config/focusd/focuses/work.focus"] =
            "[Focus]\nName=Work\n"
            + apps.map { "\n[Filter \($0) Mail]\ndark=true\n" }.joined()
        let focusd = try bench.guest {
            try $0.focusd("focusd", before: bench.behind(), Setup(files: files))
        }
        let options = ["count": "\(bench.isShort ? 5 : 15)", "live": "\(count)", "focus": "work"]
        let figures = try bench.visit([focusd], options, verb: "performs", rounds: 1)
        bench.report.add(
            "switch", "200 filters, to the last Perform", figures.median("p50_ms", of: "focusd"),
            "ms", target: switchTime)
    }

    static let status = Benchmark(
        name: "status", about: "`focus-switch status`, from start to end", isShort: true
    ) { bench in
        let server = try bench.delivering()
        var times: [Double] = []
        for round in 0..<(bench.isShort ? 11 : 31) {
            let start = ContinuousClock.now
            try bench.stage.focusSwitch(server, "status")
            if round > 0 { times.append((ContinuousClock.now - start) / .milliseconds(1)) }
        }
        bench.report.add("status", "wall", median(times), "ms", target: statusTime)
    }

    static let activation = Benchmark(
        name: "activation", about: "an app's extension that the bus starts: to its answer",
        isShort: true
    ) { bench in
        let app = "org.bench.Topics"
        let focusd = try bench.guest { stage in
            let service = """
                [D-BUS Service]
                Name=\(app).FocusFilter
                Exec=/usr/bin/env FOCUSD_APP_ID=\(app) \(stage.program("FilterExtension"))
                """
            let declaration = """
                [Filter TopicFilter]
                Title=Topics
                Description=What is talked about
                Parameters=topics;

                [Parameter TopicFilter topics]
                Title=Topics
                Type=[String]
                Default=news;
                """
            let focus = "[Focus]\nName=Work\n\n[Filter \(app) TopicFilter]\ntopics=weather;\n"
            return try stage.focusd(
                "focusd", before: bench.behind(),
                Setup(
                    files: [
                        "data/focus-filters/\(app).focus-filter": declaration,
                        "config/focusd/focuses/work.focus": focus,
                    ], services: ["\(app).FocusFilter.service": service]))
        }
        let options = [
            "count": "\(bench.isShort ? 3 : 11)", "name": app + ".FocusFilter", "focus": "work",
        ]
        let figures = try bench.visit([focusd], options, verb: "activate", rounds: 1)
        bench.report.add(
            "activation", "from the switch to the answer", figures.median("p50_ms", of: "focusd"),
            "ms", target: activationTime)
    }
}
