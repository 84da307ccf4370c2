// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Words of a newcomer's trial that were taken for apps, for programs or for nothing: each printed
/// command is run.
@Suite("Wishes in words") @LoopActor struct SpokenWishTests {
    private let focus: Configuration
    private let control = FakeControl(
        Fixture.control([
            "ActivateWith": [], "Mute": [], "Mutes": [FieldsBuilder.list([])],
            "Reload": [.strings([])], "Entries": [Fixture.list([])],
            "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            "ListPeople": [
                FieldsBuilder.list(
                    ["Ann", "Ben"].map { SeenPerson($0, latest: Fixture.now).value })
            ],
        ]))

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nPeople=allow\n")
    }

    private func run(_ line: String) -> RunResult {
        focus(all: line.split(separator: " ").map(String.init), control: control)
    }

    /// Returns the commands at the ends of printed lines.
    private static func steps(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: ": focus-switch ")
            return parts.count == 2 ? String(parts[1]) : nil
        }
    }

    /// Expects that a line is refused with these commands alone, each of which works.
    private func expect(_ line: String, _ commands: [String]) throws {
        let result = run(line)
        #expect(result.code == .usage || result.code == .refused, "\(line): \(result)")
        #expect(Self.steps(result.errors) == commands, "\(line): \(result.errors)")
        // A name on a list of people is no app any more.
        for command in commands.reversed()
        where !command.hasPrefix("explain") && command != "trigger kinds" {
            try focus.expectDone(command, control: control)
        }
    }

    @Test(
        "silence without a name is for all apps, and keeps its end",
        arguments: [
            ("silence until 5", "dnd --until 5"), ("silence for 1h", "dnd --for 1h"),
            ("silence all notifications for 2 hours", "dnd --for 2h"),
            ("mute for 1h", "dnd --for 1h"), ("mute 1h", "dnd --for 1h"),
            ("mute until 5", "dnd --until 5"), ("mute notifications", "dnd"),
            ("mute notifications for 1h", "dnd --for 1h"),
            ("no notifications until 5", "dnd --until 5"), ("notifications off", "dnd"),
            ("notifications off for 1h", "dnd --for 1h"), ("turn notifications off", "dnd"),
            ("turn off notifications for 1h", "dnd --for 1h"), ("nobody may reach me", "dnd"),
            ("no one may reach me until 5", "dnd --until 5"), ("shut up", "dnd"),
            ("block notifications", "dnd"), ("hide all notifications", "dnd"),
            ("block everything until 5", "dnd --until 5"), ("switch off notifications", "dnd"),
            ("switch notifications off for 1h", "dnd --for 1h"),
            ("leave me alone", "dnd"), ("leave me alone until 3pm", "dnd --until 3pm"),
            ("don't disturb me for 1h", "dnd --for 1h"), ("never disturb me", "dnd"),
            ("never text me", "dnd"), ("don't call me", "dnd"),
            ("no chat until 5", "mute chat --until 5"),
            ("turn off Chat for 1h", "mute Chat --for 1h"),
        ])
    func all(_ line: String, _ command: String) throws {
        try expect(line, [command])
        #expect(!control.calls.contains { $0.member == "Deactivate" })
    }

    @Test("without a Focus, silence of everything is Do Not Disturb", arguments: [true, false])
    func withoutFocus(_ isOn: Bool) throws {
        if !isOn { control.answers["Status"] = [.vardict([:] as [String: Value])] }
        let lists = "silence --all-apps"
        try expect("silence notifications", isOn ? ["dnd", lists] : ["dnd"])
        for line in ["silence everything", "silence all", "silence everyone"] where !isOn {
            try expect(line, ["dnd"])
        }
    }

    @Test(
        "no app alone leads to the list of a Focus and to a mute",
        arguments: [
            "no Chat", "no Chat notifications", "never show Chat", "turn off Chat notifications",
            "never notify me about Chat", "shut up Chat", "Chat off",
            "off Chat",
        ])
    func app(_ line: String) throws {
        try expect(line, ["silence Chat --focus work", "mute Chat"])
    }

    @Test(
        "those alone who may come through lead to --only",
        arguments: [
            ("only Ann may reach me", ["allow --only --person Ann --focus work"]),
            ("ignore everyone except Ben", ["allow --only --person Ben --focus work"]),
            ("no notifications from Ben", ["silence --person Ben --focus work"]),
            ("block Ben", ["silence --person Ben --focus work"]),
            ("turn off notifications in work", ["silence --all-apps --focus work", "dnd"]),
            ("only Ben", ["allow --only --person Ben --focus work"]),
            ("only allow Ann", ["allow --only --person Ann --focus work"]),
            ("only Ann and Chat", ["allow --only Chat --person Ann --focus work"]),
            ("let only Ann through", ["allow --only --person Ann --focus work"]),
            ("nobody but Ann may reach me", ["allow --only --person Ann --focus work"]),
            ("no one except Ann may call", ["allow --only --person Ann --focus work"]),
            ("never let Ben through", ["silence --person Ben --focus work"]),
            ("never silence Ben", ["allow --person Ben --focus work"]),
            ("never mute Chat", ["allow Chat --focus work"]),
            ("do not allow Ben", ["silence --person Ben --focus work"]),
            ("no longer allow Ben", ["silence --person Ben --focus work"]),
            ("no work", ["off work"]), ("no dnd", ["status"]),
            ("shut up work", ["silence --help"]),
            ("in work only Ann", ["allow --only --person Ann --focus work"]),
            ("during work let Ann through", ["allow --person Ann --focus work"]),
            ("while Work is on mute Chat", ["silence Chat --focus work"]),
            ("allow Ann while Work is on", ["allow --person Ann --focus work"]),
            ("silence Chat while Work is on", ["silence Chat --focus work"]),
            ("mute Ben while Work is on", ["silence --person Ben --focus work"]),
            ("no notifications except from Ben", ["allow --only --person Ben --focus work"]),
            ("mute everything except Chat", ["allow --only Chat --focus work"]),
            ("mute all but Chat", ["allow --only Chat --focus work"]),
            (
                "only Ben may reach me until 5",
                ["allow --only --person Ben --focus dnd", "on dnd --until 5"]
            ),
            (
                "silence everything but Ben and Chat until 5",
                ["allow --only Chat --person Ben --focus dnd", "on dnd --until 5"]
            ),
            (
                "mute everything except Chat for 1h",
                ["allow --only Chat --focus dnd", "on dnd --for 1h"]
            ),
            (
                "silence everything but Ben until 5 --focus work",
                ["allow --only --person Ben --focus work", "on work --until 5"]
            ),
        ])
    func only(_ line: String, _ commands: [String]) throws { try expect(line, commands) }

    @Test("a list of silenced apps alone lets all people through")
    func onlySilenced() throws {
        let lists = ["silence --only Chat --focus work", "allow --all-people --focus work"]
        #expect(
            Self.steps(run("only silence Chat").errors)
                == [lists.joined(separator: " && focus-switch ")])
        for step in lists { try focus.expectDone(step, control: control) }
    }

    @Test("“please off” is not about all apps")
    func off() {
        for line in ["please off", "now off", "the off"] {
            #expect(!run(line).errors.contains("To silence all apps"), "\(line)")
        }
    }

    @Test("a list may have an entry that reads as a time")
    func removal() throws {
        try focus.write("work", "[Focus]\nName=Work\nApps=silence\nAppList=tonight;monday;\n")
        for name in ["tonight", "monday"] {
            try focus.expectDone("silence --remove \(name) --focus work", control: control)
        }
    }

    @Test("without a Focus, those alone come through Do Not Disturb")
    func onlyWithoutFocus() throws {
        control.answers["Status"] = [.vardict([:] as [String: Value])]
        let steps = ["allow --only --person Ann --focus dnd", "on dnd"]
        let result = run("only Ann may reach me")
        #expect(Self.steps(result.errors) == steps, "\(result.errors)")
        control.answers["Status"] = [Fixture.status.value]
        for step in steps { try focus.expectDone(step, control: control) }
    }

    @Test(
        "a known person is let through as a person",
        arguments: [
            ("let Ben through", ["allow --person Ben --focus work"]),
            ("let Ben through in work", ["allow --person Ben --focus work"]),
            ("let Ann call me", ["allow --person Ann --focus work"]),
            ("Ann may reach me", ["allow --person Ann --focus work"]),
            ("let Chat and Ben through", ["allow Chat --person Ben --focus work"]),
            (
                "let Zoe through",
                ["allow --person Zoe --focus work", "allow --app Zoe --focus work"]
            ),
            (
                "let Ann and Zoe through",
                [
                    "allow --person Ann --person Zoe --focus work",
                    "allow --person Ann --app Zoe --focus work",
                ]
            ),
            (
                "let calendar through",
                ["allow --person calendar --focus work", "allow --app calendar --focus work"]
            ),
            ("let Jo through", ["allow --person Jo --focus work", "allow --app Jo --focus work"]),
            ("would Ann reach me?", ["explain --person Ann"]),
            ("can Chat notify me", ["explain --app Chat"]),
            ("what did I miss", ["missed"]), ("share focus status", ["on --help", "list"]),
            ("we are in a meeting", ["dnd", "trigger add calendar --focus dnd", "trigger kinds"]),
            ("I am in a meeting", ["dnd", "trigger add calendar --focus dnd", "trigger kinds"]),
        ])
    func person(_ line: String, _ commands: [String]) throws { try expect(line, commands) }

    @Test("an unknown name is told as such, and a list has no end")
    func told() {
        let unknown = run("let Zoe through").errors
        #expect(unknown.contains("\nNo known app or person has the name “Zoe”\n"), "\(unknown)")
        for line in ["let Ben through for 1h", "only Ben until 5"] {
            let end = run(line).errors
            #expect(
                end.contains("\nA list has no end: this holds until you remove it\n"), "\(end)")
        }
        #expect(run("only Ben").errors.contains("\nTo let no other person through: "))
        #expect(run("only Chat").errors.contains("\nTo let no other app through: "))
    }

    @Test("a Focus that limits apps alone gets a list of people")
    func listOfPeople() throws {
        try focus.write("gym", "[Focus]\nName=Gym\nApps=allow\nAppList=Mail;\n")
        try expect("let Chat and Ben through in gym", ["allow --help"])
        try expect("let Ben through in gym", ["allow --only --person Ben --focus gym"])
    }

    @Test(
        "a sentence with a word that is not understood leads to the help alone",
        arguments: [
            ("only Ann loudly or not", "allow --help"),
            ("let Ben through when Zoom runs", "allow --help"),
            ("no Chat unless urgent", "silence --help"),
            ("only silence Chat until 5", "silence --help"),
            ("silence Chat except Zoe", "rule add --help"),
            ("silence all until 5 --person Ann", "silence --help"),
            ("Zoe can't reach me", "allow --help"), ("Zoe cannot call me", "allow --help"),
            ("Zoe won't text me", "allow --help"),
            ("only work", "allow --help"), ("only work for 1h", "allow --help"),
            ("no focus", "silence --help"),
            ("no notifications from work", "silence --help"),
            ("no notifications from Zoe Roe", "silence --help"),
            ("no notifications from Ben in work", "silence --help"),
            ("nobody from work may call me", "allow --help"),
            ("no notifications tomorrow", "silence --help"),
            ("leave me alone friday", "silence --help"), ("only Ann tomorrow", "allow --help"),
            ("no notifications tonight", "silence --help"),
            ("would Chat and Ann reach me", "explain --help"),
        ])
    func help(_ line: String, _ command: String) throws { try expect(line, [command]) }
}
