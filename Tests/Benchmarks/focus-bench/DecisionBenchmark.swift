// SPDX-License-Identifier: Apache-2.0

import CBench
import FocusCore
import Glibc
import Predicates

extension Benchmark {
    private static let decisionTime = Target.atMost(1)
    /// Maximum factor for ten times as many filters, cache misses included.
    private static let flatness = Target.atMost(1.5)
    private static let noAllocation = Target.atMost(0)

    static let decision = Benchmark(
        name: "decision", about: "the decision alone, many apps with filters of many values",
        isShort: true
    ) { bench in
        let small = try Decisions(apps: 100, values: 1_000)
        let large = try Decisions(apps: 1_000, values: 10_000)
        let count = bench.isShort ? 100_000 : 1_000_000
        // A first pass, so that no first decision is counted.
        _ = (small.time(count: 1_000), large.time(count: 1_000))
        var times: (small: [Double], large: [Double]) = ([], [])
        var ratios: [Double] = []
        for _ in 0..<bench.rounds {
            let both = (small.time(count: count), large.time(count: count))
            times.small.append(both.0)
            times.large.append(both.1)
            ratios.append(both.1 / both.0)
        }
        bench.report.add(
            "decision", "100 apps, SELF IN 1,000 values", median(times.small), "µs",
            target: decisionTime)
        bench.report.add(
            "decision", "1,000 apps, SELF IN 10,000 values", median(times.large), "µs",
            target: decisionTime)
        bench.report.add(
            "decision", "ten times as many of both", median(times.large), "µs",
            ratio: median(ratios), target: flatness)
        let always = try AlwaysDecisions(rules: 100)
        _ = always.time(count: 1_000)
        let alwaysTimes = (0..<bench.rounds).map { _ in always.time(count: count) }
        bench.report.add(
            "decision", "100 always rules about apps, 100 muted apps", median(alwaysTimes), "µs",
            target: decisionTime)
        let general = try AlwaysDecisions(rules: 100, areGeneral: true)
        _ = general.time(count: 1_000)
        let generalTimes = (0..<bench.rounds).map { _ in general.time(count: count) }
        bench.report.add(
            "decision", "100 always rules about any app, 100 muted apps", median(generalTimes),
            "µs", target: decisionTime)
        bench.report.add(
            "decision", "heap allocations a decision", large.allocations(count: 10_000), "",
            target: noAllocation, isCounted: true)
    }
}

/// A policy with many filters, and notifications to decide about.
struct Decisions {
    private let policy: Policy
    private let notifications: [Notification]

    /// - Parameters:
    ///   - apps: Number of apps with a filter.
    ///   - values: Number of values in the predicate of an app. All apps share ten predicates, to
    ///     save memory.
    init(apps: Int, values: Int) throws {
        var filters: [AppID: [FilterPredicate]] = [:]
        var notifications: [Notification] = []
        let groups = try (0..<10).map { group in
            // Short values, so that 10,000 fit into the longest accepted predicate.
            let list = (0..<values).map { "\"\(group)-\($0)\"" }
            return try Predicate(format: "SELF IN {\(list.joined(separator: ","))}")
        }
        for number in 0..<apps {
            let app = AppID("org.bench.App\(number)")
            filters[app] = [FilterPredicate(filter: "Mail", predicate: groups[number % 10])]
            // Every other notification matches, so that both answers are measured.
            let criteria = "\(number % 10)-\(number / 10 % 2 == 0 ? values / 2 : values)"
            notifications.append(
                Notification(
                    app: app, appName: "Bench", summary: "A message", body: "Some text",
                    category: "im.received", filterCriteria: criteria))
        }
        policy = Policy(
            focus: Focus(id: FocusID("work"), name: "Work"), GeneralRules(), filters: filters,
            aliases: { _ in [] })
        self.notifications = notifications
        guard silencedShare == 0.5 else { throw Failure("the filters do not decide") }
    }

    private var silencedShare: Double {
        let silenced = notifications.count { policy.decide($0).verdict == .silence }
        return Double(silenced) / Double(notifications.count)
    }

    /// Returns the microseconds of one decision, in this thread's own time.
    func time(count: Int) -> Double {
        let start = Self.threadTime
        let silenced = decide(count: count)
        let time = Self.threadTime - start
        precondition(silenced > 0)
        return time / Double(count)
    }

    static var threadTime: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    /// Returns the heap allocations of one decision.
    func allocations(count: Int) -> Double {
        let before = cbench_allocations()
        let silenced = decide(count: count)
        let made = cbench_allocations() - before
        precondition(silenced > 0)
        return Double(made) / Double(count)
    }

    @inline(never) private func decide(count: Int) -> Int {
        var silenced = 0
        for number in 0..<count {
            let notification = notifications[number % notifications.count]
            if policy.decide(notification).verdict == .silence { silenced += 1 }
        }
        return silenced
    }
}

/// A policy without a Focus but with rules of `always.focus` and muted apps.
struct AlwaysDecisions {
    private let policy: Policy
    private let mutes: Mutes
    private let notifications: [Notification]

    /// - Parameters:
    ///   - rules: Number of rules and of muted apps.
    ///   - areGeneral: True for rules about any app; otherwise each rule is about one app.
    init(rules: Int, areGeneral: Bool = false) throws {
        var always = AlwaysRules()
        always.rules = try (0..<rules).map { number in
            let text = "summary CONTAINS[c] \"sale \(number)\""
            let when = areGeneral ? text : "appID == \"org.bench.App\(number)\" AND \(text)"
            return Rule(
                name: "\(number)", when: try Predicate(format: when), effect: .silence)
        }
        var mutes = Mutes()
        for number in 0..<rules {
            let end = Agenda.End.at(Timestamp(rawValue: .max))
            let span = UserSpan(since: Timestamp(rawValue: 0), end: end)
            guard mutes.add(Mute(AppID("org.bench.Muted\(number)"), span: span)) else {
                throw Failure("the app is not muted")
            }
        }
        policy = Policy(focus: nil, GeneralRules(always: always), aliases: { _ in [] })
        self.mutes = mutes
        notifications = (0..<rules).map { number in
            Notification(
                app: AppID("org.bench.\(number % 2 == 0 ? "App" : "Muted")\(number)"),
                appName: "Bench", summary: "A message", body: "Some text")
        }
    }

    /// Returns the microseconds of one decision, in this thread's own time.
    @inline(never) func time(count: Int) -> Double {
        let start = Decisions.threadTime
        let now = Timestamp(rawValue: 1_000)
        var silenced = 0
        for number in 0..<count {
            let notification = notifications[number % notifications.count]
            let decision = policy.decide(notification, mutes: mutes, at: now)
            if decision.verdict == .silence { silenced += 1 }
        }
        let time = Decisions.threadTime - start
        precondition(silenced == count / 2)
        return time / Double(count)
    }
}
