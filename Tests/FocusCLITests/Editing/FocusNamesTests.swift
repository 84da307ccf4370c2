// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// Issue 17: `create dnd` was accepted, and from then on every command acted on Do Not Disturb.
@Suite("Names of a Focus") @LoopActor struct FocusNamesTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.write("nap", "[Focus]\nName=Sleep\n")
    }

    @Test(
        "a word that a command line takes otherwise is refused as a name and as an id",
        arguments: [
            ("dnd", "stands for Do Not Disturb"), ("DND", "stands for Do Not Disturb"),
            ("next", "is a command"), ("List", "is a command"), ("missed", "is a command"),
            ("dismiss", "is a command"), ("rule", "is a command"), ("help", "is a command"),
            ("version", "is a command"), ("undo", "is a command"), ("1h", "is a length of time"),
            ("45min", "is a length of time"), ("9am", "is a time"), ("noon", "is a time"),
            ("tomorrow", "is a time"), ("until", "stands before a time"),
            ("all", "does not name one Focus"), ("on", "is a command"), ("off", "is a command"),
        ])
    func reserved(_ word: String, _ reason: String) throws {
        let created = focus("create", word)
        #expect(created.code == .refused)
        #expect(created.errors.contains("“\(word)” \(reason)"), "\(created.errors)")
        #expect(created.errors.hasSuffix("; choose another name\n"))
        let id = focus("create", "Quiet", "--id", word.lowercased())
        #expect(id.code == .refused)
        #expect(id.errors.hasSuffix("; choose another id with --id\n"), "\(id.errors)")
        #expect(focus.text(word.lowercased()) == nil)
        for words in [["rename", "work", word], ["set", "name", word, "--focus", "work"]] {
            let renamed = focus(all: words)
            #expect(renamed.code == .refused)
            #expect(renamed.errors.contains(reason), "\(renamed.errors)")
        }
        #expect(focus.text("work") == "[Focus]\nName=Work\n")
    }

    @Test(
        "the name of another Focus and an end are a command",
        arguments: ["Work 1h", "work 18:00", "Sleep off", "nap tonight", "Work forever"])
    func commands(_ name: String) {
        let result = focus("create", name)
        #expect(result.code == .refused)
        #expect(
            result.errors.hasSuffix(", as in “focus-switch \(name)”; choose another name\n"),
            "\(result)")
        #expect(focus("rename", "work", name).code == .refused)
    }

    @Test("exactly the words that the reader takes for a command are no names")
    func commandWords() {
        let reader = CommandLineReader(commands: CommandTable.all)
        let words = CommandTable.all.flatMap(\.words).map(String.init)
        for word in Set(words + ["help", "version", "why", "turn"]) {
            let request = try? reader.read([word])
            var isFocus = false
            if case .focus? = request { isFocus = true }
            #expect((OtherUse(ofID: word) == nil) == isFocus, "\(word)")
        }
        for word in EndTime.leads { #expect(OtherUse(ofID: word) == .beforeTime, "\(word)") }
    }

    @Test(
        "words that no command takes are free",
        arguments: ["Clear", "Disturb", "Nextcloud", "Sunday", "2026", "Deep Work 1h", "Day off"])
    func free(_ word: String) {
        #expect(focus("create", word).code == .done)
    }

    @Test(
        "a number without a unit is no end, so the name of another Focus and a number is a name",
        arguments: ["Work 2", "work 18", "Sleep 2026"])
    func numbered(_ name: String) {
        #expect(focus("create", name).code == .done)
        let control = FakeControl(Fixture.control())
        _ = focus(all: name.split(separator: " ").map(String.init), control: control)
        #expect(control.calls.contains(.init("Activate", .string(name))), "\(control.calls)")
    }

    @Test("a Focus with the name of a day is created with a note")
    func day() {
        let note =
            "note: behind the name of a Focus or of an app, “Friday” is read as that day\n"
        #expect(focus("create", "Friday").errors.contains(note))
        #expect(!focus("create", "Fri").errors.contains("that day"))
    }

    @Test("a file whose id is dnd comes before the alias; the alias stays in other letters")
    func existing() throws {
        try focus.write("dnd", "[Focus]\nName=Quiet\n")
        #expect(try focus.show("dnd")["id"] == "dnd")
        #expect(try focus.show("DND")["id"] == "do-not-disturb")
        let control = FakeControl(Fixture.control())
        _ = focus("on", "dnd", control: control)
        #expect(control.calls.contains(.init("Activate", .string("dnd"))))
        #expect(focus("rename", "dnd", "Peace").code == .done)
        #expect(focus.text("dnd") == "[Focus]\nName=Peace\n")
        #expect(focus("delete", "dnd", "--yes").output == "Deleted “Peace”.\n")
        #expect(focus.text("dnd") == nil)
        #expect(try focus.show("dnd")["id"] == "do-not-disturb")
    }

    @Test("two Focuses never have one name, nor one the other's id")
    func taken() {
        for words in [
            ["rename", "work", "Sleep"], ["rename", "work", "SLEEP"],
            ["set", "name", "sleep", "--focus", "work"], ["create", "Sleep"],
            ["create", "Nap2", "--id", "sleep"], ["rename", "work", "do not disturb"],
        ] {
            let result = focus(all: words)
            #expect(result.code == .refused, "\(words)")
            #expect(result.errors.contains("already, with the id"), "\(result.errors)")
        }
        #expect(focus("rename", "work", "WORK").code == .done)
    }

    @Test("the first name of a renamed Focus, which is its id, is said to be that")
    func formerName() throws {
        try focus.write("home", "[Focus]\nName=Home\n")
        #expect(focus("rename", "work", "Office").code == .done)
        for words in [
            ["create", "Work"], ["create", "Work", "--id", "work2"], ["rename", "home", "Work"],
        ] {
            let result = focus(all: words)
            #expect(result.code == .refused, "\(words)")
            #expect(
                result.errors.hasPrefix(
                    "focus-switch: “Work” is the id of the Focus “Office”, and would mean two"
                        + " Focuses"), "\(result.errors)")
        }
    }

    @Test("a name of which another Focus's id is made is free, with an id of its own")
    func madeID() throws {
        #expect(focus("create", "A/B").code == .done)
        let result = focus("create", "a;b")
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: the Focus “A/B” has the id a-b
                To create “a;b” with another id: focus-switch create --id a-b-2 'a;b'

                """)
        let whole = focus("create", "a;b", "--template", "work", "--color", "#112233").errors
        let step = "create --id a-b-2 --template work --color '#112233' 'a;b'"
        #expect(whole.contains(step), "\(whole)")
        try focus.expectDone(step)
        #expect(focus("create", "A b").errors.contains("create --id a-b-3 'A b'\n"))
    }

    @Test("edit keeps such a name out of the file as well")
    func edit() async throws {
        let program = RunningProgram(
            nil,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
                "EDITOR": "sed -i s/Work/Sleep/", "TMPDIR": focus.path,
            ])
        program.start(["edit", "work"])
        #expect(try await program.ends.next() == .refused)
        #expect(program.result.errors.contains("there is a Focus “Sleep” already"))
        #expect(focus.text("work") == "[Focus]\nName=Work\n")
    }
}
