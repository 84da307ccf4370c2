// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Who gives way when the room is short, so that nobody starves the others.
@Suite struct RoomTests {
    static func peer(_ number: Int) -> Sender { Sender(peer: PeerName(rawValue: ":1.\(number)")) }

    static func admit(
        _ proxy: inout Proxy, _ app: String, _ sender: Sender, _ verdict: Verdict = .silence,
        bytes: Int = 0
    ) -> Admission {
        proxy.peerAppeared(sender.peer)
        return proxy.admit(
            app: AppID(app), from: sender, replaces: 0, verdict: verdict, isFeedback: false,
            payloadBytes: bytes)
    }

    static func full(_ count: Int) -> Proxy {
        var proxy = Proxy(
            lastID: ClientID(rawValue: 0), nextKey: EntryKey(rawValue: 1), capacity: count)
        for number in 0..<5 { _ = admit(&proxy, "quiet", peer(number)) }
        return proxy
    }

    @Test func appWithManyClientsGivesWayAndTheOthersKeepTheirs() {
        var proxy = Self.full(100)
        for number in 100..<1_000 { _ = Self.admit(&proxy, "loud", Self.peer(number)) }
        #expect(proxy.count == 100)
        #expect(proxy.entries.count { $0.app == AppID("quiet") } == 5)
    }

    @Test func clientThatInventsAppsGivesWayAndTheOthersKeepTheirs() {
        var proxy = Self.full(100)
        for number in 0..<1_000 { _ = Self.admit(&proxy, "app\(number)", Self.peer(7)) }
        #expect(proxy.count == 100)
        #expect(proxy.entries.count { $0.app == AppID("quiet") } == 5)
        // And of that client the oldest went.
        #expect(proxy.entries.contains { $0.app == AppID("app999") })
        #expect(!proxy.entries.contains { $0.app == AppID("app0") })
    }

    @Test func twoThatTakeAllShareAndAThirdHasRoom() {
        var proxy = Self.full(100)
        for number in 0..<1_000 {
            _ = Self.admit(&proxy, number % 2 == 0 ? "loud" : "louder", Self.peer(100 + number % 2))
        }
        for _ in 0..<20 { _ = Self.admit(&proxy, "late", Self.peer(200)) }
        #expect(proxy.entries.count { $0.app == AppID("quiet") } == 5)
        #expect(proxy.entries.count { $0.app == AppID("late") } == 20)
        #expect(proxy.count == 100)
    }

    @Test func withoutAnyGreedyOneTheOldestGoes() {
        var proxy = Proxy(
            lastID: ClientID(rawValue: 0), nextKey: EntryKey(rawValue: 1), capacity: 50)
        for number in 0..<50 { _ = Self.admit(&proxy, "app\(number)", Self.peer(number)) }
        let evicted = (50..<60).map { number in
            Self.admit(&proxy, "app\(number)", Self.peer(number)).evicted?.app.rawValue
        }
        #expect(evicted == (0..<10).map { "app\($0)" })
    }

    @Test func bytesWaitOnlyUntilTheServerHasThem() throws {
        var proxy = Self.full(100)
        let app = AppID("big")
        let first = Self.admit(&proxy, "big", Self.peer(7), .deliver, bytes: 100).entry
        _ = Self.admit(&proxy, "big", Self.peer(8), .deliver, bytes: 10)
        _ = Self.admit(&proxy, "big", Self.peer(8), .silence, bytes: 1_000)
        #expect(proxy.waiting(of: app, Self.peer(9).peer).bytes == 110)
        #expect(proxy.waiting(of: AppID("other"), Self.peer(7).peer).bytes == 100)
        _ = proxy.update(first.id) { $0.state = .shown }
        #expect(proxy.waiting(of: app, Self.peer(7).peer).bytes == 10)
        let replacing = proxy.admit(
            app: app, from: Self.peer(7), replaces: first.id.rawValue, verdict: .deliver,
            isFeedback: false, payloadBytes: 7)
        #expect(replacing.replaced?.id == first.id)
        #expect(proxy.waiting(of: app, Self.peer(1).peer).bytes == 17)
        for entry in Array(proxy.entries) where entry.app == app { proxy.end(entry.id) }
        #expect(proxy.waiting(of: app, Self.peer(7).peer).bytes == 0)
    }

    @Test func whatWaitsToBeShownKeepsItsPlaceWhileAnythingElseHasOne() {
        var proxy = Self.full(100)
        let shown = (0..<20).map { _ in Self.admit(&proxy, "loud", Self.peer(7), .deliver).entry }
        let waiting = (0..<75).map { _ in
            Self.admit(&proxy, "loud", Self.peer(7), .deliver).entry.id
        }
        for entry in shown { _ = proxy.update(entry.id) { $0.state = .shown } }
        #expect(proxy.waiting.count == 75)
        // Its own that have been shown go first, oldest first; then whatever was shown to others.
        var evicted: [ClientID?] = []
        for _ in 0..<25 {
            evicted.append(Self.admit(&proxy, "loud", Self.peer(7), .deliver).evicted?.id)
        }
        #expect(Array(evicted.prefix(20)) == shown.map(\.id))
        #expect(evicted.suffix(5).allSatisfy { $0 != nil })
        #expect(proxy.waiting.count == 100)
        #expect(waiting.allSatisfy { proxy[$0] != nil })
        // One that is shown meanwhile goes before those that came earlier and still wait.
        _ = proxy.update(waiting[3]) { $0.state = .shown }
        #expect(Self.admit(&proxy, "late", Self.peer(8), .deliver).evicted?.id == waiting[3])
        // Only where all wait does one of these go.
        #expect(Self.admit(&proxy, "loud", Self.peer(7), .deliver).evicted?.id == waiting[0])
    }

    @Test func inhibitionsOfOneAppLeaveRoomForOthers() throws {
        var inhibitions = Inhibitions()
        var count = 0
        // Many clients of one app, each within what one may.
        while (try? inhibitions.inhibit(
            by: Self.peer(count / Limits.inhibitionsPerClient).peer, app: AppID("loud"), reason: ""))
            != nil
        { count += 1 }
        #expect(count == Limits.inhibitions / 2)
        _ = try inhibitions.inhibit(by: Self.peer(9_999).peer, app: AppID("meet"), reason: "")
    }

    @Test func appsThatSetABadgeHaveALimit() {
        var badges = Badges()
        for number in 0..<Limits.badgeApps {
            #expect(badges.mayOwn(AppID("app\(number)")))
            badges.setOwn(0, of: AppID("app\(number)"))
        }
        #expect(!badges.mayOwn(AppID("late")))
        #expect(badges.mayOwn(AppID("app7")))
    }
}
