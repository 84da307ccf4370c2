// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Badges (DESIGN §8).
@Suite struct BadgeTests {
    static let app = ProxyTests.app

    static func admit(_ proxy: inout Proxy, _ verdict: Verdict) -> EntryFacts {
        ProxyTests.admit(&proxy, ProxyTests.alice, verdict).entry
    }

    @Test func unreadNotificationsCount() {
        var proxy = ProxyTests.proxy()
        let first = Self.admit(&proxy, .deliver)
        _ = Self.admit(&proxy, .deliver)
        #expect(proxy.badges.badge(of: Self.app) == 2)
        proxy.end(first.id)
        #expect(proxy.badges.badge(of: Self.app) == 1)
    }

    @Test func expiryDoesNotRead() {
        var proxy = ProxyTests.proxy()
        let entry = Self.admit(&proxy, .deliver)
        _ = proxy.update(entry.id) { $0.state = .expired }
        #expect(proxy.badges.badge(of: Self.app) == 1)
        _ = proxy.update(entry.id) { $0.isRead = true }
        #expect(proxy.badges.badge(of: Self.app) == 0)
    }

    @Test func silencedOnesCountWhenTheFocusEnds() {
        var proxy = ProxyTests.proxy()
        _ = Self.admit(&proxy, .deliver)
        _ = Self.admit(&proxy, .silence)
        #expect(proxy.badges.badge(of: Self.app) == 1)
        #expect(proxy.missed == 1)
        proxy.releaseHeld()
        #expect(proxy.badges.badge(of: Self.app) == 2)
        #expect(proxy.missed == 1)
    }

    @Test func ownCountWinsAndZeroHides() {
        var proxy = ProxyTests.proxy()
        _ = Self.admit(&proxy, .deliver)
        proxy.badges.setOwn(9, of: Self.app)
        #expect(proxy.badges.badge(of: Self.app) == 9)
        proxy.badges.setOwn(0, of: Self.app)
        #expect(proxy.badges.badge(of: Self.app) == 0)
        #expect(proxy.badges.all.isEmpty)
    }

    @Test func hidingAllHidesOwnCountsToo() {
        var proxy = ProxyTests.proxy()
        proxy.badges.setOwn(3, of: Self.app)
        proxy.badges.hidesAll = true
        #expect(proxy.badges.badge(of: Self.app) == 0)
        proxy.badges.hidesAll = false
        #expect(proxy.badges.badge(of: Self.app) == 3)
    }

    @Test func feedbackIsNotCounted() {
        var proxy = ProxyTests.proxy()
        _ = proxy.admit(
            app: Self.app, from: ProxyTests.alice, replaces: 0, verdict: .deliver,
            isFeedback: true)
        #expect(proxy.badges.badge(of: Self.app) == 0)
    }

    @Test func onlyChangesAreTold() {
        var proxy = ProxyTests.proxy()
        let entry = Self.admit(&proxy, .deliver)
        let result = proxy.badges.takeChanges()
        #expect(result.map(\.count) == [1])
        let result2 = proxy.badges.takeChanges()
        #expect(result2.isEmpty)
        let second = Self.admit(&proxy, .deliver)
        proxy.end(second.id)
        let result3 = proxy.badges.takeChanges()
        #expect(result3.isEmpty)
        proxy.end(entry.id)
        let result4 = proxy.badges.takeChanges()
        #expect(result4.map(\.count) == [0])
    }

    @Test func hidingTellsEveryBadge() {
        var proxy = ProxyTests.proxy()
        _ = Self.admit(&proxy, .deliver)
        _ = proxy.badges.takeChanges()
        proxy.badges.hidesAll = true
        let result = proxy.badges.takeChanges()
        #expect(result.map(\.count) == [0])
        proxy.badges.hidesAll = false
        let result2 = proxy.badges.takeChanges()
        #expect(result2.map(\.count) == [1])
    }
}
