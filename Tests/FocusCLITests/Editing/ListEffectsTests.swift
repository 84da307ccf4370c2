// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Issue 17: `allow --all-people` silenced people that were allowed until then, without a word.
@Suite("Effects of a list's change") @LoopActor struct ListEffectsTests {
    private static let allowing = """
        [Focus]
        Name=F
        Apps=allow
        AppList=chat;
        People=allow
        PeopleList=Anna;

        """.replacing("        \n", with: "\n")
    private static let silencing =
        "[Focus]\nName=F\nApps=silence\nAppList=shop;\nPeople=silence\nPeopleList=Ben;\n"

    /// Command lines with the sentences that follow.
    private static let cases: [(String, [String], String)] = [
        (
            allowing, ["allow", "--all-people"],
            """
            F now allows all people in the apps that it allows: chat.
            Anna: until now allowed in every app, now only in the apps that F allows (chat).

            """
        ),
        (
            allowing, ["allow", "--all-apps"],
            """
            F now allows all apps.
            In every app, notifications that name a person come through only for people on the list of people (Anna).

            """
        ),
        (
            // The sentence ended with an empty list in parentheses.
            allowing.replacing("PeopleList=Anna;\n", with: ""), ["allow", "--all-apps"],
            """
            F now allows all apps.
            In every app, notifications that name a person are silenced, since the list of people is empty.
            To let all people through: focus-switch allow --all-people --focus f

            """
        ),
        (
            allowing, ["allow", "--only", "mail"],
            """
            F now allows only these apps: mail.
            People that F allows still come through: Anna.
            No longer allowed: chat.

            """
        ),
        (
            silencing, ["allow", "--only", "chat"],
            """
            F now allows only these apps: chat.
            All other apps are silenced.

            """
        ),
        (
            silencing, ["silence", "--only", "mail"],
            """
            F now silences only these apps: mail.
            No longer silenced: shop.

            """
        ),
        (
            // A trial with a newcomer: not all of them did.
            allowing, ["silence", "--only", "shop"],
            """
            F now silences only these apps: shop.
            All other apps come through.
            There, notifications that name a person come through only for people on the list of people (Anna).

            """
        ),
        (
            silencing, ["silence", "--all-people"],
            "F now silences all people.\n"
        ),
        (allowing, ["allow", "mail"], "F now allows mail.\n"),
        (
            allowing, ["silence", "chat"],
            "F now silences chat.\nPeople that F allows still come"
                + " through: Anna.\n"
        ),
        (
            // A trial with a newcomer: only the apps that had been listed were named.
            silencing.replacing("People=silence", with: "People=allow"), ["allow", "--all-apps"],
            """
            F now allows all apps.
            In every app, notifications that name a person come through only for people on the list of people (Ben).

            """
        ),
        (
            silencing, ["allow", "--all-apps"],
            "F now allows all apps.\n"
        ),
        (
            // A trial with a newcomer: nothing was said about the people.
            allowing, ["silence", "--all-apps"],
            """
            F now silences all apps.
            People that F allows still come through: Anna.

            """
        ),
        (
            allowing, ["silence", "--all-apps", "--all-people"],
            "F now silences all apps.\nF now silences all people.\n"
        ),
        (
            // A trial with a newcomer: the person came through, said a sentence, and did not.
            allowing, ["silence", "chat", "--person", "Anna"],
            "F now silences chat.\nF now silences Anna.\n"
        ),
        (
            allowing, ["allow", "--remove", "chat", "--person", "Anna"],
            "F now silences chat.\nF now silences Anna.\n"
        ),
        (
            // A trial with a newcomer: nobody came through, unsaid.
            allowing.replacing("AppList=chat;\n", with: ""),
            ["silence", "--only", "--person", "Dave"],
            """
            The list of people of F now silences only these: Dave.
            The others come through in no app, since F allows none.
            To let them through in every app: focus-switch allow --all-apps --focus f

            """
        ),
        (
            allowing, ["silence", "--only", "--person", "Dave"],
            """
            The list of people of F now silences only these: Dave.
            The others come through only in the apps that F allows: chat.
            To let them through in every app: focus-switch allow --all-apps --focus f

            """
        ),
        (
            silencing, ["silence", "--only", "--person", "Dave"],
            "F now silences only these people: Dave.\nNo longer silenced: Ben.\n"
        ),
    ]

    @Test("effects of a command on other apps are told", arguments: 0..<19)
    func effects(_ index: Int) throws {
        let (text, words, output) = Self.cases[index]
        let focus = try Configuration()
        try focus.write("f", text)
        #expect(focus(all: words + ["--focus", "f"]).change == output)
    }

    @Test(
        "a comma separates people, except in a known name and before a blank",
        arguments: [
            ("Kim,Lee", ["Kim", "Lee"]), ("Doe, Jane", ["Doe, Jane"]), ("Roe,Max", ["Roe,Max"]),
            ("Kim,", ["Kim"]),
        ])
    func people(_ word: String, _ people: [String]) throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nPeople=allow\n")
        let seen = SeenPerson("Roe,Max", latest: Fixture.now)
        let control = FakeControl([
            "ListPeople": [FieldsBuilder.list([seen.value])], "Reload": [.strings([])],
        ])
        let result = focus("allow", "--person", word, "--focus", "f", control: control)
        #expect(result.code == .done)
        #expect(try focus.show("f")["people"]?["list"] == .strings(people))
        #expect(result.errors.contains("counts as one person") == (word == "Doe, Jane"))
    }

    /// A trial with a newcomer: a notification of `bash -c "notify-send …"` is one of the terminal.
    @Test(
        "a program that only runs others is noted",
        arguments: [("bash", true), ("find", true), ("notify-send", false), ("python3", false)])
    func callers(_ word: String, _ isNoted: Bool) throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\n")
        let result = focus("allow", word, "--focus", "f")
        #expect(result.code == .done)
        #expect(
            result.errors.contains("“\(word)” runs other programs: ") == isNoted,
            "\(result.errors)")
    }

    @Test("a word becomes a rule before the lists, and is removed again (issue 20)")
    func words() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\n")
        #expect(
            focus("allow", "--word", "a \"b\" \\c", "--focus", "f").change
                == "F now allows notifications with “a \"b\" \\c”, from all senders.\n")
        #expect(
            try focus.show("f")["rules"] == [
                [
                    "name": "word a \"b\" \\c",
                    "when": .string(
                        #"summary CONTAINS[cdw] "a \"b\" \\c" OR body CONTAINS[cdw] "a \"b\" \\c""#),
                    "do": "allow",
                ]
            ])
        #expect(
            focus("silence", "--word", "a \"b\" \\c", "--focus", "f").change
                == "F now silences notifications with “a \"b\" \\c”, from all senders.\n")
        #expect(
            focus("silence", "--word", "a \"b\" \\c", "--focus", "f").change
                == "F already silences notifications with “a \"b\" \\c”, from all senders.\n")
        #expect(focus("allow", "--only", "--word", "x", "--focus", "f").code == .usage)
        #expect(focus("allow", "--word", " ", "--focus", "f").code == .usage)
        #expect(focus("allow", "--remove", "--word", "a \"b\" \\c", "--focus", "f").code == .done)
        #expect(try focus.show("f")["rules"] == .array([]))
    }

    /// A trial with a newcomer: only the people that come through were named.
    @Test("silence of apps names the words that come through all the same")
    func wordsBesideApps() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\nAppList=chat;\nPeople=allow\n")
        let note = "Notifications with a word that F allows still come through: “urgent”.\n"
        _ = focus("silence", "--word", "sale", "--focus", "f")
        #expect(!focus("silence", "mail", "--focus", "f").output.contains("still come through"))
        _ = focus("allow", "--word", "urgent", "--focus", "f")
        #expect(!focus("allow", "mail", "--focus", "f").output.contains(note))
        for words in [["chat"], ["--all-apps"], ["--only", "mail"]] {
            let result = focus(all: ["silence"] + words + ["--focus", "f"])
            #expect(result.output.contains(note), "\(result)")
        }
    }

    @Test("a word's rule of an older release works on, and is renewed by the same command")
    func oldWords() throws {
        let focus = try Configuration()
        let when = "summary CONTAINS[cd] \"ad\" OR body CONTAINS[cd] \"ad\""
        let rules = """
            [Rule word ad]
            When=\(when)
            Do=allow

            [Rule word own]
            When=summary BEGINSWITH "own"
            Do=allow

            """
        try focus.write("f", "[Focus]\nName=F\nApps=allow\n\n" + rules)
        #expect(focus("silence", "--word", "other", "--focus", "f").code == .done)
        func conditions() throws -> [JSONValue?] {
            guard case .array(let rules)? = try focus.show("f")["rules"] else { return [] }
            return rules.map { $0["when"] }
        }
        #expect(try conditions().first == .string(when))
        #expect(
            focus("allow", "--word", "ad", "--word", "own", "--focus", "f").output == """
                F now allows notifications with “ad” as a whole word, from all senders.
                F already allows notifications with “own”, from all senders.

                """)
        let renewed: JSONValue = "summary CONTAINS[cdw] \"ad\" OR body CONTAINS[cdw] \"ad\""
        #expect(try conditions().prefix(2) == [renewed, "summary BEGINSWITH \"own\""])
    }

    /// Without the option, the command was about the active Focus.
    @Test("the command that lets apps through beside all people names the Focus")
    func peopleWithoutApps() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\nPeople=allow\n")
        let result = focus("allow", "--all-people", "--focus", "f")
        #expect(
            result.output.hasPrefix(
                "F now allows all people, but no app. To let them through: focus-switch allow"
                    + " --all-apps --focus f\n"), "\(result)")
        #expect(focus("allow", "--all-apps", "--focus", "f").code == .done)
    }
}
