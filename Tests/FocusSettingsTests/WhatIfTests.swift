// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The decision about a notification that the user makes up.
@Suite struct WhatIfTests {
    static let work = SettingsStateTests.work
    static let chat = AppID("org.example.Chat")

    static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.installed = SettingsStateTests.installed([chat.rawValue: "Chat"])
        return state
    }

    static func answer(
        _ verdict: Verdict, _ reason: Reason, _ steps: [DecisionStep]
    ) -> ExplainAnswer {
        var answer = ExplainAnswer(
            Decision(verdict: verdict, reason: reason, level: .active), focus: work)
        answer.steps = steps
        return answer
    }

    @Test("issue 21: a typed notification is asked about with each key, step by step")
    func aTypedNotificationIsExplained() throws {
        var state = try Self.state()
        #expect(!SettingsStateTests.effects(&state, .open(.whatIf)).contains { $0.isExplain })
        #expect(state.page.group("answer")?.description == "Type something to see the decision.")
        // The menu opens the page once.
        #expect(state.content.menu.contains { $0.intent == .push(.whatIf) })
        _ = SettingsStateTests.effects(&state, .push(.whatIf))
        #expect(state.trail == [.whatIf])
        _ = SettingsStateTests.effects(&state, .whatIf(.app), "chat")
        #expect(state.page.row("app")?.subtitle == Self.chat.rawValue)
        let first = state.whatIf
        let effects = SettingsStateTests.effects(&state, .whatIf(.summary), "Lunch")
        #expect(effects == [.explain(state.whatIf)])
        let request = state.whatIf.request
        #expect(request.app == Self.chat.rawValue)
        #expect(request.appName == "Chat")
        #expect(request.summary == "Lunch")
        #expect(request.focus == nil)
        var more: [Effect] = []
        let steps = [
            DecisionStep(.always, .notApplicable), DecisionStep(.rules, .passed),
            DecisionStep(.lists, .decided), DecisionStep(.rate, .notReached),
        ]
        let answer = Self.answer(.silence, .app, steps)
        // The answer about an earlier text.
        state.handle(.explained(first, .decided(answer)), into: &more)
        #expect(state.page.row("decision") == nil)
        state.handle(.explained(state.whatIf, .decided(answer)), into: &more)
        #expect(state.page.row("decision")?.title == "Is silenced: Work does not allow Chat")
        #expect(
            state.page.group("steps")?.rows.map(\.subtitle) == [
                "Does not apply", "Leaves it to the next step", "Decides: silenced",
            ])
        #expect(state.page.row("change")?.control == .link(.push(.apps(Self.work))))
        state.handle(.explained(state.whatIf, .refused("app: too long")), into: &more)
        #expect(state.page.row("decision")?.title == "app: too long")
        _ = SettingsStateTests.effects(&state, .whatIf(.clear))
        #expect(state.page.row("decision") == nil)
    }

    @Test(
        "both pages show the app's filter as asked after a list let the notification pass",
        arguments: [Reason.admitted(.person("Ada")), .repeated])
    func bothPagesTellTheSameSteps(_ reason: Reason) throws {
        var state = try Self.state()
        let id = ClientID(rawValue: 7)
        var entry = EntryPagesTests.entry(7, "Hello", .deliver, reason)
        entry.record.filterCriteria = "account == 1"
        var effects = SettingsStateTests.effects(&state, .open(.why(id)))
        state.handle(.entry(id, entry), into: &effects)
        let goesOn = "Leaves it to the next step"
        let why = try #require(state.page.group("steps")?.rows)
        #expect(why.map(\.title).first == "1. Muted apps, and rules for every Focus")
        #expect(why[1].title == "2. Work was on")
        #expect(
            why.map(\.subtitle) == [
                goesOn, goesOn, "Does not apply", "Does not apply", goesOn, "Does not apply",
                reason == .repeated ? goesOn : "They do not silence it", goesOn,
                "Decided: delivered",
            ])
        _ = SettingsStateTests.effects(&state, .open(.whatIf))
        _ = SettingsStateTests.effects(&state, .whatIf(.summary), "Hello")
        let steps = reason.steps(about: entry.record.notification, .active)
        let answer = Self.answer(.deliver, reason, steps)
        state.handle(.explained(state.whatIf, .decided(answer)), into: &effects)
        let whatIf = try #require(state.page.group("steps")?.rows)
        #expect(whatIf[1].title == "2. Work is on")
        #expect(
            whatIf.map(\.subtitle)
                == Array(why.map(\.subtitle).dropLast()) + ["Decides: comes through"])
    }

    @Test("a mute has no rule's name, and a decision without the Focus names none")
    func theEndOfAMuteIsNoName() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.whatIf))
        _ = SettingsStateTests.effects(&state, .whatIf(.summary), "Hello")
        let reason = Reason.muted(until: Timestamp(rawValue: 5))
        var answer = Self.answer(
            .silence, reason, reason.steps(about: Notification(app: Self.chat), .active))
        answer.focus = nil
        var effects: [Effect] = []
        state.handle(.explained(state.whatIf, .decided(answer)), into: &effects)
        let rows = try #require(state.page.group("steps")?.rows)
        #expect(Array(rows.map(\.subtitle).prefix(2)) == ["Decides: silenced", "Not reached"])
        #expect(rows[1].title == "2. Focus")
    }

    @Test func aFocusIsSupposed() throws {
        var state = try Self.state()
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.row("what-if")?.control == .link(.askWith(Self.work)))
        _ = SettingsStateTests.effects(&state, .askWith(Self.work))
        #expect(state.place == .whatIf)
        #expect(state.whatIf.request.focus == "work")
        guard case .choice(let choices, 2)? = state.page.row("occasion")?.control else {
            Issue.record("Work is not selected")
            return
        }
        #expect(choices.map(\.title) == ["As it is now: No Focus", "No Focus", "Work"])
        _ = SettingsStateTests.effects(&state, .whatIf(.occasion(.noFocus)))
        #expect(state.whatIf.request.focus == "")
        _ = SettingsStateTests.effects(&state, .whatIf(.level(.timeSensitive)))
        #expect(state.whatIf.request.level == "time-sensitive")
        _ = SettingsStateTests.effects(&state, .whatIf(.person(0)), " Ada ")
        #expect(state.whatIf.request.people == ["Ada"])
    }

    @Test("issue 21: a past notification is asked about with all that the decision was about")
    func nothingIsLeftOut() throws {
        var state = try Self.state()
        let id = ClientID(rawValue: 7)
        var entry = EntryPagesTests.entry(7, "Hello", .silence, .site)
        entry.record.appName = "Chat (beta)"
        entry.record.people = ["Ada", "Bo"]
        entry.record.site = "chat.example.org"
        entry.record.category = "im.received"
        entry.record.filterCriteria = "account == 1"
        entry.record.thread = "family"
        entry.record.urgency = .critical
        state.entries[id] = .some(entry)
        _ = SettingsStateTests.effects(&state, .open(.why(id)))
        _ = SettingsStateTests.effects(&state, .askAbout(id))
        let request = state.whatIf.request
        #expect(request.appName == "Chat (beta)")
        #expect(request.people == ["Ada", "Bo"])
        #expect(request.site == "chat.example.org")
        #expect(request.category == "im.received")
        #expect(request.criteria == "account == 1")
        #expect(request.hints == ["x-focusd-thread": "family"])
        #expect(request.urgency == 2)
        // The urgency would make another level.
        #expect(request.level == "active")
        #expect(
            state.page.row("site")?.control
                == .entry("chat.example.org", apply: .whatIf(.site)))
        #expect(
            state.page.row("category")?.control == .entry("im.received", apply: .whatIf(.category)))
        #expect(state.page.row("person 1")?.control == .entry("Bo", apply: .whatIf(.person(1))))
        #expect(state.page.row("criteria") != nil)
        var effects: [Effect] = []
        let answer = Self.answer(.silence, .site, [])
        state.handle(.explained(state.whatIf, .decided(answer)), into: &effects)
        #expect(
            state.page.row("decision")?.title
                == "Is silenced: Work silences the web site chat.example.org")
        _ = SettingsStateTests.effects(&state, .whatIf(.person(1)), "")
        #expect(state.whatIf.request.people == ["Ada"])
        _ = SettingsStateTests.effects(&state, .whatIf(.site), "no site")
        #expect(state.page.row("site")?.subtitle == "“no site” is not a web site")
    }

    @Test("a notification of a script is asked about with its script, until the app is another one")
    func theScriptIsKept() throws {
        var state = try Self.state()
        let id = ClientID(rawValue: 7)
        var entry = EntryPagesTests.entry(7, "Done")
        entry.record.app = AppID("notify-send")
        entry.record.program = AppID("backup.sh")
        entry.record.appName = "notify-send"
        state.entries[id] = .some(entry)
        _ = SettingsStateTests.effects(&state, .open(.why(id)))
        _ = SettingsStateTests.effects(&state, .askAbout(id))
        #expect(state.page.row("app")?.control == .entry("backup.sh", apply: .whatIf(.app)))
        #expect(state.whatIf.request.app == "notify-send")
        #expect(state.whatIf.request.program == "backup.sh")
        #expect(state.whatIf.request.notification?.program == AppID("backup.sh"))
        _ = SettingsStateTests.effects(&state, .whatIf(.app), "chat")
        #expect(state.whatIf.request.app == Self.chat.rawValue)
        #expect(state.whatIf.request.program == nil)
    }

    @Test("issue 21: people whom a title names are found there again, and shown")
    func peopleAreFoundAgain() throws {
        var state = try Self.state()
        let id = ClientID(rawValue: 7)
        var entry = EntryPagesTests.entry(7, "Ada, Bo")
        (entry.record.people, entry.record.peopleSource) = (["Ada", "Bo"], .title)
        state.entries[id] = .some(entry)
        _ = SettingsStateTests.effects(&state, .open(.why(id)))
        _ = SettingsStateTests.effects(&state, .askAbout(id))
        #expect(state.whatIf.request.people == [])
        var answer = Self.answer(.silence, .person, [])
        answer.people = ["Ada", "Bo"]
        var effects: [Effect] = []
        state.handle(.explained(state.whatIf, .decided(answer)), into: &effects)
        #expect(state.page.row("person")?.subtitle == "found in the text: Ada, Bo")
        // A trial has no field for an answer, which made the title one of a message.
        entry.record.actions = [Action(key: Action.inlineReplyKey, label: "Reply")]
        state.entries[id] = .some(entry)
        _ = SettingsStateTests.effects(&state, .askAbout(id))
        #expect(state.whatIf.request.people == ["Ada", "Bo"])
        // Without the text, only the names are left.
        (entry.record.summary, entry.record.actions) = ("", [])
        state.entries[id] = .some(entry)
        _ = SettingsStateTests.effects(&state, .askAbout(id))
        #expect(state.whatIf.request.people == ["Ada", "Bo"])
    }

    @Test("issue 21: the page of a past notification leads to the same question")
    func aPastNotificationIsAskedAboutAgain() throws {
        var state = try Self.state()
        var effects = SettingsStateTests.effects(&state, .open(.why(ClientID(rawValue: 7))))
        state.handle(
            .entry(ClientID(rawValue: 7), EntryPagesTests.entry(7, "Hello", body: "Lunch?")),
            into: &effects)
        #expect(state.page.row("what-if")?.control == .link(.askAbout(ClientID(rawValue: 7))))
        effects = SettingsStateTests.effects(&state, .askAbout(ClientID(rawValue: 7)))
        #expect(effects.contains(.explain(state.whatIf)))
        #expect(state.whatIf.app == Self.chat)
        #expect(state.whatIf.summary == "Hello")
        #expect(state.whatIf.body == "Lunch?")
        // A change of the files or of the active Focus asks again.
        effects = []
        state.handle(.status(ServiceStatus()), into: &effects)
        #expect(effects.contains(.explain(state.whatIf)))
        effects = []
        state.handle(.filtersChanged, into: &effects)
        #expect(effects.contains(.explain(state.whatIf)))
    }
}

extension Effect {
    fileprivate var isExplain: Bool { if case .explain = self { true } else { false } }
}
