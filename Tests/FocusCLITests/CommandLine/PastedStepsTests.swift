// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// Sentences of newcomers, and every step that the program prints below them.
@Suite("Pasted steps") @LoopActor struct PastedStepsTests {
    /// Words of which each is a command line.
    private nonisolated static let sentences = """
        permit Ann
        permit Ann on Slack
        permit Slack until 5pm
        allow Ann
        allow Ann Slack
        allow work Slack
        allow Slack work
        allow everyone
        allow everyone except Ben
        allow Ann plese
        allow Ann and silence Ben
        allow off
        allow annn
        let him through
        let calls through
        let Ann in
        let calls from Ann through
        let neither Ann nor Ben through
        allow Slack but only Ben
        allow mails from Carol
        silence Ben and Ann on Slack
        mute Ben on Slack for 1h
        allow nobody
        allow people Ann, Ben
        allow all except Chat
        allow all except Slack for 1h
        allow messages with invoice
        allow mails about invoice
        allow Slack messages with deploy
        work allow Ann
        work silence Ben
        whitelist Ann and Slack in work
        priority Ann
        priority only
        disallow Ann
        disallow Slack
        block Ann
        block Slack
        block Slack at night
        block Slack and Chat for 2 hours
        block Ben on Slack
        block emails from Carol Smith
        silence work Slack
        silence Slack except Ben
        silence just Ben
        silence until 5
        mute Ben
        mute Ben for 1h
        mute Ben and Ann
        mute ben, slack
        mute Ben and Zoe
        mute work Slack
        mute Slack except Ben
        mute Slack on weekdays
        mute Slak and Discrod
        mute tonight Slack
        snooze Ben
        snooze Ann until 5pm
        snooze all for 1h
        unsnooze all
        hide Slack
        hide Slack on lockscreen
        hide app Slack on lockscreen
        hide Slack and Chat on the lock screen
        enable work on weekdays from 9 to 17
        enable work at 9
        start work tomorrow
        start reading
        switch to study for 1h
        use work at home
        turn off work at 17:00
        off at 5pm
        off work at 17:00
        stop notifications
        stop study
        stop notifications from Ann
        stop muting Slack
        turn on notifications for Slack
        turn off notifications for Slack
        mute Slack and turn on dnd
        ban Ben
        dnd 30
        dnd unless its Ann
        dnd let Ann through
        dnd unitl 5
        dnd on saturday
        work only Ann
        work mute Slack
        work color red
        dnd every night from 10pm to 7am
        work settings
        color work red
        change work to Job
        begin work
        set work allow Slack
        show history
        open history
        view work
        mark all as read
        what did I miss from Ann
        why
        prefs
        work +30m
        work on wifi Home
        work when Chat runs
        schedule work 9-17
        schedule work at 9
        study today 14-16
        work 9-12 and 13-17
        work at 9 every day
        schedule set work 9 17
        create work
        create Deep Work
        rename work Day Job
        delete focus Study
        show Slack
        show FOCUS
        config
        explain 9999
        forget slak
        remove focus Study
        rm Study
        add Study
        delete sleep
        later 12
        postpone 12 1h
        deliver at 12:30 and 18:00
        set work color red
        who is allowed
        everyone except Ben
        no slack
        on slep
        only Ann
        """

    /// Commands that a test cannot run: they start programs, or wait.
    private nonisolated static let others: Set = ["demo", "edit", "link", "setup", "undo", "watch"]

    /// Beginnings of refusals that no pasted step may have.
    private nonisolated static let mistakes = [
        "there is no app “", "there is no Focus “", "there is no command “",
    ]
    /// Verbs whose failures have at least one step.
    private nonisolated static let foreignVerbs: Set<Substring> = [
        "block", "disallow", "hide", "permit", "whitelist",
    ]

    @Test("a step that is printed is no mistake", arguments: sentences.split(separator: "\n"))
    func pasted(_ sentence: Substring) throws {
        let focus = try RehearsalFixture.configuration()
        let before = try RehearsalFixture.state(focus)
        let result = RehearsalFixture.run(String(sentence), focus, RehearsalFixture.control)
        // Notes above the sentence are not rehearsed.
        let lines = result.errors.split(separator: "\n").drop { !$0.hasPrefix("focus-switch: ") }
        guard result.code != .done else { return }
        #expect(try RehearsalFixture.state(focus) == before, "\(sentence)")
        var commands: Set<String> = []
        for line in lines.dropFirst() {
            guard let step = StepLine(String(line)) else { continue }
            #expect(commands.insert(step.command).inserted, "\(sentence): \(line)")
            guard !step.isHelp, !step.goesOn, let words = step.words,
                !Self.others.contains(words[0]), !words.contains("--")
            else { continue }
            let pasted = RehearsalFixture.run(
                words, try RehearsalFixture.configuration(), RehearsalFixture.control)
            #expect(pasted.code != .usage, "\(sentence): \(line): \(pasted.errors)")
            let isMistaken = Self.mistakes.contains { pasted.errors.contains($0) }
            #expect(
                pasted.code == .done || !isMistaken, "\(sentence): \(line): \(pasted.errors)")
        }
        let verb = sentence.prefix { $0 != " " }
        #expect(!commands.isEmpty || !Self.foreignVerbs.contains(verb), "\(result.errors)")
    }
}

/// A user with two Focuses, apps and people.
@LoopActor enum RehearsalFixture {
    static func configuration() throws -> Configuration {
        let focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\nApps=allow\nAppList=org.example.Chat;\n"
                + "People=allow\nPeopleList=Ben;\n")
        try focus.write("study", "[Focus]\nName=Study\n")
        return focus
    }

    static var control: FakeControl {
        let list = [FieldsBuilder.list([])]
        let slack = SeenApp(AppID("slack"), names: ["Slack"], count: 3, latest: Fixture.now)
        let people = ["Ann", "Ben", "O'Brien"].map { SeenPerson($0, latest: Fixture.now) }
        return FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp, slack].map(\.value))],
                "ListPeople": [FieldsBuilder.list(people.map(\.value))],
                "ListFilters": list, "Mutes": list, "Snoozed": list, "Skips": list,
                "Upcoming": list, "TriggerKinds": list, "Doctor": list, "Apps": list,
                "Entries": [Fixture.list([])], "Badges": [.dictionary(key: "s", value: "u", [])],
                "Reload": [.strings([])], "ActivateWith": [], "Mute": [], "Unmute": [],
                "Snooze": [.uint32(1)], "SnoozeFor": [.uint32(1)], "Dismiss": [.uint32(1)],
                "DeliverNow": [.uint32(1)], "Forget": [.uint32(0)], "ClearMissed": [.uint32(2)],
                "ClearBadge": [.uint32(0)], "ClearHistory": [.uint32(0)],
            ]))
    }

    static func environment(_ focus: Configuration) -> [String: String] {
        [
            "XDG_CONFIG_HOME": focus.path, "XDG_DATA_HOME": focus.path + "/data",
            "XDG_STATE_HOME": focus.path + "/state", "HOME": "/nonexistent",
            "XDG_DATA_DIRS": focus.path + "/shared",
        ]
    }

    static func run(_ words: String, _ focus: Configuration, _ control: FakeControl) -> RunResult {
        run(words.split(separator: " ").map(String.init), focus, control)
    }

    /// Runs the program, which rehearses the steps that it prints.
    static func run(
        _ words: [String], _ focus: Configuration, _ control: FakeControl
    ) -> RunResult {
        let program = RunningProgram(control, environment: environment(focus), width: nil)
        program.rehearses = true
        program.start(words)
        return program.result
    }

    /// Returns each file and directory of the user, with its time and its bytes.
    static func state(_ focus: Configuration) throws -> [String: [String]] {
        let manager = FileManager.default
        var state: [String: [String]] = [:]
        for name in try manager.subpathsOfDirectory(atPath: focus.path) {
            let path = focus.path + "/" + name
            let date = try manager.attributesOfItem(atPath: path)[.modificationDate] as? Date
            let bytes = manager.contents(atPath: path) ?? Data()
            state[name] = [
                "\(date?.timeIntervalSince1970 ?? 0)", String(decoding: bytes, as: UTF8.self),
            ]
        }
        return state
    }
}
