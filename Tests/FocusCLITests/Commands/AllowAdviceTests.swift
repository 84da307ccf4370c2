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

/// Issue 17: `explain` gave the reason of a silencing, and no way to change it.
@Suite("Advice of explain") @LoopActor struct AllowAdviceTests {
    private static let allowing = """
        [Focus]
        Name=Work
        Apps=allow
        AppList=org.gnome.Calendar;
        People=allow
        PeopleList=Anna;

        [Rule ads]
        When=summary == "Sale"
        Do=silence

        """

    private func explain(
        _ reason: Reason, _ options: [String], people: [String] = [], file: String = allowing
    ) throws -> String {
        let focus = try Configuration()
        try focus.write("work", file)
        var answer = ExplainAnswer(
            Decision(verdict: .silence, reason: reason, level: .active), focus: FocusID("work"))
        answer.people = people
        let control = FakeControl(
            Fixture.control([
                "Explain": [answer.value], "ListApps": [.array(of: "a{sv}", [])],
            ]))
        return focus(all: ["explain"] + options, control: control).output
    }

    @Test(
        "a silencing ends with the command that lets such notifications through",
        arguments: [
            (
                Reason.app, ["--app", "org.example.Chat"], [],
                "To let it through: focus-switch allow org.example.Chat --focus work"
            ),
            (
                .app, ["--app", "x;y"], [],
                "To let it through: focus-switch allow 'x;y' --focus work"
            ),
            (
                .app, ["--app", "chromium", "--site", "news.example.org"], [],
                "To let it through: focus-switch allow --site news.example.org --focus work\n"
                    + "To let every site in this browser through: focus-switch allow chromium"
                    + " --focus work"
            ),
            (
                .site, ["--app", "chromium", "--site", "news.example.org"], [],
                "To let it through: focus-switch allow --site news.example.org --focus work"
            ),
            (
                .person, ["--app", "org.example.Chat", "--person", "Ben Doe"], ["Ben Doe"],
                "To let it through: focus-switch allow --person 'Ben Doe' --focus work\n"
                    + "To let everyone in this app through: focus-switch allow org.example.Chat"
                    + " --focus work"
            ),
            (
                .rule("ads"), ["--app", "org.example.Shop"], [],
                "To let it through: focus-switch rule change ads --do allow --focus work"
            ),
        ] as [(Reason, [String], [String], String)])
    func commands(
        _ reason: Reason, _ options: [String], _ people: [String], _ line: String
    ) throws {
        let output = try explain(reason, options, people: people)
        #expect(output.hasSuffix("\n\(line)\n"), "\(output)")
        let json = try explain(reason, options + ["--json"], people: people)
        #expect(json.contains("\"allow\":\"focus-switch "), "\(json)")
    }

    /// A trial with a newcomer: the rule of a word was to be flipped, which allowed the word from
    /// all senders, and a rule that was gone was to be changed.
    @Test("the rule of a word is removed where that is enough")
    func words() throws {
        let word = "[Rule word ads]\nWhen=summary CONTAINS[cdw] \"ads\"\nDo=silence\n"
        let options = ["--app", "org.example.Shop", "--summary", "ads"]
        let open = try explain(.rule("word ads"), options, file: "[Focus]\nName=Work\n" + word)
        #expect(
            open.hasSuffix(
                "\nTo let it through: focus-switch silence --remove --word ads --focus work\n"),
            "\(open)")
        let closed = "[Focus]\nName=Work\nApps=allow\n"
        let both = try explain(.rule("word ads"), options, file: closed + word)
        #expect(
            both.hasSuffix("\nTo let it through: focus-switch allow --word ads --focus work\n"),
            "\(both)")
    }

    /// A trial with a newcomer: the rule was to be turned around, which allowed everything.
    @Test("before a rule that matches everything, a rule for the app belongs")
    func matchingAll() throws {
        let file = "[Focus]\nName=Work\n[Rule all]\nWhen=TRUEPREDICATE\nDo=silence\n"
        let output = try explain(.rule("all"), ["--app", "org.example.Shop"], file: file)
        #expect(
            output.hasSuffix(
                """

                The rule “all” matches every notification, and the first rule that matches decides.
                To put a rule that allows this app before it: focus-switch edit work

                """), "\(output)")
    }

    @Test("of a rule that is gone, the decision of now is what counts")
    func goneRule() throws {
        let focus = try Configuration()
        let past = Fixture.entry(reason: .rule("gone"))
        let control = FakeControl(
            Fixture.control([
                "Entry": [past.value], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "Mutes": [.array(of: "a{sv}", [])], "Reload": [.strings([])],
                "ListPeople": [FieldsBuilder.list([])], "Entries": [Fixture.list([])],
            ]))
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let silenced = focus("explain", "12", control: control).output
        #expect(silenced.contains("it has no rule “gone” any more, but silences"), "\(silenced)")
        #expect(
            silenced.hasSuffix("focus-switch allow org.example.Chat --focus work\n"), "\(silenced)")
        let allowed = focus("missed", "allow", "12", control: control)
        #expect(allowed.code == .done, "\(allowed)")
        #expect(allowed.output.contains("Work now allows Chat (org.example.Chat)."), "\(allowed)")
        let open = focus("explain", "12", control: control).output
        #expect(
            open.hasSuffix(
                "it has no rule “gone” any more, and lets such notifications through now.\n"),
            "\(open)")
    }

    @Test("advice about the decision of now counts what always.focus silences")
    func alwaysCounts() throws {
        let focus = try Configuration()
        let control = FakeControl(
            Fixture.control([
                "Entry": [Fixture.entry(reason: .rule("gone")).value],
                "ListApps": [.array(of: "a{sv}", [])], "Mutes": [.array(of: "a{sv}", [])],
            ]))
        try focus.write("work", "[Focus]\nName=Work\n")
        try "[Always]\nApps=silence\nAppList=org.example.Chat;\n".write(
            toFile: focus.path + "/focusd/always.focus", atomically: true, encoding: .utf8)
        let output = focus("explain", "12", control: control).output
        #expect(output.contains("it has no rule “gone” any more, but silences"), "\(output)")
        #expect(
            output.hasSuffix("edit ~/.config/focusd/always.focus; its keys: focus(5)\n"),
            "\(output)")
    }

    /// Issue 18: “filter show” asked for a filter where the app has several.
    @Test("a silencing by a filter ends with the command that shows it, or all of them")
    func filters() throws {
        let file = "[Focus]\nName=Work\n[Filter org.example.Chat ChatFilter]\na=1\n"
        let options = ["--app", "org.example.Chat"]
        let one = try explain(.filter, options, file: file)
        let show = "focus-switch filter show org.example.Chat ChatFilter --focus work"
        #expect(one.hasSuffix("\nTo see the filter: \(show)\n"), "\(one)")
        let second = "[Filter org.example.Chat OtherFilter]\na=1\n"
        let two = try explain(.filter, options, file: file + second)
        #expect(
            two.hasSuffix("\nTo see the filter: focus-switch filter list --focus work\n"), "\(two)")
    }

    /// A trial with a newcomer: a critical notification was silenced without a word about its mark.
    @Test(
        "an exception from what is time-sensitive is told",
        arguments: [
            ("org.example.CHAT;", "none", true), ("org.example.Chat;mail;", "mail", true),
            ("mail;", "", false),
        ])
    func exception(_ except: String, _ rest: String, _ isTold: Bool) throws {
        let focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\nApps=allow\nTimeSensitive=true\nTimeSensitiveExcept=\(except)\n")
        let answer = ExplainAnswer(
            Decision(verdict: .silence, reason: .app, level: .timeSensitive),
            focus: FocusID("work"))
        let control = FakeControl(
            Fixture.control([
                "Explain": [answer.value],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        let output = focus(
            "explain", "--app", "org.example.Chat", "--urgency", "critical", control: control
        ).output.replacing("\n", with: " ")
        let sentence =
            "Work lets time-sensitive notifications through, but not those of Chat"
            + " (time-sensitive-except). To let them through: focus-switch set"
            + " time-sensitive-except \(rest) --focus work"
        #expect(output.contains(sentence) == isTold, "\(output)")
    }

    /// A trial with a newcomer: Anna was allowed, and a title “Anna” was silenced without a word.
    @Test("a title that names a listed person, of an app that is no known chat app, is told")
    func titles() throws {
        let reason =
            "; but focusd takes people from the titles of chat and mail apps alone, and Talk is not"
            + " known as one."
        func told(_ reason: Reason, _ title: String, _ more: String..., file: String? = nil)
            throws -> String
        {
            try explain(
                reason, ["--app", "Talk", "--summary", title] + more, file: file ?? Self.allowing
            ).replacing("\n", with: " ")
        }
        let allowed = try told(.app, "Anna")
        #expect(
            allowed.contains("Its title names “Anna”, whom Work allows" + reason), "\(allowed)")
        #expect(
            allowed.contains(
                "focus-switch rule add 'title Anna' --when 'appID ==[c] \"Talk\" AND summary"
                    + " CONTAINS[cdw] \"Anna\"' --do allow --focus work"), "\(allowed)")
        let silencing = "[Focus]\nName=Work\nPeople=silence\nPeopleList=Anna;\n"
        let silenced = try told(.allowed, "Anna (Choir)", file: silencing)
        #expect(
            silenced.contains("Its title names “Anna”, whom Work silences" + reason),
            "\(silenced)")
        #expect(silenced.contains("--do silence --focus work"), "\(silenced)")
        for other in [
            try told(.app, "Ben"), try told(.app, "Anna", "--category", "im.received"),
            try told(.app, "Anna", file: "[Focus]\nName=Work\nApps=silence\nAppList=Talk;\n"),
            try told(
                .app, "Anna",
                file: Self.allowing
                    + "\n[Rule title Anna]\nWhen=summary CONTAINS[cdw] \"Anna\"\nDo=allow\n"),
        ] {
            #expect(!other.contains("Its title names"), "\(other)")
        }
    }

    @Test("of a list of silenced people, all of the notification's have to go")
    func silencedPeople() throws {
        let file = "[Focus]\nName=Work\nPeople=silence\nPeopleList=Ben;Eve;\n"
        let output = try explain(.person, ["--app", "a"], people: ["Ben", "Eve"], file: file)
        #expect(
            output.hasSuffix("focus-switch allow --person Ben --person Eve --focus work\n"),
            "\(output)")
    }

    @Test("an id on the list that nobody has, and that resembles the sender's, is told")
    func misspelt() throws {
        let file = "[Focus]\nName=Work\nApps=allow\nAppList=org.example.Caht;\n"
        let output = try explain(.app, ["--app", "org.example.Chat"], file: file)
        #expect(
            output.contains(
                "Work allows “org.example.Caht”, which is the id of no app; this app's id is"
                    + " org.example.Chat.\n"), "\(output)")
    }

    @Test("where the Focus has changed since, that is told in place of a command")
    func changed() throws {
        let focus = try Configuration()
        try focus.write(
            "work", "[Focus]\nName=Work\nApps=allow\nAppList=ORG.example.chat;\n")
        let entry = Fixture.entry(reason: .app)
        let control = FakeControl(Fixture.control(["Entry": [entry.value]]))
        let output = focus("explain", "12", control: control).output
        #expect(
            output.hasSuffix("\nWork has changed since: it lets such notifications through now.\n"),
            "\(output)")
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        #expect(
            focus("explain", "12", control: control).output.hasSuffix(
                "\nTo let it through: focus-switch allow org.example.Chat --focus work\n"))
    }

    @Test(
        "the allowed person or site is named",
        arguments: [
            (AllowedEntry.person("Anna"), "Work allows notifications from Anna", "person Anna"),
            (
                .site("example.org"), "Work allows notifications from the web site example.org",
                "site example.org"
            ),
        ])
    func admitted(_ entry: AllowedEntry, _ clause: String, _ detail: String) {
        let answer = ExplainAnswer(
            Decision(verdict: .deliver, reason: .admitted(entry), level: .active),
            focus: FocusID("work"))
        let control = FakeControl(Fixture.control(["Explain": [answer.value]]))
        let output = run(["explain", "--app", "a"], control).output
        #expect(
            output.hasPrefix("Would be delivered: \(clause).\nReason  allowed: \(detail)\n"),
            "\(output)")
        let json = run(["explain", "--app", "a", "--json"], control).output
        #expect(json.contains("\"reason\":\"allowed\",\"reasonDetail\":\"\(detail)\""), "\(json)")
    }

    @Test("a Focus that does not exist is named in the program's own words")
    func unknownFocus() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let control = FakeControl(Fixture.control())
        control.refusals["Explain"] = .refused(.unknownFocus, message: "there is no Focus “x”")
        let result = focus("explain", "--app", "a", "--focus", "wrok", control: control)
        #expect(
            result.errors.contains("there is no Focus “wrok”; did you mean “work”?"),
            "\(result.errors)")
    }

    /// A trial with a newcomer: `missed allow` had no option --focus.
    @Test("missed allow changes the Focus of --focus")
    func otherFocus() throws {
        let focus = try Configuration()
        try focus.write("work", Self.allowing)
        try focus.write("gym", "[Focus]\nName=Gym\nApps=allow\nPeople=allow\n")
        let control = FakeControl(
            Fixture.control([
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                "Mutes": [FieldsBuilder.list([])], "Reload": [.strings([])],
            ]))
        let words = ["missed", "allow", "12", "--focus", "Gym"]
        let result = focus(all: words, control: control)
        #expect(result.code == .done, "\(result)")
        #expect(result.output.contains("Gym now allows alex@example.org.\n"), "\(result)")
        #expect(focus.text("work") == Self.allowing)
        let again = focus(all: words, control: control)
        #expect(again.code == .refused)
        #expect(
            again.errors
                == "focus-switch: Gym lets notifications such as 12 through already\n")
        #expect(focus("missed", "allow", "12", "--focus", "gmy", control: control).code == .refused)
    }

    /// Issue 17: a muted app was to be allowed, which changed nothing.
    @Test("a mute besides the Focus's reason is told, by explain, missed allow and allow")
    func mutedBesides() throws {
        let note =
            "Chat is muted, so it stays silenced with any Focus and without one.\n"
            + "To end the mute: focus-switch unmute org.example.Chat\n"
        let mute = Mute(
            AppID("org.example.Chat"), span: UserSpan(since: Fixture.now, end: .never))
        func control(_ reason: Reason, mutes: [Mute]) -> FakeControl {
            FakeControl(
                Fixture.control([
                    "Entry": [Fixture.entry(reason: reason).value],
                    "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                    "Mutes": [FieldsBuilder.list(mutes.map { MuteWire($0, name: nil).value })],
                    "Unmute": [], "Reload": [.strings([])],
                ]))
        }
        for words in [
            ["explain", "12"], ["missed", "allow", "12"], ["allow", "Chat", "--focus", "work"],
        ] {
            let focus = try Configuration()
            try focus.write("work", Self.allowing)
            let muted = focus(all: words, control: control(.app, mutes: [mute]))
            #expect(muted.code == .done, "\(muted.errors)")
            #expect(muted.output.contains(note), "\(muted.output)")
            try focus.write("work", Self.allowing)
            let other = focus(all: words, control: control(.app, mutes: []))
            #expect(!other.output.contains("muted"), "\(other.output)")
        }
        let people = try Configuration()
        try people.write("work", Self.allowing)
        let person = people("missed", "allow", "12", control: control(.person, mutes: [mute]))
        #expect(person.output.contains("Work now allows alex@example.org.\n"))
        #expect(person.output.hasSuffix(note), "\(person.output)")
        let focus = try Configuration()
        try focus.write("work", Self.allowing)
        let json = focus("explain", "12", "--json", control: control(.app, mutes: [mute]))
        #expect(json.output.contains("\"unmute\":\"focus-switch unmute org.example.Chat\""))
        // The other way round: the end of a mute is not enough either.
        let ended = focus(
            "missed", "allow", "12", control: control(.muted(until: nil), mutes: [mute]))
        #expect(
            ended.output == """
                Unmuted Chat (org.example.Chat).
                To show this notification now: focus-switch missed deliver 12
                Work, which is on, silences it as well.
                To let it through: focus-switch allow --person alex@example.org --focus work
                To let everyone in this app through: focus-switch allow org.example.Chat --focus work

                """)
    }
}
