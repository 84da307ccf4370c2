// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Output of commands, as a transcript of a session in a terminal of 80 columns.
@Suite("Messages") @LoopActor struct MessageTests {
    /// Command lines that change files, in this order.
    private static let editing = """
        create Work --template work
        create Work
        create 仕事
        create Läsning
        create ???
        create "Book club" --template foo
        create "Book club" --template readin
        allow org.example.Chat --person alex@example.org --focus work
        allow org.example.Chat --focus work
        allow --focus work
        allow --only --remove a --focus work
        silence org.example.Shop --focus work
        silence --all-people --focus work
        allow --person Anna,Ben --focus work
        allow --person "Doe, Jane" --focus work
        allow --all-people --focus work
        allow --only org.example.Mail --focus work
        allow --word invoice --focus work
        silence --word invoice --remove --focus work
        show --focus work
        show work
        show sleep
        show wrok
        rename work Office
        set hide-badges on --focus work
        set hide-badges on --focus work
        set deliver 12:30,18:00 --focus work
        set deliver soon --focus work
        set colour red --focus work
        set color --focus work
        rule add invoices --when 'summary CONTAINS "invoice"' --do silence --focus work
        rule add invoices --when 'summary CONTAINS "x"' --do silence --focus work
        rule add broken --when 'summary CONTAINS' --do silence --focus work
        rule list --focus work
        rule change invoices --do allow --focus work
        rule remove invoice --focus work
        rule remove invoices --focus work
        schedule set office --days Mon-Fri --from 9 --to 5:30pm --focus work
        schedule set night --from 25:00 --to 7 --focus work
        schedule set night --days someday --from 22 --to 7 --focus work
        schedule list
        schedule set night --from 22 --to 7 --focus work
        schedule set day --from 0:00 --to midnight --focus work
        schedule list
        schedule clear nihgt --focus work
        schedule remove --focus work
        schedule remove --all --focus work
        schedule list
        trigger add screen-shared --focus work
        trigger add firefox --focus work
        trigger list
        trigger remove --focus work
        trigger remove --all --focus work
        trigger list
        delete work
        delete work --yes
        delete work
        delete "Do Not Disturb"
        filter list
        filter add chat
        filter show chat
        predicate check 'a =='
        predicate eval 'TRUEPREDICATE'
        """

    /// Command lines with questions to focusd.
    private static let asking = """
        status
        status --json
        list
        on
        on work
        on reading
        on wrok
        work
        wrok
        statsu
        on work --for 10
        on work --for 0min
        on work --for soon
        work 1h
        work 10
        work until 18:00
        search lunch
        until 18:00
        privacy
        export
        undo
        uninstall
        tray
        on work --until 2h
        on work --until never
        on work --for 1h --until 18:00
        on work home
        off
        off work
        off do-not-disturb
        toggle work
        toggle dnd
        next
        missed
        missed 12
        missed sow
        missed act 12 repy
        missed act 12
        missed act 12 nothing like it
        missed reply 12 hello
        missed dismiss 9
        missed --search lunch
        missed read 12
        missed deliver 12 99
        missed dismiss
        missed clear
        missed clear --yes
        history
        history --search lunch
        history --since whenever
        history --silenced --delivered
        history --limit x
        history clear
        history clear --yes
        history clear org.example.Chatt
        apps
        forget org.example.Chat
        forget org.example.Chat --yes
        forget org.example.Chatt
        explain
        explain 12
        why 12
        explain 12 --app foo
        explain --app foo
        badge
        badge clear org.example.Chat
        reload
        doctor
        watch --bar --waybar
        missed --limit 0
        frobnicate
        show --bogus
        predicate
        rule ad
        """

    @Test("commands that change files say what they did")
    func editing() throws {
        let focus = try Configuration()
        try Snapshot.check(
            transcript(Self.editing) { focus(all: $0, width: 80) }
                .replacing(focus.path, with: "CONFIG"), "editing")
    }

    @Test("commands that ask focusd say what it answered")
    func asking() throws {
        let check = DoctorCheck(
            check: "files", detail: "work.focus:3: Apps: expected allow or silence, got “some”",
            problem: .init(.fileRefused, remedy: "correct these files"))
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([Fixture.entry(), Fixture.entry(id: 9, minutes: 90)])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "MarkRead": [.uint32(1)], "DeliverNow": [.uint32(1)], "ClearMissed": [.uint32(2)],
                "ClearHistory": [.uint32(4)], "Dismiss": [.uint32(0)],
                "Forget": [.uint32(3)], "Badges": [.dictionary(key: "s", value: "u", [])],
                "Reload": [.strings([])], "Upcoming": [.array(of: "a{sv}", [])],
                "Doctor": [
                    FieldsBuilder.list([
                        DoctorCheck(check: "server", isGood: true, detail: "dunst is running")
                            .value,
                        check.value,
                    ])
                ],
                "Explain": [
                    ExplainAnswer(
                        Decision(verdict: .silence, reason: .app, level: .active),
                        focus: FocusID("work")
                    ).value
                ],
            ]))
        control.answer = { call in
            switch call.member {
            case "Activate", "ActivateWith":
                guard case .string(let name)? = call.arguments.first,
                    !["work", "do-not-disturb"].contains(name.lowercased())
                else { return .success([]) }
                return .failure(.refused(.unknownFocus, message: "there is no such Focus"))
            case "Entry" where call.arguments.first?.asUInt32 == 9:
                var entry = Fixture.entry(id: 9, minutes: 90, state: .dismissed)
                entry.record.ended = Fixture.ago(minutes: 60)
                return .success([entry.value])
            case "Entry" where call.arguments.first?.asUInt32 != 12:
                return .failure(.refused(.notFound, message: "there is no such notification"))
            case "Forget" where call.arguments.first?.asString == "org.example.Chatt":
                return .success([.uint32(0)])
            default: return nil
            }
        }
        // Finds no app of the machine that runs the tests.
        let nowhere = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]
        try Snapshot.check(
            transcript(Self.asking) { run($0, control, environment: nowhere, width: 80) }, "asking")
    }

    private func transcript(_ lines: String, _ body: ([String]) -> RunResult) throws -> String {
        var text = ""
        for line in lines.split(separator: "\n") {
            let result = body(try shellWords(String(line)))
            text += "$ focus-switch \(line)\n\(result.output)\(result.errors)"
            if let code = result.code, code != .done { text += "[exit status \(code.rawValue)]\n" }
            text += "\n"
        }
        return text
    }
}
