// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates
import Testing

/// Every combination of the lists, levels and repetition, compared with the rules in
/// Design.md, "The decision".
@Suite struct PeopleAndLevelsTests {
    static let app = AppID("org.example.Chat")
    static let other = AppID("org.example.Other")

    /// A row of the table: the modes of the list of people and of the list of apps.
    struct Row: Sendable {
        let people: ListPolicy<PersonKey>.Mode
        let apps: ListPolicy<AppID>.Mode
        /// Reasons to silence, if neither is listed, the person, the app, both; nil delivers.
        let reasons: [Reason?]
    }

    static let rows = [
        Row(people: .allow, apps: .allow, reasons: [.person, nil, nil, nil]),
        Row(people: .allow, apps: .silence, reasons: [.person, nil, .app, .app]),
        Row(people: .silence, apps: .allow, reasons: [.app, .person, nil, .person]),
        Row(people: .silence, apps: .silence, reasons: [nil, .person, .app, .person]),
    ]

    static func focus(_ row: Row) -> Focus {
        var focus = Focus(id: FocusID("f"), name: "F")
        focus.people = ListPolicy(mode: row.people, members: [PersonKey("alex@example.org")])
        focus.apps = ListPolicy(mode: row.apps, members: [app])
        return focus
    }

    static func notification(_ index: Int) -> Notification {
        Notification(
            app: index & 2 == 0 ? other : app,
            people: [index & 1 == 0 ? "sam@example.org" : "Alex <ALEX@example.org>"])
    }

    @Test(arguments: 0..<4) func bothListsInBothModes(_ row: Int) {
        let row = Self.rows[row]
        for (index, reason) in row.reasons.enumerated() {
            let decision = Policy(focus: Self.focus(row)).decide(Self.notification(index))
            #expect(decision.reason.code == (reason ?? .allowed).code, "\(row), \(index)")
            #expect(decision.verdict == (reason == nil ? .deliver : .silence))
        }
    }

    /// A repeated notification passes unless the user silenced its app or one of its people.
    @Test(arguments: 0..<4) func repeatsPassAllowListsOnly(_ row: Int) {
        let row = Self.rows[row]
        var focus = Self.focus(row)
        for breaksThrough in [false, true] {
            focus.repeatBreaksThrough = breaksThrough
            for (index, reason) in row.reasons.enumerated() {
                let isSilenced =
                    (index & 1 == 1 && row.people == .silence)
                    || (index & 2 == 2 && row.apps == .silence)
                let passes = breaksThrough && !isSilenced && reason != nil
                let decision = Policy(focus: focus)
                    .decide(Self.notification(index), isRepeat: true)
                #expect(
                    decision.reason.code == (passes ? .repeated : reason ?? .allowed).code,
                    "\(row), \(index), \(breaksThrough)")
                #expect(decision.verdict == (passes || reason == nil ? .deliver : .silence))
            }
        }
    }

    @Test func repeatHasStillToPassRulesAndFilters() throws {
        var focus = Self.focus(Self.rows[0])
        focus.repeatBreaksThrough = true
        focus.rules = [
            Rule(name: "ads", when: try Predicate(format: "summary == 'Sale'"), effect: .silence)
        ]
        focus.filters = [
            FilterConfiguration(
                app: Self.other, filter: "F", predicate: try Predicate(format: "SELF == 'work'"))
        ]
        let policy = Policy(focus: focus)
        func reason(_ summary: String, _ criteria: String?) -> Reason {
            policy.decide(
                Notification(
                    app: Self.other, summary: summary, people: ["sam"], filterCriteria: criteria),
                isRepeat: true
            ).reason
        }
        #expect(reason("Sale", nil) == .rule("ads"))
        #expect(reason("Hello", "home") == .filter)
        #expect(reason("Hello", "work") == .repeated)
        #expect(reason("Hello", nil) == .repeated)
    }

    struct Level: Sendable {
        var sent: InterruptionLevel?
        var urgency = Urgency.normal
        var isTrusted = false
        var permits = true
        var isExcepted = false
        let counts: InterruptionLevel
        let reason: Reason
    }

    static let levels = [
        Level(counts: .active, reason: .app),
        Level(sent: .passive, counts: .passive, reason: .app),
        Level(sent: .timeSensitive, counts: .timeSensitive, reason: .timeSensitive),
        Level(sent: .timeSensitive, permits: false, counts: .timeSensitive, reason: .app),
        Level(sent: .timeSensitive, isExcepted: true, counts: .timeSensitive, reason: .app),
        Level(urgency: .critical, counts: .timeSensitive, reason: .timeSensitive),
        Level(urgency: .critical, isExcepted: true, counts: .timeSensitive, reason: .app),
        // An app marks everything critical, and the user did not permit this.
        Level(sent: .critical, counts: .timeSensitive, reason: .timeSensitive),
        Level(sent: .critical, permits: false, counts: .timeSensitive, reason: .app),
        Level(sent: .critical, isExcepted: true, counts: .timeSensitive, reason: .app),
        Level(sent: .critical, isTrusted: true, counts: .critical, reason: .critical),
        Level(
            sent: .critical, isTrusted: true, permits: false, isExcepted: true, counts: .critical,
            reason: .critical),
        // The permission is for the level critical, not for the urgency.
        Level(urgency: .critical, isTrusted: true, counts: .timeSensitive, reason: .timeSensitive),
        // The app's level counts, for any urgency.
        Level(sent: .active, urgency: .critical, counts: .active, reason: .app),
    ]

    @Test(arguments: 0..<levels.count) func levelsBreakThroughAsTheUserSays(_ number: Int) {
        let level = Self.levels[number]
        var focus = Focus(id: FocusID("f"), name: "F")
        focus.apps = ListPolicy(mode: .allow, members: [])
        focus.timeSensitive = level.permits
        focus.timeSensitiveExcept = level.isExcepted ? [Self.app] : [Self.other]
        let policy = Policy(
            focus: focus, criticalApps: level.isTrusted ? [Self.app] : [Self.other])
        let decision = policy.decide(
            Notification(app: Self.app, urgency: level.urgency, level: level.sent))
        #expect(decision.level == level.counts)
        #expect(decision.reason == level.reason)
    }

    /// Found by review: only the lists of a Focus knew an app's other ids.
    @Test func listsOfTheConfigurationKnowTheOtherIDsOfAnAppAndScripts() {
        let (file, script) = (AppID("mail"), AppID("backup.sh"))
        let listed: Set = [file, script]
        let policy = Policy(
            focus: nil, GeneralRules(criticalApps: listed, urgencyIgnored: listed),
            aliases: { $0 == file ? [AppID("mail-default")] : [] })
        func level(
            _ app: String, for program: AppID? = nil, _ sent: InterruptionLevel?
        ) -> InterruptionLevel {
            policy.grantedLevel(
                of: Notification(
                    app: AppID(app), program: program, urgency: .critical, level: sent))
        }
        #expect(level("mail-default", .critical) == .critical)
        #expect(level("notify-send", for: script, .critical) == .critical)
        #expect(level("notify-send", .critical) == .timeSensitive)
        #expect(level("mail-default", nil) == .active)
        #expect(level("notify-send", for: script, nil) == .active)
        #expect(level("notify-send", nil) == .timeSensitive)
    }

    /// Issue 17: `requireInteraction` let any web page pass every Focus.
    @Test func urgencyAloneMakesNoBrowsersNotificationTimeSensitive() {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.apps = ListPolicy(mode: .allow, members: [])
        let policy = Policy(focus: focus)
        func decide(_ app: String, _ level: InterruptionLevel? = nil) -> Decision {
            policy.decide(Notification(app: AppID(app), urgency: .critical, level: level))
        }
        #expect(decide("chromium").reason == .app && decide("chromium").level == .active)
        #expect(decide("firefox-esr").verdict == .silence)
        #expect(decide("org.example.Alarm").reason == .timeSensitive)
        #expect(decide("chromium", .timeSensitive).reason == .timeSensitive)
        let trusting = Policy(focus: focus, urgencyIgnored: [])
        let page = Notification(app: AppID("chromium"), urgency: .critical)
        #expect(trusting.decide(page).reason == .timeSensitive)
    }
}
