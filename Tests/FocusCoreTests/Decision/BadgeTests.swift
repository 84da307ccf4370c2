// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Badges (Design.md, "Badges").
@Suite struct BadgeTests {
    static let app = LiveNotificationsTests.app

    static func admit(_ live: inout LiveNotifications, _ verdict: Verdict) -> EntryFacts {
        LiveNotificationsTests.admit(&live, LiveNotificationsTests.alice, verdict).entry
    }

    @Test func unreadNotificationsCount() {
        var live = LiveNotificationsTests.live()
        let first = Self.admit(&live, .deliver)
        _ = Self.admit(&live, .deliver)
        #expect(live.badges.badge(of: Self.app) == 2)
        live.end(first.id)
        #expect(live.badges.badge(of: Self.app) == 1)
    }

    /// Issue 17: scripts' notifications counted as those of `notify-send`.
    @Test func toolsCountForTheScriptThatCalledThem() {
        let (backup, mail) = (AppID("backup.sh"), AppID("mail.sh"))
        var live = LiveNotificationsTests.live()
        func admit(_ badge: AppID?, replaces: UInt32 = 0) -> EntryFacts {
            live.admit(
                app: Self.app, countedAs: badge, from: LiveNotificationsTests.alice,
                replaces: replaces,
                verdict: .deliver, isStored: true
            ).entry
        }
        let first = admit(backup)
        _ = admit(backup)
        _ = admit(nil)
        #expect(live.badges.all == [backup: 2, Self.app: 1])
        // Another script replaces the notification.
        let second = admit(mail, replaces: first.id.rawValue)
        #expect(live.badges.all == [backup: 1, mail: 1, Self.app: 1])
        let entry = live[second.id]
        #expect(entry?.countedAs == mail)
        _ = live.update(second.id) { $0.isRead = true }
        #expect(live.badges.all == [backup: 1, Self.app: 1])
        var restored = LiveNotificationsTests.live()
        for entry in live.entries { restored.restore(entry) }
        #expect(restored.badges.all == live.badges.all)
        for entry in Array(live.entries) { live.end(entry.id) }
        #expect(live.badges.all.isEmpty)
    }

    @Test func expiryDoesNotRead() {
        var live = LiveNotificationsTests.live()
        let entry = Self.admit(&live, .deliver)
        _ = live.update(entry.id) { $0.state = .expired }
        #expect(live.badges.badge(of: Self.app) == 1)
        _ = live.update(entry.id) { $0.isRead = true }
        #expect(live.badges.badge(of: Self.app) == 0)
    }

    @Test func silencedOnesCountWhenTheFocusEnds() {
        var live = LiveNotificationsTests.live()
        _ = Self.admit(&live, .deliver)
        _ = Self.admit(&live, .silence)
        #expect(live.badges.badge(of: Self.app) == 1)
        #expect(live.missed == 1)
        live.countHeldInBadges()
        #expect(live.badges.badge(of: Self.app) == 2)
        #expect(live.missed == 1)
    }

    @Test func factsAreThoseOfTheAppAndOfItsBadge() {
        let (backup, other) = (AppID("backup.sh"), AppID("org.example.Other"))
        var live = LiveNotificationsTests.live()
        func admit(_ app: AppID, _ badge: AppID?, _ verdict: Verdict = .deliver) -> EntryFacts {
            live.admit(
                app: app, countedAs: badge, from: LiveNotificationsTests.alice, replaces: 0,
                verdict: verdict, isStored: true
            ).entry
        }
        let first = admit(Self.app, backup)
        let second = admit(Self.app, nil, .silence)
        let third = admit(other, nil)
        func keys(_ facts: some Sequence<EntryFacts>) -> [EntryKey] { facts.map(\.key).sorted() }
        #expect(keys(live.facts) == [first.key, second.key, third.key])
        #expect(keys(live.facts(about: Self.app)) == [first.key, second.key])
        #expect(keys(live.facts(about: backup)) == [first.key])
        #expect(live.facts(about: AppID("org.example.None")).isEmpty)
        #expect(keys(live.facts(inBadgeOf: backup)) == [first.key])
        #expect(keys(live.facts(inBadgeOf: Self.app)).isEmpty, "the Focus holds it back")
        live.countHeldInBadges()
        #expect(keys(live.facts(inBadgeOf: Self.app)) == [second.key])
        #expect(live.facts(of: second.id)?.isHeldFromBadge == false)
        #expect(live[second.id]?.isHeldFromBadge == false)
        _ = live.update(first.id) { $0.isRead = true }
        #expect(keys(live.facts(inBadgeOf: backup)).isEmpty)
    }

    @Test func ownCountWinsAndZeroHides() {
        var live = LiveNotificationsTests.live()
        _ = Self.admit(&live, .deliver)
        live.badges.setOwn(9, of: Self.app)
        #expect(live.badges.badge(of: Self.app) == 9)
        live.badges.setOwn(0, of: Self.app)
        #expect(live.badges.badge(of: Self.app) == 0)
        #expect(live.badges.all.isEmpty)
    }

    @Test func hidingAllHidesOwnCountsToo() {
        var live = LiveNotificationsTests.live()
        live.badges.setOwn(3, of: Self.app)
        live.badges.hidesAll = true
        #expect(live.badges.badge(of: Self.app) == 0)
        live.badges.hidesAll = false
        #expect(live.badges.badge(of: Self.app) == 3)
    }

    @Test func feedbackIsNotCounted() {
        var live = LiveNotificationsTests.live()
        _ = live.admit(
            app: Self.app, from: LiveNotificationsTests.alice, replaces: 0, verdict: .deliver,
            isStored: false)
        #expect(live.badges.badge(of: Self.app) == 0)
    }

    @Test func onlyChangesAreTold() {
        var live = LiveNotificationsTests.live()
        let entry = Self.admit(&live, .deliver)
        let result = live.badges.takeChanges()
        #expect(result.map(\.count) == [1])
        let result2 = live.badges.takeChanges()
        #expect(result2.isEmpty)
        let second = Self.admit(&live, .deliver)
        live.end(second.id)
        let result3 = live.badges.takeChanges()
        #expect(result3.isEmpty)
        live.end(entry.id)
        let result4 = live.badges.takeChanges()
        #expect(result4.map(\.count) == [0])
    }

    @Test func hidingTellsEveryBadge() {
        var live = LiveNotificationsTests.live()
        _ = Self.admit(&live, .deliver)
        _ = live.badges.takeChanges()
        live.badges.hidesAll = true
        let result = live.badges.takeChanges()
        #expect(result.map(\.count) == [0])
        live.badges.hidesAll = false
        let result2 = live.badges.takeChanges()
        #expect(result2.map(\.count) == [1])
    }
}
