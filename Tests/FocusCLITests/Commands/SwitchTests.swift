// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("on, off, list") @LoopActor struct SwitchTests {
    @Test("a Focus is turned on by its name, with the word “on” or without it")
    func turningOn() {
        for arguments in [["on", "WORK"], ["WORK"], ["--json", "WORK"], ["WORK", "--json"]] {
            let control = FakeControl(Fixture.control())
            let result = run(arguments, control)
            #expect(result.code == .done)
            #expect(control.calls.contains(.init("Activate", .string("WORK"))))
            let isJSON = arguments.contains("--json")
            let json = "{\"focus\":\"work\",\"until\":null}\n"
            #expect(result.output == (isJSON ? json : "Work is on.\n"))
        }
    }

    @Test("an unknown Focus is refused with the nearest one, or the nearest command")
    func unknownFocus() {
        let control = FakeControl(Fixture.control())
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no such Focus")
        let on = run(["on", "wrok"], control)
        #expect(on.code == .refused)
        #expect(on.errors.hasSuffix("did you mean “work”?\nCorrected: focus-switch on work\n"))
        let plain = run(["wrok"], control)
        #expect(plain.code == .usage)
        #expect(plain.errors.contains("did you mean “work”?"))
        let command = run(["histroy"], control)
        #expect(command.code == .usage)
        #expect(command.errors.contains("did you mean “history”?"))
    }

    @Test("a mistyped command is told as such also without focusd")
    func mistypedCommandWithoutFocusd() {
        let result = run(["satus"])
        #expect(result.code == .usage)
        #expect(result.errors.contains("did you mean “status”?"))
    }

    @Test("off says which Focus it ended")
    func turningOff() {
        let control = FakeControl(Fixture.control())
        #expect(run(["off"], control) == RunResult(code: .done, output: "Work is off.\n"))
        #expect(control.calls.map(\.member) == ["Status", "Deactivate"])
        #expect(
            run(["off", "--json"], control).output
                == "{\"focus\":null,\"alsoOff\":null,\"othersOff\":[]}\n")
    }

    @Test("list marks the active one")
    func list() {
        let result = run(["list"], FakeControl(Fixture.control()))
        #expect(
            result.output == """
                   Do Not Disturb  do-not-disturb
                *  Work            work            on

                """)
    }

    @Test("list --json has every key")
    func listAsJSON() {
        let result = run(["list", "--json"], FakeControl(Fixture.control()))
        #expect(
            result.output == """
                [{"id":"do-not-disturb","name":"Do Not Disturb","icon":null,"color":null,\
                "active":false,"origin":"user","locked":false,"problem":null},{"id":"work","name":"Work",\
                "icon":null,"color":null,"active":true,"origin":"user","locked":false,\
                "problem":null}]

                """)
    }

    @Test("without focusd, list shows the files (issue 17)")
    func listWithoutFocusd() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let result = focus("list")
        #expect(result.code == .done)
        #expect(
            result.output == """
                   Do Not Disturb  do-not-disturb
                   Work            work

                """)
        #expect(focus("list", "--json").output.contains("\"id\":\"work\""))
    }

    @Test("a name with blanks needs no quotes where only a Focus is meant (issue 17)")
    func unquoted() throws {
        let focus = try Configuration()
        try focus.write("club", "[Focus]\nName=Book club\n")
        for words in [["do", "not", "disturb"], ["on", "do", "not", "disturb"]] {
            let control = FakeControl(Fixture.control())
            #expect(focus(all: words, control: control).code == .done, "\(words)")
            #expect(control.calls.contains(.init("Activate", .string("do not disturb"))))
        }
        let control = FakeControl(Fixture.control())
        #expect(focus("toggle", "Book", "club", control: control).code == .done)
        #expect(control.calls.contains(.init("Activate", .string("Book club"))))
        #expect(focus("off", "Book", "shop").code == .usage)
        #expect(focus("Book", "shop").code == .usage)
    }

    // MARK: Another Focus

    /// A focusd in which Do Not Disturb is on for an hour, over the schedule of Work.
    ///
    /// - Parameter below: the changes of the forecast after the end of Work.
    private func nested(
        _ cause: Activation.Cause = .schedule, below: [UpcomingChange] = []
    ) -> FakeControl {
        let end = Fixture.now.adding(3_600_000)
        var status = Fixture.status
        status.activation = Activation(
            focus: .doNotDisturb, since: Fixture.ago(minutes: 5), cause: .manual, until: end)
        status.focusName = "Do Not Disturb"
        let outcome = Activation(
            focus: FocusID("work"), since: Fixture.now, cause: cause,
            schedule: cause == .schedule ? "office" : nil,
            until: cause == .schedule ? Fixture.now.adding(7_200_000) : nil)
        let again = Activation(
            focus: FocusID("work"), since: Fixture.now, cause: .schedule, schedule: "office")
        let changes =
            [UpcomingChange(.init(time: end, outcome: outcome), name: "Work").value]
            + below.map(\.value) + [
                UpcomingChange(
                    .init(time: Fixture.now.adding(80_000_000), outcome: again), name: "Work"
                ).value
            ]
        status.covered = UpcomingChange(.init(time: end, outcome: outcome), name: "Work")
        let control = FakeControl(
            Fixture.control(["Status": [status.value], "ActivateWith": []]))
        var isOff = false
        control.answer = { call in
            if call.member == "Deactivate" { isOff = true }
            if call.member == "Status", isOff { return .success([ServiceStatus().value]) }
            guard call.member == "Upcoming" else { return nil }
            return .success([FieldsBuilder.list(isOff ? Array(changes.suffix(1)) : changes)])
        }
        return control
    }

    private func office() throws -> Configuration {
        let focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\n\n[Schedule office]\nFrom=00:00\nTo=00:00\n"
                + "Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n")
        return focus
    }

    /// Issue 17: `off` of a short Do Not Disturb ended the scheduled Focus below it without a word.
    @Test("off names the Focus that would have come back, and the command that turns it on")
    func follower() throws {
        let focus = try office()
        let result = focus("off", control: nested())
        let again = TimeText.upcomingWithDate(Fixture.now.adding(80_000_000), now: Fixture.now)
        let end = CalendarTime(local: Fixture.now.adding(7_200_000)).clockText
        #expect(
            result.output == """
                Do Not Disturb is off; no Focus is on now.
                Work, which was on before, is off, too; it begins again \(again).
                To turn it on now: focus-switch on work --until \(end)

                """)
        #expect(focus("off", "--json", control: nested()).output.contains("\"alsoOff\":\"work\""))
        // A Focus that the user had turned on before comes back only by hand.
        #expect(focus("off", control: nested(.manual)).output.contains("Work, which was on before"))
    }

    /// A trial with a newcomer: of several Focuses below, `off` named only the next one.
    @Test("off names every Focus that had begun before, and none that begins later")
    func followers() throws {
        let focus = try office()
        try focus.write(
            "lunch",
            "[Focus]\nName=Lunch\n\n[Schedule noon]\nFrom=12:00\nTo=12:30\n"
                + "Days=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n")
        func change(_ id: String, _ name: String, _ hours: Int64, _ schedule: String? = nil)
            -> UpcomingChange
        {
            let outcome = Activation(
                focus: FocusID(id), since: Fixture.now,
                cause: schedule == nil ? .manual : .schedule, schedule: schedule)
            return UpcomingChange(
                .init(time: Fixture.now.adding(hours * 3_600_000), outcome: outcome), name: name)
        }
        let below = [
            change("sleep", "Sleep", 2), change("lunch", "Lunch", 10, "noon"),
            change("sleep", "Sleep", 11), change("reading", "Reading", 12),
        ]
        let result = focus("off", control: nested(below: below))
        let again = TimeText.upcomingWithDate(Fixture.now.adding(80_000_000), now: Fixture.now)
        let end = CalendarTime(local: Fixture.now.adding(7_200_000)).clockText
        #expect(
            result.output == """
                Do Not Disturb is off; no Focus is on now.
                Work, Sleep and Reading, which were on before, are off, too.
                Work begins again \(again).
                To turn Work on now: focus-switch on work --until \(end)
                To turn Sleep on now: focus-switch on sleep
                To turn Reading on now: focus-switch on reading

                """)
        let json = focus("off", "--json", control: nested(below: below)).output
        #expect(json.contains("\"othersOff\":[\"work\",\"sleep\",\"reading\"]"), "\(json)")
    }

    @Test("off names the Focus below one that a command holds on")
    func belowHold() throws {
        let focus = try office()
        var status = Fixture.status
        status.activation = Activation(
            focus: FocusID("cinema"), since: Fixture.ago(minutes: 5), cause: .trigger)
        status.activation?.trigger = .hold(id: 1, reason: "mpv")
        status.focusName = "Cinema"
        let work = Activation(focus: FocusID("work"), since: Fixture.now, cause: .manual)
        status.covered = UpcomingChange(.init(time: Fixture.now, outcome: work), name: "Work")
        let control = FakeControl(
            Fixture.control(["Status": [status.value], "Upcoming": [FieldsBuilder.list([])]]))
        var isOff = false
        control.answer = { call in
            if call.member == "Deactivate" { isOff = true }
            return call.member == "Status" && isOff ? .success([ServiceStatus().value]) : nil
        }
        #expect(
            focus("off", control: control).output == """
                Cinema is off; no Focus is on now.
                Work, which was on before, is off, too.
                To turn it on now: focus-switch on work

                """)
    }

    /// A trial with a newcomer: “work is not on”, and an hour later it was on again.
    @Test("off of a Focus below the active one says that it comes back")
    func offBelow() throws {
        let control = nested()
        let result = try office()("off", "work", control: control)
        #expect(result.code == .refused)
        #expect(result.errors.contains("and “work” comes back after it; nothing was changed"))
        #expect(result.errors.contains("To turn off both: focus-switch off\n"), "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "Deactivate" })
    }

    @Test("a Focus with an end says what is on afterwards")
    func afterwards() throws {
        let result = try office()("dnd", "--for", "1h", control: nested())
        #expect(result.output.hasSuffix("\nThen Work is on.\n"), "\(result.output)")
    }

    @Test("a Focus without an end names the one with an end that it replaces")
    func replaced() throws {
        let control = nested()
        var isOn = false
        control.answer = { call in
            if call.member == "Activate" { isOn = true }
            if call.member == "Upcoming" { return .success([FieldsBuilder.list([])]) }
            return call.member == "Status" && isOn ? .success([Fixture.status.value]) : nil
        }
        let until = TimeText.upcomingWithDate(Fixture.now.adding(3_600_000), now: Fixture.now)
        #expect(
            try office()("on", "work", control: control).output
                == "Work is on.\nIt replaces Do Not Disturb, which was on until \(until).\n")
    }

    @Test("a Focus without an end names the one without an end, and one that would come back")
    func replacedOthers() throws {
        func turnOnSleep(_ before: FakeControl) throws -> String {
            let answer = before.answer
            var isOn = false
            var sleep = Fixture.status
            sleep.activation?.focus = FocusID("sleep")
            sleep.focusName = "Sleep"
            before.answer = { call in
                if call.member == "Activate" { isOn = true }
                guard isOn else { return answer?(call) }
                if call.member == "Upcoming" { return .success([FieldsBuilder.list([])]) }
                return call.member == "Status" ? .success([sleep.value]) : nil
            }
            let focus = try office()
            try focus.write("sleep", "[Focus]\nName=Sleep\n")
            return focus("on", "sleep", control: before).output
        }
        #expect(
            try turnOnSleep(FakeControl(Fixture.control()))
                == "Sleep is on.\nIt replaces Work.\n")
        let until = TimeText.upcomingWithDate(Fixture.now.adding(3_600_000), now: Fixture.now)
        #expect(
            try turnOnSleep(nested(.manual)) == """
                Sleep is on.
                It replaces Do Not Disturb, which was on until \(until), and Work, which would have \
                come back.

                """)
    }

    /// A trial with a newcomer: behind “Work takes over”, “It replaces Work” told of the schedule.
    @Test("the replaced Focus comes before the one that takes over")
    func replacedThenSuccessor() throws {
        var sleep = Fixture.status
        sleep.activation?.focus = FocusID("sleep")
        sleep.focusName = "Sleep"
        let outcome = Activation(
            focus: FocusID("work"), since: Fixture.now, cause: .schedule, schedule: "office")
        let change = UpcomingChange(
            .init(time: Fixture.now.adding(3_600_000), outcome: outcome), name: "Work")
        let control = FakeControl(
            Fixture.control(["Upcoming": [FieldsBuilder.list([change.value])]]))
        var isOn = false
        control.answer = { call in
            if call.member == "Activate" { isOn = true }
            return call.member == "Status" && isOn ? .success([sleep.value]) : nil
        }
        let focus = try office()
        try focus.write("sleep", "[Focus]\nName=Sleep\n")
        let output = focus("on", "sleep", control: control).output
        #expect(
            output.hasPrefix(
                "Sleep is on.\nIt replaces Work.\nWork (schedule office) takes over "),
            "\(output)")
    }

    /// A trial with a newcomer: Reading for an hour ended Work, in the middle of its window.
    @Test(
        "a Focus that ends a scheduled one names it, and off names what is left of its window",
        arguments: [false, true])
    func outlasting(_ wasEnded: Bool) throws {
        let focus = try office()
        try focus.write("reading", "[Focus]\nName=Reading\n")
        let end = Fixture.now.adding(3_600_000)
        var work = Fixture.status
        work.activation?.cause = .schedule
        work.activation?.schedule = "office"
        work.activation?.until = end.adding(-1_800_000)
        var reading = Fixture.status
        reading.activation = Activation(
            focus: FocusID("reading"), since: Fixture.now, cause: .manual, until: end)
        reading.focusName = "Reading"
        var list = SwitchList()
        if wasEnded {
            list.switches.append(SwitchWire(focus: nil, since: Fixture.ago(minutes: 1)))
        }
        list.switches.append(SwitchWire(focus: FocusID("reading"), since: Fixture.now, until: end))
        let control = FakeControl(
            Fixture.control([
                "ActivateWith": [], "Upcoming": [FieldsBuilder.list([])],
                "Skips": [FieldsBuilder.list([])], "Switches": [list.value],
            ]))
        var (isOn, isOff) = (false, false)
        control.answer = { call in
            if call.member == "ActivateWith" { isOn = true }
            if call.member == "Deactivate" { isOff = true }
            guard call.member == "Status" else { return nil }
            return .success([(isOff ? ServiceStatus() : isOn ? reading : work).value])
        }
        let half = TimeText.upcomingWithDate(end.adding(-1_800_000), now: Fixture.now)
        #expect(
            focus("reading", "1h", control: control).output.hasSuffix(
                "\nIt replaces Work, which was on until \(half).\n"))
        let off = focus("off", control: control).output
        if wasEnded {
            #expect(off == "Reading is off.\n")
        } else {
            #expect(
                off.hasPrefix(
                    "Reading is off; no Focus is on now.\nWork, which was on before, is off, too"),
                "\(off)")
            #expect(off.contains("To turn it on now: focus-switch on work"), "\(off)")
        }
    }

    /// Issue 17: `toggle Work --for 1h` dropped the end without a word.
    @Test("toggle says that an end did not count when it turned off")
    func toggleWithEnd() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let result = focus(
            "toggle", "Work", "--for", "1h", control: FakeControl(Fixture.control()))
        #expect(
            result.output == """
                Work is off.
                It was on, so the end did not count. To turn it on until then: focus-switch on Work \
                --for 1h

                """)
        let leading = focus(
            "--for", "1h", "toggle", "Work", control: FakeControl(Fixture.control()))
        #expect(leading.output == result.output)
    }
}
