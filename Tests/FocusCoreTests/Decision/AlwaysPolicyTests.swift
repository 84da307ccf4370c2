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

    /// Issue 15: an app that was muted, or silenced always, called its notifications feedback.
    @Test func feedbackIsJudgedByMutesAndSilenceLists() throws {
        let cases: [(Notification, Reason)] = [
            (Notification(app: AppID("Muted"), isFeedback: true), .muted(until: nil)),
            (Notification(app: Self.shop, isFeedback: true), .alwaysApp),
            (
                Notification(app: Self.chat, people: ["kim@example.org"], isFeedback: true),
                .alwaysPerson
            ),
            (Notification(app: Self.chat, site: "example.net", isFeedback: true), .alwaysSite),
        ]
        let policy = Policy(focus: nil, always: try Self.always)
        for (notification, reason) in cases {
            let decision = policy.decide(notification, mutes: Self.mutes(AppID("muted")))
            #expect(decision.verdict == .silence && decision.reason == reason)
        }
    }

    @Test func feedbackOfOtherAppsIsDelivered() throws {
        var always = try Self.always
        let sale = Notification(app: Self.chat, summary: "sale", isFeedback: true)
        let mutes = Self.mutes(Self.shop)
        #expect(Policy(focus: nil, always: always).decide(sale, mutes: mutes).verdict == .deliver)
        // An allow list silences what it does not name, but no feedback.
        always.apps = ListPolicy(mode: .allow, members: [Self.shop])
        #expect(Policy(focus: nil, always: always).decide(sale, mutes: mutes).verdict == .deliver)
    }

    @Test func criticalIsNotJudged() throws {
        let policy = Policy(focus: nil, criticalApps: [Self.shop], always: try Self.always)
        let mutes = Self.mutes(Self.shop)
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
}
