// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("filter show") @LoopActor struct FilterPageTests {
    private let focus: Configuration
    private let fake = FakeFilters()

    init() throws {
        focus = try FakeFilters.configuration()
    }

    @Test("show explains the filter and each parameter, with choices and entities by title")
    func show() {
        fake.configure([
            "account": .text("work"), "muted": .list(.entity, [.text("home"), .text("gone")]),
        ])
        fake.filters[0].predicate = "SELF != \"x\""
        fake.filters[0].appPredicate = "SELF IN {\"work\"}"
        let result = focus("filter", "show", "chat", control: fake.control())
        #expect(
            result.output == """
                Chat: Account
                  Choose whose messages reach you.
                App           org.example.Chat, running
                Filter        AccountFilter
                Work          Some account — Messages
                Lets through  SELF IN {"work"} (set by the app)
                Lets through  SELF != "x" (set by you)

                Account (account)
                  The rest is silenced.
                  Type   Account of the app, may be left out
                  Value  Work account (work)

                Dark mode (alwaysUseDarkMode)
                  Type   on or off
                  Value  off, by default

                Status (status)
                  Type     one of its choices
                  Value    Available (available), by default
                  Choices  available    Available
                           away         Away
                           awayForLong  Gone fishing

                Muted accounts (muted)
                  Type   Account, any number, may be left out
                  Value  Home account (home), gone

                until
                  Type   date or time, may be left out
                  Value  none

                """)
        #expect(result.errors.isEmpty)
    }

    @Test("show says what is missing, and what cannot be asked")
    func showUnanswered() {
        fake.silent[FakeFilters.mail] = .refused(.appUnavailable, message: "it crashed")
        let result = focus("filter", "show", "mail", "mailbox", control: fake.control())
        #expect(
            result.output == """
                org.example.Mail: Mailbox
                App     org.example.Mail, started when needed
                Filter  MailboxFilter
                Work    does not set it

                Mailbox (mailbox)
                  Type   text, required
                  Value  not set, but required

                volume
                  Type   number, may be left out
                  Value  none

                """)
        #expect(result.errors == "note: options have no titles: it crashed\n")
    }

    @Test("show --json has the parameters with their values and choices")
    func showJSON() throws {
        fake.configure(["account": .text("work")])
        let result = focus("filter", "show", "chat", "--json", control: fake.control())
        let json = try JSONValue(parsing: result.output)
        #expect(json["display"] == ["title": "Work account", "subtitle": "Messages", "image": ""])
        guard case .array(let parameters) = json["parameters"] else {
            Issue.record("no parameters")
            return
        }
        #expect(
            parameters[0] == [
                "name": "account", "title": "Account", "description": "The rest is silenced.",
                "type": "Entity", "optional": true, "default": nil, "value": "work",
                "choices": [
                    [
                        "value": "work", "title": "Work account", "subtitle": "alex@work.example",
                        "image": "",
                    ]
                ], "required": false, "minimum": nil, "maximum": nil, "control": nil,
                "dateParts": nil, "prompt": nil,
            ])
        #expect(parameters[1]["default"] == false)
        #expect(parameters[1]["value"] == .null)
    }

    @Test("show names ranges, parts of dates and the question for a value, and so does --json")
    func showLimits() throws {
        var count = ParameterDeclaration("count", type: ParameterType(.int))
        count.range = ParameterRange(.int(1), .int(9))
        count.control = .field
        count.prompt = "How many?"
        var day = ParameterDeclaration("day", type: ParameterType(.date), isOptional: true)
        day.dateParts = .date
        fake.filters[0].declaration.parameters = [count, day]
        let text = focus("filter", "show", "chat", control: fake.control()).output
        #expect(text.contains("  Type   whole number, 1 to 9, required\n"))
        #expect(text.contains("  Asks   How many?\n"))
        #expect(text.contains("  Type   date, may be left out\n"))
        let json = try JSONValue(
            parsing: focus("filter", "show", "chat", "--json", control: fake.control()).output)
        guard case .array(let parameters) = json["parameters"] else {
            Issue.record("no parameters")
            return
        }
        #expect(parameters[0]["minimum"] == 1 && parameters[0]["maximum"] == 9)
        #expect(parameters[0]["required"] == true && parameters[0]["control"] == "field")
        #expect(parameters[0]["prompt"] == "How many?" && parameters[1]["dateParts"] == "date")
    }

    @Test("an app that is not there is not asked; its filter is shown by what is known")
    func absent() {
        fake.configure(["account": .text("work"), "alwaysUseDarkMode": .bool(true)])
        fake.filters[0].appState = .absent
        let control = fake.control()
        let result = focus("filter", "show", "chat", control: control)
        #expect(result.output.contains("\nWork    Account: Account work, Dark mode on\n"))
        #expect(result.output.contains("\n  Value  work\n"))
        #expect(result.errors.isEmpty)
        #expect(control.calls.map(\.member) == ["Status", "ListFilters"])
    }
}
