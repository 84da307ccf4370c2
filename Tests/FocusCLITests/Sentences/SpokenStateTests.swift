// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of a newcomer's trial for the state of a Focus, or for another Focus.
@Suite("Words for a state") @LoopActor struct SpokenStateTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            "Mutes": [FieldsBuilder.list([])], "Mute": [], "Reload": [.strings([])],
            "ListPeople": [FieldsBuilder.list([])], "Dismiss": [.uint32(1)],
            "Snoozed": [FieldsBuilder.list([])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\n[Schedule hours]\nDays=Mon;\nFrom=9:00\nTo=10:00\n")
    }

    @Test(
        "a verb and what it ends or brings back lead to the command for both",
        arguments: [
            ("disable work", "off work"), ("stop my work focus", "off work"),
            ("pause work", "off work"), ("enable work", "on work"), ("resume work", "on work"),
            ("pause 1h", "dnd --for 1h"), ("pause until 18:00", "dnd --until 18:00"),
            ("pause Chat 1h", "mute Chat --for 1h"), ("disable Chat", "mute Chat"),
            ("disable notifications for 1h", "dnd --for 1h"), ("enable notifications", "off"),
            ("pause everything", "dnd"), ("disable wrok", "off work"),
            ("stop in 1h", "on work --for 1h"), ("end at 18:00", "on work --until 18:00"),
            ("delete 12", "missed dismiss 12"), ("remove 12", "missed dismiss 12"),
            ("rm 12 13", "missed dismiss 12 13"),
        ])
    func meant(_ words: String, _ command: String) throws {
        let result = focus(all: words.split(separator: " ").map(String.init), control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(!result.errors.contains("the current Focus") || command == "off")
        #expect(!control.calls.contains { $0.member == "Deactivate" })
        guard !command.contains("12 13") else { return }
        try focus.expectDone(command, control: control)
    }

    @Test(
        "an end behind what is to end is kept, or nothing is to come back by itself",
        arguments: [
            ("pause focus 1h", ["off"]), ("disable focus mode for 1h", ["off"]),
            ("pause it for 1h", ["off"]), ("disable 1h", ["off"]),
            ("pause my focus until 18:00", ["off"]), ("pause work 1h", ["off work"]),
            ("stop work in 1h", ["on work --for 1h"]), ("end at 5", ["on work --until 5"]),
            ("end work at 18:00", ["on work --until 18:00"]),
            ("stop work 1h", ["on work --for 1h", "off work"]),
            ("resume in 1h", ["schedule set --help"]), ("pause Chat in 1h", ["silence --help"]),
            ("pause Chat notifications 1h", ["mute Chat --for 1h"]),
            ("pause all notifications 1h", ["dnd --for 1h"]), ("enable all notifications", ["off"]),
        ])
    func ends(_ words: String, _ commands: [String]) throws {
        let result = focus(all: words.split(separator: " ").map(String.init), control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(Self.steps(result.errors) == commands, "\(result.errors)")
        for command in commands { try focus.expectDone(command, control: control) }
    }

    @Test(
        "a list that lets a sender through has no end",
        arguments: [
            "enable notifications from Chat for 2h", "turn on notifications for Chat until 18:00",
        ])
    func endOfList(_ words: String) {
        let result = focus(all: words.split(separator: " ").map(String.init), control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains("\n\(SpokenPhrase.endlessList)\n"), "\(result.errors)")
        #expect(result.errors.contains(": focus-switch allow Chat"), "\(result.errors)")
    }

    /// Returns the commands at the ends of printed lines.
    private static func steps(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: ": focus-switch ")
            return parts.count == 2 ? String(parts[1]) : nil
        }
    }

    @Test(
        "a word that mostly names nothing may be a part of a name",
        arguments: [
            ("stop Deep Focus", ["off 'Deep Focus'"]),
            ("disable my deep focus for 1h", ["off 'deep focus'"]),
            ("stop deep focus in 1h", ["on 'deep focus' --for 1h"]),
            ("disable schedule normal", ["skip FOCUS normal"]),
        ])
    func fillers(_ words: String, _ commands: [String]) throws {
        try focus.write("deep", "[Focus]\nName=Deep\n")
        try focus.write("deep-focus", "[Focus]\nName=Deep Focus\n")
        var status = Fixture.status
        status.activation?.focus = FocusID("deep-focus")
        control.answers["Status"] = [status.value]
        let result = focus(all: words.split(separator: " ").map(String.init), control: control)
        #expect(result.code == .usage, "\(result)")
        let steps = Self.steps(result.errors)
        #expect(steps.starts(with: commands), "\(result.errors)")
    }

    @Test(
        "a Focus that is not on is not turned off",
        arguments: ["pause work", "stop wrok", "end work at 18:00"])
    func notOn(_ words: String) throws {
        for active in [FocusID("sleep"), nil] {
            var status = Fixture.status
            status.activation = active.map { focus in
                Activation(focus: focus, since: Fixture.now, cause: .manual)
            }
            control.answers["Status"] = [status.value]
            let result = focus(all: words.split(separator: " ").map(String.init), control: control)
            #expect(result.errors.contains("“work” is not on"), "\(result.errors)")
            #expect(!result.errors.contains("focus-switch off"), "\(result.errors)")
            #expect(!result.errors.contains("focus-switch on"), "\(result.errors)")
        }
    }

    @Test(
        "a thing of a Focus is not the Focus",
        arguments: [
            ("disable schedule hours", "skip FOCUS hours"), ("disable flurb", "list"),
            ("disable schedule hours", "schedule remove hours --focus FOCUS"),
            ("stop focusd", "setup --undo"), ("pause focusd for 1h", "dnd --for 1h"),
        ])
    func thing(_ words: String, _ command: String) {
        let result = focus(all: words.split(separator: " ").map(String.init), control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.contains(": focus-switch \(command)\n"), "\(result.errors)")
        #expect(!result.errors.contains(": focus-switch off\n"), "\(result.errors)")
    }

    @Test("a number that names a Focus is no notification")
    func number() throws {
        try focus.write("2026", "[Focus]\nName=2026\n")
        let result = focus("rm", "2026", control: control)
        #expect(result.errors.contains(": focus-switch delete 2026\n"), "\(result.errors)")
        #expect(!result.errors.contains("missed dismiss"), "\(result.errors)")
    }

    @Test("off everything turns off the Focus that is on", arguments: ["everything", "all"])
    func offAll(_ word: String) throws {
        control.answers["Upcoming"] = [FieldsBuilder.list([])]
        try focus.expectDone("off \(word)", control: control)
        #expect(control.calls.contains { $0.member == "Deactivate" })
    }

    @Test(
        "a word between a Focus and its new name belongs to neither",
        arguments: [
            ("rename work as Office", "Office"), ("rename Work to My Office", "My Office"),
        ])
    func rename(_ words: String, _ name: String) throws {
        try focus.expectDone(words, control: control)
        #expect(try focus.show("work")["name"] == .string(name))
    }

    @Test("words that name nothing beside a Focus are no part of its name")
    func show() throws {
        let shown = try focus.expectDone("show my work focus", control: control)
        #expect(try shown == focus.expectDone("show work", control: control))
    }

    @Test("an upper-case word belongs to the new name of a Focus")
    func renameToDo() throws {
        let result = focus("rename", "work", "To", "Do", control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(result.errors.hasSuffix(": focus-switch rename work 'To Do'\n"), "\(result.errors)")
        #expect(try focus.show("work")["name"] == .string("Work"))
    }

    @Test("an upper-case word is a Focus of that name rather than a setting")
    func setFocus() throws {
        try focus.write("summary", "[Focus]\nName=Summary\n")
        try focus.expectDone("set Summary on", control: control)
        #expect(control.calls.contains { $0.member.rawValue.hasPrefix("Activate") })
        try focus.expectDone("set summary on --focus work", control: control)
        #expect(focus.text("work")?.contains("Summary=true") == true)
    }

    @Test(
        "a copy gets no name that a Focus cannot have",
        arguments: ["create 9 like work", "create all from work", "create Office from work"])
    func copyWithoutName(_ words: String) throws {
        try focus.write("fitness2", "[Focus]\nName=Office\n")
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: typed, control: control, width: nil)
        #expect(result.code == .refused, "\(result)")
        #expect(!result.errors.contains("cp "), "\(result.errors)")
        #expect(!result.errors.contains("--template"), "\(result.errors)")
    }

    @Test("a Focus or a template behind the name of a new Focus leads to a copy")
    func copy() throws {
        let words = ["create", "Gym", "from", "work"]
        let result = focus(all: words, control: control, width: nil)
        #expect(result.code == .usage)
        #expect(result.errors.contains("to copy it: cp "), "\(result.errors)")
        #expect(result.errors.contains("focus-switch rename gym Gym\n"), "\(result.errors)")
        let template = "create Gym --template work"
        #expect(result.errors.contains("From the template: focus-switch \(template)\n"))
        try focus.write("gym", try #require(focus.text("work")))
        try focus.expectDone("rename gym Gym", control: control)
        #expect(focus.text("gym")?.contains("[Schedule hours]") == true)
        // The answer is about the option that was typed.
        for option in [["--copy", "work"], ["--copy=work"], ["--from", "work"]] {
            let typed = focus(all: ["create", "Den"] + option, control: control).errors
            let name = option[0].prefix { $0 != "=" }
            let sentence = "focus-switch: “focus-switch create” has no option \(name)\n"
            #expect(typed.hasPrefix(sentence) && typed.contains("cp "), "\(typed)")
            #expect(!typed.contains("from work"), "\(typed)")
        }
        let unknown = focus("create", "Den", "--copy", "zzz", control: control).errors
        #expect(unknown.hasPrefix("focus-switch: “focus-switch create” has no option --copy\n"))
        #expect(!unknown.contains("“from"), "\(unknown)")
        let ready = focus("create", "Nap", "from", "sleep", control: control)
        let step = "From the template: focus-switch create Nap --template sleep\n"
        #expect(ready.errors.contains("\n\(step)"), "\(ready.errors)")
        let quoted = "For a Focus with that name: focus-switch create 'Nap from sleep'\n"
        #expect(ready.errors.hasSuffix(quoted), "\(ready.errors)")
        #expect(!ready.errors.contains("cp "), "\(ready.errors)")
    }
}
