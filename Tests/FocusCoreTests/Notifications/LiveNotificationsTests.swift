// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

/// Ids, ownership and room (Design.md, "Notifications").
@Suite struct LiveNotificationsTests {
    static let app = AppID("org.example.Chat")
    static let alice = Sender(peer: PeerName(rawValue: ":1.1"))
    static let bob = Sender(peer: PeerName(rawValue: ":1.2"))
    static let boxed = Sender(peer: PeerName(rawValue: ":1.3"), sandbox: AppID("org.box.A"))
    static let otherBox = Sender(peer: PeerName(rawValue: ":1.4"), sandbox: AppID("org.box.B"))

    static func live(lastID: UInt32 = 0, capacity: Int = 100) -> LiveNotifications {
        var live = LiveNotifications(
            lastID: ClientID(rawValue: lastID), nextKey: EntryKey(rawValue: 1),
            capacity: capacity)
        for sender in [alice, bob, boxed, otherBox] { live.peerAppeared(sender.peer) }
        return live
    }

    static func admit(
        _ live: inout LiveNotifications, _ sender: Sender = alice, replaces: UInt32 = 0,
        _ verdict: Verdict = .deliver, app: AppID = app
    ) -> Admission {
        live.admit(
            app: app, from: sender, replaces: replaces, verdict: verdict, isStored: true)
    }

    @Test func idsAreNeverZeroAndNeverReusedWhileLive() {
        var live = Self.live(lastID: .max - 1)
        let result = Self.admit(&live)
        #expect(result.entry.id.rawValue == .max)
        let result2 = Self.admit(&live)
        #expect(result2.entry.id.rawValue == 1)
        _ = Self.admit(&live, replaces: 2)
        let result3 = Self.admit(&live)
        #expect(result3.entry.id.rawValue == 3)
    }

    /// The end of the first took the way to the second with it.
    @Test func popupStaysWithTheLastNotificationThatGotIt() {
        var live = Self.live()
        let popup = ServerID(rawValue: 7)
        let entries = [Self.admit(&live).entry, Self.admit(&live).entry]
        for entry in entries { _ = live.update(entry.id) { $0.server = popup } }
        live.end(entries[0].id)
        let holder = live[popup]
        #expect(holder?.id == entries[1].id)
        live.end(entries[1].id)
        let left = live.id(of: popup)
        #expect(left == nil)
    }

    @Test func missedAreGroupedByFocusAndApp() {
        var live = Self.live()
        let (mail, work, sleep) = (AppID("mail"), FocusID("work"), FocusID("sleep"))
        func admit(_ app: AppID, _ focus: FocusID?, _ verdict: Verdict = .silence) -> EntryFacts {
            live.admit(
                app: app, from: Self.alice, replaces: 0, verdict: verdict, focus: focus,
                isStored: true
            ).entry
        }
        let chats = [admit(Self.app, work), admit(mail, sleep), admit(Self.app, work)]
        let read = admit(Self.app, work)
        _ = live.update(read.id) { $0.isRead = true }
        _ = [admit(Self.app, nil), admit(Self.app, work, .deliver)]
        let late = admit(mail, sleep)
        let groups = live.missed { $0 < late.key }.sorted { $0.oldest < $1.oldest }
        #expect(groups.map(\.focus) == [work, sleep])
        #expect(groups.map(\.app) == [Self.app, mail])
        #expect(groups.map { Set($0.entries) } == [[chats[0], chats[2]], [chats[1]]])
        #expect(groups.map(\.newest) == [chats[2].key, chats[1].key])
        // A replacement belongs to the Focus that silenced it.
        _ = live.admit(
            app: mail, from: Self.alice, replaces: chats[1].id.rawValue, verdict: .silence,
            focus: work, isStored: true)
        #expect(Set(live.missed { _ in true }.map(\.focus)) == [work, sleep])
        live.end(late.id)
        #expect(Set(live.missed { _ in true }.map(\.focus)) == [work])
    }

    @Test func textsInTheStoreAreChargedToTheirApp() {
        var live = Self.live(capacity: 3)
        func admit(
            _ bytes: Int, _ app: AppID, replaces: UInt32 = 0,
            from sender: Sender = LiveNotificationsTests.alice
        ) -> EntryFacts {
            live.admit(
                app: app, from: sender, replaces: replaces, verdict: .silence, isStored: true,
                textBytes: bytes
            ).entry
        }
        let other = AppID("org.example.Mail")
        let first = admit(100, Self.app)
        let second = admit(20, Self.app)
        #expect(live.textBytes(of: Self.app) == 120)
        // Replaces with another length, then with another app.
        _ = admit(5, Self.app, replaces: second.id.rawValue)
        #expect(live.textBytes(of: Self.app) == 105)
        _ = admit(7, other, replaces: second.id.rawValue)
        #expect(live.textBytes(of: Self.app) == 100)
        #expect(live.textBytes(of: other) == 7)
        live.end(first.id)
        #expect(live.textBytes(of: Self.app) == 0)
        // An evicted notification is no longer charged.
        for _ in 0..<3 { _ = admit(1, Self.app) }
        #expect(live.textBytes(of: Self.app) + live.textBytes(of: other) <= 9)
        #expect(live.count == 3)
    }

    @Test func ownNotificationIsReplacedUnderItsID() {
        var live = Self.live()
        let first = Self.admit(&live).entry
        let second = Self.admit(&live, replaces: first.id.rawValue)
        #expect(second.entry.id == first.id)
        #expect(second.entry.key > first.key)
        #expect(second.replaced?.key == first.key)
        #expect(live.count == 1)
    }

    @Test func strangersReplacesGetsANewID() {
        var live = Self.live()
        let first = Self.admit(&live).entry
        let second = Self.admit(&live, Self.bob, replaces: first.id.rawValue)
        #expect(second.entry.id != first.id)
        #expect(second.replaced == nil)
        #expect(live.count == 2)
    }

    @Test func freeIDIsKept() {
        var live = Self.live()
        let result = Self.admit(&live, replaces: 4_711)
        #expect(result.entry.id.rawValue == 4_711)
    }

    @Test func strangerMayNotClose() {
        var live = Self.live()
        let id = Self.admit(&live).entry.id
        #expect(live.closable(id, by: Self.bob) == nil)
        #expect(live.closable(id, by: Self.alice)?.id == id)
    }

    @Test func unsandboxedProgramsInheritWhatASenderLeft() {
        var live = Self.live()
        let id = Self.admit(&live).entry.id
        live.peerLeft(Self.alice.peer)
        #expect(live.closable(id, by: Self.bob) != nil)
        #expect(live.closable(id, by: Self.boxed) == nil)
        let result = Self.admit(&live, Self.bob, replaces: id.rawValue)
        #expect(result.entry.id == id)
    }

    /// Found by review: Electron passes small numbers as `replaces_id`, which it was never given.
    @Test func otherAppReplacesNothingOfASenderThatLeft() {
        let (other, script) = (AppID("org.example.Other"), AppID("backup.sh"))
        var live = Self.live()
        let first = live.admit(
            app: Self.app, countedAs: script, from: Self.alice, replaces: 0, verdict: .silence,
            isStored: true
        ).entry
        let id = first.id.rawValue
        live.peerLeft(Self.alice.peer)
        #expect(!live.replaces(id, app: other, from: Self.bob))
        let stranger = Self.admit(&live, Self.bob, replaces: id, app: other)
        #expect(stranger.entry.id != first.id)
        #expect(stranger.replaced == nil)
        #expect(live.missed == 1)
        // The same script under another name, and a tool that was given the id.
        #expect(live.replaces(id, app: other, countedAs: script, from: Self.bob))
        let tool = Sender(peer: Self.bob.peer, isTool: true)
        let result = Self.admit(&live, tool, replaces: id, app: other)
        #expect(result.replaced?.key == first.key)
    }

    @Test func sandboxedProgramsInheritOnlyTheirOwnApps() {
        var live = Self.live()
        let id = Self.admit(&live, Self.boxed).entry.id
        live.peerLeft(Self.boxed.peer)
        #expect(live.closable(id, by: Self.otherBox) == nil)
        let again = Sender(peer: PeerName(rawValue: ":1.9"), sandbox: Self.boxed.sandbox)
        #expect(live.closable(id, by: again) != nil)
    }

    @Test func serverIDsLeadBackToTheNotification() {
        var live = Self.live()
        let entry = Self.admit(&live).entry
        let server = ServerID(rawValue: 77)
        _ = live.update(entry.id) { $0.server = server }
        #expect(live[server]?.id == entry.id)
        let next = Self.admit(&live, replaces: entry.id.rawValue).entry
        #expect(next.server == server)
        #expect(live[server]?.key == next.key)
        live.end(next.id)
        #expect(live[server] == nil)
    }

    @Test func endWithAnOldKeyLeavesTheNewerOne() {
        var live = Self.live()
        let old = Self.admit(&live).entry
        let new = Self.admit(&live, replaces: old.id.rawValue).entry
        let result = live.end(old.id, key: old.key)
        #expect(result == nil)
        #expect(live[new.id]?.key == new.key)
    }

    @Test func oldestMakesRoomAtTheLimit() {
        var live = Self.live(capacity: 4)
        let apps = ["a", "b", "c", "d"].map { AppID($0) }
        let entries = apps.map { Self.admit(&live, app: $0).entry }
        #expect(live.count == 4)
        let result = Self.admit(&live, app: AppID("e"))
        #expect(result.evicted?.id == entries[0].id)
        #expect(live.count == 4)
    }

    @Test func theAppThatHoldsMostMakesRoom() {
        var live = Self.live(capacity: 4)
        _ = Self.admit(&live, app: AppID("quiet"))
        let noisy = (0..<3).map { _ in Self.admit(&live, app: AppID("noisy")).entry }
        let evicted = Self.admit(&live, app: AppID("noisy")).evicted
        #expect(evicted?.id == noisy[0].id)
    }

    @Test func replacingAtTheLimitEvictsNobody() {
        var live = Self.live(capacity: 1)
        let id = Self.admit(&live).entry.id
        let result = Self.admit(&live, replaces: id.rawValue)
        #expect(result.evicted == nil)
    }

    /// Compares the table with a plain dictionary, over many random changes.
    @Test func tableAgreesWithAModel() {
        var generator = SeededGenerator(seed: 42)
        var live = Self.live(capacity: 50)
        var model: [ClientID: (key: EntryKey, app: AppID)] = [:]
        for _ in 0..<5_000 {
            let app = AppID("app\(Int.random(in: 0..<5, using: &generator))")
            if Bool.random(using: &generator) {
                let admission = Self.admit(&live, app: app)
                if let evicted = admission.evicted { model[evicted.id] = nil }
                model[admission.entry.id] = (admission.entry.key, app)
            } else if let id = model.keys.randomElement(using: &generator) {
                let result = live.end(id)
                #expect(result?.key == model[id]?.key)
                model[id] = nil
            }
        }
        #expect(live.count == model.count)
        for (id, entry) in model {
            #expect(live[id]?.key == entry.key)
            #expect(live[id]?.app == entry.app)
        }
        #expect(Set(live.entries.map(\.id)) == Set(model.keys))
    }

    /// Compares the counts after replacements in place with a complete count, over many random
    /// changes.
    @Test func countsAgreeWithAModelWhateverReplacesWhat() {
        var generator = SeededGenerator(seed: 7)
        var live = Self.live(capacity: 100)
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
                    let ended = live.end(id)
                    #expect(ended == model.removeValue(forKey: id))
                }
            case 1, 2:
                if let id = model.keys.randomElement(using: &generator) {
                    let server = ServerID(rawValue: UInt32.random(in: 1..<9, using: &generator))
                    let isRead = Bool.random(using: &generator)
                    model[id] = live.update(id) { entry in
                        if model.values.allSatisfy({ $0.server != server }) {
                            entry.server = server
                        }
                        entry.isRead = isRead
                    }
                }
            default:
                let admission = live.admit(
                    app: app, from: sender, replaces: older,
                    verdict: Bool.random(using: &generator) ? .deliver : .silence,
                    isStored: Int.random(in: 0..<5, using: &generator) != 0)
                #expect(admission.replaced == admission.replaced.flatMap { model[$0.id]?.facts })
                if let evicted = admission.evicted {
                    #expect(model.removeValue(forKey: evicted.id) == evicted)
                }
                model[admission.entry.id] = LiveEntry(
                    admission.entry, app: app, sender: sender.peer, sandbox: sender.sandbox)
            }
        }
        let unread = model.values.filter { !$0.isRead && $0.isStored && !$0.isHeldFromBadge }
        let badges = Dictionary(grouping: unread, by: \.app).mapValues { UInt32($0.count) }
        #expect(live.badges.all == badges)
        #expect(live.missed == model.values.count(where: \.isMissed))
        #expect(Set(live.entries) == Set(model.values))
        for entry in model.values {
            #expect(live[entry.id] == entry)
            if let server = entry.server { #expect(live[server] == entry) }
        }
        for id in Array(model.keys) { live.end(id) }
        #expect(live.count == 0)
        #expect(live.missed == 0)
        #expect(live.badges.all.isEmpty)
    }
}
