// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Tools by which scripts send") @LoopActor struct SharedToolTests {
    /// A trial with real clients: the note said that the name would have no effect, while the list
    /// let the notifications of all scripts through.
    @Test("a tool by which scripts send is about all of them", arguments: [false, true])
    func tools(_ isSeen: Bool) throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\n")
        var entry = Fixture.entry(id: 13)
        entry.record.app = AppID("notify-send")
        entry.record.program = AppID("backup.sh")
        let seen = SeenApp(
            AppID("notify-send"), names: ["notify-send"], count: 1, latest: Fixture.now)
        let control = FakeControl([
            "ListApps": [FieldsBuilder.list(isSeen ? [seen.value] : [])],
            "ListPeople": [FieldsBuilder.list([])],
            "Entries": [Fixture.list([entry, Fixture.entry()])], "Reload": [.strings([])],
            "Mutes": [FieldsBuilder.list([])],
        ])
        let result = focus("allow", "notify-send", "--focus", "f", control: control)
        #expect(result.code == .done, "\(result)")
        #expect(
            result.errors == """
                note: “notify-send” sends for scripts and other programs: this is about all \
                notifications that they send under its name
                  For backup.sh alone: focus-switch allow backup.sh --focus f

                """)
    }

    /// A trial with real clients: the command let the notifications of all scripts through.
    @Test("the command of explain says that it is about all of them")
    func advice() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let answer = ExplainAnswer(
            Decision(verdict: .silence, reason: .app, level: .active), focus: FocusID("work"))
        let control = FakeControl(
            Fixture.control([
                "Explain": [answer.value], "ListApps": [.array(of: "a{sv}", [])],
            ]))
        let tool = focus(
            "explain", "--app", "notify-send", "--summary", "Drink water", control: control)
        #expect(
            tool.output.hasSuffix(
                """
                To let it through: focus-switch allow notify-send --focus work
                This lets through all that scripts and other programs send by notify-send.
                For those with these words alone: focus-switch allow --word 'Drink water' \
                --focus work

                """), "\(tool)")
        let script = focus("explain", "--app", "backup.sh", control: control)
        #expect(!script.output.contains("This lets through all"), "\(script)")
    }
}
