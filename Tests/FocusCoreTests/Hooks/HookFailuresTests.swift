// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

@Suite struct HookFailuresTests {
    private static func time(_ milliseconds: Int64) -> Timestamp {
        Timestamp(rawValue: milliseconds)
    }

    @Test func failuresInARowAreCountedUntilAGoodRun() {
        var failures = HookFailures()
        for number in 1...3 {
            failures.failed(
                "a", "reason \(number)", line: "line \(number)", number == 3 ? .end : .start,
                focusName: "Work", at: Self.time(Int64(number)))
        }
        #expect(
            failures.all["a"]
                == .init(
                    reason: "reason 3", line: "line 3", event: .end, focusName: "Work", count: 3,
                    first: Self.time(1), latest: Self.time(3)))
        failures.succeeded("b")
        #expect(failures.all.count == 1)
        failures.succeeded("a")
        #expect(failures.all.isEmpty)
        failures.failed("a", "again", line: nil, .start, focusName: "", at: Self.time(9))
        #expect(failures.all["a"]?.count == 1)
        #expect(failures.all["a"]?.first == Self.time(9))
    }

    @Test func hooksThatChangedOrAreGoneHaveNoFailure() {
        let hooks = ["same", "changed", "gone"].map { name in
            Hook(name: name, events: [.start], command: ["false"])
        }
        var failures = HookFailures()
        for hook in hooks {
            failures.failed(hook.name, "x", line: nil, .start, focusName: "", at: Self.time(1))
        }
        var changed = hooks[1]
        changed.command = ["true"]
        failures.keep([hooks[0], changed], from: hooks)
        #expect(Array(failures.all.keys) == ["same"])
    }
}
