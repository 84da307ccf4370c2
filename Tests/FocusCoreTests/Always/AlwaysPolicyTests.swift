// SPDX-License-Identifier: Apache-2.0

import Predicates
import Testing

@testable import FocusCore

@Suite struct AlwaysPolicyTests {
    private static let shop = AppID("org.example.Shop")
    private static let chat = AppID("org.example.Chat")

    private static func rule(
        _ name: String, _ when: String, _ effect: RuleEffect
    ) throws -> Rule {
        Rule(name: name, when: try Predicate(format: when), effect: effect)
    }

    private static var always: AlwaysRules {
        get throws {
            var always = AlwaysRules()
            always.apps = ListPolicy(mode: .silence, members: [shop])
            always.people = ListPolicy(mode: .silence, members: [PersonKey("kim@example.org")])
            always.silencedSites = ["example.net"]
            always.rules = [
                try rule("boss", "person == \"boss@example.org\"", .allow),
                try rule("ads", "summary CONTAINS[c] \"sale\"", .silence),
            ]
            return always
        }
    }

    private static func mutes(_ app: AppID) -> Mutes {
        var mutes = Mutes()
        _ = mutes.add(
            Mute(app, span: UserSpan(since: Timestamp(rawValue: 0), end: .never)))
        return mutes
    }

    /// The same with a Focus that would deliver, one that would silence, and without one.
    @Test(arguments: [ListPolicy<AppID>.Mode.silence, .allow, nil])
    func focusDoesNotMatter(_ mode: ListPolicy<AppID>.Mode?) throws {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.apps = ListPolicy(mode: mode ?? .silence, members: [])
        let policy = Policy(focus: mode == nil ? nil : focus, always: try Self.always)
        func decide(_ notification: Notification) -> Decision {
            policy.decide(notification, mutes: Self.mutes(AppID("muted")))
        }
        let cases: [(Notification, Verdict, Reason)] = [
            (Notification(app: Self.shop), .silence, .alwaysApp),
            (Notification(app: Self.chat, people: ["Kim@example.org"]), .silence, .alwaysPerson),
            (Notification(app: Self.chat, site: "shop.example.net"), .silence, .alwaysSite),
            (Notification(app: Self.chat, summary: "SALE"), .silence, .always("ads")),
            (
                Notification(app: Self.shop, summary: "sale", people: ["boss@example.org"]),
                .deliver, .always("boss")
            ),
            (Notification(app: AppID("Muted")), .silence, .muted(until: nil)),
        ]
        for (notification, verdict, reason) in cases {
            let decision = decide(notification)
            #expect(decision.verdict == verdict)
            #expect(decision.reason == reason)
        }
        let other = decide(Notification(app: Self.chat))
        #expect(!other.reason.isAlways)
        #expect(other.verdict == (mode == .allow ? .silence : .deliver))
    }

    @Test func feedbackAndCriticalAreNotJudged() throws {
        let policy = Policy(focus: nil, criticalApps: [Self.shop], always: try Self.always)
        let mutes = Self.mutes(Self.shop)
        #expect(
            policy.decide(Notification(app: Self.shop, isFeedback: true), mutes: mutes).verdict
                == .deliver)
        #expect(
            policy.decide(Notification(app: Self.shop, level: .critical), mutes: mutes).verdict
                == .deliver)
        // The app alone does not make a notification critical.
        let untrusted = Policy(focus: nil, always: try Self.always)
        #expect(
            untrusted.decide(Notification(app: Self.shop, level: .critical)).reason == .alwaysApp)
    }

    @Test func failingRuleLetsThroughAndSaysSo() throws {
        var always = AlwaysRules()
        always.rules = [try Self.rule("odd", "nosuchkey == 1", .silence)]
        let decision = Policy(focus: nil, always: always).decide(Notification(app: Self.chat))
        #expect(decision.verdict == .deliver)
        #expect(decision.faults.map(\.place) == ["always rule odd"])
    }

    @Test func reasonsSurviveTheStore() {
        let reasons: [Reason] = [
            .always("ads"), .muted(until: nil), .muted(until: Timestamp(rawValue: 5)), .newApp,
            .alwaysSite, .alwaysPerson, .alwaysApp,
        ]
        for reason in reasons {
            #expect(Reason(code: reason.code, detail: reason.detail) == reason)
        }
    }

    /// A rule that is left out because of its needed text would not have matched.
    @Test(
        arguments: [
            "summary CONTAINS[c] \"sale\"", "summary CONTAINS \"Sale\"", "\"ale\" IN[c] body",
            "summary BEGINSWITH[c] \"sale\"", "body ENDSWITH \"ale\"", "summary == \"sale\"",
            "category == \"im.received\" AND body CONTAINS \"x\"",
            "summary CONTAINS[cd] \"cafe\"", "summary CONTAINS \"cafe\"",
            "summary CONTAINS[c] \"strasse\" OR body CONTAINS[c] \"kk\"",
            "summary CONTAINS[c] \"fire\"", "NOT summary CONTAINS \"sale\"",
            "appName == \"Chat\" OR TRUEPREDICATE", "summary CONTAINS \"s\"",
            "summary ==[c] \"SALE\"", "summary CONTAINS[c] \"as\"", "body CONTAINS \"a;b\"",
        ])
    func neededTextsLeaveOutOnlyWhatDoesNotMatch(_ when: String) throws {
        let rules = try (0..<4).map { try Self.rule("\($0)", when, .silence) }
        let index = RuleIndex(rules)
        let texts = [
            "", "sale", "SALE", "a Sale!", "on sale", "café", "cafe\u{301}", "CAFÉ", "cafe",
            "Straße", "STRASSE", "\u{212a}\u{212a}", "kk", "ﬁre", "fire", "ſ", "aſ", "as", "aß",
            "a\u{37e}b", "a;b", "x", "日本", "👍 sale 👍", "s",
        ]
        for summary in texts {
            for body in texts {
                let notification = Notification(
                    app: Self.chat, appName: "Chat", summary: summary, body: body,
                    category: "im.received")
                let subject = NotificationSubject(notification, level: .active)
                let expected = try rules.first { try $0.when.evaluate(with: subject) }
                var faults: [PredicateFault] = []
                let found = index.first(matching: notification, .active, place: "", &faults)
                #expect(found == expected, "\(summary) \(body)")
            }
        }
    }

    /// Every letter of Unicode that the comparisons fold to ASCII letters is known.
    @Test func lettersThatFoldToASCIIAreKnown() throws {
        for value in UInt32(0x80)...0x1_ffff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = String(scalar).lowercased()
                .uppercased().lowercased()
            let plain = folded.unicodeScalars.prefix { $0.isASCII }.map(String.init).joined()
            guard !plain.isEmpty else { continue }
            for needle in ["q" + plain, plain + "q"] {
                let text = needle.hasPrefix("q") ? "q\(scalar)" : "\(scalar)q"
                let when = "summary CONTAINS[c] \"\(needle)\""
                let predicate = try Predicate(format: when)
                let notification = Notification(app: Self.chat, summary: text)
                let subject = NotificationSubject(notification, level: .active)
                guard try predicate.evaluate(with: subject) else { continue }
                let needed = try #require(NeededText.texts(of: predicate.tree)?.first)
                #expect(
                    TextPairs(notification, .summary).mayContain(needed),
                    "U+\(String(value, radix: 16))")
            }
        }
    }

    /// The index by app gives the same result as a search of all rules in order.
    @Test func indexKeepsTheOrder() throws {
        let apps = ["a", "b", "c"]
        var rules: [Rule] = []
        for number in 0..<60 {
            let app = apps[number % 3]
            let when =
                switch number % 4 {
                case 0: "appID == \"\(app)\" AND summary == \"\(number % 7)\""
                case 1: "\"\(app)\" == appID AND summary == \"\(number % 5)\""
                case 2: "summary == \"\(number % 11)\""
                default: "appID ==[c] \"\(app)\" AND body == \"\(number % 3)\""
                }
            rules.append(try Self.rule("\(number)", when, number % 2 == 0 ? .allow : .silence))
        }
        let index = RuleIndex(rules)
        for app in apps + ["A", "d"] {
            for text in 0..<12 {
                let notification = Notification(
                    app: AppID(app), summary: "\(text)", body: "\(text % 4)")
                let subject = NotificationSubject(notification, level: .active)
                let expected = try rules.first { try $0.when.evaluate(with: subject) }
                var faults: [PredicateFault] = []
                let found = index.first(
                    matching: notification, .active, place: "rule", &faults)
                #expect(found == expected)
            }
        }
    }
}
