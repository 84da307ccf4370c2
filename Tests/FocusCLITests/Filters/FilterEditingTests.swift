// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("filter add, set, unset, remove") @LoopActor struct FilterEditingTests {
    private let focus: Configuration
    private let fake = FakeFilters()
    private static let empty = "[Focus]\nName=Work\n"
    private static let group = "[Filter org.example.Chat AccountFilter]\n"

    init() throws {
        focus = try Configuration()
        try focus.write("work", Self.empty)
    }

    private func filter(_ arguments: String...) -> RunResult {
        focus(all: ["filter"] + arguments, control: fake.control())
    }

    /// Returns the file's text after `[Focus]`.
    private var written: String? {
        focus.text("work").map { String($0.dropFirst(Self.empty.utf8.count)) }
    }

    // MARK: add

    @Test("add takes values, typed by the declaration")
    func addValues() {
        let result = filter(
            "add", "chat", "account=work", "Dark mode=yes", "status=AWAY", "until=2026-11-21 09:30",
            "muted=home,hockey")
        #expect(
            result.output
                == "Work now sets Account of org.example.Chat: account=work, alwaysUseDarkMode=on,"
                + " status=away, muted=home,hockey, until=2026-11-21T09:30.\n")
        #expect(result.errors.isEmpty)
        #expect(
            written == "\n" + Self.group
                + """
                account=work
                alwaysUseDarkMode=true
                muted=home;hockey;
                status=away
                until=2026-11-21T09:30

                """)
    }

    @Test("add refuses what is set already")
    func addTwice() {
        #expect(filter("add", "chat").code == .done)
        let step = "Chat\nTo change it: focus-switch filter set org.example.Chat AccountFilter "
        for (typed, words) in [("NAME=VALUE", ""), ("account=home", " account=home")] {
            let line = "filter add chat\(words)".split(separator: " ").map(String.init)
            let errors = focus(all: line, control: fake.control()).errors
            #expect(errors.hasSuffix("\(step)\(typed) --focus work\n"), "\(errors)")
        }
    }

    @Test("add refuses to leave out what the app needs")
    func addIncomplete() {
        let result = filter("add", "mail", "MailboxFilter")
        #expect(
            result.errors
                == "focus-switch: Mailbox of org.example.Mail needs mailbox: give mailbox=VALUE\n")
        #expect(written == "")
    }

    @Test("--suggested takes what the app suggests, the first unless a number says which")
    func suggested() throws {
        #expect(
            filter("add", "chat", "--suggested").output
                == "Work now sets Account of org.example.Chat: account=work,"
                + " alwaysUseDarkMode=on.\n")
        try focus.write("work", Self.empty)
        #expect(
            filter("add", "--suggested", "2", "chat", "status=away").output
                == "Work now sets Account of org.example.Chat: account=home, status=away.\n")
        try focus.write("work", Self.empty)
        #expect(
            filter("add", "chat", "--suggested", "3").errors
                == "focus-switch: there is no suggestion 3: org.example.Chat has 2\n")
        #expect(filter("add", "chat", "--suggested", "0").code == .usage)
        #expect(filter("add", "chat", "--suggested", "1", "2").code == .usage)
        #expect(written == "")
    }

    @Test("a suggestion that is wrong by the app's own declaration is not written")
    func badSuggestion() {
        for values: ParameterValues in [
            ["alwaysUseDarkMode": .text("very")], ["status": .text("gone")], ["x": .bool(true)],
        ] {
            fake.suggestions = [FilterSuggestion(FilterDisplay(title: "T"), values: values)]
            let result = filter("add", "chat", "--suggested")
            #expect(result.errors.hasPrefix("focus-switch: suggestion 1 of Account of"))
            #expect(result.code == .refused)
        }
        fake.suggestions = []
        #expect(
            filter("add", "chat", "--suggested").errors
                == "focus-switch: org.example.Chat has no suggestions for Account\n")
        #expect(written == "")
    }

    // MARK: set

    @Test("set changes what it names, and leaves the rest and the comments")
    func set() throws {
        try focus.write("work", Self.empty + Self.group + "# mine\naccount=home\nstatus=away\n")
        let result = filter("set", "chat", "Account", "account=work")
        #expect(result.output == "Work now sets Account of org.example.Chat: account=work.\n")
        #expect(written == Self.group + "# mine\naccount=work\nstatus=away\n")
    }

    @Test("a list is typed with commas or in parts")
    func lists() {
        #expect(filter("set", "chat", "muted=home", "muted=Hockey club").code == .done)
        #expect(written == "\n" + Self.group + "muted=home;hockey;\n")
        #expect(filter("set", "chat", "muted=").code == .done)
        #expect(written == "\n" + Self.group + "muted=\n")
    }

    @Test(
        "a choice is completed by name",
        arguments: [
            ("Avail", "available"), ("gone", "awayForLong"), ("away", "away"),
            ("awayf", "awayForLong"),
        ])
    func completed(_ text: String, _ value: String) {
        #expect(filter("set", "chat", "status=\(text)").code == .done)
        #expect(written == "\n" + Self.group + "status=\(value)\n")
    }

    @Test(
        "an entity is meant by identifier, by title, or by the beginning of one title",
        arguments: [
            ("hockey", "hockey"), ("Work account", "work"), ("work ACCOUNT", "work"),
            ("hom", "home"),
        ])
    func entities(_ text: String, _ value: String) {
        #expect(
            filter("set", "chat", "account=\(text)").output
                == "Work now sets Account of org.example.Chat: account=\(value).\n")
    }

    @Test("an exact title wins over one that begins so, and equal ones are listed")
    func ambiguousEntities() {
        fake.accounts = [
            ParameterChoice("1", title: "Work"), ParameterChoice("2", title: "Work, old"),
            ParameterChoice("3", title: "Team"), ParameterChoice("4", title: "Team"),
        ]
        #expect(
            filter("set", "chat", "account=Work").output
                == "Work now sets Account of org.example.Chat: account=1.\n")
        let result = filter("set", "chat", "account=Team")
        #expect(
            result.errors == """
                focus-switch: account: “Team” may be any of these; say which by its identifier:
                  3  Team
                  4  Team

                """)
        #expect(result.code == .refused)
    }

    @Test("an entity that the app does not know is refused with what it offers")
    func unknownEntity() {
        #expect(
            filter("set", "chat", "account=xyzzy").errors == """
                focus-switch: account: Account of org.example.Chat knows no “xyzzy”; it offers:
                  work    Work account — alex@work.example
                  home    Home account — alex@home.example
                  hockey  Hockey club

                """)
        #expect(
            filter("set", "chat", "account=hokey").errors
                == "focus-switch: account: Account of org.example.Chat knows no “hokey”; did you"
                + " mean “hockey”?\n")
        #expect(written == "")
    }

    @Test(
        "a title is not stored as an identifier while the app does not answer (issue 17)")
    func uncheckedEntity() {
        fake.silent[FakeFilters.chat] = .refused(.appUnavailable, message: "it hangs")
        let refused = filter("set", "chat", "account=xyzzy")
        #expect(refused.code == .refused)
        #expect(
            refused.errors == """
                focus-switch: org.example.Chat cannot be asked about “xyzzy”: it hangs
                If it is an identifier of Account, add --unchecked.

                """)
        #expect(written == "")
        let result = filter("set", "chat", "account=xyzzy", "--unchecked")
        #expect(result.code == .done)
        #expect(
            result.errors
                == "note: “xyzzy” is set as the identifier of Account, unchecked: it hangs\n"
        )
        #expect(written == "\n" + Self.group + "account=xyzzy\n")
    }

    @Test("an option is meant by its title; one that the app does not offer is taken, and said")
    func options() {
        #expect(
            filter("set", "mail", "Mailbox", "mailbox=Home account").output
                == "Work now sets Mailbox of org.example.Mail: mailbox=home.\n")
        let result = filter("set", "mail", "Mailbox", "mailbox=archive")
        #expect(result.code == .done)
        #expect(
            result.errors
                == "note: “archive” is taken as it is for Mailbox, though Mailbox of"
                + " org.example.Mail does not offer it\n")
    }

    @Test(
        "a wrong value or a wrong name is refused, and nothing is written",
        arguments: [
            (["alwaysUseDarkMode=perhaps"], "expected on or off, got “perhaps”", ExitCode.refused),
            (["until=tomorrow"], "“tomorrow” is no date in ISO 8601", .refused),
            (["status=gne"], "“gne” is unknown", .refused),
            (
                ["acount=work"], "Account has no parameter “acount”; did you mean “account”?",
                .refused
            ),
            (
                ["zzz=1"],
                "choose from account, alwaysUseDarkMode, status, muted, until", .refused
            ),
            (["account=work", "account=home"], "account is given twice", .usage),
            (["account"], "expected PARAM=VALUE", .usage), ([], "expected PARAM=VALUE", .usage),
            (["=work"], "expected PARAM=VALUE", .usage),
            (["Acount", "account=work"], "expected PARAM=VALUE, got “Acount”", .usage),
        ])
    func refused(_ words: [String], _ text: String, _ code: ExitCode) {
        let result = focus(all: ["filter", "set", "chat"] + words, control: fake.control())
        #expect(result.code == code)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(written == "")
    }

    @Test("a filter without the values that the app needs is reported as not yet useful")
    func incomplete() {
        let result = filter("set", "mail", "Mailbox", "volume=0.5")
        #expect(result.code == .done)
        #expect(
            result.errors
                == "note: the app is not told until mailbox has a value: focus-switch filter"
                + " set org.example.Mail MailboxFilter mailbox=VALUE --focus work\n")
    }

    @Test("setting an app's first filter says that the Focus silences the app")
    func silencedApp() throws {
        let note =
            "note: Work silences all notifications of org.example.Chat; to allow them:"
            + " focus-switch allow org.example.Chat --focus work\n"
        for (apps, text) in [
            ("Apps=allow", note), ("Apps=allow\nAppList=org.example.Chat;", ""),
            ("Apps=silence\nAppList=org.example.Chat;", note), ("Apps=silence", ""),
        ] {
            try focus.write("work", "[Focus]\nName=Work\n\(apps)\n")
            #expect(filter("add", "chat").errors == text)
            #expect(filter("set", "chat", "status=away").errors.isEmpty)
        }
    }

    // MARK: unset, remove

    @Test("unset takes parameters away and leaves the filter set")
    func unset() throws {
        try focus.write("work", Self.empty + Self.group + "account=work\nstatus=away\nold=1\n")
        #expect(
            filter("unset", "chat", "account", "Status", "old").output
                == "Work no longer sets account, old, status of Account of org.example.Chat.\n")
        #expect(written == Self.group)
        #expect(
            filter("unset", "chat", "account").errors == "focus-switch: Work does not set account\n"
        )
        #expect(filter("unset", "chat", "acount").errors.contains("did you mean “account”?"))
        #expect(filter("unset", "chat").code == .usage)
    }

    @Test("remove takes the filter away, whether an app declares it or not")
    func remove() throws {
        try focus.write("work", Self.empty + Self.group + "[Filter a.b Old]\nx=1\n")
        #expect(
            filter("remove", "chat").output
                == "Work no longer sets Account of org.example.Chat.\n")
        #expect(filter("remove", "chat").errors.contains("Work does not set Account of"))
        #expect(filter("remove", "a.b").output == "Work no longer sets Old of a.b.\n")
        #expect(written == "")
    }

    @Test("remove needs no filter's name where the Focus sets one of the app's several")
    func removeOnly() throws {
        try focus.write("work", Self.empty + "[Filter org.example.Mail SenderFilter]\n")
        #expect(
            filter("remove", "mail").output
                == "Work no longer sets Sender of org.example.Mail.\n")
        #expect(filter("remove", "mail").code == .refused)
        #expect(
            filter("remove", "mail", "Mailbox").errors
                == "focus-switch: Work does not set Mailbox of org.example.Mail\n")
    }

    @Test("a filter gets a predicate by its app's name, too")
    func predicate() throws {
        #expect(
            filter("predicate", "chat", "SELF == 'a'").output
                == "Work now filters org.example.Chat by your predicate for Account.\n")
        #expect(written == "\n" + Self.group + "Predicate=SELF == 'a'\n")
        #expect(filter("predicate", "chat", "account", "--unset").code == .done)
        let again = filter("predicate", "chat", "account", "--unset")
        #expect(again.code == .refused)
        #expect(again.errors.contains("Work has no predicate of yours"))
        // The filter stays set, with the default values of its parameters.
        #expect(written == "\n" + Self.group)
        #expect(filter("predicate", "chat", "Acount", "SELF == 'a'").code == .refused)
        // An app without declarations is accepted by its id. A word that means several apps is
        // refused.
        #expect(filter("predicate", "org.other.App", "Mine", "SELF == 'a'").code == .done)
        #expect(
            written == "\n" + Self.group + "\n[Filter org.other.App Mine]\nPredicate=SELF == 'a'\n")
        fake.filters.append(
            FilterSummary(
                FilterDeclaration(FilterKey(AppID("com.other.Chat"), "F"), title: ""), source: .file
            ))
        #expect(
            filter("predicate", "chat", "F", "SELF == 'a'").errors.contains(
                "the name of several apps"))
    }

    // MARK: Without focusd

    @Test("without focusd, the declaration files say what can be set")
    func withoutFocusd() throws {
        try focus.writeData(
            "focus-filters/a.b.Chat.focus-filter",
            """
            [Filter F]
            Title=Filter
            Parameters=account;dark;

            [Parameter F account]
            Type=Entity
            EntityType=Account
            Optional=true

            [Parameter F dark]
            Type=Bool
            Default=false

            """)
        let result = focus(
            "filter", "add", "chat", "dark=on", "account=Work account", "--unchecked", "--focus",
            "work")
        #expect(
            result.output
                == "Work now sets Filter of a.b.Chat: account=Work account, dark=on.\n")
        #expect(
            result.errors
                == "note: “Work account” is set as the identifier of account, unchecked:"
                + " focusd is not running\n")
        #expect(written == "\n[Filter a.b.Chat F]\naccount=Work account\ndark=true\n")
    }

    @Test("a parameter that no app declares has no type, so it is not set")
    func undeclared() throws {
        try focus.write("work", Self.empty + "[Filter a.b Old]\nx=1\n")
        let result = focus("filter", "set", "a.b", "x=2", "--focus", "work")
        #expect(result.code == .refused)
        #expect(result.errors.contains("no app declares a.b Old, so its parameters are unknown"))
        let nothing = focus("filter", "set", "c.d", "F", "x=2", "--focus", "do-not-disturb")
        #expect(nothing.errors.hasPrefix("focus-switch: no app declares a Focus filter"))
    }

    @Test("--json prints the Focus as it is afterwards")
    func json() throws {
        let result = filter("set", "chat", "status=away", "--json")
        let json = try JSONValue(parsing: result.output)
        #expect(
            json["focus"]?["filters"] == [
                [
                    "app": "org.example.Chat", "id": "AccountFilter", "predicate": nil,
                    "parameters": ["status": "away"],
                ]
            ])
        #expect(json["reloaded"] == true)
    }
}
