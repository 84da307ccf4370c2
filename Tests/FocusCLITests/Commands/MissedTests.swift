// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("missed") @LoopActor struct MissedTests {
    private func control(_ entries: [EntryWire]) -> FakeControl {
        FakeControl(Fixture.control(["Entries": [Fixture.list(entries)]]))
    }

    @Test("missed lists what was silenced, newest first, with the reason in words")
    func list() {
        let control = control([
            Fixture.entry(),
            Fixture.entry(id: 7, summary: "Sale", body: "", minutes: 30, reason: .rule("ads")),
        ])
        let result = run(["missed"], control)
        #expect(
            result.output == """
                12  5 min ago   org.example.Chat  Lunch? — At noon  app's filter
                7   30 min ago  org.example.Chat  Sale              rule ads

                """)
        guard case .dictionary(_, _, let query) = control.calls[0].arguments[0] else {
            Issue.record("no query")
            return
        }
        #expect(
            query.contains {
                $0.key == .string("state") && $0.value.unwrapped == .string("silenced")
            })
    }

    @Test("a narrow terminal cuts the text, not the rest")
    func narrow() {
        let long = Fixture.entry(summary: String(repeating: "long ", count: 40), body: "")
        let line = run(["missed"], control([long]), width: 80).output
        #expect(line.hasSuffix("…  app's filter\n"))
        #expect(line.columns == 81)
    }

    @Test("the missed list, history and a notification's page show no markup")
    func withoutMarkup() {
        let entry = Fixture.entry(body: "<b>Personal</b>\nYou &amp; me")
        let entries: [MemberName: [Value]] = [
            "Entries": [Fixture.list([entry])], "Entry": [entry.value],
        ]
        for arguments in [["missed"], ["history"], ["missed", "show", "12"]] {
            let result = run(arguments, FakeControl(Fixture.control(entries)))
            #expect(result.output.contains("Personal"), "\(arguments)")
            #expect(result.output.contains("You & me"), "\(arguments)")
            #expect(!result.output.contains("<b>"), "\(arguments)")
        }
        // Programs get the text that the app sent.
        let json = run(["missed", "show", "12", "--json"], FakeControl(Fixture.control(entries)))
        #expect(json.output.contains("<b>Personal<"))
    }

    @Test("control characters and line breaks of a notification reach no terminal")
    func harmless() {
        let hostile = Fixture.entry(
            summary: "a\u{1B}]0;owned\u{7}\r\nb", body: "\u{9B}2J\u{202E}c\n\n\u{1B}[1A")
        let entries: [MemberName: [Value]] = [
            "Entries": [Fixture.list([hostile])], "Entry": [hostile.value],
        ]
        for arguments in [
            ["missed"], ["missed", "--json"], ["history"], ["missed", "show", "12"],
            ["missed", "show", "12", "--json"], ["explain", "12"],
        ] {
            let result = run(arguments, FakeControl(Fixture.control(entries)))
            let unsafe = result.output.unicodeScalars.filter {
                $0.isUnsafeInTerminals && $0 != "\n"
            }
            #expect(unsafe.isEmpty, "\(arguments)")
            #expect(result.code == .done)
        }
    }

    @Test("show prints all of one notification")
    func show() {
        let entry = Fixture.entry(body: "At noon\nor later")
        let result = run(
            ["missed", "show", "12"], FakeControl(Fixture.control(["Entry": [entry.value]])))
        #expect(
            result.output == """
                Lunch?
                  At noon
                  or later
                Id        12
                App       org.example.Chat (Chat)
                Arrived   \(TimeText.full(entry.record.time)) (5 min ago)
                From      alex@example.org
                Category  im.received
                Criteria  personal
                Level     active
                Decision  silenced, app's filter
                Focus     work
                State     in the missed list
                Actions   default (Open), reply (Reply)

                """)
    }

    /// Answers like a focusd with that many notifications, one page at a time.
    private func pagedControl(_ count: Int64, pageSize: Int64) -> FakeControl {
        let control = FakeControl(Fixture.control())
        control.answer = { call in
            guard call.member == "Entries" else { return nil }
            let fields = call.arguments.first.flatMap(Fields.init)
            let before = fields?.int64("before") ?? count + 1
            let limit = min(Int64(fields?.uint32("limit") ?? 0), pageSize)
            let keys = (max(1, before - limit)..<before).reversed()
            var page = keys.map { key in
                var entry = Fixture.entry(id: UInt32(key), summary: "n\(key)", body: "")
                entry.record.key = EntryKey(rawValue: key)
                if key == count { entry.record.shortened = [.body, .criteria] }
                return entry
            }
            if let last = page.last?.record.key, last.rawValue > 1 {
                page[page.count - 1].next = last
            }
            return .success([Fixture.list(page)])
        }
        return control
    }

    @Test("issue 15: a list is fetched page by page, and printed as one")
    func pages() {
        let pieces: [(arguments: [String], count: Int)] = [
            (["missed"], 1_000), (["history", "--limit", "450"], 450), (["history"], 50),
        ]
        for (arguments, count) in pieces {
            let control = pagedControl(1_000, pageSize: 130)
            let lines = run(arguments, control).output.split(separator: "\n")
            let ids = lines.compactMap { $0.split(separator: " ").first }.map(String.init)
            #expect(ids == (0..<count).map { "\(1_000 - $0)" }, "\(arguments)")
            let asked = control.calls.compactMap { call in
                call.arguments.first.flatMap(Fields.init)?.uint32("limit")
            }
            #expect(asked.allSatisfy { $0 <= Limits.pageEntries })
        }
    }

    @Test("issue 15: JSON of several pages is one array, and says what is shortened")
    func pagesAsJSON() throws {
        let output = run(["missed", "--json"], pagedControl(300, pageSize: 130)).output
        #expect(output.hasSuffix("\"shortened\":[]}]\n"))
        let array = try JSONValue(parsing: String(output.dropLast()))
        guard case .array(let entries) = array else {
            Issue.record("no array")
            return
        }
        #expect(entries.count == 300)
        #expect(entries.first?["shortened"] == .strings(["body", "filterCriteria"]))
        #expect(run(["missed", "--json"], control([])).output == "[]\n")
    }

    @Test("issue 15: --all means every page")
    func allPages() {
        let control = pagedControl(300, pageSize: 130)
        control.answers["Dismiss"] = [.uint32(300)]
        let result = run(["missed", "dismiss", "--all", "--yes"], control)
        #expect(result.code == .done)
        #expect(control.calls.last?.arguments.first?.elements?.count == 300)
    }

    @Test("issue 15: a shortened text ends with an ellipsis in the list")
    func shortened() {
        var entry = Fixture.entry(body: "At")
        entry.record.shortened = .body
        #expect(run(["missed"], control([entry])).output.contains("Lunch? — At…"))
    }

    @Test("an entry's JSON has every key")
    func entryAsJSON() {
        let result = run(["missed", "show", "12", "--json"], FakeControl(Fixture.control()))
        #expect(
            result.output == """
                {"id":12,"key":112,"time":"2026-11-21T13:00:33.123Z","ended":null,\
                "app":"org.example.Chat","appName":"Chat","program":null,"name":"org.example.Chat",\
                "summary":"Lunch?","body":"At noon",\
                "category":"im.received","urgency":1,"level":"active",\
                "people":["alex@example.org"],"peopleSource":"hint","site":null,"thread":null,\
                "filterCriteria":"personal",\
                "actions":[{"key":"default","label":"Open"},{"key":"reply","label":"Reply"}],\
                "verdict":"silence","reason":"filter","reasonDetail":null,"focus":"work",\
                "state":"silenced","read":false,"live":true,"deliveredLater":false,\
                "snoozedUntil":null,"shortened":[]}

                """)
    }

    @Test(
        "an action is named by key or label, and is the default one when none is named",
        arguments: [
            ([], "default"), (["reply"], "reply"), (["REPLY"], "reply"), (["open"], "default"),
        ]
    )
    func act(_ words: [String], _ key: String) {
        let control = FakeControl(Fixture.control())
        let result = run(["missed", "act", "12"] + words, control)
        #expect(result.code == .done)
        #expect(control.calls.last == .init("Act", .uint32(12), .string(key)))
    }

    /// Other commands named the app; this one had its id alone.
    @Test("the sender has the name that another notification of the app has sent")
    func senderOfAction() {
        var entry = Fixture.entry()
        entry.record.appName = ""
        let control = FakeControl(
            Fixture.control([
                "Entry": [entry.value], "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        let nowhere = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]
        func output() -> String {
            run(["missed", "act", "12", "reply"], control, environment: nowhere).output
        }
        #expect(output() == "Invoked “Reply” of Chat.\n")
        control.answers["Entries"] = [Fixture.list([entry])]
        for list in ["missed", "history"] {
            #expect(run([list], control, environment: nowhere).output.contains("  Chat  "))
        }
        entry.record.site = "chat.example.org"
        control.answers["Entry"] = [entry.value]
        #expect(output() == "Invoked “Reply” of chat.example.org (Chat).\n")
        // The name that the notification itself has needs no question.
        entry.name = "My Chat"
        control.answers["Entry"] = [entry.value]
        control.answers["ListApps"] = nil
        #expect(output() == "Invoked “Reply” of chat.example.org (My Chat).\n")
    }

    @Test("an action of a notification whose popup is gone has a note (issue 17)")
    func actOnExpired() {
        let control = FakeControl(
            Fixture.control(["Entry": [Fixture.entry(state: .expired).value]]))
        #expect(
            run(["missed", "act", "12", "reply"], control).output == """
                Invoked “Reply” of org.example.Chat.
                Its popup was gone, and the app knew: some apps ignore it then.

                """)
    }

    @Test("an action that does not exist is refused with the nearest one")
    func unknownAction() {
        let result = run(["missed", "act", "12", "repyl"], FakeControl(Fixture.control()))
        #expect(result.code == .refused)
        #expect(result.errors.contains("did you mean “Reply”?"))
    }

    @Test(
        "several ids go in one call, each once",
        arguments: [("dismiss", "Dismiss"), ("deliver", "DeliverNow"), ("read", "MarkRead")])
    func several(_ word: String, _ member: String) throws {
        let name = try MemberName(member)
        for ids in [["12", "13", "12"], ["12", ",", "13"], ["12,", "", "13"]] {
            let control = FakeControl([name: [.uint32(2)]])
            let result = run(["missed", word] + ids, control)
            #expect(result.code == .done, "\(result)")
            #expect(
                control.calls.filter { !["Snoozed", "Entry"].contains($0.member) }
                    == [.init(name, .array(of: "u", [.uint32(12), .uint32(13)]))])
        }
    }

    @Test("all of the list, or an app's part of it, takes the place of ids")
    func wholeList() {
        for (options, app) in [
            (["--all"], nil), (["--app", "org.example.Chat"], AppID("org.example.Chat")),
        ] {
            let entries = [Fixture.entry(id: 13), Fixture.entry(id: 12)]
            let control = FakeControl([
                "Entries": [Fixture.list(entries)], "DeliverNow": [.uint32(2)],
            ])
            let result = run(["missed", "deliver"] + options, control)
            #expect(result.output == "Delivered 2 notifications.\n")
            let query = HistoryQuery(app: app, state: .silenced, limit: Limits.pageEntries)
            // Earlier calls ask if the unknown id is a web site.
            #expect(
                control.calls.suffix(2) == [
                    .init("Entries", query.value),
                    .init("DeliverNow", .array(of: "u", [.uint32(13), .uint32(12)])),
                ])
            #expect(
                Set(control.calls.dropLast(2).map(\.member))
                    .isSubset(of: ["ListApps", "ListPeople", "Entries"]))
        }
        #expect(run(["missed", "deliver", "--all", "12"], control([])).code == .usage)
        #expect(run(["missed", "dismiss"], control([])).code == .usage)
    }

    @Test("an action of an app that has left is out of reach")
    func appHasLeft() {
        var entry = Fixture.entry()
        entry.isLive = false
        let result = run(
            ["missed", "show", "12"], FakeControl(Fixture.control(["Entry": [entry.value]])))
        #expect(
            result.output.contains(
                "Actions   default (Open), reply (Reply) (the app has gone, so they do nothing)\n"))
    }

    @Test("with --wait what is typed is done, until an empty line")
    func waits() {
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([Fixture.entry()])], "Dismiss": [.uint32(1)],
            ]))
        let session = RunningProgram(control)
        session.typed = [
            "act 12 reply", "dismis 12", "dismiss 12", "list", "show 'x", " ", "clear",
        ]
        session.start(["missed", "--wait"])
        let list = "12  5 min ago  org.example.Chat  Lunch? — At noon  app's filter\n"
        #expect(
            session.result.output == """
                \(list)
                A number shows one; d dismisses, w tells why, Enter closes, ? lists all keys.
                The list stays as it is; l lists again.
                > Invoked “Reply” of org.example.Chat.
                > > Dismissed 1 notification.
                > \(list)> >\u{20}
                """)
        #expect(session.result.errors.contains("did you mean “dismiss”?"))
        #expect(session.result.code == .done)
        #expect(session.typed == ["clear"])
        #expect(
            control.calls.map(\.member.rawValue) == [
                "Entries", "ListApps", "Entry", "Act", "Entry", "Snoozed", "Dismiss", "Entries",
            ])
    }

    @Test("exit code 1 says that an id named nothing")
    func someMissing() {
        let control = FakeControl(["Dismiss": [.uint32(1)], "Entry": [Fixture.entry().value]])
        control.answer = { call in
            guard call == .init("Entry", .uint32(2)) else { return nil }
            return .failure(.refused(.notFound, message: "no"))
        }
        let result = run(["missed", "dismiss", "1", "2"], control)
        #expect(result.code == .refused)
        #expect(result.output == "Dismissed 1 notification.\n")
        let reason = "  2: there is no such notification\n"
        #expect(
            result.errors == "focus-switch: 1 notification could not be dismissed\n" + reason)
    }

    @Test("deliver says which notifications are on the screen, or were")
    func shownAlready() {
        let control = FakeControl(["DeliverNow": [.uint32(1)], "Entry": [Fixture.entry().value]])
        control.answer = { call in
            if call == .init("Entry", .uint32(2)) {
                return .success([Fixture.entry(id: 2, state: .shown).value])
            }
            guard call == .init("Entry", .uint32(3)) else { return nil }
            return .success([Fixture.entry(id: 3, state: .expired).value])
        }
        let result = run(["missed", "deliver", "1", "2", "3"], control)
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: 2 notifications could not be delivered
                  2: is on the screen already
                  3: was shown, and its popup is gone

                """)
    }

    @Test("an invalid id is a usage error", arguments: ["0", "-1", "x", "4294967296", "1.5"])
    func noID(_ word: String) {
        #expect(run(["missed", "show", "--", word], FakeControl(Fixture.control())).code == .usage)
    }

    @Test("clear says how many there were")
    func clear() {
        let result = run(["missed", "clear", "--yes"], FakeControl(["ClearMissed": [.uint32(3)]]))
        #expect(result == RunResult(code: .done, output: "Dismissed 3 notifications.\n"))
    }

    @Test("open has focusd open the list")
    func open() {
        let control = FakeControl(["OpenMissed": []])
        #expect(
            run(["missed", "open"], control)
                == RunResult(code: .done, output: "Opened the missed list.\n"))
        #expect(control.calls.last?.arguments == [.string("")])
    }
}
