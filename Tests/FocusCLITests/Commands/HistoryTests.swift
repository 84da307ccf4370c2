// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("history, apps and forget") @LoopActor struct HistoryTests {
    private func control(_ entries: [EntryWire]) -> FakeControl {
        FakeControl(Fixture.control(["Entries": [Fixture.list(entries)]]))
    }

    @Test(
        "history and missed let focusd search its whole texts (issue 17)",
        arguments: ["history", "missed"])
    func search(command: String) throws {
        let control = control([Fixture.entry(id: 7, summary: "Invoice 5", body: "", minutes: 30)])
        let output = run([command, "--search", "INVOICE", "--limit", "1"], control).output
        #expect(output.hasPrefix("7  "))
        let call = try #require(control.calls.last { $0.member == "Entries" })
        let query = try #require(call.arguments.first.flatMap(Fields.init))
        #expect(query.string("text") == "INVOICE")
        #expect(query.uint32("limit") == 1)
        #expect(run([command, "--search", ""], control).code == .usage)
        let long = String(repeating: "a", count: Limits.searchTextBytes + 1)
        #expect(run([command, "--search", long], control).code == .usage)
    }

    @Test("apps lists those seen, with names and counts (issue 17)")
    func apps() {
        let control = control([Fixture.entry(), Fixture.entry(id: 7, minutes: 30)])
        #expect(
            run(["apps"], control).output
                == "org.example.Chat  Chat  2 notifications, 2 silenced  5 min ago\n")
    }

    @Test("forget names the app and says how many there were")
    func forget() {
        let control = FakeControl(["Forget": [.uint32(1)]])
        let result = run(["forget", "org.example.Chat", "--yes"], control)
        #expect(
            result
                == RunResult(
                    code: .done, output: "Removed 1 notification of org.example.Chat.\n"))
        let call = control.calls.first { $0.member == "Forget" }
        #expect(call?.arguments == [.string("org.example.Chat")])
        let json = run(["forget", "org.example.Chat", "--yes", "--json"], control)
        #expect(json.output.contains("\"count\":1") || json.output.contains("\"count\": 1"))
        #expect(run(["forget"], control).code == .usage)
    }

    @Test("forget says which damaged files may still hold the app's text")
    func forgetWithDamagedFiles() {
        let check = DoctorCheck(
            check: "damaged database", detail: "kept",
            problem: DoctorCheck.Problem(.storeSetAside, remedy: "to remove them: rm 'x.corrupt-1'")
        )
        let control = FakeControl([
            "Forget": [.uint32(1)], "Doctor": [FieldsBuilder.list([check.value])],
        ])
        let result = run(["forget", "org.example.Chat", "--yes"], control)
        #expect(
            result.output
                == """
                Removed 1 notification of org.example.Chat.
                Damaged files that focusd keeps may still hold its text; to remove them: rm \
                'x.corrupt-1'

                """)
        let json = run(["forget", "org.example.Chat", "--yes", "--json"], control)
        #expect(json.output.contains("rm 'x.corrupt-1'"))
    }

    @Test("history's options become the query")
    func historyQuery() {
        let control = control([Fixture.entry()])
        let arguments = [
            "history", "--app", "org.example.Chat", "--since", "2h", "--limit", "5", "--silenced",
            "--before", "1h",
        ]
        #expect(run(arguments, control).code == .done)
        var query = HistoryQuery(limit: 5)
        query.app = AppID("org.example.Chat")
        query.since = Fixture.ago(minutes: 120)
        query.until = Fixture.ago(minutes: 60)
        query.verdict = .silence
        // Earlier calls ask if the unknown id is a web site.
        #expect(control.calls.last == .init("Entries", query.value))
        #expect(
            Set(control.calls.dropLast().map(\.member))
                .isSubset(of: ["ListApps", "ListPeople", "Entries"]))
    }

    /// Issue 17: 14:00 was taken for an app.
    @Test("a clock time behind the day of --since or --before belongs to it")
    func clocksOfASpan() throws {
        let control = control([Fixture.entry()])
        let words = "history --since yesterday 14:00 org.example.Chat --before today 1:00"
        let result = run(words.split(separator: " ").map(String.init), control)
        #expect(result.code == .done, "\(result.errors)")
        let call = try #require(control.calls.last { $0.member == "Entries" })
        let query = try #require(call.arguments.first.flatMap(Fields.init))
        let moments = ["yesterday 14:00", "today 1:00"].map { text in
            MomentWords.past(text, now: Fixture.now)?.rawValue
        }
        #expect(moments.allSatisfy { $0 != nil })
        #expect([query.int64("since"), query.int64("until")] == moments)
        #expect(query.string("app") == "org.example.Chat")
    }

    @Test("history --delivered asks also for what was delivered later")
    func historyDelivered() {
        let control = control([Fixture.entry()])
        #expect(run(["history", "--delivered"], control).code == .done)
        // One more than is listed, to know if there are more.
        var query = HistoryQuery(limit: 51)
        query.isDelivered = true
        #expect(control.calls.first == .init("Entries", query.value))
        #expect(Fields(query.value)?.boolean("delivered") == true)
    }

    /// A trial with a newcomer: an id was listed twice, and commands found the newer one alone.
    @Test("a notification that one with its id has replaced is listed without the id")
    func replaced() {
        var earlier = Fixture.entry(minutes: 6, state: .replaced)
        earlier.record.key = EntryKey(rawValue: 11)
        #expect(
            run(["history"], control([Fixture.entry(), earlier])).output == """
                12  5 min ago  silenced  org.example.Chat  Lunch? — At noon  app's filter
                -   6 min ago  silenced  org.example.Chat  Lunch? — At noon  app's filter

                """)
        // A trial with real clients: one that came within the same millisecond had the id.
        earlier.record.time = Fixture.entry().record.time
        let rows = run(["history"], control([Fixture.entry(), earlier])).output
        #expect(rows.split(separator: "\n").map { $0.prefix(3) } == ["12 ", "-  "], "\(rows)")
    }

    /// Issue 17: each row of an id that focusd does not know any more was a call.
    @Test("history asks once for an id, also for one that is gone")
    func replacedAndGone() {
        let control = control([6, 7, 8].map { Fixture.entry(minutes: $0, state: .replaced) })
        control.refusals["Entry"] = .refused(.notFound, message: "")
        let result = run(["history"], control)
        #expect(result.output.split(separator: "\n").allSatisfy { $0.hasPrefix("-  ") })
        #expect(control.calls.filter { $0.member == "Entry" }.count == 1)
    }

    @Test("a notification that one with another id has replaced is listed with its own id")
    func replacedByAnother() {
        let entry = Fixture.entry(id: 9, minutes: 6, state: .replaced)
        let control = control([entry])
        control.answers["Entry"] = [entry.value]
        #expect(run(["history"], control).output.hasPrefix("9  6 min ago  "))
    }

    @Test("history has a column for the verdict")
    func historyInWords() {
        let entries = [
            Fixture.entry(),
            Fixture.entry(id: 9, reason: .noFocus, verdict: .deliver, state: .shown),
        ]
        #expect(
            run(["history"], control(entries)).output == """
                12  5 min ago  silenced   org.example.Chat  Lunch? — At noon  app's filter
                9   5 min ago  delivered  org.example.Chat  Lunch? — At noon  no Focus

                """)
    }

    @Test(
        "history refuses what it cannot mean",
        arguments: [
            ["--since", "soon"], ["--limit", "0"], ["--limit", "10001"], ["--limit", "many"],
            ["--silenced", "--delivered"], ["one", "two"], ["one", "--app", "two"],
        ])
    func historyUsage(_ options: [String]) {
        #expect(run(["history"] + options, control([])).code == .usage)
    }

    @Test("a word that names no sender leads to the search")
    func noSender() {
        let control = FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        let nowhere = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]
        let step = "To look for it in the texts: focus-switch history --search lunch\n"
        #expect(run(["history", "lunch"], control, environment: nowhere).errors.hasSuffix(step))
        for words in [["history", "chat"], ["history", "--search", "lunch"]] {
            let result = run(words, control, environment: nowhere)
            #expect(!result.errors.contains("--search"), "\(result.errors)")
        }
    }
}
