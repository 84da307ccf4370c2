// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates
import Testing

/// The decision of Design.md, "The decision", step by step.
@Suite struct PolicyTests {
    static let chat = AppID("org.example.Chat")
    static let shop = AppID("org.example.Shop")

    /// A Focus that allows the chat app and Alex, and permits time-sensitive notifications except
    /// those of the shop.
    static var work: Focus {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.apps = ListPolicy(mode: .allow, members: [chat])
        focus.people = ListPolicy(mode: .allow, members: [PersonKey("alex@example.org")])
        focus.timeSensitiveExcept = [shop]
        return focus
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        var focus: Focus? = PolicyTests.work
        var critical: Set<AppID> = []
        var notification: Notification
        let verdict: Verdict
        let reason: Reason

        var testDescription: String { name }
    }

    static func silencing(_ apps: Set<AppID>, people: Set<PersonKey> = []) -> Focus {
        var focus = Focus(id: FocusID("f"), name: "F")
        focus.apps = ListPolicy(mode: .silence, members: apps)
        focus.people = ListPolicy(mode: .silence, members: people)
        return focus
    }

    static func ruled(_ rules: [(String, String, RuleEffect)]) throws -> Focus {
        var focus = work
        focus.rules = try rules.map {
            Rule(name: $0.0, when: try Predicate(format: $0.1), effect: $0.2)
        }
        return focus
    }

    static func filtered(_ format: String) throws -> Focus {
        var focus = work
        focus.filters = [
            FilterConfiguration(
                app: chat, filter: "ChatFilter", predicate: try Predicate(format: format))
        ]
        return focus
    }

    static let steps: [Case] = [
        Case(
            name: "without a Focus everything is delivered", focus: nil,
            notification: Notification(app: shop), verdict: .deliver, reason: .noFocus),
        Case(
            name: "feedback is always delivered",
            notification: Notification(app: shop, isFeedback: true),
            verdict: .deliver, reason: .feedback),
        Case(
            name: "critical counts for listed apps", critical: [shop],
            notification: Notification(app: shop, level: .critical),
            verdict: .deliver, reason: .critical),
        Case(
            name: "critical of an unlisted app is time-sensitive",
            notification: Notification(app: AppID("other"), level: .critical),
            verdict: .deliver, reason: .timeSensitive),
        Case(
            name: "critical of an excluded, unlisted app is silenced by the list",
            notification: Notification(app: shop, level: .critical),
            verdict: .silence, reason: .app),
        Case(
            name: "time-sensitive passes the lists",
            notification: Notification(app: AppID("other"), urgency: .critical),
            verdict: .deliver, reason: .timeSensitive),
        Case(
            name: "an app on the allow list passes",
            notification: Notification(app: chat), verdict: .deliver, reason: .allowed),
        Case(
            name: "an app off the allow list is silenced",
            notification: Notification(app: shop), verdict: .silence, reason: .app),
        Case(
            name: "a person on the allow list passes for an app off it",
            notification: Notification(app: shop, people: ["ALEX@example.org"]),
            verdict: .deliver, reason: .admitted(.person("ALEX@example.org"))),
        Case(
            name: "a stranger through an app off the list is silenced as a person",
            notification: Notification(app: shop, people: ["eve@example.org"]),
            verdict: .silence, reason: .person),
        Case(
            name: "a stranger through an allowed app passes",
            notification: Notification(app: chat, people: ["eve@example.org"]),
            verdict: .deliver, reason: .allowed),
        Case(
            name: "an app on a silence list is silenced", focus: silencing([shop]),
            notification: Notification(app: shop), verdict: .silence, reason: .app),
        Case(
            name: "an app off a silence list passes", focus: silencing([shop]),
            notification: Notification(app: chat), verdict: .deliver, reason: .allowed),
        Case(
            name: "a person on a silence list is silenced in any app",
            focus: silencing([], people: [PersonKey("eve")]),
            notification: Notification(app: chat, people: ["alex", "Eve"]),
            verdict: .silence, reason: .person),
    ]

    @Test(arguments: steps) func firstStepThatAppliesDecides(_ step: Case) {
        let decision = Policy(focus: step.focus, criticalApps: step.critical)
            .decide(step.notification)
        #expect(decision.verdict == step.verdict)
        #expect(decision.reason == step.reason)
    }

    /// One program may send as `Slack` and as `slack`; people type either.
    @Test(arguments: [
        "Org.Example.Chat", "org.example.chat", "org.example.Chat", "ORG.EXAMPLE.CHAT",
    ])
    func listsMatchInAnyLetterCase(_ id: String) {
        let notification = Notification(app: AppID(id))
        #expect(Policy(focus: Self.work).decide(notification).verdict == .deliver)
        #expect(Policy(focus: Self.silencing([Self.chat])).decide(notification).verdict == .silence)
        var script = Notification(app: AppID("notify-send"))
        script.program = AppID(id)
        #expect(Policy(focus: Self.work).decide(script).verdict == .deliver)
        #expect(AppList([Self.chat]).contains(notification))
        #expect(!AppList([]).contains(notification))
    }

    @Test func firstMatchingRuleDecidesBeforeTheLists() throws {
        let focus = try Self.ruled([
            (
                "invoices", #"category == "email.arrived" AND summary CONTAINS[c] "invoice""#,
                .silence
            ),
            ("mail", #"category BEGINSWITH "email""#, .allow),
        ])
        let policy = Policy(focus: focus)
        let invoice = Notification(
            app: Self.chat, summary: "Your INVOICE", category: "email.arrived",
            urgency: .critical)
        #expect(policy.decide(invoice).reason == .rule("invoices"))
        #expect(policy.decide(invoice).verdict == .silence)
        let mail = Notification(app: Self.shop, summary: "Hello", category: "email.arrived")
        #expect(policy.decide(mail).reason == .rule("mail"))
        #expect(policy.decide(mail).verdict == .deliver)
    }

    @Test func failingRuleIsPassedOverAndReported() throws {
        let policy = Policy(focus: try Self.ruled([("odd", "level > 3", .allow)]))
        let decision = policy.decide(Notification(app: Self.shop))
        #expect(decision.reason == .app)
        #expect(decision.faults.map(\.place) == ["rule odd"])
    }

    @Test(
        arguments: [
            (#"SELF IN {"work"}"#, "work", Verdict.deliver, Reason.allowed),
            (#"SELF IN {"work"}"#, "home", .silence, .filter),
            (#"SELF IN {"work"}"#, nil, .deliver, .allowed),
            (#"summary BEGINSWITH "Hi""#, "x", .deliver, .allowed),
            (#"summary BEGINSWITH "Bye""#, "x", .silence, .filter),
            (#"nosuchkey == 1"#, "x", .deliver, .allowed),
        ] as [(String, String?, Verdict, Reason)])
    func filterSilencesOnlyWithCriteria(
        _ format: String, _ criteria: String?, _ verdict: Verdict, _ reason: Reason
    ) throws {
        let policy = Policy(focus: try Self.filtered(format))
        let decision = policy.decide(
            Notification(app: Self.chat, summary: "Hi there", filterCriteria: criteria))
        #expect(decision.verdict == verdict)
        #expect(decision.reason == reason)
    }

    @Test func failingFilterLetsThroughAndIsReported() throws {
        let policy = Policy(focus: try Self.filtered("nosuchkey == 1"))
        let decision = policy.decide(Notification(app: Self.chat, filterCriteria: "x"))
        #expect(decision.verdict == .deliver)
        #expect(decision.faults.map(\.place) == ["filter ChatFilter"])
    }

    @Test func allFiltersOfAnAppMustMatch() throws {
        var focus = try Self.filtered(#"SELF BEGINSWITH "w""#)
        focus.filters.append(
            FilterConfiguration(
                app: Self.chat, filter: "Second",
                predicate: try Predicate(format: #"SELF ENDSWITH "k""#)))
        let policy = Policy(focus: focus)
        func verdict(_ criteria: String) -> Verdict {
            policy.decide(Notification(app: Self.chat, filterCriteria: criteria)).verdict
        }
        #expect(verdict("work") == .deliver)
        #expect(verdict("world") == .silence)
        #expect(verdict("bulk") == .silence)
    }

    @Test func filterNeverUnsilences() throws {
        var focus = try Self.filtered("TRUEPREDICATE")
        focus.apps = ListPolicy(mode: .silence, members: [Self.chat])
        let decision = Policy(focus: focus).decide(
            Notification(app: Self.chat, filterCriteria: "work"))
        #expect(decision.reason == .app)
    }

    @Test func filtersFromAppsCountBesideThoseOfTheFile() throws {
        let fromApp = FilterPredicate(
            filter: "FromApp", predicate: try Predicate(format: #"SELF != "late""#))
        let policy = Policy(
            focus: try Self.filtered(#"SELF != "early""#), filters: [Self.chat: [fromApp]])
        let verdicts = ["early", "late", "noon"].map {
            policy.decide(Notification(app: Self.chat, filterCriteria: $0)).verdict
        }
        #expect(verdicts == [.silence, .silence, .deliver])
    }

    @Test func keyPathsNameTheNotificationsAttributes() throws {
        let notification = Notification(
            app: Self.chat, appName: "Chat", summary: "s", body: "b", category: "im",
            urgency: .low, people: ["alex"], filterCriteria: "c")
        let formats = [
            #"appID == "org.example.Chat""#, #"appName == "Chat""#, #"summary == "s""#,
            #"body == "b""#, #"category == "im""#, "urgency == 0", #"level == "passive""#,
            #"person == "alex""#, #"ANY people == "alex""#, #"filterCriteria == "c""#,
            #"SELF == "c""#, "hints.nothing == nil",
        ]
        for format in formats {
            let subject = NotificationSubject(notification, level: .passive)
            #expect(try Predicate(format: format).evaluate(with: subject), "\(format)")
        }
    }

    /// Found by review: in a group, `person` was an array, and `Name <address>` was neither the
    /// name nor the address, so the rules that the documentation shows missed these people.
    @Test(
        arguments: [
            #"appName ==[c] "Chat" AND ANY people ==[c] "Kim""#,
            #"ANY people ==[c] "kim@example.org" OR ANY people == "Choir""#,
        ],
        [["Kim", "Choir"], ["Kim <kim@example.org>"], ["\"Kim\" < Kim@example.org >", "Choir"]])
    func rulesAboutAPersonMatch(_ format: String, _ people: [String]) throws {
        let predicate = try Predicate(format: format)
        let named = Notification(app: Self.chat, appName: "chat", people: people)
        #expect(try predicate.evaluate(with: NotificationSubject(named, level: .active)))
        let other = Notification(app: Self.chat, appName: "chat", people: ["Kimberly"])
        #expect(try !predicate.evaluate(with: NotificationSubject(other, level: .active)))
    }

    @Test func personIsTheFirstOfThePeople() throws {
        func matches(_ format: String, _ people: [String]) throws -> Bool {
            let notification = Notification(app: Self.chat, people: people)
            return try Predicate(format: format)
                .evaluate(with: NotificationSubject(notification, level: .active))
        }
        #expect(try matches(#"person ==[c] "kim""#, ["Kim", "Choir"]))
        #expect(try matches(#"person BEGINSWITH "Kim""#, ["Kim <kim@example.org>", "Choir"]))
        #expect(try !matches(#"person == "Choir""#, ["Kim", "Choir"]))
        #expect(try matches("person == nil AND people.@count == 0", []))
        #expect(try matches("people.@count == 2", ["Kim", "Choir"]))
    }
}

/// Issue 17: “allowed” did not say which entry of a list had let a notification through.
@Suite struct AllowedEntryTests {
    private static func notification(
        _ app: AppID, people: [String] = [], site: String? = nil
    ) -> Notification {
        var notification = Notification(app: app, people: people)
        notification.site = site
        return notification
    }

    @Test func onlyAnEntryThatWasNeededIsNamed() {
        var focus = PolicyTests.work
        focus.allowedSites = ["example.org"]
        let policy = Policy(focus: focus)
        func reason(_ notification: Notification) -> Reason { policy.decide(notification).reason }
        let alex = "Alex <alex@example.org>"
        #expect(
            reason(Self.notification(PolicyTests.shop, people: ["Eve", alex]))
                == .admitted(.person(alex)))
        #expect(
            reason(Self.notification(PolicyTests.shop, site: "news.example.org"))
                == .admitted(.site("news.example.org")))
        // The app is allowed anyway.
        #expect(
            reason(Self.notification(PolicyTests.chat, people: [alex], site: "news.example.org"))
                == .allowed)
        focus.apps = .everyone
        focus.people = .everyone
        #expect(
            Policy(focus: focus).decide(Self.notification(PolicyTests.shop, site: "example.org"))
                .reason == .allowed)
    }

    @Test(arguments: [
        Reason.allowed, .admitted(.person("Anna B.")), .admitted(.site("example.org")), .rule("x"),
    ])
    func reasonsAreReadAgain(_ reason: Reason) {
        #expect(Reason(code: reason.code, detail: reason.detail) == reason)
    }

    @Test func anUnknownDetailIsLeftOut() {
        #expect(Reason(code: "allowed", detail: "planet Mars") == .allowed)
    }
}
