// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("complete") @LoopActor struct CompletionTests {
    private func words(
        _ line: String..., control: FakeControl? = nil, in configuration: Configuration
    ) -> [String] {
        let result = configuration(all: ["complete", "--"] + line, control: control)
        #expect(result.code == .done)
        #expect(result.errors.isEmpty)
        return result.output.split(separator: "\n").map {
            String($0.prefix { $0 != "\t" })
        }
    }

    @Test("an option of every command is offered, and a value where one is due")
    func options() throws {
        let configuration = try Configuration()
        for command in CommandTable.all {
            let result = configuration(
                all: ["complete", "--"] + command.words.map(String.init) + ["--"])
            let offered = result.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
            #expect(offered.sorted() == command.allOptions.map { "--\($0.name)"[...] }.sorted())
        }
        #expect(words("explain", "--level", "", in: configuration).count == 4)
        #expect(words("explain", "--level=pa", in: configuration) == ["--level=passive"])
        #expect(words("allow", "--only", "--on", in: configuration) == [])
        #expect(words("allow", "--app", "a", "--ap", in: configuration) == ["--app"])
        #expect(words("allow", "--", "--", in: configuration) == [])
    }

    @Test("the first word is a command, a group or a Focus; letter case counts only at first")
    func firstWord() throws {
        let configuration = try Configuration()
        try configuration.write("weekend", "[Focus]\nName=Weekend\n")
        #expect(words("we", in: configuration) == ["weekend"])
        #expect(words("WE", in: configuration) == ["weekend"])
        #expect(words("--json", "stat", in: configuration) == ["status"])
        #expect(words("predicate", "", in: configuration) == ["check", "eval"])
        #expect(words("missed", "cl", in: configuration) == ["clear"])
        // Issue 17: a Focus in place of a command takes the options of `on`.
        #expect(words("weekend", "--fo", in: configuration) == ["--for"])
        #expect(words("weekend", "--until-", in: configuration) == ["--until-logout"])
        #expect(words("weekend", "", in: configuration) == [])
        #expect(words("nonsense", "", in: configuration) == [])
        #expect(words(in: configuration).contains("weekend"))
    }

    @Test("an option with its value may stand before the words: issue 17")
    func optionsInFront() throws {
        let configuration = try Configuration()
        try configuration.write("weekend", "[Focus]\nName=Weekend\n")
        for line in [
            ["--for", "1h"], ["--until", "6", "pm"], ["--json", "--for=1h"], ["on", "--for", "1h"],
            ["on", "--until", "tomorrow", "6", "pm"], ["--for", "1h", "on"],
            ["toggle", "--for", "1h"],
        ] {
            let result = configuration(all: ["complete", "--"] + line + ["we"])
            #expect(result.output == "weekend\tWeekend\n", "\(line)")
        }
        #expect(words("--for", "", in: configuration).first == "15min")
        #expect(words("--for=3", in: configuration) == ["--for=30min"])
        #expect(words("--for", "1h", "--u", in: configuration) == ["--until", "--until-logout"])
        #expect(words("--for", "1h", "weekend", "", in: configuration) == [])
        #expect(words("next", "-n", "", in: configuration) == ["5", "10", "50"])
        #expect(words("history", "-n", "5", "--li", in: configuration) == [])
        // A word behind an option is no command of a group.
        #expect(words("history", "-n", "5", "cl", in: configuration) == [])
        #expect(words("rule", "--focus", "weekend", "a", in: configuration) == [])
        // The words for habits stand behind an option, too.
        #expect(words("--json", "help", "stat", in: configuration) == ["status"])
        #expect(words("--json", "turn", "on", "we", in: configuration) == ["weekend"])
    }

    @Test("arguments follow the usage line, and those of filters the apps' declarations")
    func arguments() throws {
        let configuration = try Configuration()
        try configuration.writeData(
            "focus-filters/org.example.Chat.focus-filter",
            """
            [Filter Account]
            Title=Account
            Parameters=dark;account;

            [Parameter Account dark]
            Title=Dark
            Type=Bool
            Optional=true

            [Parameter Account account]
            Title=Which
            Type=Enum
            Cases=work;home;
            Optional=true

            """)
        try configuration.writeData("applications/org.example.Mail.desktop", "")
        #expect(words("filter", "set", "", in: configuration) == ["org.example.Chat"])
        #expect(
            words("filter", "set", "Chat", "", in: configuration)
                == ["Account", "dark=", "account="])
        #expect(
            words("filter", "set", "Chat", "account=", in: configuration)
                == ["account=work", "account=home"])
        #expect(words("filter", "unset", "Chat", "Account", "d", in: configuration) == ["dark"])
        #expect(words("badge", "org", in: configuration) == ["org.example.Mail"])
        #expect(words("set", "hide-badges", "", in: configuration) == ["on", "off"])
        #expect(words("delete", "", in: configuration) == ["do-not-disturb"])
        #expect(words("delete", "x", "", in: configuration) == [])
    }

    @Test("notifications and their actions come from a focusd that runs, and only then")
    func notifications() throws {
        let configuration = try Configuration()
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([Fixture.entry()])]]))
        #expect(words("missed", "act", "", control: control, in: configuration) == ["12"])
        #expect(
            words("missed", "act", "12", "re", control: control, in: configuration) == ["reply"])
        let asked = control.calls.count
        control.isRunning = false
        #expect(words("missed", "act", "", control: control, in: configuration) == [])
        #expect(words("missed", "act", "", in: configuration) == [])
        #expect(control.calls.count == asked)
    }

    /// Issue 17: schedules, triggers, sites and some settings were not offered.
    @Test("the value of every option and every argument is offered, unless only the user knows it")
    func allValues() {
        let invocation = Invocation(
            output: Output { _, _ in true }, environment: ["HOME": "/nonexistent"],
            now: Fixture.now
        ) { () throws(ControlError) in throw .notReachable("") }
        let sources = CompletionSources(invocation)
        var options: Set<String> = []
        var arguments: Set<String> = []
        for command in CommandTable.all {
            for option in command.allOptions where option.kind != .flag {
                if Completion.values(of: option, command, sources) == nil {
                    options.insert(option.name)
                }
            }
            let completion = Completion(command.words.map(String.init) + [""], invocation)
            for parameter in command.parameters.split(separator: " ") {
                let name = parameter.filter { !"[]…".contains($0) }
                guard name != "--", completion.values(ofArgument: name, [], command) == nil
                else { continue }
                arguments.insert("\(command.name) \(name)")
            }
        }
        #expect(
            options == [
                "app-name", "args", "body", "color", "criteria", "draft", "focusd", "icon", "id",
                "search", "subject", "summary", "when",
            ])
        #expect(
            arguments == [
                "complete WORD", "filter choices TEXT", "filter new APPID", "filter new FOLDER",
                "filter predicate PREDICATE", "missed reply TEXT", "on COMMAND",
                "predicate check FORMAT", "predicate eval FORMAT", "rename NAME", "rule add NAME",
            ])
        for setting in Setting.allCases where setting != .name {
            #expect(Completion.values(of: setting, sources) != nil)
        }
    }

    @Test("schedules, triggers, sites, commands of help and words from habit are completed")
    func more() throws {
        let configuration = try Configuration()
        try configuration.write(
            "work",
            "[Focus]\nName=Work\n\n[Schedule office]\nDays=Mon;\nFrom=09:00\n"
                + "To=17:00\n\n[Triggers]\nVPN=true\n")
        #expect(words("skip", "work", "", in: configuration) == ["office"])
        #expect(words("schedule", "remove", "", in: configuration) == ["office"])
        #expect(
            words("trigger", "remove", "--focus", "WORK", "", in: configuration) == ["vpn"])
        #expect(
            words("set", "repeat-breaks-through", "", in: configuration) == ["on", "off"])
        #expect(words("work", "--for", "3", in: configuration) == ["30min"])
        #expect(words("help", "stat", in: configuration) == ["status"])
        #expect(words("help", "predicate", "", in: configuration) == ["check", "eval"])
        #expect(words("dn", in: configuration) == ["dnd"])
        #expect(words("link", "st", in: configuration) == ["status"])
        var entry = Fixture.entry()
        entry.record.site = "news.example.org"
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([entry])]]))
        #expect(words("dismiss", "", control: control, in: configuration) == ["12"])
        #expect(words("why", "", control: control, in: configuration) == ["12"])
        #expect(
            words("missed", "org", control: control, in: configuration) == ["org.example.Chat"])
        #expect(
            words("allow", "--site", "", control: control, in: configuration)
                == ["news.example.org"])
    }
}
