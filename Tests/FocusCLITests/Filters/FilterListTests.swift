// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("filter list") @LoopActor struct FilterListTests {
    private let focus: Configuration
    private let fake = FakeFilters()

    init() throws {
        focus = try FakeFilters.configuration()
    }

    @Test("a filter that is set is shown as its app says, the others by app and title")
    func list() {
        fake.configure(["account": .text("work")])
        let result = focus("filter", "list", control: fake.control())
        #expect(
            result.output == """
                Set by Work:
                  Chat  Work account — Messages  running  org.example.Chat AccountFilter
                Not set:
                  org.example.Mail  Mailbox  started when needed  org.example.Mail MailboxFilter
                  org.example.Mail  Sender   not running          org.example.Mail SenderFilter

                """)
        #expect(result.errors.isEmpty)
        #expect(result.code == .done)
    }

    @Test("--json has everything that is told of a filter")
    func json() {
        fake.configure(["account": .text("work"), "muted": .list(.entity, [.text("home")])])
        fake.filters[0].predicate = "SELF == \"a\""
        fake.filters[0].appPredicate = "SELF == \"b\""
        fake.filters[0].problems = ["status: unknown"]
        fake.filters.removeLast(2)
        let result = focus("filter", "list", "--focus", "Work", "--json", control: fake.control())
        #expect(
            result.output == """
                [{"app":"org.example.Chat","appName":"Chat","id":"AccountFilter","title":"Account",\
                "description":"Choose whose messages reach you.","icon":"chat","source":"app",\
                "state":"running","configured":true,\
                "display":{"title":"Some account","subtitle":"Messages","image":""},\
                "values":{"account":"work","muted":["home"]},"predicate":"SELF == \\"a\\"",\
                "appPredicate":"SELF == \\"b\\"","problems":["status: unknown"]}]

                """)
    }

    @Test(
        "an app that does not answer is shown by title and values, and it is said; others are not hurt"
    )
    func silentApp() {
        fake.configure(
            ["account": .text("work"), "status": .text("away"), "alwaysUseDarkMode": .bool(true)])
        fake.configure(["mailbox": .text("inbox")], 1)
        fake.silent[FakeFilters.chat] = .refused(
            .appUnavailable, message: "org.example.Chat did not answer within 5 seconds")
        let result = focus("filter", "list", control: fake.control())
        #expect(
            result.output == """
                Set by Work:
                  Chat              Account: Account work, Dark mode on, Status Away  running              \
                org.example.Chat AccountFilter
                    org.example.Chat did not answer within 5 seconds; its values are shown
                  org.example.Mail  Some account — Messages                           started when needed  \
                org.example.Mail MailboxFilter
                Not set:
                  org.example.Mail  Sender  not running  org.example.Mail SenderFilter

                """)
        #expect(result.code == .done)
    }

    @Test("an app that is not there is not asked, and what the Focus sets of nobody is listed")
    func absentApp() {
        fake.configure(["senders": .list(.string, [.text("kim"), .text("lee")])], 2)
        fake.filters.append(
            FilterSummary(
                FilterDeclaration(FilterKey(AppID("org.gone.App"), "Old"), title: ""),
                isConfigured: true, values: ["x": .text("1")],
                problems: ["no app declares this filter"]))
        let control = fake.control()
        let result = focus("filter", "list", control: control)
        #expect(
            result.output.hasPrefix(
                """
                Set by Work:
                  org.example.Mail  Sender: senders kim, lee  not running   \
                org.example.Mail SenderFilter
                  org.gone.App      Old: x 1                  not declared
                    no app declares this filter

                """), "\(result.output)")
        #expect(!control.calls.contains { $0.member == "DescribeFilter" })
    }

    @Test("without a Focus on, all filters are listed as apps declare them")
    func noFocus() {
        let control = fake.control()
        control.answers["Status"] = [.vardict([:] as [String: Value])]
        let result = focus("filter", "list", control: control)
        #expect(
            result.output.hasPrefix(
                "Focus filters that apps declare:\n  Chat              Account"))
        #expect(!result.output.contains("Set"))
    }

    @Test("the app's name is in the user's language")
    func localisedName() {
        let german = focus(
            all: ["filter", "list"], control: fake.control(),
            variables: ["LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"])
        #expect(german.output.contains("  Schwatz "))
        let none = focus(
            all: ["filter", "list"], control: fake.control(),
            variables: ["LANG": "de_DE.UTF-8", "LC_ALL": "C"])
        #expect(none.output.contains("  Chat "))
    }

    @Test("nothing that an app says reaches the terminal as more than text")
    func harmless() {
        let evil = "a\u{1B}[2Jb\nc\u{202E}d"
        for index in fake.filters.indices {
            var filter = fake.filters[index]
            filter.declaration.title = evil
            filter.declaration.description = evil
            filter.isConfigured = true
            filter.problems = [evil]
            filter.predicate = evil
            filter.appPredicate = evil
            for parameter in filter.declaration.parameters.indices {
                filter.declaration.parameters[parameter].title = evil
                filter.declaration.parameters[parameter].description = evil
                filter.declaration.parameters[parameter].entityType = evil
            }
            fake.filters[index] = filter
        }
        fake.accounts = [ParameterChoice(evil, title: evil, subtitle: evil, image: evil)]
        fake.suggestions = [
            FilterSuggestion(
                FilterDisplay(title: evil, subtitle: evil), values: ["account": .text(evil)])
        ]
        for arguments in [
            ["list"], ["list", "--json"], ["show", "chat"], ["show", "chat", "--json"],
            ["suggest", "chat"], ["choices", "chat", "account"], ["show", "mail"],
            ["set", "chat", "account=zzz"], ["show", "mail", "MailboxFilter"],
        ] {
            let result = focus(all: ["filter"] + arguments, control: fake.control())
            let isHarmless = (result.output + result.errors).unicodeScalars.allSatisfy {
                $0 == "\n" || !$0.isUnsafeInTerminals
            }
            #expect(isHarmless, "\(arguments)")
            #expect(!(result.output + result.errors).isEmpty)
        }
    }

    @Test("a long title gives way to the terminal's width")
    func narrow() {
        fake.filters[0].declaration.title = String(repeating: "long ", count: 1_000)
        let result = focus(all: ["filter", "list"], control: fake.control(), width: 100)
        for line in result.output.split(separator: "\n") { #expect(String(line).columns <= 100) }
        #expect(result.output.contains("…"))
    }

    // MARK: Without focusd

    private static let declaration = """
        [Filter AccountFilter]
        Title=Account
        Title[de]=Konto
        Parameters=account;dark;

        [Parameter AccountFilter account]
        Title=Account
        Type=Entity
        Optional=true
        EntityType=Account

        [Parameter AccountFilter dark]
        Type=Bool
        Default=false

        """

    /// A trial with a newcomer: “chat  Accounts  not declared  chat Accounts”.
    @Test("an undeclared filter is listed with its predicate, and its ids once")
    func undeclared() throws {
        try focus.writeData("applications/org.example.Talk.desktop", "[Desktop Entry]\nName=Talk\n")
        try focus.write(
            "work",
            "[Focus]\nName=Work\n[Filter memo Accounts]\nPredicate=SELF IN {\"work\"}\n"
                + "[Filter org.example.Talk Rooms]\n")
        #expect(
            focus("filter", "list", "--focus", "work").output == """
                Set by Work:
                  memo  Accounts: lets through SELF IN {"work"}  not declared
                  Talk  Rooms                                    not declared  org.example.Talk Rooms

                """)
    }

    @Test("without focusd, the declaration files and the Focus's file are listed")
    func withoutFocusd() throws {
        try focus.writeData("focus-filters/org.example.Chat.focus-filter", Self.declaration)
        try focus.write(
            "work",
            "[Focus]\nName=Work\n[Filter org.example.Chat AccountFilter]\naccount=w\ndark=maybe\n"
                + "[Filter a.b Old]\nx=1\n")
        let result = focus("filter", "list", "--focus", "work")
        #expect(
            result.output == """
                Set by Work:
                  a.b   Old: x 1            not declared
                  Chat  Account: Account w  not running   org.example.Chat AccountFilter
                    \(focus.file("work")):5: dark: expected true or false, got “maybe”

                """)
        #expect(result.errors.hasPrefix("note: focusd is not running, "))
        #expect(result.code == .done)
        let german = focus(
            all: ["filter", "list"], variables: ["LANG": "de_DE.UTF-8"])
        #expect(german.output.contains("Konto"))
    }

    // MARK: Bad answers

    @Test("an answer of focusd that makes no sense is refused")
    func malformed() {
        let control = FakeControl(Fixture.control(["ListFilters": [.string("none")]]))
        let result = focus("filter", "list", control: control)
        #expect(result.code == .refused)
        #expect(result.errors.contains("ListFilters"))
    }

    @Test("unreadable parts of a filter are left out, and the others are shown")
    func halfReadable() {
        let control = FakeControl(
            Fixture.control([
                "ListFilters": [
                    .array(
                        of: "a{sv}",
                        [
                            .vardict(["app": .string("a.b")]),
                            .vardict([
                                "app": .string("a.b"), "filter": .string("F"), "title": .uint32(3),
                                "configured": .boolean(true), "state": .string("flying"),
                                "source": .string("file"),
                                "values": .vardict([
                                    "n": .int64(3), "p": .string("wrong"), "s": .double(1),
                                    "l": .strings(["x"]), "v": .vardict([:] as [String: Value]),
                                ]),
                                "parameters": .array(
                                    of: "a{sv}",
                                    [
                                        .vardict(["name": .string("n"), "type": .string("Quux")]),
                                        .vardict(["name": .string("p"), "type": .string("Int")]),
                                    ]),
                            ]),
                        ])
                ]
            ]))
        let result = focus("filter", "list", control: control)
        #expect(
            result.output == """
                Set by Work:
                  a.b  F: p wrong, l x, n 3, s 1.0  not running  a.b F
                    parameter n has no type that focusd knows

                """)
    }

    @Test("only values that the app would get are shown by it")
    func acceptedValues() {
        fake.configure([
            "account": .text("work"), "status": .text("gone"), "alwaysUseDarkMode": .text("very"),
            "old": .text("x"),
        ])
        let control = fake.control()
        _ = focus("filter", "list", control: control)
        #expect(
            control.calls.last
                == .init(
                    "DescribeFilter", .string("org.example.Chat"), .string("AccountFilter"),
                    (["account": .text("work")] as ParameterValues).wire))
    }

    @Test("a display that makes no sense, or is empty, leaves the values")
    func badDisplay() {
        fake.configure(["account": .text("work")])
        let control = fake.control()
        for answer: [Value] in [[.uint32(1)], [], [.string(""), .string(""), .string("")]] {
            control.answer = { [fake] call in
                call.member == "ListFilters"
                    ? .success([.array(of: "a{sv}", fake.filters.map(\.value))]) : .success(answer)
            }
            control.answers["Status"] = [Fixture.status.value]
            let result = focus("filter", "list", "--focus", "work", control: control)
            #expect(result.output.contains("Account: Account work"))
            #expect(result.output.contains("; its values are shown"))
            #expect(result.code == .done)
        }
    }
}
