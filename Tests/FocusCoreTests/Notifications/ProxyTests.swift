// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

/// Ids, ownership and room (DESIGN §7).
@Suite struct ProxyTests {
    static let app = AppID("org.example.Chat")
    static let alice = Sender(peer: PeerName(rawValue: ":1.1"))
    static let bob = Sender(peer: PeerName(rawValue: ":1.2"))
    static let boxed = Sender(peer: PeerName(rawValue: ":1.3"), sandbox: AppID("org.box.A"))
    static let otherBox = Sender(peer: PeerName(rawValue: ":1.4"), sandbox: AppID("org.box.B"))

    static func proxy(lastID: UInt32 = 0, capacity: Int = 100) -> Proxy {
        var proxy = Proxy(
            lastID: ClientID(rawValue: lastID), nextKey: EntryKey(rawValue: 1),
            capacity: capacity)
        for sender in [alice, bob, boxed, otherBox] { proxy.peerAppeared(sender.peer) }
        return proxy
    }

    static func admit(
        _ proxy: inout Proxy, _ sender: Sender = alice, replaces: UInt32 = 0,
        _ verdict: Verdict = .deliver, app: AppID = app
    ) -> Admission {
        proxy.admit(
            app: app, from: sender, replaces: replaces, verdict: verdict, isFeedback: false)
    }

    @Test func idsAreNeverZeroAndNeverReusedWhileLive() {
        var proxy = Self.proxy(lastID: .max - 1)
        let result = Self.admit(&proxy)
        #expect(result.entry.id.rawValue == .max)
        let result2 = Self.admit(&proxy)
        #expect(result2.entry.id.rawValue == 1)
        _ = Self.admit(&proxy, replaces: 2)
        let result3 = Self.admit(&proxy)
        #expect(result3.entry.id.rawValue == 3)
    }

    @Test func textsInTheStoreAreChargedToTheirApp() {
        var proxy = Self.proxy(capacity: 3)
        func admit(
            _ bytes: Int, _ app: AppID, replaces: UInt32 = 0, from sender: Sender = ProxyTests.alice
        ) -> EntryFacts {
            proxy.admit(
                app: app, from: sender, replaces: replaces, verdict: .silence, isFeedback: false,
                textBytes: bytes
            ).entry
        }
        let other = AppID("org.example.Mail")
        let first = admit(100, Self.app)
        let second = admit(20, Self.app)
        #expect(proxy.textBytes(of: Self.app) == 120)
        // Another length in its place, then another app.
        _ = admit(5, Self.app, replaces: second.id.rawValue)
        #expect(proxy.textBytes(of: Self.app) == 105)
        _ = admit(7, other, replaces: second.id.rawValue)
        #expect(proxy.textBytes(of: Self.app) == 100)
        #expect(proxy.textBytes(of: other) == 7)
        proxy.end(first.id)
        #expect(proxy.textBytes(of: Self.app) == 0)
        // What makes room is not charged any more.
        for _ in 0..<3 { _ = admit(1, Self.app) }
        #expect(proxy.textBytes(of: Self.app) + proxy.textBytes(of: other) <= 9)
        #expect(proxy.count == 3)
    }

    @Test func ownNotificationIsReplacedUnderItsID() {
        var proxy = Self.proxy()
        let first = Self.admit(&proxy).entry
        let second = Self.admit(&proxy, replaces: first.id.rawValue)
        #expect(second.entry.id == first.id)
        #expect(second.entry.key > first.key)
        #expect(second.replaced?.key == first.key)
        #expect(proxy.count == 1)
    }

    @Test func strangersReplacesGetsANewID() {
        var proxy = Self.proxy()
        let first = Self.admit(&proxy).entry
        let second = Self.admit(&proxy, Self.bob, replaces: first.id.rawValue)
        #expect(second.entry.id != first.id)
        #expect(second.replaced == nil)
        #expect(proxy.count == 2)
    }

    @Test func freeIDIsKept() {
        var proxy = Self.proxy()
        let result = Self.admit(&proxy, replaces: 4_711)
        #expect(result.entry.id.rawValue == 4_711)
    }

    @Test func strangerMayNotClose() {
        var proxy = Self.proxy()
        let id = Self.admit(&proxy).entry.id
        #expect(proxy.closable(id, by: Self.bob) == nil)
        #expect(proxy.closable(id, by: Self.alice)?.id == id)
    }

    @Test func unsandboxedProgramsInheritWhatASenderLeft() {
        var proxy = Self.proxy()
        let id = Self.admit(&proxy).entry.id
        proxy.peerLeft(Self.alice.peer)
        #expect(proxy.closable(id, by: Self.bob) != nil)
        #expect(proxy.closable(id, by: Self.boxed) == nil)
        let result = Self.admit(&proxy, Self.bob, replaces: id.rawValue)
        #expect(result.entry.id == id)
    }

    @Test func sandboxedProgramsInheritOnlyTheirOwnApps() {
        var proxy = Self.proxy()
        let id = Self.admit(&proxy, Self.boxed).entry.id
        proxy.peerLeft(Self.boxed.peer)
        #expect(proxy.closable(id, by: Self.otherBox) == nil)
        let again = Sender(peer: PeerName(rawValue: ":1.9"), sandbox: Self.boxed.sandbox)
        #expect(proxy.closable(id, by: again) != nil)
    }

    @Test func serverIDsLeadBackToTheNotification() {
        var proxy = Self.proxy()
        let entry = Self.admit(&proxy).entry
        let server = ServerID(rawValue: 77)
        _ = proxy.update(entry.id) { $0.server = server }
        #expect(proxy[server]?.id == entry.id)
        let next = Self.admit(&proxy, replaces: entry.id.rawValue).entry
        #expect(next.server == server)
        #expect(proxy[server]?.key == next.key)
        proxy.end(next.id)
        #expect(proxy[server] == nil)
    }

    @Test func endWithAnOldKeyLeavesTheNewerOne() {
        var proxy = Self.proxy()
        let old = Self.admit(&proxy).entry
        let new = Self.admit(&proxy, replaces: old.id.rawValue).entry
        let result = proxy.end(old.id, key: old.key)
        #expect(result == nil)
        #expect(proxy[new.id]?.key == new.key)
    }

    @Test func oldestMakesRoomAtTheLimit() {
        var proxy = Self.proxy(capacity: 4)
        let apps = ["a", "b", "c", "d"].map { AppID($0) }
        let entries = apps.map { Self.admit(&proxy, app: $0).entry }
        #expect(proxy.count == 4)
        let result = Self.admit(&proxy, app: AppID("e"))
        #expect(result.evicted?.id == entries[0].id)
        #expect(proxy.count == 4)
    }

    @Test func theAppThatHoldsMostMakesRoom() {
        var proxy = Self.proxy(capacity: 4)
        _ = Self.admit(&proxy, app: AppID("quiet"))
        let noisy = (0..<3).map { _ in Self.admit(&proxy, app: AppID("noisy")).entry }
        let evicted = Self.admit(&proxy, app: AppID("noisy")).evicted
        #expect(evicted?.id == noisy[0].id)
    }

    @Test func replacingAtTheLimitEvictsNobody() {
        var proxy = Self.proxy(capacity: 1)
        let id = Self.admit(&proxy).entry.id
        let result = Self.admit(&proxy, replaces: id.rawValue)
        #expect(result.evicted == nil)
    }

    /// The table against a plain dictionary, over a long random life.
    @Test func tableAgreesWithAModel() {
        var generator = SeededGenerator(seed: 42)
        var proxy = Self.proxy(capacity: 50)
        var model: [ClientID: (key: EntryKey, app: AppID)] = [:]
        for _ in 0..<5_000 {
            let app = AppID("app\(Int.random(in: 0..<5, using: &generator))")
            if Bool.random(using: &generator) {
                let admission = Self.admit(&proxy, app: app)
                if let evicted = admission.evicted { model[evicted.id] = nil }
                model[admission.entry.id] = (admission.entry.key, app)
            } else if let id = model.keys.randomElement(using: &generator) {
                let result = proxy.end(id)
                #expect(result?.key == model[id]?.key)
                model[id] = nil
            }
        }
        #expect(proxy.count == model.count)
        for (id, entry) in model {
            #expect(proxy[id]?.key == entry.key)
            #expect(proxy[id]?.app == entry.app)
        }
        #expect(Set(proxy.entries.map(\.id)) == Set(model.keys))
    }

    /// Replacing in place against counting everything anew, over a long random life.
    @Test func countsAgreeWithAModelWhateverReplacesWhat() {
        var generator = SeededGenerator(seed: 7)
        var proxy = Self.proxy(capacity: 100)
        let senders = [Self.alice, Self.bob, Self.boxed]
        var model: [ClientID: LiveEntry] = [:]
        for _ in 0..<5_000 {
            let app = AppID("app\(Int.random(in: 0..<3, using: &generator))")
            let sender = senders[Int.random(in: 0..<3, using: &generator)]
            let older =
                Bool.random(using: &generator) ? 0 : UInt32.random(in: 1..<20, using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0:
                if let id = model.keys.randomElement(using: &generator) {
                    let ended = proxy.end(id)
                    #expect(ended == model.removeValue(forKey: id))
                }
            case 1, 2:
                if let id = model.keys.randomElement(using: &generator) {
                    let server = ServerID(rawValue: UInt32.random(in: 1..<9, using: &generator))
                    let isRead = Bool.random(using: &generator)
                    model[id] = proxy.update(id) { entry in
                        if model.values.allSatisfy({ $0.server != server }) {
                            entry.server = server
                        }
                        entry.isRead = isRead
                    }
                }
            default:
                let admission = proxy.admit(
                    app: app, from: sender, replaces: older,
                    verdict: Bool.random(using: &generator) ? .deliver : .silence,
                    isFeedback: Int.random(in: 0..<5, using: &generator) == 0)
                #expect(admission.replaced == admission.replaced.flatMap { model[$0.id]?.facts })
                if let evicted = admission.evicted {
                    #expect(model.removeValue(forKey: evicted.id) == evicted)
                }
                model[admission.entry.id] = LiveEntry(
                    admission.entry, app: app, sender: sender.peer, sandbox: sender.sandbox)
            }
        }
        let unread = model.values.filter { !$0.isRead && !$0.isEphemeral && !$0.isHeldFromBadge }
        let badges = Dictionary(grouping: unread, by: \.app).mapValues { UInt32($0.count) }
        #expect(proxy.badges.all == badges)
        #expect(proxy.missed == model.values.count(where: \.isMissed))
        #expect(Set(proxy.entries) == Set(model.values))
        for entry in model.values {
            #expect(proxy[entry.id] == entry)
            if let server = entry.server { #expect(proxy[server] == entry) }
        }
        for id in Array(model.keys) { proxy.end(id) }
        #expect(proxy.count == 0)
        #expect(proxy.missed == 0)
        #expect(proxy.badges.all.isEmpty)
    }
}
