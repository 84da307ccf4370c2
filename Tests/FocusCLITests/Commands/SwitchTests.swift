// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
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
            #expect(control.calls.first == .init("Activate", .string("WORK")))
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
        #expect(on.errors == "focus-switch: there is no Focus “wrok”; did you mean “work”?\n")
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
        #expect(run(["off", "--json"], control).output == "{\"focus\":null}\n")
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
                "active":false,"origin":"user","locked":false},{"id":"work","name":"Work",\
                "icon":null,"color":null,"active":true,"origin":"user","locked":false}]

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
            #expect(control.calls.first == .init("Activate", .string("do not disturb")))
        }
        let control = FakeControl(Fixture.control())
        #expect(focus("toggle", "Book", "club", control: control).code == .done)
        #expect(control.calls.contains(.init("Activate", .string("Book club"))))
        #expect(focus("off", "Book", "shop").code == .usage)
        #expect(focus("Book", "shop").code == .usage)
    }
}
