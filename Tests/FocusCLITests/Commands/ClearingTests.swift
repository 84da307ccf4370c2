// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Issue 17: the history and a badge could not be emptied.
@Suite("history clear, badge clear, missed reply") @LoopActor struct ClearingTests {
    private var control: FakeControl {
        FakeControl(
            Fixture.control([
                "ClearHistory": [.uint32(7)], "ClearBadge": [.uint32(2)],
                "Badges": [
                    .dictionary(
                        key: "s", value: "u",
                        [
                            DictionaryEntry(
                                key: .string("org.example.Chat"), value: .uint32(3))
                        ])
                ],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])], "Reply": [],
                "Entries": [
                    Fixture.list([
                        Fixture.entry(), Fixture.entry(id: 9),
                        Fixture.entry(id: 8, verdict: .deliver, state: .shown),
                    ])
                ],
            ]))
    }

    private let nowhere = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]

    @Test("history clear deletes everything, or an app's part, or what is old")
    func history() {
        let all = control
        #expect(
            run(["history", "clear", "--yes"], all).output == """
                Deleted 7 past notifications.
                1 notification on the screen stays.
                The missed list still has 2 notifications: focus-switch missed clear

                """)
        #expect(all.calls.first == .init("ClearHistory", .string(""), .int64(0)))
        let old = control
        let before = Fixture.now.rawValue - 86_400_000
        _ = run(["history", "clear", "--before", "1d", "-y"], old)
        #expect(old.calls.first == .init("ClearHistory", .string(""), .int64(before)))
        let chat = control
        #expect(
            run(["history", "clear", "chat", "--yes"], chat, environment: nowhere).output == """
                Deleted 7 past notifications of Chat (org.example.Chat).
                1 notification on the screen stays.
                The missed list still has 2 notifications of Chat (org.example.Chat): \
                focus-switch missed dismiss --app chat

                """)
        #expect(
            chat.calls.contains(.init("ClearHistory", .string("org.example.Chat"), .int64(0))))
        let option = control
        _ = run(["history", "clear", "--app", "chat", "--yes"], option, environment: nowhere)
        #expect(
            option.calls.contains(.init("ClearHistory", .string("org.example.Chat"), .int64(0))))
        let unknown = control
        let result = run(["history", "clear", "Chatt"], unknown, environment: nowhere)
        #expect(result.code == .refused)
        #expect(result.errors.contains("nothing was deleted"), "\(result.errors)")
        #expect(!unknown.calls.contains { $0.member == "ClearHistory" })
        #expect(run(["history", "clear", "--before", "whenever"], control).code == .usage)
    }

    @Test("history clear asks on a terminal")
    func question() {
        let control = control
        let asked = RunningProgram(control)
        asked.typed = ["n"]
        asked.start(["history", "clear"])
        #expect(
            asked.result.output
                == "Delete all past notifications, for good? [y/N] Nothing was done.\n")
        #expect(control.calls.isEmpty)
        let agreed = RunningProgram(control)
        agreed.typed = ["n"]
        agreed.start(["history", "clear", "--yes"])
        #expect(agreed.result.code == .done)
        // The list of past notifications still takes an app.
        #expect(run(["history", "--help"]).output.contains("focus-switch history"))
    }

    /// Issue 17: `echo n | focus-switch forget Chat` removed the notifications all the same.
    @Test(
        "without a terminal, commands that ask need --yes, and repeat themselves with it",
        arguments: [
            ["forget", "chat"], ["missed", "clear"], ["history", "clear"],
            ["history", "clear", "chat", "--before", "7d"], ["delete", "my work"],
            ["missed", "clear", "--json"],
        ])
    func withoutTerminal(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("mine", "[Focus]\nName=My work\n")
        let control = control
        control.answers["ClearMissed"] = [.uint32(2)]
        control.answers["Forget"] = [.uint32(2)]
        control.answers["Reload"] = [.strings([])]
        let refused = focus(
            all: words, control: control, variables: ["XDG_DATA_DIRS": "/nonexistent"])
        #expect(refused.code == .refused)
        #expect(refused.output == "")
        let command = (words + ["--yes"]).map(shellQuoted).joined(separator: " ")
        #expect(
            refused.errors
                == "focus-switch: nothing was done; to do it without a question: focus-switch"
                + " \(command)\n")
        let reading: Set<MemberName> = ["Status", "ListApps", "Snoozed"]
        #expect(control.calls.allSatisfy { reading.contains($0.member) })
        #expect(focus.text("mine") != nil)
        let told = focus(
            all: words + ["--yes"], control: control, variables: ["XDG_DATA_DIRS": "/nonexistent"])
        #expect(told.code == .done, "\(told.errors)")
    }

    @Test("forget names the similar app, with the command for each")
    func forgetUnknown() {
        let control = control
        let result = run(["forget", "Chatt"], control, environment: nowhere)
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: nothing was done: no app “Chatt” is installed or in the \
                history; did you mean “Chat”?
                To forget that app: focus-switch forget Chat

                """)
        #expect(!control.calls.contains { $0.member == "Forget" })
        let far = run(["forget", "Zeppelin"], control, environment: nowhere).errors
        #expect(far.hasSuffix("\nThe apps: focus-switch apps\n"), "\(far)")
    }

    /// A trial with a newcomer: “Nobody” was answered with the command that deletes all.
    @Test("a word for all leads to the whole history, and one for none does not")
    func forgetAll() {
        let all = run(["forget", "Everything"], control, environment: nowhere)
        #expect(all.errors.contains("focus-switch history clear\n"))
        let none = run(["forget", "Nobody"], control, environment: nowhere)
        #expect(none.errors == "focus-switch: there is no app “Nobody”\n")
    }

    @Test("badge clear brings an app's badge to 0")
    func badge() {
        let control = control
        #expect(
            run(["badge", "clear", "chat"], control, environment: nowhere).output
                == "The badge of Chat (org.example.Chat) is 0; 2 notifications marked as read.\n")
        #expect(control.calls.last == .init("ClearBadge", .string("org.example.Chat")))
        control.answers["Badges"] = [.dictionary(key: "s", value: "u", [])]
        #expect(
            run(["badge", "clear", "chat"], control, environment: nowhere).output
                == "Chat (org.example.Chat) has no badge.\n")
    }

    @Test("missed reply sends a text to an app that takes one (issue 20)")
    func reply() {
        var entry = Fixture.entry()
        entry.record.actions.append(Action(key: "inline-reply", label: "Reply"))
        let control = control
        control.answers["Entry"] = [entry.value]
        #expect(
            run(["missed", "reply", "12", "On", "my", "way"], control).output
                == "Sent the reply to Chat.\n")
        #expect(control.calls.last == .init("Reply", .uint32(12), .string("On my way")))
        #expect(run(["reply", "12", "x"], control).code == .done)
        entry.isLive = false
        control.answers["Entry"] = [entry.value]
        #expect(run(["missed", "reply", "12", "x"], control).errors.contains("the app has left"))
        control.answers["Entry"] = [Fixture.entry().value]
        let none = run(["missed", "reply", "12", "x"], control)
        #expect(none.code == .refused)
        #expect(none.errors.contains("takes no written reply"), "\(none.errors)")
        #expect(run(["missed", "reply", "12"], control).code == .usage)
        #expect(run(["missed", "reply", "12", " "], control).code == .usage)
    }

    @Test("an action is found by a label of several words, and all are listed otherwise")
    func actions() {
        var entry = Fixture.entry()
        entry.record.actions = [
            Action(key: "read", label: "Mark as read"), Action(key: "reply", label: "Reply"),
        ]
        let control = FakeControl(Fixture.control(["Entry": [entry.value]]))
        _ = run(["missed", "act", "12", "mark", "as", "read"], control)
        #expect(control.calls.last == .init("Act", .uint32(12), .string("read")))
        let list = """
              Mark as read: focus-switch missed act 12 read
              Reply: focus-switch missed act 12 reply

            """
        #expect(
            run(["missed", "act", "12"], control).errors
                == "focus-switch: notification 12 has no default action; its actions:\n" + list)
        #expect(
            run(["missed", "act", "12", "nonsense"], control).errors
                == "focus-switch: notification 12 has no action “nonsense”; its actions:\n" + list)
    }

    @Test("a second dismissal says that the first one was enough")
    func twice() {
        var entry = Fixture.entry(state: .dismissed)
        entry.record.ended = Fixture.ago(minutes: 3)
        let control = FakeControl(["Dismiss": [.uint32(0)], "Entry": [entry.value]])
        let result = run(["missed", "dismiss", "12"], control)
        #expect(result.code == .refused)
        let step = "To read it: focus-switch missed show 12\n"
        #expect(
            result.errors
                == "focus-switch: notification 12 is already dismissed (3 min ago)\n\(step)")
        entry.record.state = .actedOn
        control.answers["Entry"] = [entry.value]
        #expect(
            run(["missed", "dismiss", "12"], control).errors
                == "focus-switch: notification 12 is over already: acted on (3 min ago)\n\(step)")
    }

    /// A trial with a newcomer: “notification 6 is on the screen already”, of one that was marked
    /// before.
    @Test("read says which notifications are read already", arguments: [["6"], ["6", "12"]])
    func readAlready(_ ids: [String]) {
        var entry = Fixture.entry(id: 6, state: .shown)
        entry.record.isRead = true
        let read = entry.value
        let control = FakeControl(
            ["MarkRead": [.uint32(UInt32(ids.count - 1))], "Entry": [Fixture.entry().value]])
        control.answer = { call in
            call == .init("Entry", .uint32(6)) ? .success([read]) : nil
        }
        let result = run(["missed", "read"] + ids, control)
        #expect(result.code == .refused)
        let subject = ids.count == 1 ? "notification 6" : "  6:"
        #expect(result.errors.contains("\(subject) is read already\n"), "\(result)")
    }

    @Test("a notification that was delivered later is listed as such")
    func late() throws {
        let entry = Fixture.entry(reason: .app, state: .shown)
        let control = FakeControl(
            Fixture.control(["Entries": [Fixture.list([entry])], "Entry": [entry.value]]))
        #expect(run(["history"], control).output.contains("  delivered later  "))
        #expect(
            run(["missed", "show", "12"], control).output.contains(
                "silenced, not allowed; delivered later\n"))
        #expect(run(["explain", "12"], control).output.contains("delivered after all"))
        #expect(run(["history", "--json"], control).output.contains("\"deliveredLater\":true"))
        var ended = Fixture.entry(reason: .app, state: .dismissed)
        #expect(!ended.record.isDeliveredLate)
        ended.record.server = ServerID(rawValue: 5)
        #expect(ended.record.isDeliveredLate)
        ended.record.server = ServerID(rawValue: 0)
        #expect(ended.record.isDeliveredLate)
    }

    @Test("a notification that waits for a server is not called delivered")
    func waiting() throws {
        let decisions: [(Reason, Verdict)] = [(.noFocus, .deliver), (.app, .silence)]
        for (reason, verdict) in decisions {
            let entry = Fixture.entry(reason: reason, verdict: verdict, state: .queued)
            let control = FakeControl(
                Fixture.control(["Entries": [Fixture.list([entry])], "Entry": [entry.value]]))
            #expect(run(["history"], control).output.contains("  waiting for the server  "))
            #expect(run(["history", "--json"], control).output.contains("\"state\":\"queued\""))
            let explained = run(["explain", "12"], control).output
            #expect(explained.contains("waiting for the server\n"))
            #expect(explained.hasPrefix("To be delivered: ") == (verdict == .deliver))
            let shown = run(["missed", "show", "12"], control).output
            #expect(shown.contains("waiting for the server\n"))
            #expect(shown.contains("to be delivered, no Focus\n") == (verdict == .deliver))
        }
    }

    @Test("a snoozed notification that came back unseen is not called silenced")
    func snoozedAndBack() {
        var record = Fixture.entry(reason: .app).record
        record.server = ServerID(rawValue: 0)
        let entry = EntryWire(record, isLive: true)
        let control = FakeControl(
            Fixture.control(["Entries": [Fixture.list([entry])], "Entry": [entry.value]]))
        #expect(run(["history"], control).output.contains("  delivered later  "))
        #expect(run(["missed"], control).output.contains("  snoozed before\n"))
        #expect(
            run(["missed", "show", "12"], control).output.contains(
                "silenced, not allowed; snoozed, then delivered\n"))
        #expect(
            run(["explain", "12"], control).output.contains(
                "snoozed, then delivered; its popup is gone"))
    }

    @Test("a popup that was on the screen at the log-out is missed, with that reason")
    func leftAtLogOut() {
        var record = Fixture.entry(reason: .noFocus, verdict: .deliver, state: .silenced).record
        record.server = .left
        let entry = EntryWire(record, isLive: true)
        let control = FakeControl(
            Fixture.control(["Entries": [Fixture.list([entry])], "Entry": [entry.value]]))
        #expect(run(["missed"], control).output.contains("  shown at log-out\n"))
        #expect(
            run(["missed", "show", "12"], control).output.contains(
                "delivered, no Focus; on the screen when the session ended\n"))
        #expect(
            run(["explain", "12"], control).output.contains(
                "was on the screen when the session ended"))
    }

    @Test("badge clear --all clears all badges, and badge clear all leads there")
    func allBadges() {
        let control = control
        let counts: [(String, UInt32)] = [("Chat", 3), ("Mail", 1)]
        control.answers["Badges"] = [
            .dictionary(
                key: "s", value: "u",
                counts.map { DictionaryEntry(key: .string($0.0), value: .uint32($0.1)) })
        ]
        control.answers["ClearBadge"] = [.uint32(2)]
        let word = run(["badge", "clear", "all"], control)
        #expect(word.code == .usage && word.errors.contains("focus-switch badge clear --all"))
        #expect(!control.calls.contains { $0.member == "ClearBadge" })
        // Only a terminal is asked, so that a script goes on.
        #expect(
            run(["badge", "clear", "--all"], control).output
                == "All badges are 0; 4 notifications marked as read.\n")
        #expect(
            control.calls.suffix(2)
                == [.init("ClearBadge", .string("Chat")), .init("ClearBadge", .string("Mail"))])
        #expect(run(["badge", "clear", "Chat", "--all"], control).code == .usage)
    }
}
