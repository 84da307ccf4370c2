// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of a newcomer's trial behind a Focus, which were to be run as programs, and words of
/// `trigger add` that say when a Focus is to be on. Each printed command is run.
@Suite("Clauses behind a Focus") @LoopActor struct SpokenClauseTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "Mutes": [FieldsBuilder.list([])],
            "Reload": [.strings([])], "Entries": [Fixture.list([])],
            "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            "ListPeople": [
                FieldsBuilder.list([SeenPerson("Ben", latest: Fixture.now).value])
            ],
            "Doctor": [FieldsBuilder.list([])], "TriggerKinds": [FieldsBuilder.list([])],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.write("home", "[Focus]\nName=Zu Hause\n")
    }

    private func steps(_ line: String) throws -> [String] {
        let words = line.split(separator: " ").map(String.init)
        let result = focus(all: words, control: control)
        #expect(result.code == .usage, "\(line): \(result)")
        #expect(!result.errors.contains("To run a command"), "\(line): \(result.errors)")
        let steps = result.errors.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: ": focus-switch ")
            return parts.count == 2 ? String(parts[1]) : nil
        }
        // A name on a list of people is no app any more.
        for step in steps.reversed() {
            guard step.contains("network:NAME") else {
                try focus.expectDone(step, control: control)
                continue
            }
            // The user puts a network's name there; as it is, the step says so.
            let pasted = focus(all: step.split(separator: " ").map(String.init), control: control)
            #expect(pasted.code == .refused, "\(step): \(pasted)")
            #expect(pasted.errors.contains("“network:NAME” stands for a network's name"))
        }
        return steps
    }

    @Test(
        "apps and people beside a Focus lead to its lists, and then it is turned on",
        arguments: [
            ("dnd except Ben", ["allow --person Ben --focus dnd", "on dnd"]),
            ("dnd but allow Ben", ["allow --person Ben --focus dnd", "on dnd"]),
            ("dnd until 5 except Ben", ["allow --person Ben --focus dnd", "on dnd --until 5"]),
            ("dnd except Ben for 1h", ["allow --person Ben --focus dnd", "on dnd --for 1h"]),
            ("dnd --for 1h except Ben", ["allow --person Ben --focus dnd", "on dnd --for 1h"]),
            ("on dnd except Ben", ["allow --person Ben --focus dnd", "on dnd"]),
            ("work but allow Chat", ["allow Chat --focus work", "on work"]),
            ("work with Chat and Ben", ["allow Chat --person Ben --focus work", "on work"]),
            ("work but not Chat", ["silence Chat --focus work", "on work"]),
            ("work without Chat", ["silence Chat --focus work", "on work"]),
            ("work focus", ["on work"]), ("work focus for 1h", ["on work --for 1h"]),
            ("work mode until 17:00", ["on work --until 17:00"]),
            (
                "work except Zoe",
                ["allow --person Zoe --focus work", "allow --app Zoe --focus work", "on work"]
            ),
            ("dnd but only Ben", ["allow --only --person Ben --focus dnd", "on dnd"]),
            ("work with only Chat", ["allow --only Chat --focus work", "on work"]),
            ("dnd but not only Ben", ["allow --help"]), ("dnd except Ben friday", ["allow --help"]),
            ("work except when loud", ["trigger add --help", "schedule set --help"]),
            ("work except Ben loudly today or so", ["allow --help"]),
        ])
    func members(_ line: String, _ commands: [String]) throws {
        #expect(try steps(line) == commands)
    }

    @Test("a person beside a Focus that limits apps alone gets a list of people")
    func listOfPeople() throws {
        try focus.write("gym", "[Focus]\nName=Gym\nApps=allow\nAppList=Mail;\n")
        #expect(try steps("gym except Chat and Ben") == ["allow --help"])
        #expect(try steps("gym except Ben and Zoe") == ["allow --help"])
        #expect(
            try steps("gym except Ben") == ["allow --only --person Ben --focus gym", "on gym"])
        #expect(try steps("gym except Chat") == ["allow Chat --focus gym", "on gym"])
    }

    @Test(
        "what has to hold leads to a trigger",
        arguments: [
            ("work when Chat is open", "app:Chat"), ("work when I use Chat", "app:Chat"),
            ("work when on vpn or docked", "vpn docked"),
            ("work while chat runs", "app:chat"),
            ("work when firefox is open", "app:firefox"), ("work when at home", "network:NAME"),
            ("work when connected to Office", "network:Office"),
            ("work on wifi Office", "network:Office"),
            ("work on wifi My Net", "'network:My Net'"),
            ("work when connected to the Office wifi", "network:Office"),
            ("work during meetings", "calendar"),
            ("turn on work when I am in a meeting", "calendar"), ("work in a meeting", "calendar"),
            ("turn on work while full screen", "full-screen"), ("work on battery", "battery"),
            ("work automatically when screen shared", "screen-shared"),
            ("work while I share my screen", "screen-shared"),
            ("trigger add work when firefox runs", "app:firefox"),
            ("trigger add when firefox is open --focus work", "app:firefox"),
            ("trigger add when firefox is open", "app:firefox"),
            ("trigger add zoom", "app:zoom"), ("trigger add home", "network:NAME"),
            ("trigger add location home --focus work", "network:NAME"),
        ])
    func triggers(_ line: String, _ trigger: String) throws {
        #expect(try steps(line) == ["trigger add \(trigger) --focus work", "trigger kinds"])
    }

    @Test(
        "a condition that no trigger has leads to the help alone",
        arguments: [
            "work when the lid is open", "work when Chat is closed", "work during lunch",
            "work when not in a meeting", "work when Chat runs until 5",
            "work when connected to Office except Ben", "work when not connected to Office",
            "work when no longer connected to Office", "work when not on Office wifi",
            "work when I leave the Office wifi", "work when without wifi", "work when wifi is off",
            "work when my calendar is busy", "work when app Chat is not running",
            "work when on wifi Office and Chat runs", "work when in a meeting and on battery",
            "work when on battery in a meeting", "work when connected to Office until 5",
            "work on wifi Office for 1h", "work when on wifi Office in the morning",
            "work when connected to a monitor",
        ])
    func noTrigger(_ line: String) throws {
        #expect(try steps(line) == ["trigger add --help", "schedule set --help"])
    }

    @Test(
        "words that turn the trigger round, or join two, lead to the help alone",
        arguments: [
            "trigger add work when not vpn", "trigger add work not on battery",
            "trigger add work except vpn", "trigger add work only vpn",
            "trigger add work when docked and vpn", "trigger add work app Chat and vpn",
        ])
    func opposite(_ line: String) throws {
        #expect(try steps(line) == ["trigger add --help"])
    }

    @Test("a calendar may have a name that ends with that of a Focus")
    func calendar() throws {
        try focus.write("call", "[Focus]\nName=Call\n")
        let line = ["trigger", "add", "calendar", "On", "Call", "--focus", "work"]
        #expect(focus(all: line, control: control).code == .done)
        let active = Array(line.dropLast(2))
        #expect(!focus(all: active, control: control).errors.contains("is a Focus, not a trigger"))
        #expect(
            try steps("trigger add vpn in work") == ["trigger add vpn --focus work"])
    }

    @Test("the time behind a trigger is kept, and an unknown app is told")
    func grace() throws {
        #expect(
            try steps("trigger add vpn to work --grace 1min")
                == ["trigger add vpn --grace 1min --focus work"])
        #expect(
            try steps("trigger add when firefox runs --grace 10s")
                == ["trigger add app:firefox --grace 10s --focus work", "trigger kinds"])
        let line = ["trigger", "add", "work", "app", "Zoom"]
        let errors = focus(all: line, control: control).errors
        #expect(errors.contains("\nNo known app has the name “Zoom”\n"), "\(errors)")
    }

    @Test("a name of a Focus that begins with a little word is found as a whole")
    func wholeName() throws {
        #expect(
            try steps("trigger add zu hause wifi Home")
                == ["trigger add network:Home --focus home"])
    }

    @Test(
        "times of the day lead to a schedule",
        arguments: [
            "trigger add time 9:00", "trigger add sunset",
        ])
    func times(_ line: String) throws {
        #expect(try steps(line) == ["schedule set --help"])
    }

    @Test(
        "a clause in front of a Focus means what it means behind it",
        arguments: [
            ("when firefox runs turn on work", "work when firefox runs"),
            ("every day at 22:00 work", "work every day at 22:00"), ("at 9 work", "work at 9"),
        ])
    func order(_ line: String, _ other: String) {
        let lines = [line, other].map { line in
            focus(all: line.split(separator: " ").map(String.init), control: control)
        }
        #expect(lines[0] == lines[1])
        #expect(lines[0].code == .usage, "\(lines[0])")
    }

    @Test("a trigger that cannot be detected here is told so before it is added")
    func unseen() {
        let kind = TriggerKindState(.calendar, isAvailable: false)
        control.answers["TriggerKinds"] = [FieldsBuilder.list([kind.value])]
        let errors = focus("work", "during", "meetings", control: control).errors
        #expect(
            errors.contains("\n“calendar” cannot be detected here: focus-switch doctor\n"),
            "\(errors)")
    }

    @Test("times of the day with exceptions lead to both")
    func timesWithExceptions() throws {
        #expect(
            try steps("dnd from 22:00 to 7:00 except Ben") == [
                "allow --person Ben --focus dnd",
                "schedule set hours --focus dnd --from 22:00 --to 07:00",
            ])
    }

    @Test(
        "times of the day with exceptions and an end, or a command, have no step without it",
        arguments: ["until 8", "-- make"])
    func timesWithExceptionsAndMore(_ more: String) {
        let line = "dnd from 22:00 to 7:00 except Ben \(more)"
        let result = focus(all: line.split(separator: " ").map(String.init), control: control)
        #expect(result.code == .usage, "\(result)")
        #expect(!result.errors.contains("To turn it on at these times"), "\(result)")
    }

    @Test("an app that is not known is told as such")
    func unknownApp() {
        let result = focus("work", "when", "firefox", "runs", control: control)
        #expect(result.errors.contains("\nNo known app has the name “firefox”\n"), "\(result)")
    }

    @Test("a ready-made Focus is created first")
    func template() throws {
        let line = "gaming except Ben"
        let result = focus(all: line.split(separator: " ").map(String.init), control: control)
        let create = "create Gaming --template gaming"
        #expect(result.errors.contains("First, to create it: focus-switch \(create)\n"))
        for step in [create, "allow --person Ben --focus gaming"] {
            #expect(result.errors.contains(": focus-switch \(step)\n"), "\(result.errors)")
            try focus.expectDone(step, control: control)
        }
    }

    @Test("a command behind the Focus is kept")
    func held() {
        let line = ["dnd", "except", "Ben", "--", "make", "test"]
        let errors = focus(all: line, control: control).errors
        #expect(errors.contains(": focus-switch on dnd -- make test\n"), "\(errors)")
        let condition = ["dnd", "when", "Chat", "runs", "--", "make", "test"]
        let others = focus(all: condition, control: control).errors
        #expect(!others.contains("trigger add app"), "\(others)")
    }

    @Test("a word is a program only if there is one, and then what it means comes first")
    func program() throws {
        let none = focus("work", "gibberish", control: control).errors
        #expect(!none.contains("To run a command"), "\(none)")
        let path = "\(focus.path)/bin"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        let isWritten = FileManager.default.createFile(
            atPath: "\(path)/with", contents: Data(), attributes: [.posixPermissions: 0o755])
        #expect(isWritten)
        let both = focus(
            all: ["work", "with", "Chat"], control: control, variables: ["PATH": path]
        ).errors
        let lines = both.split(separator: "\n").map(String.init)
        #expect(
            lines.dropFirst().first?.hasSuffix(": focus-switch allow Chat --focus work") == true)
        #expect(
            lines.last == "To run a command while it is on: focus-switch on work -- with Chat",
            "\(both)")
    }
}
