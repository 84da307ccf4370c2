// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The choice of the notification to evict when there is no room: no app or client starves the
/// others.
@Suite struct RoomTests {
    private static let now = Timestamp(rawValue: 1_800_000_000_000)

    static func peer(_ number: Int) -> Sender { Sender(peer: PeerName(rawValue: ":1.\(number)")) }

    static func admit(
        _ live: inout LiveNotifications, _ app: String, _ sender: Sender,
        _ verdict: Verdict = .silence,
        bytes: Int = 0
    ) -> Admission {
        live.peerAppeared(sender.peer)
        return live.admit(
            app: AppID(app), from: sender, replaces: 0, verdict: verdict, isStored: true,
            payloadBytes: bytes)
    }

    static func full(_ count: Int) -> LiveNotifications {
        var live = LiveNotifications(
            lastID: ClientID(rawValue: 0), nextKey: EntryKey(rawValue: 1), capacity: count)
        for number in 0..<5 { _ = admit(&live, "quiet", peer(number)) }
        return live
    }

    @Test func appWithManyClientsGivesWayAndTheOthersKeepTheirs() {
        var live = Self.full(100)
        for number in 100..<1_000 { _ = Self.admit(&live, "loud", Self.peer(number)) }
        #expect(live.count == 100)
        #expect(live.entries.count { $0.app == AppID("quiet") } == 5)
    }

    @Test func clientThatInventsAppsGivesWayAndTheOthersKeepTheirs() {
        var live = Self.full(100)
        for number in 0..<1_000 { _ = Self.admit(&live, "app\(number)", Self.peer(7)) }
        #expect(live.count == 100)
        #expect(live.entries.count { $0.app == AppID("quiet") } == 5)
        // The oldest notification of that client is evicted.
        #expect(live.entries.contains { $0.app == AppID("app999") })
        #expect(!live.entries.contains { $0.app == AppID("app0") })
    }

    @Test func twoThatTakeAllShareAndAThirdHasRoom() {
        var live = Self.full(100)
        for number in 0..<1_000 {
            _ = Self.admit(&live, number % 2 == 0 ? "loud" : "louder", Self.peer(100 + number % 2))
        }
        for _ in 0..<20 { _ = Self.admit(&live, "late", Self.peer(200)) }
        #expect(live.entries.count { $0.app == AppID("quiet") } == 5)
        #expect(live.entries.count { $0.app == AppID("late") } == 20)
        #expect(live.count == 100)
    }

    @Test func withoutAnyGreedyOneTheOldestGoes() {
        var live = LiveNotifications(
            lastID: ClientID(rawValue: 0), nextKey: EntryKey(rawValue: 1), capacity: 50)
        for number in 0..<50 { _ = Self.admit(&live, "app\(number)", Self.peer(number)) }
        let evicted = (50..<60).map { number in
            Self.admit(&live, "app\(number)", Self.peer(number)).evicted?.app.rawValue
        }
        #expect(evicted == (0..<10).map { "app\($0)" })
    }

    @Test func bytesWaitOnlyUntilTheServerHasThem() throws {
        var live = Self.full(100)
        let app = AppID("big")
        let first = Self.admit(&live, "big", Self.peer(7), .deliver, bytes: 100).entry
        _ = Self.admit(&live, "big", Self.peer(8), .deliver, bytes: 10)
        _ = Self.admit(&live, "big", Self.peer(8), .silence, bytes: 1_000)
        #expect(live.waiting(of: app, Self.peer(9).peer).bytes == 110)
        #expect(live.waiting(of: AppID("other"), Self.peer(7).peer).bytes == 100)
        _ = live.update(first.id) { $0.state = .shown }
        #expect(live.waiting(of: app, Self.peer(7).peer).bytes == 10)
        let replacing = live.admit(
            app: app, from: Self.peer(7), replaces: first.id.rawValue, verdict: .deliver,
            isStored: true, payloadBytes: 7)
        #expect(replacing.replaced?.id == first.id)
        #expect(live.waiting(of: app, Self.peer(1).peer).bytes == 17)
        for entry in Array(live.entries) where entry.app == app { live.end(entry.id) }
        #expect(live.waiting(of: app, Self.peer(7).peer).bytes == 0)
    }

    @Test func waitingNotificationsAreEvictedLast() {
        var live = Self.full(100)
        let shown = (0..<20).map { _ in Self.admit(&live, "loud", Self.peer(7), .deliver).entry }
        let waiting = (0..<75).map { _ in
            Self.admit(&live, "loud", Self.peer(7), .deliver).entry.id
        }
        for entry in shown { _ = live.update(entry.id) { $0.state = .shown } }
        #expect(live.waiting.count == 75)
        // The sender's own shown notifications are evicted first, oldest first; then shown
        // notifications of others.
        var evicted: [ClientID?] = []
        for _ in 0..<25 {
            evicted.append(Self.admit(&live, "loud", Self.peer(7), .deliver).evicted?.id)
        }
        #expect(Array(evicted.prefix(20)) == shown.map(\.id))
        #expect(evicted.suffix(5).allSatisfy { $0 != nil })
        #expect(live.waiting.count == 100)
        #expect(waiting.allSatisfy { live[$0] != nil })
        // A shown notification is evicted before older ones that still wait.
        _ = live.update(waiting[3]) { $0.state = .shown }
        #expect(Self.admit(&live, "late", Self.peer(8), .deliver).evicted?.id == waiting[3])
        // A waiting notification is evicted only if all notifications wait.
        #expect(Self.admit(&live, "loud", Self.peer(7), .deliver).evicted?.id == waiting[0])
    }

    @Test func inhibitionsOfOneAppLeaveRoomForOthers() throws {
        var inhibitions = Inhibitions()
        var count = 0
        // Many clients of one app, each within the limit of one client.
        while (try? inhibitions.inhibit(
            by: Self.peer(count / Limits.inhibitionsPerClient).peer, app: AppID("loud"), reason: "",
            at: Self.now)) != nil
        { count += 1 }
        #expect(count == Limits.inhibitions / 2)
        _ = try inhibitions.inhibit(
            by: Self.peer(9_999).peer, app: AppID("meet"), reason: "", at: Self.now)
    }

    @Test func inhibitionsOfOneProgramLeaveRoomUnderAnyNames() throws {
        var inhibitions = Inhibitions()
        var count = 0
        // Many clients of one program, each request in the name of another app.
        while (try? inhibitions.inhibit(
            by: Self.peer(count / Limits.inhibitionsPerClient).peer, app: AppID("app\(count)"),
            program: AppID("loud"), reason: "", at: Self.now)) != nil
        { count += 1 }
        #expect(count == Limits.inhibitions / 2)
        _ = try inhibitions.inhibit(
            by: Self.peer(9_999).peer, app: AppID("meet"), program: AppID("meet"), reason: "",
            at: Self.now)
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
