// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// A newcomer wrote `AppList=slack` by hand: focusd had read all files, and nothing was silenced.
@Suite("Entries of lists that are no app's id") @LoopActor struct UnmatchedEntriesTests {
    private let focus: Configuration

    init() throws {
        focus = try Configuration()
    }

    /// Without a desktop file: one would make the entry effective by its name.
    private static let slack = SeenApp(
        AppID("com.slack.Slack"), names: ["Slack"], count: 6, latest: Timestamp(rawValue: 5))

    private func run(_ command: String) -> RunResult {
        let control = FakeControl(
            Fixture.control([
                "Reload": [.strings([])], "Doctor": [.array(of: "a{sv}", [])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value, Self.slack.value])],
            ]))
        return focus(command, control: control)
    }

    @Test(
        "reload and doctor name them, with the id that was meant", arguments: ["reload", "doctor"])
    func named(_ command: String) throws {
        try focus.write(
            "work", "[Focus]\nName=Work\nApps=allow\nAppList=slack;com.slack.Slack;x.y;\n")
        try "[Always]\nApps=silence\nAppList=slack;org.example.chat;\n".write(
            toFile: focus.path + "/focusd/always.focus", atomically: true, encoding: .utf8)
        let result = run(command)
        #expect(result.code == .done, "\(result)")
        let notes = result.errors.split(separator: "\n")
        #expect(notes.count == 2, "\(result.errors)")
        let remedies = [" To change the list: focus-switch edit work", ""]
        for ((note, list), remedy) in zip(zip(notes, ["Work", "always.focus"]), remedies) {
            let start = "note: “slack” on the list of apps of \(list) is the id of no app"
            #expect(note.hasPrefix(start))
            #expect(note.hasSuffix("; did you mean “com.slack.Slack”?\(remedy)"))
        }
    }

    /// A trial with a newcomer: the note named the list of apps, where the entry is not.
    @Test("an exception is named as one, also where it has no effect")
    func exceptions() throws {
        try focus.write(
            "work",
            "[Focus]\nName=Work\nApps=allow\nTimeSensitive=false\nTimeSensitiveExcept=slak;\n")
        let start = "note: “slak” on the list time-sensitive-except of Work is the id of no app"
        #expect(run("reload").errors.hasPrefix(start))
        let show = focus("show", "work")
        #expect(show.output.contains("the exceptions (slak) count only if"), "\(show)")
        let remove = focus("allow", "--remove", "slak", "--focus", "work")
        #expect(remove.code == .refused)
        #expect(
            remove.errors.contains("focus-switch set time-sensitive-except none --focus work\n"),
            "\(remove)")
    }

    /// A trial with a newcomer: an app that had sent was called unknown, and a typing error of a
    /// list was suggested.
    @Test("without focusd, nothing is said about apps that have sent")
    func withoutFocusd() throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nAppList=Slck;\n")
        let result = focus("allow", "Slack", "--focus", "work")
        #expect(result.code == .done, "\(result)")
        #expect(
            result.errors.contains(
                "no app “Slack” is installed; apps that have sent a notification are known only while"
                    + " focusd runs\n"), "\(result.errors)")
        #expect(!result.errors.contains("Slck"), "\(result.errors)")
    }

    /// A trial with a newcomer: a typing error in [Private] kept the bodies, and nothing told.
    @Test("the lists of focusd.conf count as well")
    func settings() throws {
        try focus.writeSettings(
            """
            [Critical]
            Apps=slak;
            [Urgency]
            IgnoreFrom=slak;firefox;
            [Private]
            Apps=slak;com.slack.Slack;
            [Badge]
            Never=slak;
            [Duplicates]
            Of=all;slak;
            [Locked]
            HideBodies=slak;
            HideTexts=slak;

            """)
        let notes = run("reload").errors.split(separator: "\n")
        let lists = [
            "[Critical] Apps", "[Urgency] IgnoreFrom", "[Private] Apps", "[Badge] Never",
            "[Duplicates] Of", "[Locked] HideBodies", "[Locked] HideTexts",
        ]
        #expect(notes.count == lists.count, "\(notes)")
        for (note, list) in zip(notes, lists) {
            #expect(note.hasPrefix("note: “slak” on the list of apps of \(list) is the id of"))
            #expect(note.hasSuffix("; did you mean “com.slack.Slack”?"))
        }
    }

    @Test("ids of known apps, and of apps that resemble none, have no note")
    func good() throws {
        try focus.write(
            "work", "[Focus]\nName=Work\nAppList=com.slack.slack;org.example.Different;\n")
        #expect(run("reload").errors == "")
    }

    /// A trial with a newcomer: an app that they had allowed was doubted for one with two other
    /// letters of five.
    @Test("an entry that only loosely resembles an app has no note")
    func loose() throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nAppList=Stark;Slick;\n")
        let notes = run("doctor").errors.split(separator: "\n")
        #expect(notes.count == 1 && notes[0].contains("“Slick”"), "\(notes)")
    }

    /// A trial with a newcomer: `AppList=Firefox,Slack` was one app that does not exist, and
    /// nothing told.
    @Test("entries with commas are named with their line", arguments: ["reload", "doctor"])
    func commas(_ command: String) throws {
        try focus.write(
            "work",
            "[Focus]\nName=Work\nApps=allow\nAppList=Firefox,Slack;x.y;\nPeople=allow\n"
                + "PeopleList=Zoe,Max;Doe, Jane;\n[Triggers]\nApps=film, game\n")
        try "[Always]\nApps=silence\nAppList=a.b,c.d\n".write(
            toFile: focus.path + "/focusd/always.focus", atomically: true, encoding: .utf8)
        try focus.writeSettings("[Critical]\nApps=Battery, Slack\n")
        let result = run(command)
        #expect(result.code == .done, "\(result)")
        let folder = focus.path + "/focusd"
        #expect(
            result.errors == """
                note: \(folder)/focuses/work.focus:4: “Firefox,Slack” is one entry of AppList; \
                semicolons separate entries: Firefox;Slack
                note: \(folder)/focuses/work.focus:8: “film, game” is one entry of Apps; \
                semicolons separate entries: film;game
                note: \(folder)/focuses/work.focus:6: “Zoe,Max” is one entry of PeopleList; \
                semicolons separate entries: Zoe;Max
                note: \(folder)/always.focus:3: “a.b,c.d” is one entry of AppList; \
                semicolons separate entries: a.b;c.d
                note: \(folder)/focusd.conf:2: “Battery, Slack” is one entry of Apps; \
                semicolons separate entries: Battery;Slack

                """)
    }

    @Test("edit names those of the file that was written")
    func edited() async throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let program = RunningProgram(
            nil,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
                "TMPDIR": focus.path,
                "EDITOR": #"sh -c 'echo AppList=Firefox,Slack >>"$1"' sh"#,
            ])
        program.start(["edit", "work"])
        _ = try await program.ends.next()
        #expect(program.result.output == "Changed “Work”.\n", "\(program.result)")
        #expect(
            program.result.errors == """
                note: \(focus.file("work")):4: “Firefox,Slack” is one entry of AppList; \
                semicolons separate entries: Firefox;Slack

                """)
    }

    @Test("without focusd, edit judges no entry that a sender may have")
    func editedWithoutFocusd() async throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        try focus.writeData(
            "applications/com.slack.Slack.desktop",
            "[Desktop Entry]\nType=Application\nName=Slack\nExec=slack\n")
        let program = RunningProgram(
            nil,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "XDG_DATA_HOME": focus.path + "/data",
                "HOME": "/nonexistent", "PATH": "/usr/bin:/bin", "TMPDIR": focus.path,
                "EDITOR":
                    #"sh -c 'echo "AppList=com.slack.Slak;Example, Inc.;a.b,c.d;" >>"$1"' sh"#,
            ])
        program.start(["edit", "work"])
        _ = try await program.ends.next()
        #expect(program.result.output == "Changed “Work”.\n", "\(program.result)")
        #expect(
            program.result.errors == """
                note: \(focus.file("work")):4: “a.b,c.d” is one entry of AppList; \
                semicolons separate entries: a.b;c.d

                """)
    }
}
