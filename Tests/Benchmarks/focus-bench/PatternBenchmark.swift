// SPDX-License-Identifier: Apache-2.0

import CBench
import Glibc
import Predicates

extension Benchmark {
    /// Patterns for which a backtracking matcher would need seconds or years.
    static let patterns = Benchmark(
        name: "patterns", about: "predicates that backtracking would make a trap", isShort: true
    ) { bench in
        for one in HostilePattern.all {
            let predicate = try Predicate(format: one.format)
            let text = String(repeating: one.unit, count: one.bytes / one.unit.utf8.count)
            let times = (0..<bench.rounds).map { _ in
                let start = threadMicroseconds()
                // Some cost more than a predicate may; the error is also an answer.
                _ = try? predicate.evaluate(with: text)
                return threadMicroseconds() - start
            }
            bench.report.add(
                "patterns", one.name, median(times) / Double(text.utf8.count >> 10), "µs/KiB",
                target: .atMost(1_000))
        }
    }

    private static func threadMicroseconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// A predicate, and a text that fails to match only at its very end.
private struct HostilePattern {
    let name: String
    let format: String
    let unit: String
    /// The length of the text.
    let bytes = 64 << 10

    init(_ name: String, _ format: String, _ unit: String = "a") {
        self.name = name
        self.format = format
        self.unit = unit
    }

    static let all = [
        regex("(a+)+b"), regex("(a|a)*b"), regex("(a|aa)+b"), regex("(.*)*x"),
        regex("(.*.*.*)*x"), regex("(a?){30}a{30}b"), regex("((a*)*)*b"),
        regex(".*a.*a.*a.*a.*a.*b"), regex("([a-z]+)*[0-9]"),
        Self("MATCHES[cd] (é|e)+x", "SELF MATCHES[cd] '(é|e)+x'", "é"),
        like("*a*a*a*a*a*a*b"), like("*?*?*?*?*?*b"), like("*aaaaaaaaaaaaaaab*"),
        Self("LIKE * and 20,000 a", "SELF LIKE '*\(repeated("a", 20_000))b*'"),
        Self("LIKE * and 20,000 é", "SELF LIKE '*\(repeated("é", 20_000))b*'", "é"),
        Self(
            "LIKE * and 5,000 marked letters, written otherwise",
            "SELF LIKE '*\(repeated("e\u{301}\u{323}", 5_000))b*'", "e\u{323}\u{301}"),
        Self("CONTAINS 20,000 a", "SELF CONTAINS '\(repeated("a", 20_000))b'"),
        Self("CONTAINS[cd] 10,000 é", "SELF CONTAINS[cd] '\(repeated("é", 10_000))b'", "é"),
    ]

    private static func regex(_ pattern: String) -> Self {
        Self("MATCHES \(pattern)", "SELF MATCHES '\(pattern)'")
    }

    private static func like(_ pattern: String) -> Self {
        Self("LIKE \(pattern)", "SELF LIKE '\(pattern)'")
    }

    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }
}
