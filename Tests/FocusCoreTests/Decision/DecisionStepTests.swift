// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates
import Testing

/// The steps of a decision, which explain it (issue 21).
@Suite struct DecisionStepTests {
    private static func steps(
        _ focus: Focus?, _ notification: Notification, always: AlwaysRules = AlwaysRules()
    ) -> [String: String] {
        let policy = Policy(focus: focus, always: always)
        let decision = policy.decide(notification)
        let steps = policy.steps(of: decision, about: notification)
        #expect(steps.count { $0.outcome == .decided } == 1)
        return Dictionary(
            uniqueKeysWithValues: steps.map {
                ($0.kind.rawValue, $0.outcome.rawValue + ($0.name.map { " \($0)" } ?? ""))
            })
    }

    @Test func ruleIsNamedAndLaterStepsAreNotReached() throws {
        let focus = try PolicyTests.ruled([("invoices", "summary == \"pay\"", .silence)])
        let steps = Self.steps(focus, Notification(app: PolicyTests.chat, summary: "pay"))
        #expect(steps["rules"] == "decided invoices")
        #expect(steps["always"] == "not-applicable")
        #expect(steps["lists"] == "not-reached")
        #expect(steps["allowed"] == "not-reached")
    }

    @Test func stepsBeforeTheDecisionPassed() throws {
        let focus = try PolicyTests.ruled([("other", "FALSEPREDICATE", .silence)])
        let notification = Notification(
            app: AppID("org.example.Other"), summary: "s", level: .timeSensitive)
        var shop = notification
        shop.app = PolicyTests.shop
        let steps = Self.steps(focus, shop)
        #expect(steps["rules"] == "passed")
        #expect(steps["time-sensitive"] == "passed", "the app is excepted")
        #expect(steps["lists"] == "decided")
        #expect(Self.steps(focus, notification)["time-sensitive"] == "decided")
    }

    @Test func withoutAFocusNothingElseIsAsked() {
        let steps = Self.steps(nil, Notification(app: PolicyTests.chat))
        #expect(steps["no-focus"] == "decided")
        #expect(steps["rules"] == "not-reached")
        #expect(steps["rate"] == nil)
    }

    @Test func filterOfTheAppDecides() throws {
        let focus = try PolicyTests.filtered("SELF == \"work\"")
        var notification = Notification(app: PolicyTests.chat)
        notification.filterCriteria = "home"
        #expect(Self.steps(focus, notification)["filter"] == "decided")
        notification.filterCriteria = "work"
        #expect(Self.steps(focus, notification)["filter"] == "passed")
        notification.filterCriteria = nil
        #expect(Self.steps(focus, notification)["filter"] == "not-applicable")
    }

    @Test("what the lists admit has still to pass the app's filter", arguments: [false, true])
    func filterComesAfterTheLists(_ isRepeat: Bool) throws {
        var focus = try PolicyTests.filtered("SELF == \"work\"")
        focus.apps = ListPolicy(mode: .allow, members: [])
        focus.people = ListPolicy(mode: .allow, members: isRepeat ? [] : [PersonKey("Ada")])
        focus.repeatBreaksThrough = true
        var notification = Notification(app: PolicyTests.chat, people: ["Ada"])
        notification.filterCriteria = "work"
        let policy = Policy(focus: focus, always: AlwaysRules())
        let decision = policy.decide(notification, isRepeat: isRepeat)
        let reason: Reason = isRepeat ? .repeated : .admitted(.person("Ada"))
        #expect(decision.reason == reason)
        let steps = policy.steps(of: decision, about: notification).suffix(3)
        #expect(steps.map(\.kind) == [.lists, .filter, .allowed])
        #expect(steps.map(\.outcome) == [.passed, .passed, .decided])
    }

    @Test func ruleWithoutAFocusComesFirst() throws {
        var always = AlwaysRules()
        always.rules = [
            Rule(name: "ads", when: try Predicate(format: "summary == \"ad\""), effect: .silence)
        ]
        let ad = Notification(app: PolicyTests.chat, summary: "ad")
        #expect(Self.steps(nil, ad, always: always)["always"] == "decided ads")
        let other = Notification(app: PolicyTests.chat, summary: "b")
        #expect(Self.steps(nil, other, always: always)["always"] == "passed")
    }
}
