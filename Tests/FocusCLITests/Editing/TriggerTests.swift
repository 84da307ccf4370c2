// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("trigger list, add and remove") @LoopActor struct TriggerTests {
    /// Issue 17: the list named a trigger in words that “trigger remove” did not take.
    @Test("a trigger is removed by its text, its app's id or its app's name, in any letter case")
    func names() throws {
        for words in [["app:org.example.film"], ["org.example.Film"], ["ORG.EXAMPLE.FILM"]] {
            let focus = try Configuration()
            try focus.write("work", "[Focus]\nName=Work\n")
            _ = focus("trigger", "add", "app:org.example.Film", "vpn", "--focus", "work")
            let removed = focus(all: ["trigger", "remove"] + words + ["--focus", "work"])
            #expect(removed.code == .done, "\(words): \(removed.errors)")
            #expect(try focus.show("work")["triggers"] == ["vpn"])
        }
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        #expect(
            focus("trigger", "remove", "--focus", "work").errors
                == "focus-switch: Work has no triggers\n")
    }

    /// A trial with a newcomer: only the exact word of the file was understood.
    @Test(
        "a kind is understood in other spellings, and with its name behind a blank",
        arguments: [
            (["fullscreen"], "full-screen"), (["full", "screen"], "full-screen"),
            (["Full Screen"], "full-screen"), (["FULL_SCREEN"], "full-screen"),
            (["screen", "sharing"], "screen-shared"), (["mic"], "microphone"),
            (["app", "org.example.Film"], "app:org.example.Film"),
            (["wifi", "Home", "Office"], "network:Home Office"),
            (["wifi:Home Office"], "network:Home Office"), (["calendar", "Team"], "calendar:Team"),
        ])
    func spellings(_ words: [String], _ trigger: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let result = focus(all: ["trigger", "add"] + words + ["--focus", "work"])
        #expect(result.code == .done, "\(result.errors)")
        #expect(try focus.show("work")["triggers"] == .strings([trigger]))
        #expect(focus(all: ["trigger", "remove"] + words + ["--focus", "work"]).code == .done)
        #expect(try focus.show("work")["triggers"] == .strings([]))
    }

    @Test("several kinds stay several, and a word that is none comes with the nearest")
    func severalKinds() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        #expect(focus("trigger", "add", "calendar", "mic", "--focus", "work").code == .done)
        #expect(focus("trigger", "add", "vpn", "lid", "--focus", "work").code == .done)
        #expect(
            try focus.show("work")["triggers"]
                == .strings(["calendar", "lid", "microphone", "vpn"]))
        for (word, hint) in [
            ("batery", "is not a trigger; did you mean “battery”?"),
            ("app", "“app” needs a name: app:APP"),
            ("zzzzzz", "is not a trigger; expected one of app:APP"),
        ] {
            let result = focus("trigger", "add", word, "--focus", "work")
            #expect(result.code == .usage)
            #expect(result.errors.contains(hint), "\(result.errors)")
        }
    }

    /// A trial with a newcomer: `app:Big Chat` was answered with “Chat” alone.
    @Test("the name of a known app may have blanks behind app:, and others need quotes")
    func appWithBlanks() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.writeData(
            "applications/org.example.Big.desktop", "[Desktop Entry]\nName=Big Chat\n")
        let added = focus("trigger", "add", "app:Big", "Chat", "vpn", "--focus", "work")
        #expect(added.code == .done, "\(added.errors)")
        #expect(try focus.show("work")["triggers"] == ["app:org.example.Big", "vpn"])
        let unknown = focus("trigger", "add", "app:Small", "Talk", "--focus", "work")
        #expect(unknown.code == .usage)
        #expect(
            unknown.errors.hasSuffix("A name with blanks needs quotes: 'app:Big Chat'\n"),
            "\(unknown.errors)")
        #expect(try focus.show("work")["triggers"] == ["app:org.example.Big", "vpn"])
    }

    @Test("triggers are added to the existing ones, and removed")
    func edit() throws {
        let focus = try Configuration()
        try focus.write("work", "# mine\n[Focus]\nName=Work\n# end\n")
        let add = focus(
            "trigger", "add", "app:org.example.Film", "screen-shared", "--focus", "work")
        #expect(
            add.output
                == "Added to Work: on while org.example.Film runs or while the screen is shared or"
                + " recorded.\n")
        _ = focus("trigger", "add", "full-screen", "--focus", "work")
        #expect(
            try focus.show("work")["triggers"]
                == ["app:org.example.Film", "full-screen", "screen-shared"])
        #expect(focus.text("work")?.hasPrefix("# mine\n[Focus]\nName=Work\n# end\n") == true)
        let remove = focus("trigger", "remove", "full-screen", "--focus", "work")
        #expect(
            remove.output
                == "Work will no longer be on while a window fills the screen.\n")
        #expect(
            focus("trigger", "list").output == """
                Work  app:org.example.Film  on while org.example.Film runs
                Work  screen-shared         on while the screen is shared or recorded

                """)
        #expect(
            focus("trigger", "list", "--focus", "work", "--json").output == """
                [{"focus":"work","trigger":"app:org.example.Film","available":null,"holds":null},\
                {"focus":"work","trigger":"screen-shared","available":null,"holds":null}]

                """)
        // Issue 17: a forgotten name removed all triggers.
        let unnamed = focus("trigger", "remove", "--focus", "work")
        #expect(unnamed.code == .refused)
        #expect(
            unnamed.errors
                == "focus-switch: nothing was removed: Work has the triggers app:org.example.Film,"
                + " screen-shared; name one, or use --all\n")
        let rest = focus("trigger", "remove", "--all", "--focus", "work")
        #expect(rest.output == "Removed all triggers of Work.\n")
        #expect(focus("trigger", "list").output == "No triggers.\n")
    }

    /// Issue 20: the time after a trigger's end was a key of the file only.
    @Test("--grace sets the time after the state's end, with new triggers and without")
    func grace() throws {
        let focus = try Configuration()
        try focus.write("call", "[Focus]\nName=Call\n")
        #expect(focus("trigger", "add", "--grace", "10", "--focus", "call").code == .refused)
        let add = focus("trigger", "add", "microphone", "--grace", "30s", "--focus", "call")
        #expect(add.output.hasSuffix("Call lasts 30 s after the end of a trigger.\n"))
        #expect(try focus.show("call")["triggerGrace"] == 30)
        #expect(focus("show", "call").output.contains("30 s after the end of a trigger"))
        let minutes = focus("trigger", "add", "--grace", "10min", "--focus", "call")
        #expect(minutes.output.contains("Call lasts 10 min after the end of a trigger.\n"))
        #expect(focus("show", "call").output.contains("10 min after the end of a trigger"))
        #expect(focus("trigger", "add", "--grace", "0", "--focus", "call").code == .done)
        #expect(try focus.show("call")["triggerGrace"] == 0)
        #expect(try focus.show("call")["triggers"] == ["microphone"])
        for wrong in ["-1", "2h", "soon", ""] {
            let result = focus("trigger", "add", "vpn", "--grace", wrong, "--focus", "call")
            #expect(result.code == .usage, "\(wrong)")
        }
        #expect(try focus.show("call")["triggers"] == ["microphone"])
    }

    /// A trial with a newcomer: the time stayed in the file of a Focus without a trigger, unseen.
    @Test("a time that was set before is told with the next trigger, and without one")
    func graceBefore() throws {
        let focus = try Configuration()
        try focus.write("call", "[Focus]\nName=Call\n")
        #expect(!focus("trigger", "add", "vpn", "--focus", "call").output.contains("after the end"))
        _ = focus("trigger", "add", "game", "--grace", "10min", "--focus", "call")
        _ = focus("trigger", "remove", "--all", "--focus", "call")
        let refused = focus("trigger", "add", "--grace", "5s", "--focus", "call")
        #expect(refused.code == .refused)
        #expect(
            refused.errors.contains(
                "Call has no triggers; with one, it lasts 10 min after the end of a trigger"),
            "\(refused.errors)")
        let added = focus("trigger", "add", "full-screen", "--focus", "call")
        #expect(
            added.output.hasSuffix(
                "\nCall lasts 10 min after the end of a trigger, as set before (--grace).\n"),
            "\(added.output)")
    }

    @Test(
        "an invalid trigger is a usage error",
        arguments: [[], ["film"], ["app:"], ["full-screen", "screen"]])
    func usage(_ words: [String]) throws {
        let focus = try Configuration()
        let result = focus(all: ["trigger", "add", "--focus", "do-not-disturb"] + words)
        #expect(result.code == .usage)
        #expect(focus.text("do-not-disturb") == nil)
    }

    @Test("a trigger that the Focus does not have is refused, with the one that was meant")
    func missing() throws {
        let focus = try Configuration()
        _ = focus("trigger", "add", "app:film", "--focus", "do-not-disturb")
        let result = focus("trigger", "remove", "app:flim", "--focus", "do-not-disturb")
        #expect(result.code == .refused)
        #expect(result.errors.contains("app:film"))
        let other = focus("trigger", "remove", "vpn", "--focus", "do-not-disturb")
        #expect(other.errors.contains("has no trigger “vpn”; it has “app:film”"))
    }

    private static func status(_ trigger: Trigger) -> ServiceStatus {
        var status = Fixture.status
        status.activation?.cause = .trigger
        status.activation?.trigger = trigger
        return status
    }

    @Test("status and watch say with what a Focus is on")
    func reason() throws {
        let status = Self.status(.app(AppID("film")))
        let control = FakeControl(["Status": [status.value]])
        #expect(
            run(["status"], control).output.hasPrefix(
                "Work is on while film runs, turned on 12 min ago.\n"))
        let json = try JSONValue(parsing: run(["status", "--json"], control).output)
        #expect(json["focus"]?["cause"] == "trigger")
        #expect(json["focus"]?["trigger"] == "app:film")
        for (option, expected) in [("--json", #""trigger":"app:film""#), ("", "while film runs")] {
            let program = RunningProgram(control)
            program.start(["watch"] + (option.isEmpty ? [] : [option]))
            control.handler?(.focusChanged(FocusID("work")))
            #expect(program.result.output.contains(expected))
        }
    }

    @Test("next says what stays on, and with what another comes back")
    func next() throws {
        let moment = try #require(MomentWords.past("2026-11-21 18:00", now: Fixture.now))
        let outcome = Activation(
            focus: FocusID("cinema"), since: moment, cause: .trigger, trigger: .app(AppID("film")))
        let change = UpcomingChange(
            Agenda.Change(time: moment, outcome: outcome), name: "Cinema")
        let control = FakeControl(
            Fixture.control(
                [
                    "Status": Self.status(.screenShared).value,
                    "Upcoming": .array(of: "a{sv}", [change.value]),
                ].mapValues { [$0] }))
        #expect(
            run(["next"], control).output == """
                Work stays on while the screen is shared or recorded.
                18:00  Cinema is on again while film runs

                """)
        let json = run(["next", "--json"], control).output
        #expect(json.contains(#""trigger":"app:film""#))
    }

    @Test("a reason that several triggers share is told once")
    func sharedReason() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n[Triggers]\nVPN=true\nDocked=true\n")
        let checks = [Trigger.vpn, .docked].map { trigger in
            DoctorCheck(
                check: DoctorCheck.name(of: trigger),
                detail: "focusd cannot detect “\(trigger.text)”: the bus is missing",
                problem: .init(.triggerUnseen, remedy: "start the bus; to see it: busctl --user"))
        }
        let control = FakeControl([
            "Doctor": [FieldsBuilder.list(checks.map(\.value))],
            "TriggerKinds": [FieldsBuilder.list([])],
            "ListApps": [.array(of: "a{sv}", [])],
        ])
        #expect(
            focus("trigger", "list", control: control).errors == """
                note: docked, vpn cannot be detected here: the bus is missing
                  To do: start the bus
                  To see it: busctl --user

                """)
    }

    /// Issue 17: “not detected” did not tell an absent state from a blind session.
    @Test("list says what holds now, and why a trigger cannot be detected here")
    func states() throws {
        let focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\n[Triggers]\nCalendar=true\nVPN=true\nPower=true\n"
                + "Networks=Home;Office;\nCamera=true\n")
        let name = DoctorCheck.name(of: .calendar(""))
        let check = DoctorCheck(
            check: name,
            detail: "focusd cannot see the events of “calendar”: focus-calendar is not installed",
            problem: .init(.triggerUnseen, remedy: "install focusd-calendar"))
        let kinds = [
            TriggerKindState(.calendar, isAvailable: false, reason: "missing", holds: false),
            TriggerKindState(.vpn, isAvailable: true, holds: false),
            TriggerKindState(.power, isAvailable: true, holds: true),
            TriggerKindState(.network, isAvailable: true, holds: true),
        ]
        let control = FakeControl([
            "Doctor": [FieldsBuilder.list([check.value])],
            "TriggerKinds": [FieldsBuilder.list(kinds.map(\.value))],
            "Reload": [.strings([])], "ListApps": [.array(of: "a{sv}", [])],
        ])
        let result = focus("trigger", "list", control: control)
        func state(_ trigger: String) -> String? {
            let lines = result.output.split(separator: "\n").map(String.init)
            let line = lines.first { $0.contains("  \(trigger)  ") }
            return line?.split(separator: "  ").dropFirst(3).last.map { String($0).trimmingBlanks }
        }
        #expect(state("calendar") == "cannot be detected here", "\(result)")
        #expect(state("vpn") == "not now" && state("power") == "now", "\(result)")
        // Which of two networks it is, or an unknown kind: no state is said.
        for trigger in ["network:Home", "network:Office", "camera"] {
            #expect(state(trigger) == nil, "\(trigger): \(result)")
        }
        #expect(
            result.errors == """
                note: calendar cannot be detected here: focus-calendar is not installed
                  To do: install focusd-calendar

                """)
        let added = focus("trigger", "add", "calendar", "--focus", "work", control: control)
        #expect(added.errors == result.errors, "\(added)")
    }

    @Test("a new Focus says which of its template's triggers cannot be detected here")
    func template() throws {
        let check = DoctorCheck(
            check: DoctorCheck.name(of: .camera),
            detail: "focusd cannot see whether a camera is in use: PipeWire does not run",
            problem: .init(.triggerUnseen, remedy: "start PipeWire"))
        let control = FakeControl([
            "Doctor": [FieldsBuilder.list([check.value])], "Reload": [.strings([])],
            "ListApps": [.array(of: "a{sv}", [])],
        ])
        let words = ["create", "Meetings", "--template", "call"]
        let result = try Configuration()(all: words, control: control)
        #expect(
            result.errors == """
                note: camera cannot be detected here: PipeWire does not run
                  To do: start PipeWire

                """, "\(result)")
    }

    /// Issue 17: a trigger was told as added each time.
    @Test("a trigger that the Focus has is told as such")
    func twice() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let words = ["trigger", "add", "vpn", "--focus", "work"]
        #expect(focus(all: words).output.hasPrefix("Added to Work: on "))
        let again = focus(all: words)
        #expect(again.code == .done)
        #expect(again.output.hasPrefix("Already in Work: on while"))
        let both = focus("trigger", "add", "vpn", "docked", "mic", "lid", "--focus", "work")
        #expect(both.output.contains("Added to Work: on while"), "\(both.output)")
        #expect(both.output.contains(", while a microphone records or "), "\(both.output)")
        #expect(
            both.output.contains("Already in Work: on while a VPN is connected.\n"),
            "\(both.output)")
    }

    /// A trial with a newcomer: beside one broken calendar, a trigger that had turned Sleep on was
    /// said to be undetectable, and the start of Sleep was not said.
    @Test("a trigger that is detected in part keeps its state, and its start is said")
    func partly() throws {
        let focus = try Configuration()
        try focus.write("sleep", "[Focus]\nName=Sleep\n")
        let detail = "focusd may miss events of “calendar:Team”: /c/bad.ics is no calendar"
        let check = DoctorCheck(
            check: DoctorCheck.name(of: .calendar("Team")), detail: detail,
            problem: .init(.triggerUnseen, remedy: "repair or remove the calendar"))
        let kind = TriggerKindState(.calendar, isAvailable: true, holds: true)
        var status = ServiceStatus()
        status.activation = Activation(
            focus: FocusID("sleep"), since: Fixture.now, cause: .trigger,
            trigger: .calendar("Team"))
        let control = FakeControl([
            "Doctor": [FieldsBuilder.list([check.value])], "Status": [status.value],
            "TriggerKinds": [FieldsBuilder.list([kind.value])],
            "Reload": [.strings([])], "ListApps": [.array(of: "a{sv}", [])],
        ])
        let added = focus("trigger", "add", "calendar:Team", "--focus", "sleep", control: control)
        #expect(added.output.hasSuffix("Sleep is on now.\n"), "\(added)")
        #expect(
            added.errors == """
                note: \(detail)
                  To do: repair or remove the calendar

                """)
        let list = focus("trigger", "list", control: control)
        #expect(list.output.contains("  now\n"), "\(list)")
        #expect(!(list.output + list.errors).contains("cannot be detected"), "\(list)")
        // Another Focus is on by the trigger: no start is said.
        status.activation?.focus = FocusID("work")
        control.answers["Status"] = [status.value]
        let again = focus("trigger", "add", "calendar:Team", "--focus", "sleep", control: control)
        #expect(!again.output.contains("is on now"), "\(again)")
    }
}
