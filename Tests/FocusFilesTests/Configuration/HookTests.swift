// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusFiles

@Suite("[Hook NAME] of focusd.conf") struct HookTests {
    private func hooks(_ text: String) throws(FileProblems) -> [Hook] {
        try Configuration(bytes: Array(text.utf8), path: "focusd.conf").hooks
    }

    @Test func allKeys() throws {
        let hook = try #require(
            try hooks(
                """
                [Hook chat status]
                On=start;end;silenced;
                Focus=work;sleep;
                When=appID == "org.example.Chat"
                Run=chat-status --set "in a Focus" 'x y'
                """
            ).first)
        #expect(hook.name == "chat status")
        #expect(hook.events == [.start, .end, .silenced])
        #expect(hook.focuses == [FocusID("work"), FocusID("sleep")])
        #expect(hook.when != nil)
        // Words as a shell splits them; no shell runs.
        #expect(hook.command == ["chat-status", "--set", "in a Focus", "x y"])
    }

    @Test func predicateAloneMeansAllNotifications() throws {
        let hooks = try hooks("[Hook a]\nWhen=TRUEPREDICATE\nRun=true\n")
        #expect(hooks.map(\.events) == [[.silenced, .delivered]])
    }

    @Test(arguments: [
        ("[Hook]\nOn=start\nRun=true\n", "focusd.conf:1: group [Hook]: it needs a name"),
        ("[Hook a]\nRun=true\n", "focusd.conf:1: [Hook a] needs On= or When="),
        ("[Hook a]\nOn=start\n", "focusd.conf:1: [Hook a] needs Run="),
        ("[Hook a]\nOn=begin\nRun=true\n", "focusd.conf:2: On: “begin” is unknown"),
        (
            "[Hook a]\nOn=start, end\nRun=true\n",
            "focusd.conf:2: On: “start, end” is unknown; semicolons separate entries: start;end"
        ),
        ("[Hook a]\nOn=start\nRun='x\n", "focusd.conf:3: Run: "),
        (
            "[Hook a]\nOn=start\nWhen=TRUEPREDICATE\nRun=true\n",
            "focusd.conf:3: When: it judges notifications"
        ),
        (
            "[Hook a]\nOn=end\nRun=true\n[Hook  a]\nOn=end\nRun=true\n",
            "focusd.conf:4: a second [Hook a]"
        ),
        ("[Hook a]\nOn=end\nRun=true\nShell=true\n", "focusd.conf:4: key “Shell” is unknown"),
    ])
    func mistakesHaveTheirLine(_ text: String, _ message: String) {
        let error = #expect(throws: FileProblems.self) { try hooks(text) }
        let found = error?.problems.first?.description ?? ""
        #expect(found.hasPrefix(message), "\(found)")
    }

    /// A trial with a newcomer: two recipes together had “a second [Hook light]”, and a message
    /// about `When=` of the one with the `On=` of the other.
    @Test func twoGroupsOfOneNameHaveOneMessage() throws {
        let text =
            "[Hook a]\nOn=end\nRun=true\n[Hook a]\nWhen=TRUEPREDICATE\nRun=true\n"
        let error = #expect(throws: FileProblems.self) { try hooks(text) }
        #expect(
            error?.problems.map(\.description)
                == ["focusd.conf:4: a second [Hook a]; each hook has its own name"])
    }

    @Test func numberIsLimited() throws {
        let all = (0..<FocusFileLimits.hooks).map { "[Hook \($0)]\nOn=start\nRun=true\n" }.joined()
        #expect(try hooks(all).count == FocusFileLimits.hooks)
        #expect(throws: FileProblems.self) {
            try hooks(all + "[Hook more]\nOn=start\nRun=true\n")
        }
    }
}
