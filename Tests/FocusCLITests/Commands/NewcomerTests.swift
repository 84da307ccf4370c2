// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Findings of a trial with a newcomer.
@Suite("Answers to a newcomer") @LoopActor struct NewcomerTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Mary;\n")
    }

    private func control(_ more: [MemberName: [Value]] = [:]) -> FakeControl {
        let answers: [MemberName: [Value]] = [
            "Reload": [.strings([])], "ListPeople": [FieldsBuilder.list([])],
            "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
        ]
        return FakeControl(Fixture.control(answers.merging(more) { $1 }))
    }

    @Test(
        "a word for all people or apps is no name",
        arguments: [
            ["allow", "--person", "all"], ["silence", "--person", "Everybody"], ["allow", "*"],
        ])
    func everything(_ words: [String]) {
        let before = focus.text("work")
        let result = focus(all: words + ["--focus", "work"], control: control())
        #expect(result.code == .refused, "\(result)")
        #expect(result.errors.contains("--all-people"), "\(result.errors)")
        #expect(focus.text("work") == before)
    }

    @Test("all apps that are silenced already are told as such")
    func again() {
        let words = ["silence", "--all-apps", "--focus", "work"]
        let first = focus(all: words, control: control()).output
        #expect(first.hasPrefix("Work now silences all apps"))
        let second = focus(all: words, control: control()).output
        #expect(second.hasPrefix("Work already silences all apps"))
    }

    @Test("a person behind allow --remove is told with the command")
    func removedPerson() {
        let result = focus("allow", "--remove", "Mary", "--focus", "work", control: control())
        #expect(result.code == .refused)
        #expect(
            result.errors.contains("--person Mary")
                || result.errors.contains("none of allowed ones to remove from"),
            "\(result.errors)")
    }

    @Test("a list of the other kind is told with the command that uses it")
    func otherKind() throws {
        try focus.write(
            "gym",
            "[Focus]\nName=Gym\nApps=silence\nAppList=a.b;\nPeople=allow\nPeopleList=Zoe;\n")
        let app = focus("allow", "--remove", "Chat", "--focus", "gym", control: control())
        #expect(app.code == .refused)
        #expect(
            app.errors.hasSuffix(
                "To put it on that list: focus-switch silence Chat --focus gym\n"), "\(app)")
        let words = ["silence", "--remove", "--person", "Max", "--person", "Zoe Li"]
        let people = focus(all: words + ["--focus", "gym"], control: control())
        #expect(
            people.errors == """
                focus-switch: Gym has a list of allowed people, and none of silenced ones to remove \
                from
                To put them on that list: focus-switch allow --person Max --person 'Zoe Li' --focus \
                gym

                """, "\(people)")
    }

    @Test(
        "times behind schedule set are told with the command",
        arguments: [
            (["work", "9:00-17:00"], "set hours --focus work --from 09:00 --to 17:00"),
            (["work", "mon-fri", "9-17"], "set hours --focus work --days"),
            (["office", "9-17", "--focus", "work"], "set office --focus work --from 09:00"),
            (["office", "9-17"], "set office --focus FOCUS --from 09:00"),
        ])
    func timesInPlaceOfOptions(_ words: [String], _ command: String) {
        let result = focus(all: ["schedule", "set"] + words, control: control())
        #expect(result.code == .usage)
        #expect(
            result.errors.contains("To set times of the day: focus-switch schedule \(command)"),
            "\(result)")
        #expect(!result.errors.contains("quote names"), "\(result)")
    }

    @Test("the help of a group's own command lists the group", arguments: ["missed", "history"])
    func groups(_ name: String) {
        let help = run([name, "--help"]).output
        for command in CommandTable.all where command.name.hasPrefix("\(name) ") {
            #expect(help.contains("  \(command.name) "), "\(command.name)")
        }
    }

    @Test("the actions of a notification that is over are not offered")
    func endedActions() {
        let entry = Fixture.entry(state: .dismissed)
        var record = entry.record
        record.ended = Fixture.ago(minutes: 1)
        let control = control(["Entry": [EntryWire(record, isLive: false).value]])
        let result = run(["missed", "act", "12", "nope"], control)
        #expect(result.code == .refused)
        #expect(result.errors.contains("notification 12 is over (dismissed)"), "\(result.errors)")
        #expect(!result.errors.contains("focus-switch missed act"))
    }

    @Test(
        "words of other programs lead to a command",
        arguments: [
            "close", "unpause", "toggle-dnd", "inhibit", "context", "copy", "duplicate", "import",
            "who", "kill", "time-sensitive", "summary", "later",
        ])
    func words(_ word: String) {
        let control = control()
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no such Focus")
        let result = run([word], control)
        #expect(result.code == .usage)
        #expect(result.errors.contains(": focus-switch "), "\(result.errors)")
    }

    @Test("a list in a file has the times themselves")
    func timesInAFile() {
        let control = control(["Entries": [Fixture.list([Fixture.entry()])]])
        let time = TimeText.full(Fixture.ago(minutes: 5))
        for words in [["history"], ["missed"]] {
            #expect(run(words, control, width: nil).output.contains(time), "\(words)")
            #expect(run(words, control, width: 200).output.contains("5 min ago"), "\(words)")
        }
    }

    @Test("schedule list never cuts a name", arguments: [40, 60, 80, 100])
    func scheduleNames(_ width: Int) throws {
        try focus.write(
            "read",
            "[Focus]\nName=Lesen und Tee trinken\n\n[Schedule my schedule at night]\n"
                + "From=22:00\nTo=07:00\nDays=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n")
        let list = focus(all: ["schedule", "list"], width: width).output
        #expect(list.contains("Lesen und Tee trinken") && list.contains("my schedule at night"))
        for line in list.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }

    @Test("a long name of a Focus leaves the other rows as they are")
    func longName() throws {
        let name = "A very long name of a Focus for the evenings with the whole family at home"
        try focus.write("long", "[Focus]\nName=\(name)\n")
        let lines = focus(all: ["list"], width: 80).output.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.contains { $0.hasPrefix("   Work ") || $0.hasPrefix("*  Work ") }, "\(lines)")
        #expect(lines.dropLast().allSatisfy { !$0.isEmpty })
        #expect(lines.contains { $0.hasSuffix("  work") || $0.contains("  work  ") }, "\(lines)")
    }

    @Test("list is in the order of the names, with accents or without")
    func order() throws {
        try focus.write("écriture", "[Focus]\nName=Écriture\n")
        let lines = focus(all: ["list"]).output.split(separator: "\n")
        let names = ["Do Not Disturb", "Écriture", "Work"]
        #expect(lines.count == names.count)
        for (line, name) in zip(lines, names) {
            #expect(line.hasPrefix("   \(name) "), "\(line)")
        }
    }
}
