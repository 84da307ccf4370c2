// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// Command lines with several ids, apps or words (issue 17).
@Suite("Several ids, apps and words") @LoopActor struct ManyNamesTests {
    /// Finds no app of the machine that runs the tests.
    private static let nowhere = ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"]

    private static func seen(_ id: String) -> SeenApp {
        SeenApp(AppID(id), names: [id], count: 1, latest: Fixture.now)
    }

    private static func control(
        _ apps: [String], mutes: [String] = [], entries: [EntryWire] = []
    ) -> FakeControl {
        let span = UserSpan(since: Fixture.now, end: .never)
        let muted = mutes.map { MuteWire(Mute(AppID($0), span: span, isNewApp: false), name: $0) }
        return FakeControl(
            Fixture.control([
                "SnoozeFor": [.uint32(2)], "Snooze": [.uint32(2)], "Mute": [], "Unmute": [],
                "Mutes": [FieldsBuilder.list(muted.map(\.value))],
                "ListApps": [.array(of: "a{sv}", apps.map { Self.seen($0).value })],
                "Entries": [Fixture.list(entries)], "Forget": [.uint32(1)],
                "Doctor": [FieldsBuilder.list([])],
            ]))
    }

    private func run(_ arguments: [String], _ control: FakeControl) -> RunResult {
        FocusCLITests.run(arguments, control, environment: Self.nowhere)
    }

    private func ids(_ numbers: UInt32...) -> Value { .array(of: "u", numbers.map { .uint32($0) }) }

    @Test(
        "numbers are ids, also beside an option with a day",
        arguments: [
            ["20", "12", "--until", "friday"], ["20", "12", "--until", "tomorrow", "9:00"],
            ["20,12", "friday"], ["20", "12", "until", "tomorrow", "9:00"],
            ["20", "12", "at", "18:00"],
        ])
    func untilADay(_ words: [String]) {
        let control = Self.control([])
        let result = run(["snooze"] + words, control)
        #expect(result.code == .done, "\(result.errors)")
        #expect(control.calls.last?.member == "Snooze")
        #expect(control.calls.last?.arguments.first == ids(20, 12))
    }

    @Test(
        "a length of time may follow the ids",
        arguments: [
            ["20", "12", "1h30"], ["20", "12", "for", "90", "min"], ["20", "12", "90", "min"],
            ["20", "12", "in", "90min"], ["20", "12", "--for", "90", "min"],
        ])
    func span(_ words: [String]) {
        let control = Self.control([])
        let result = run(["snooze"] + words, control)
        #expect(result.code == .done, "\(result.errors)")
        #expect(
            control.calls.last == .init("SnoozeFor", ids(20, 12), .int64(5_400_000)))
    }

    /// A trial with a newcomer: “24” was an id there.
    @Test("a date without a lead may follow the ids", arguments: ["24 dec 9:00", "24 dec"])
    func date(_ text: String) {
        let control = Self.control([])
        let words = text.split(separator: " ").map(String.init)
        let result = run(["snooze", "20"] + words, control)
        #expect(result.code == .done, "\(result.errors)")
        let until = run(["snooze", "20", "--until", text], control)
        #expect(until.code == .done, "\(until.errors)")
        let calls = control.calls.filter { $0.member == "Snooze" }
        #expect(calls.count == 2 && calls.first == calls.last)
        #expect(calls.first?.arguments.first == ids(20))
    }

    @Test(
        "what is left over behind the ids is an error",
        arguments: [
            (["36", "1h", "35"], "unexpected “35” after the time"),
            (["36", "until", "tomorrow", "9"], "unexpected “9” after the time"),
            (["36", "1h", "--for", "2h"], "two ends"),
            (["36", "soon"], "“soon” is neither the id of a notification nor a time"),
            (["36", "20mn"], "did you mean “20min”?"), (["soon"], "is not the id"),
        ])
    func surplus(_ words: [String], _ message: String) {
        let control = Self.control([])
        let result = run(["snooze"] + words, control)
        #expect(result.code == .usage)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!control.calls.contains { $0.member == "SnoozeFor" || $0.member == "Snooze" })
    }

    @Test("a number that belongs to a name is no hour")
    func nameWithANumber() throws {
        let focus = try Configuration()
        try focus.write("two", "[Focus]\nName=Focus 2\n")
        let control = Self.control([])
        control.answers["ActivateWith"] = []
        #expect(focus("on", "focus", "2", "--until", "friday", control: control).code == .done)
        let call = control.calls.first { $0.member == "ActivateWith" }
        #expect(call?.arguments.first == .string("focus 2"))
    }

    @Test("mute takes several apps, and a name with a blank that is known is one app")
    func mute() {
        let control = Self.control(["Slack", "Mail", "Big Chat"])
        let result = run(["mute", "slack", "big", "chat", "Mail", "1h"], control)
        #expect(result.code == .done, "\(result.errors)")
        #expect(
            result.output
                == "Muted Slack.\nMuted Big Chat.\nMuted Mail.\n"
                + "To end that: focus-switch unmute Slack 'Big Chat' Mail\n")
        let end = Value.vardict(["for": .int64(3_600_000)])
        let calls = control.calls.filter { $0.member == "Mute" }
        #expect(
            calls == ["Slack", "Big Chat", "Mail"].map { .init("Mute", .string($0), end) })
        _ = run(["mute", "slack,mail"], control)
        #expect(control.calls.filter { $0.member == "Mute" }.count == 5)
    }

    @Test("unmute takes several apps, and does nothing if one of them is not muted")
    func unmute() throws {
        let control = Self.control([], mutes: ["Slack", "Big Chat"])
        #expect(run(["unmute", "Slack", "Pizza"], control).code == .refused)
        #expect(!control.calls.contains { $0.member == "Unmute" })
        let all = run(["unmute", "all"], control)
        #expect(all.code == .usage && all.errors.contains("focus-switch unmute --all"))
        let result = run(["unmute", "slack", "big", "chat"], control)
        #expect(result.output == "Unmuted Slack.\nUnmuted Big Chat.\n", "\(result.errors)")
        let json = run(["unmute", "slack", "big", "chat", "--json"], control).output
        #expect(try JSONValue(parsing: json)["unmuted"] == ["Slack", "Big Chat"])
    }

    @Test("forget takes one app at a time, whose name may have blanks")
    func forget() {
        let control = Self.control(["Slack", "Mail", "Big Chat"])
        let several = run(["forget", "Slack", "Big", "Chat", "--yes"], control)
        #expect(several.code == .usage)
        #expect(
            several.errors.contains(
                "one app at a time:\n  focus-switch forget Slack\n  focus-switch forget 'Big Chat'"),
            "\(several.errors)")
        #expect(!control.calls.contains { $0.member == "Forget" })
        #expect(run(["forget", "big", "chat", "--yes"], control).code == .done)
        #expect(control.calls.contains(.init("Forget", .string("Big Chat"))))
    }

    /// A trial with a newcomer: the same ids were one app on lists, and two in other commands.
    @Test("ids that differ in letter case are one app, as on the lists of a Focus")
    func twins() {
        func entry(_ id: UInt32, _ app: String) -> EntryWire {
            let notification = Notification(app: AppID(app), appName: app, summary: "From \(app)")
            let record = EntryRecord(
                key: EntryKey(rawValue: Int64(id)), id: ClientID(rawValue: id),
                time: Fixture.now, notification: notification,
                decision: Decision(verdict: .silence, reason: .filter, level: .active),
                focus: nil, sender: PeerName(rawValue: ":1.7"), sandbox: nil, state: .silenced)
            return EntryWire(record, isLive: true)
        }
        let entries = [entry(3, "slack"), entry(2, "Slack"), entry(1, "Mail")]
        let control = Self.control(["slack", "Slack", "Mail"], entries: entries)
        for words in [["missed", "--app", "slack"], ["history", "--app", "SLACK"]] {
            let output = run(words, control).output
            #expect(output.contains("From slack") && output.contains("From Slack"), "\(output)")
            #expect(!output.contains("From Mail"))
        }
        func changed(_ member: MemberName) -> Set<String> {
            Set(
                control.calls.filter { $0.member == member }.compactMap { call in
                    call.arguments.first.map { "\($0)" }
                })
        }
        #expect(run(["forget", "slack", "--yes"], control).code == .done)
        #expect(changed("Forget").count == 2)
        control.answers["Badges"] = [
            .dictionary(
                key: "s", value: "u",
                [
                    DictionaryEntry(key: .string("slack"), value: .uint32(1)),
                    DictionaryEntry(key: .string("Slack"), value: .uint32(2)),
                ])
        ]
        control.answers["ClearBadge"] = [.uint32(1)]
        let cleared = run(["badge", "clear", "SLACK"], control)
        #expect(cleared.code == .done, "\(cleared.errors)")
        #expect(changed("ClearBadge").count == 2)
        control.answers["ClearHistory"] = [.uint32(1)]
        let deleted = run(["history", "clear", "slack", "--yes"], control)
        #expect(deleted.output.hasPrefix("Deleted 2 past notifications"), "\(deleted)")
        #expect(run(["apps"], control).output.split(separator: "\n").count == 2)
    }

    @Test("missed --app does not say that nothing was missed at all")
    func missedOfAnApp() {
        let control = Self.control(["Mail"])
        #expect(
            run(["missed", "--app", "Mail"], control).output
                == "No missed notifications of Mail.\n")
        #expect(run(["missed"], control).output == "Nothing was missed.\n")
    }

    @Test("a word has one rule in any letter case, and its removal leaves none")
    func wordRules() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\n")
        _ = focus("allow", "--word", "invoice", "--focus", "f")
        let once = try focus.show("f")["rules"]
        #expect(
            focus("allow", "--word", "INVOICE", "--focus", "f").output
                == "F already allows notifications with “INVOICE”, from all senders.\n")
        #expect(try focus.show("f")["rules"] == once)
        // Rules of both spellings, as an older release wrote them.
        let condition = "[Rule word %]\nWhen=summary CONTAINS[cdw] \"%\"\nDo=allow\n"
        try focus.write(
            "g",
            "[Focus]\nName=G\n\n" + condition.replacing("%", with: "invoice") + "\n"
                + condition.replacing("%", with: "INVOICE"))
        let removed = focus("allow", "--remove", "--word", "Invoice", "--focus", "g")
        #expect(removed.code == .done, "\(removed.errors)")
        #expect(try focus.show("g")["rules"] == [])
    }

    @Test("“all” in place of names leads to --all")
    func all() throws {
        let focus = try Configuration()
        try focus.write(
            "f", "[Focus]\nName=F\n\n[Schedule s]\nDays=Mon;\nFrom=09:00\nTo=10:00\n")
        let schedule = focus("schedule", "remove", "all", "--focus", "f")
        #expect(schedule.code == .refused)
        #expect(schedule.errors.contains("for all schedules: --all"), "\(schedule.errors)")
        let deliver = run(["missed", "deliver", "all"], Self.control([]))
        #expect(deliver.code == .usage)
        #expect(deliver.errors.contains("for the whole missed list: --all"))
    }
}
