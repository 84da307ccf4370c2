// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("What is typed about notifications") @LoopActor struct MissedDialogueTests {
    @Test("the list's keys: a number, d and a number, ?, q (issue 17)")
    func keys() {
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([Fixture.entry()])], "Dismiss": [.uint32(1)],
                "MarkRead": [.uint32(1)],
            ]))
        let session = RunningProgram(control)
        session.typed = ["12", "d 12", "12 r", "r all", "y", "a 12 reply", "?", "q", "d 12"]
        session.start(["missed", "--wait"])
        #expect(session.result.errors == "")
        #expect(session.typed == ["d 12"])
        #expect(session.result.output.contains("Actions   default (Open), reply (Reply)"))
        #expect(session.result.output.contains("> Dismissed 1 notification.\n"))
        #expect(session.result.output.contains("> Marked 1 notification as read; “"))
        #expect(session.result.output.contains("> Invoked “Reply” of org.example.Chat.\n"))
        #expect(session.result.output.contains("  q or Enter"))
    }

    /// A trial with a newcomer: the list stayed as it was until “l” was typed.
    @Test("an open list says once when there are new notifications")
    func news() {
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([Fixture.entry()])], "Dismiss": [.uint32(1)],
            ]))
        let session = RunningProgram(control)
        session.typed = ["d 12", "q"]
        session.waitsForLines = true
        session.start(["missed", "--wait"])
        #expect(session.result.code == nil)
        #expect(session.result.output.hasSuffix("l lists again.\n> "))
        #expect(session.result.output.contains("A line says when there are new ones"))
        #expect(
            control.calls.map(\.member).first { ["Subscribe", "Entries"].contains($0) }
                == "Subscribe", "what comes while the list is read is told")
        let news = "\nThere are new ones; l lists again.\n> "
        control.handler?(.decided(Fixture.entry()))
        #expect(session.result.output.hasSuffix("> \(news)"))
        control.handler?(.decided(Fixture.entry(id: 13)))
        #expect(session.result.output.components("There are new ones").count == 2)
        session.enter()
        #expect(session.result.output.contains("> Dismissed 1 notification.\n"))
        control.handler?(.decided(Fixture.entry(id: 14, verdict: .deliver, state: .shown)))
        control.handler?(.missedChanged(count: 3))
        #expect(session.result.output.components("There are new ones").count == 2)
        control.handler?(.decided(Fixture.entry(id: 15)))
        #expect(session.result.output.hasSuffix(news))
        #expect(session.result.code == nil)
        session.enter()
        #expect(session.result.code == .done)
    }

    @Test("an open list without a subscription promises no news")
    func refusedSubscription() {
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([Fixture.entry()])]]))
        control.refusals["Subscribe"] = .refused(.other, message: "too many subscribers")
        let session = RunningProgram(control)
        session.typed = ["q"]
        session.waitsForLines = true
        session.start(["missed", "--wait"])
        #expect(session.result.output.hasSuffix("The list stays as it is; l lists again.\n> "))
    }

    @Test("an open list opens no second one on the same lines")
    func secondList() {
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([Fixture.entry()])]]))
        let session = RunningProgram(control)
        session.typed = ["--wait", "l --wait", "q"]
        session.waitsForLines = true
        session.start(["missed", "--wait"])
        for _ in 0..<2 { session.enter() }
        let error = "focus-switch: this list reads keys already; l lists again\n"
        #expect(session.result.errors == error + error)
        session.enter()
        #expect(session.result.code == .done)
    }

    @Test("an open list says that focusd has ended")
    func ended() {
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([Fixture.entry()])]]))
        let session = RunningProgram(control)
        session.typed = [""]
        session.waitsForLines = true
        session.start(["missed", "--wait"])
        control.handler?(.vanished)
        #expect(
            session.result.output.hasSuffix(
                "> \nfocusd has ended; Enter closes the list.\n> "))
        control.handler?(.appeared)
        #expect(session.result.output.hasSuffix("\nfocusd runs again; l lists again.\n> "))
        session.enter()
        #expect(session.result.code == .done)
    }

    /// A trial with a newcomer: the popup went, and the list stayed as it was, unsaid.
    @Test("a number of a notification that is not on the list says so", arguments: ["d", "r"])
    func unlisted(_ key: String) {
        let shown = Fixture.entry(verdict: .deliver, state: .shown)
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([Fixture.entry()])], "Dismiss": [.uint32(1)],
                "MarkRead": [.uint32(1)], "Entry": [shown.value],
            ]))
        let session = RunningProgram(control)
        session.typed = ["\(key) 12", "q"]
        session.start(["missed", "--wait"])
        #expect(session.result.errors == "note: 12 is not on the list: it is on the screen\n")
        #expect(session.result.output.contains(" 1 notification"), "\(session.result)")
        control.answers["Entry"] = [Fixture.entry().value]
        let listed = RunningProgram(control)
        listed.typed = ["\(key) 12", "q"]
        listed.start(["missed", "--wait"])
        #expect(listed.result.errors.isEmpty, "\(listed.result)")
    }

    /// A trial with a newcomer: “d” behind the number that had shown a notification was refused.
    @Test("a key without a number is about the notification shown last")
    func shownLast() {
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([Fixture.entry()])], "Dismiss": [.uint32(1)],
            ]))
        let session = RunningProgram(control)
        session.typed = ["d", "12", "d", "q"]
        session.start(["missed", "--wait"])
        #expect(session.result.errors.hasPrefix("focus-switch: d needs the number"))
        #expect(session.result.output.contains("> Dismissed 1 notification.\n"))
        let dismissals = control.calls.filter { $0.member == "Dismiss" }
        #expect(dismissals.map(\.arguments) == [[.array(of: "u", [.uint32(12)])]])
    }

    @Test("clear, delete and forget ask on a terminal, unless told not to (issue 17)")
    func questions() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\n")
        let environment = ["XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent"]
        for words in [["missed", "clear"], ["forget", "Chat"], ["delete", "f"]] {
            let control = FakeControl(
                Fixture.control([
                    "ClearMissed": [.uint32(2)], "Forget": [.uint32(2)], "Reload": [.strings([])],
                    "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                ]))
            let asked = RunningProgram(control, environment: environment)
            asked.typed = ["no"]
            asked.start(words)
            #expect(asked.result.code == .refused)
            #expect(asked.result.output.hasSuffix("? [y/N] Nothing was done.\n"), "\(words)")
            let told = RunningProgram(control, environment: environment)
            told.typed = ["unread"]
            told.start(words + ["--yes"])
            #expect(told.result.code == .done, "\(words)")
            #expect(told.typed == ["unread"])
        }
    }

    /// A trial with a newcomer: the question about an unknown name was followed by “nothing was
    /// removed”.
    @Test("forget refuses a name that no app has, without a question")
    func forgetUnknown() {
        let control = FakeControl(
            Fixture.control(["ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])]]))
        for word in ["Nope", "Cha"] {
            let session = RunningProgram(control, environment: ["HOME": "/nonexistent"])
            session.typed = ["y"]
            session.start(["forget", word])
            #expect(session.result.code == .refused && session.typed == ["y"])
            #expect(
                session.result.errors.contains("no app “\(word)” is installed or in the history"))
        }
        #expect(!control.calls.contains { $0.member == "Forget" })
    }

    @Test("a word that is no key is answered with the keys; Enter is named (issue 17)")
    func unknownKeys() {
        let control = FakeControl(
            Fixture.control(["Entries": [Fixture.list([Fixture.entry()])]]))
        let session = RunningProgram(control)
        session.typed = ["bogus", "dismis 12", ""]
        session.start(["missed", "--wait"])
        #expect(
            session.result.errors
                == "focus-switch: there is no key “bogus”; ? lists the keys\n"
                + "focus-switch: there is no key “dismis”; did you mean “dismiss”?\n")
        #expect(
            session.result.output.contains(
                "d dismisses, w tells why, Enter closes, ? lists all keys."))
    }

    /// A trial with a newcomer: w alone was answered with options of another command.
    @Test("a number may adjoin its key, and a key without one asks for it")
    func adjoined() throws {
        let focus = try Configuration()
        let control = control(.app)
        let result = dialogue(
            ["w12", "12w", "W12", "w", "d", "q7", "x12", "show", "q"], control, focus)
        #expect(result.output.components("Was silenced: ").count == 4)
        #expect(
            result.errors == """
                focus-switch: w needs the number of a notification of the list
                  w NUMBER  show why it was silenced
                focus-switch: d needs the number of a notification of the list
                  d NUMBER…  dismiss
                focus-switch: there is no key “q7”; ? lists the keys
                focus-switch: there is no key “x12”; ? lists the keys
                focus-switch: a number of the list shows a notification; ? lists the keys

                """)
    }

    private func dialogue(
        _ typed: [String], _ control: FakeControl, _ focus: Configuration
    ) -> RunResult {
        let session = RunningProgram(
            control,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent",
                "XDG_DATA_DIRS": "/nonexistent",
            ])
        session.typed = typed
        session.start(["missed", "--wait"])
        return session.result
    }

    private func control(_ reason: Reason) -> FakeControl {
        let entry = Fixture.entry(reason: reason)
        return FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([entry])], "Entry": [entry.value],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "SnoozeFor": [.uint32(1)],
                "Reload": [.strings([])], "Mute": [], "Unmute": [], "Reply": [],
                "Mutes": [
                    FieldsBuilder.list([
                        MuteWire(
                            Mute(
                                AppID("org.example.Chat"),
                                span: UserSpan(since: Fixture.now, end: .never)), name: "Chat"
                        ).value
                    ])
                ],
            ]))
    }

    /// Issue 17: the list had no key for the reason, for snoozing and for allowing.
    @Test("w tells why, z snoozes, p allows, m mutes and u takes it back (issue 17)")
    func moreKeys() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let control = control(.app)
        let result = dialogue(
            ["w 12", "why 12", "z 12", "z 12 20min", "p 12", "m 12 1h", "u 12", "q"], control, focus
        )
        #expect(result.errors == "")
        let output = result.output
        #expect(output.components("> Was silenced: Work does not allow").count == 3, "\(output)")
        #expect(
            output.contains("To let it through: focus-switch allow org.example.Chat --focus work"))
        #expect(output.contains("> Snoozed 1 notification until "))
        #expect(output.contains("> Work now allows Chat (org.example.Chat).\n"))
        #expect(
            output.contains("> Muted Chat (org.example.Chat).\nTo end that: u org.example.Chat\n"))
        #expect(output.contains("> Unmuted Chat (org.example.Chat).\n"))
        let snoozes = control.calls.filter { $0.member == "SnoozeFor" }.map(\.arguments.last)
        #expect(snoozes.count == 2 && snoozes[0] != snoozes[1])
        #expect(focus.text("work")?.contains("AppList=org.example.Chat;") == true)
    }

    /// A window that stayed open overnight snoozed “until tomorrow” until a moment of the past.
    @Test("each line has its own time and width of the terminal")
    func laterLines() {
        let answers = Fixture.control([
            "Entries": [Fixture.list([Fixture.entry()])], "Snooze": [.uint32(1)],
        ])
        let control = FakeControl(answers)
        let session = RunningProgram(control)
        session.typed = ["?", "z 12 --until tomorrow", "?", "q"]
        let nextDay = Fixture.now.adding(24 * 3_600_000)
        var times = [Fixture.now, nextDay, nextDay, nextDay]
        session.clock = { times.removeFirst() }
        var widths = [200, 200, 40, 40]
        session.measure = {
            let width = widths.removeFirst()
            return (width, width)
        }
        session.start(["missed", "--wait"])
        #expect(session.result.errors == "" && times.isEmpty && widths.isEmpty)
        let fresh = FakeControl(answers)
        #expect(run(["snooze", "12", "--until", "tomorrow"], fresh, now: nextDay).errors == "")
        let snoozes = control.calls.filter { $0.member == "Snooze" }
        #expect(snoozes.count == 1 && snoozes == fresh.calls.filter { $0.member == "Snooze" })
        let row = "  w NUMBER"
        let texts = session.result.output.components(row).map { $0.prefix(60) }
        #expect(texts.count == 3 && texts[1] != texts[2], "\(texts)")
    }

    @Test("hints are in the list's own keys (issue 17)")
    func ownKeys() throws {
        let focus = try Configuration()
        let result = dialogue(["d", "a 12 nonsense", "missed 12", "q"], control(.app), focus)
        #expect(!result.errors.contains("focus-switch missed"), "\(result.errors)")
        #expect(!result.errors.contains("--help"), "\(result.errors)")
        #expect(result.errors.contains("  Reply: a 12 reply\n"), "\(result.errors)")
        #expect(result.errors.contains("  d NUMBER…  dismiss\n"), "\(result.errors)")
    }

    @Test("missed allow, why and snooze do what they say (issue 17)")
    func words() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let nowhere = ["XDG_DATA_DIRS": "/nonexistent"]
        for words in [["missed", "why", "12"], ["missed", "explain", "12"], ["why", "12"]] {
            #expect(
                focus(all: words, control: control(.app), variables: nowhere).output
                    .hasPrefix("Was silenced: "))
        }
        #expect(
            focus(
                all: ["missed", "snooze", "12", "--for", "1h"], control: control(.app),
                variables: nowhere
            ).output.hasPrefix("Snoozed 1 notification"))
        #expect(
            focus(all: ["missed", "allow", "12"], control: control(.app), variables: nowhere).change
                == "Work now allows Chat (org.example.Chat).\nChat is muted, so it stays silenced"
                + " with any Focus and without one.\nTo end the mute: focus-switch unmute"
                + " org.example.Chat\nTo show this notification now: focus-switch missed deliver 12\n"
        )
        let muted = control(.muted(until: nil))
        #expect(
            focus(all: ["missed", "allow", "12"], control: muted, variables: nowhere).output
                == "Unmuted Chat (org.example.Chat).\n"
                + "To show this notification now: focus-switch missed deliver 12\n")
        let filtered = focus(all: ["missed", "allow", "12"], control: control(.filter))
        #expect(filtered.code == .refused)
        #expect(filtered.errors.contains("needs a command of yours:"), "\(filtered.errors)")
    }
}

extension String {
    /// The parts between the occurrences of a text.
    fileprivate func components(_ separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
