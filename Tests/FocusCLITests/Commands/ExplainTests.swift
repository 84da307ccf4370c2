// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("explain") @LoopActor struct ExplainTests {
    private static func answer(
        _ verdict: Verdict, _ reason: Reason, faults: [String] = []
    ) -> Value {
        var answer = ExplainAnswer(
            Decision(verdict: verdict, reason: reason, level: .active),
            focus: reason == .noFocus ? nil : FocusID("work"))
        answer.faults = faults
        return answer.value
    }

    @Test(
        "every reason is a sentence that says who decided",
        arguments: [
            (Verdict.deliver, Reason.noFocus, "Would be delivered: no Focus is on."),
            (
                .deliver, .critical,
                "Would be delivered: it is critical, and org.example.Chat is one of the apps whose"
                    + " critical notifications you trust."
            ),
            (
                .silence, .rule("invoices"),
                "Would be silenced: the rule “invoices” of Work silences it."
            ),
            (.deliver, .rule("boss"), "Would be delivered: the rule “boss” of Work allows it."),
            (
                .deliver, .timeSensitive,
                "Would be delivered: it is time-sensitive, and Work lets such notifications through."
            ),
            (
                .silence, .person,
                "Would be silenced: Work does not allow notifications from this person."
            ),
            (
                .silence, .app,
                "Would be silenced: Work does not allow notifications from org.example.Chat."
            ),
            (
                .silence, .filter,
                "Would be silenced: org.example.Chat's own Focus filter for Work does not match its"
                    + " criteria “personal”."
            ),
            (.deliver, .allowed, "Would be delivered: no list of Work silences it."),
        ])
    func sentences(_ verdict: Verdict, _ reason: Reason, _ sentence: String) {
        let control = FakeControl(
            Fixture.control(["Explain": [Self.answer(verdict, reason)]]))
        let arguments = ["explain", "--app", "org.example.Chat", "--criteria", "personal"]
        let result = run(arguments, control)
        #expect(result.code == .done)
        #expect(result.output.hasPrefix(sentence + "\nReason  \(reason.code)"))
    }

    /// `explain` did not know the short name that `allow` and `show` take.
    @Test("--focus takes dnd", arguments: ["dnd", "DND"])
    func shortName(_ word: String) throws {
        let focus = try Configuration()
        let control = FakeControl(
            Fixture.control([
                "Explain": [Self.answer(.silence, .app)],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        let result = focus(
            "explain", "--app", "org.example.Chat", "--focus", word, control: control)
        #expect(result.code == .done, "\(result.errors)")
        var request = ExplainRequest()
        request.app = "org.example.Chat"
        request.appName = "Chat"
        request.focus = "do-not-disturb"
        let call = control.calls.first { $0.member == "Explain" }
        #expect(call?.arguments == ControlRequest.explain(request).arguments)
    }

    /// A trial with a newcomer: behind a mute, explain told of the active Focus in place of the one
    /// that --focus named.
    @Test("behind a mute, --focus and --no-focus decide of which Focus explain tells")
    func focusBehindAMute() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=silence\nAppList=org.example.Chat;\n")
        try focus.write("deep", "[Focus]\nName=Deep\n")
        let mute = Mute(
            AppID("org.example.Chat"), span: UserSpan(since: Fixture.now, end: .never))
        func output(_ words: [String]) -> String {
            let control = FakeControl(
                Fixture.control([
                    "Explain": [Self.answer(.silence, .muted(until: nil))],
                    "Mutes": [FieldsBuilder.list([MuteWire(mute, name: nil).value])],
                    "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                ]))
            return focus(
                all: ["explain", "--app", "org.example.Chat"] + words, control: control
            ).output
        }
        #expect(output([]).contains("Work, which is on, silences it as well."))
        #expect(!output(["--no-focus"]).contains("as well"))
        #expect(!output(["--focus", "deep"]).contains("as well"))
        #expect(output(["--focus", "work"]).contains("--focus work\n"))
    }

    /// Issue 17: tables had the id of a Focus, which may differ from its name.
    @Test("explain and missed show name the Focus as the user does")
    func nameOfTheFocus() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Büro\n")
        let bureau = FocusSummary(Focus(id: FocusID("work"), name: "Büro"), isActive: true)
        let control = FakeControl(
            Fixture.control([
                "ListFocuses": [.array(of: "a{sv}", [bureau.value])],
                "Explain": [Self.answer(.deliver, .allowed)],
            ]))
        for words in [["explain", "12"], ["explain", "--app", "a"], ["missed", "show", "12"]] {
            let lines = focus(all: words, control: control).output.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("Focus ") && $0.hasSuffix(" Büro") }, "\(words)")
        }
    }

    /// Issue 17: a rule about the app's name never matched a described notification.
    @Test("--app gives the name that the app has sent, unless --app-name does")
    func nameOfTheApp() throws {
        func request(_ words: [String]) throws -> ExplainRequest {
            let control = FakeControl(
                Fixture.control([
                    "Explain": [Self.answer(.deliver, .allowed)],
                    "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
                ]))
            _ = run(["explain"] + words, control, environment: ["XDG_DATA_DIRS": "/nonexistent"])
            let call = try #require(control.calls.first { $0.member == "Explain" })
            return try ExplainRequest(try #require(call.arguments.first.flatMap(Fields.init)))
        }
        #expect(try request(["--app", "chat"]).appName == "Chat")
        #expect(try request(["--app", "chat", "--app-name", "Other"]).appName == "Other")
        #expect(try request(["--app", "chat", "--app-name", ""]).appName == "")
        #expect(try request(["--app", "org.example.New"]).appName == "")
    }

    /// Issue 17: any web page passed the Focus Work as time-sensitive, and `explain` gave no
    /// reason.
    @Test("a mark “critical” is told, with the way to have it count no more")
    func markedCritical() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nTimeSensitiveExcept=org.example.Shop;\n")
        let answer = ExplainAnswer(
            Decision(verdict: .deliver, reason: .timeSensitive, level: .timeSensitive),
            focus: FocusID("work"))
        let control = FakeControl(Fixture.control(["Explain": [answer.value]]))
        let words = ["explain", "--app", "org.example.Chat", "--urgency", "critical"]
        let result = focus(all: words, control: control)
        #expect(
            result.output.hasPrefix(
                """
                Would be delivered: its urgency is critical, which counts as time-sensitive, and Work \
                lets such notifications through.
                To stop this: focus-switch set time-sensitive-except org.example.Chat \
                org.example.Shop --focus work
                Reason
                """))
        let json = focus(all: words + ["--json"], control: control).output
        #expect(json.contains("\"markedCritical\":true"))
        #expect(json.contains("\"remedy\":\"focus-switch set time-sensitive-except"))
    }

    /// A trial with a newcomer: an allowed app was let through since “nothing silences it”.
    @Test(
        "the list that lets an app through is told",
        arguments: [
            ("Apps=allow\nAppList=org.example.Chat;\n", "Chat is on Work's list of allowed apps"),
            (
                "Apps=silence\nAppList=a.b;\n",
                "Chat is not on Work's list of silenced apps, and Work allows all others"
            ),
            ("Apps=silence\n", "Work allows notifications from all apps"),
            // As focusd reads them: in any letter case.
            ("Apps=allow\nAppList=ORG.Example.chat;\n", "Chat is on Work's list of allowed apps"),
        ])
    func allowingList(_ lists: String, _ clause: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n\(lists)")
        let answer = ExplainAnswer(
            Decision(verdict: .deliver, reason: .allowed, level: .active), focus: FocusID("work"))
        let past = Fixture.entry(reason: .allowed, verdict: .deliver, state: .shown)
        let control = FakeControl(
            Fixture.control([
                "Explain": [answer.value], "Entry": [past.value],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
        let described = focus("explain", "--app", "chat", control: control)
        #expect(described.output.hasPrefix("Would be delivered: \(clause).\n"), "\(described)")
        let told = focus("explain", "12", control: control)
        #expect(told.output.hasPrefix("Was delivered: \(clause).\n"), "\(told)")
    }

    /// A trial with a newcomer: `explain --app "google chrome"` named no reason.
    @Test(
        "an entry stands for the app's other ids, too",
        arguments: ["google chrome", "Google-Chrome", "google-chrome.desktop", "GOOGLE CHROME"])
    func allowedByAnotherName(_ word: String) throws {
        let focus = try Configuration()
        try focus.writeData(
            "applications/google-chrome.desktop",
            "[Desktop Entry]\nName=Google Chrome\nStartupWMClass=Chrome-WM\n")
        let answer = ExplainAnswer(
            Decision(verdict: .deliver, reason: .allowed, level: .active), focus: FocusID("try"))
        let control = FakeControl(
            Fixture.control(["Explain": [answer.value], "ListApps": [.array(of: "a{sv}", [])]]))
        for entry in ["google-chrome", "Google Chrome", "chrome-wm", "google chrome"] {
            try focus.write("try", "[Focus]\nName=Try\nApps=allow\nAppList=\(entry);\n")
            let result = focus("explain", "--app", word, "--focus", "try", control: control)
            #expect(
                result.output.hasPrefix(
                    "Would be delivered: Google Chrome is on Try's list of allowed apps.\n"),
                "\(entry): \(result)")
        }
    }

    @Test("a list that has changed since is not named as the reason")
    func changedList() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\nAppList=a.b;\n")
        let past = Fixture.entry(reason: .allowed, verdict: .deliver, state: .shown)
        let control = FakeControl(
            Fixture.control(["Entry": [past.value], "ListApps": [.array(of: "a{sv}", [])]]))
        #expect(
            focus("explain", "12", control: control).output.hasPrefix(
                "Was delivered: no list of Work silenced it.\n"))
    }

    @Test(
        "a command that is printed to be pasted runs nothing of a sender's",
        arguments: [
            ("x;id", "'x;id'"), ("a$(id)", "'a$(id)'"), ("It's", "'It'\\''s'"), ("b|id", "'b|id'"),
        ])
    func remedyIsQuoted(_ app: String, _ quoted: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let answer = ExplainAnswer(
            Decision(verdict: .deliver, reason: .timeSensitive, level: .timeSensitive),
            focus: FocusID("work"))
        let control = FakeControl(Fixture.control(["Explain": [answer.value]]))
        let result = focus(
            all: ["explain", "--app", app, "--urgency", "critical"], control: control)
        #expect(result.output.contains("set time-sensitive-except \(quoted) --focus work\n"))
    }

    @Test("a browser's mark “critical” is told not to count")
    func browserMarkedCritical() {
        let answer = ExplainAnswer(
            Decision(verdict: .silence, reason: .app, level: .active), focus: FocusID("work"))
        let control = FakeControl(Fixture.control(["Explain": [answer.value]]))
        let result = run(
            ["explain", "--app", "org.qutebrowser.qutebrowser", "--urgency", "critical"], control)
        #expect(
            result.output.contains(
                "\nIts sender marked it critical, which does not count from"
                    + " org.qutebrowser.qutebrowser ([Urgency] IgnoreFrom= of focusd.conf).\n"))
    }

    @Test("the options become the notification that is asked about")
    func request() {
        let control = FakeControl(
            Fixture.control(["Explain": [Self.answer(.deliver, .allowed)]]))
        let result = run(
            [
                "explain", "--app", "a.b", "--app-name", "B", "--summary", "s", "--body", "b",
                "--category", "c", "--urgency", "critical", "--level", "passive", "--person", "p",
                "--person", "q", "--criteria", "k", "--hint", "x-note=1=2", "--focus", "Work",
            ], control)
        #expect(result.code == .done)
        var request = ExplainRequest()
        request.app = "a.b"
        request.appName = "B"
        request.summary = "s"
        request.body = "b"
        request.category = "c"
        request.urgency = 2
        request.level = "passive"
        request.people = ["p", "q"]
        request.criteria = "k"
        request.hints = ["x-note": "1=2"]
        request.focus = "Work"
        #expect(control.calls.last { $0.member == "Explain" } == .init("Explain", request.value))
    }

    @Test("a hint that focusd decides by counts as its option")
    func knownHints() {
        let control = FakeControl(
            Fixture.control(["Explain": [Self.answer(.deliver, .allowed)]]))
        _ = run(
            [
                "explain", "--no-focus", "--hint", "desktop-entry=a.b", "--hint",
                "filterCriteria=k", "--hint", "urgency=0", "--hint", "x-focusd-person=p",
            ], control)
        var request = ExplainRequest()
        request.app = "a.b"
        request.criteria = "k"
        request.urgency = 0
        request.people = ["p"]
        request.focus = ""
        request.hints = [
            "desktop-entry": "a.b", "filterCriteria": "k", "urgency": "0", "x-focusd-person": "p",
        ]
        #expect(control.calls.last { $0.member == "Explain" } == .init("Explain", request.value))
    }

    @Test("a past notification is explained by its id")
    func past() {
        let result = run(["explain", "12"], FakeControl(Fixture.control()))
        #expect(
            result.output == """
                Was silenced: org.example.Chat's own Focus filter for Work does not match its \
                criteria “personal”.
                Reason   filter
                App      org.example.Chat (Chat)
                Level    active
                Focus    Work
                People   alex@example.org
                Arrived  \(TimeText.full(Fixture.ago(minutes: 5)))
                Summary  Lunch?

                """)
    }

    @Test("an id that does not exist is refused in focusd's words")
    func unknownID() {
        let control = FakeControl()
        control.refusals["Entry"] = .refused(.notFound, message: "no notification 99")
        let result = run(["explain", "99"], control)
        #expect(result.code == .refused)
        #expect(result.errors.hasPrefix("focus-switch: no notification 99\n"), "\(result.errors)")
    }

    @Test("--json has every key, and a predicate that failed")
    func json() {
        let fault = "rule x: unknown key path 'colour'"
        let control = FakeControl(
            Fixture.control(["Explain": [Self.answer(.deliver, .allowed, faults: [fault])]]))
        #expect(
            run(["explain", "--app", "a", "--json"], control).output == """
                {"verdict":"deliver","reason":"allowed","reasonDetail":null,"level":"active",\
                "focus":"work","faults":["rule x: unknown key path 'colour'"],\
                "text":"Would be delivered: no list of Work silences it.","markedCritical":false,\
                "remedy":null,"link":null,"heldBy":null,"appName":null,"people":[],\
                "peopleSource":null,"allow":null,"unmute":null,"steps":[]}

                """)
        #expect(
            run(["explain", "--app", "a"], control).output.hasSuffix(
                "Fault   rule x: unknown key path 'colour' (skipped)\n"))
    }

    @Test(
        "an impossible request is a usage error with the nearest right word",
        arguments: [
            (["--level", "pasive"], "did you mean “passive”?"),
            (["--urgency", "hihg"], "expected low, normal or critical"),
            (["--urgency", "critcal"], "did you mean “critical”?"),
            (["--hint", "novalue"], "expected NAME=VALUE"),
            (["--hint", "=x"], "expected NAME=VALUE"),
            (["--app", "a", "--focus", "work", "--no-focus"], "exclude each other"),
            (["--app", "a", "--focus", ""], "expected a Focus"),
            (["1", "2"], "unexpected “2”"),
        ])
    func usage(_ options: [String], _ text: String) {
        let result = run(["explain"] + options, FakeControl(Fixture.control()))
        #expect(result.code == .usage)
        #expect(result.errors.contains(text))
    }

    @Test("explain names the app and the person (issue 17)")
    func names() {
        var entry = Fixture.entry(reason: .person)
        entry.name = "Chat"
        let control = FakeControl(Fixture.control(["Entry": [entry.value]]))
        let text = run(["explain", "12"], control).output
        #expect(
            text.hasPrefix(
                "Was silenced: Work does not allow notifications from alex@example.org.\n"),
            "\(text)"
        )
        #expect(text.contains("\nApp      Chat (org.example.Chat)\n"), "\(text)")
    }
}
