// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Actions of the user on badges, replies and past notifications (issues 17 and 20).
@Suite struct EngineUserTests {
    @Test func aClearedBadgeLeavesPopupsAndWhatAFocusHoldsBack() throws {
        var life = EngineTimeline(focuses: [EngineStateTests.quiet()])
        life.serverStarts()
        let shown = try life.notify("shown")
        let expired = try life.notify("expired")
        life.serveAll()
        life.close(try #require(life.entry(expired.id)?.server), 1)
        life.turnOn("quiet")
        let held = try life.notify("held")
        _ = life.change { $0.setBadge(7, of: EngineTimeline.chat, into: &$1) }
        let count = life.change { $0.clearBadge(of: EngineTimeline.chat, into: &$1) }
        #expect(count == 2)
        #expect(life.effects.contains(.row(.setBadge(EngineTimeline.chat, 0))))
        #expect(life.state.live.badges.badge(of: EngineTimeline.chat) == 0)
        #expect(life.ends == [expired.key: .read])
        #expect(life.rows == [shown.key: .shown, held.key: .silenced])
        #expect(life.entry(shown.id)?.isRead == true)
        let again = life.change { $0.clearBadge(of: EngineTimeline.chat, into: &$1) }
        #expect(again == 0)
        // Another app's badge is not touched.
        let other = life.change { $0.clearBadge(of: AppID("other"), into: &$1) }
        #expect(other == 0)
    }

    @Test func aReplyGoesToTheSenderAndEndsTheNotification() throws {
        var life = EngineTimeline(focuses: [EngineStateTests.quiet()])
        life.turnOn("quiet")
        let entry = try life.notify()
        let known = [Action.inlineReplyKey]
        #expect(throws: UserRefusal.noSuchAction(known: ["default"])) {
            try life.change { state, effects throws(UserRefusal) in
                try state.reply(entry.id, entry.key, "x", known: ["default"], into: &effects)
            }
        }
        try life.change { state, effects throws(UserRefusal) in
            try state.reply(entry.id, entry.key, "On my way", known: known, into: &effects)
        }
        #expect(
            life.signals == [.replied(entry.id, text: "On my way"), .closed(entry.id, .dismissed)])
        #expect(life.ends == [entry.key: .actedOn])
        #expect(throws: UserRefusal.over) {
            try life.change { state, effects throws(UserRefusal) in
                try state.reply(entry.id, entry.key, "x", known: known, into: &effects)
            }
        }
        let orphan = try life.notify()
        life.change { [now = life.now, zone = life.zone] in
            _ = $0.peerLeft(EngineTimeline.client.peer, at: now, zone, into: &$1)
        }
        #expect(throws: UserRefusal.senderGone) {
            try life.change { state, effects throws(UserRefusal) in
                try state.reply(orphan.id, orphan.key, "x", known: known, into: &effects)
            }
        }
    }

    @Test("an action or a reply leaves a resident notification live, and read")
    func aResidentNotificationStays() throws {
        var life = EngineTimeline(focuses: [EngineStateTests.quiet()])
        life.serverStarts()
        let shown = try life.notify("shown")
        life.serveAll()
        life.turnOn("quiet")
        let silenced = try life.notify("silenced")
        #expect(life.state.live.missed == 1)
        let known = ["next", Action.inlineReplyKey]
        for entry in [shown, silenced] {
            for _ in 0..<2 {
                life.signals = []
                try life.change { state, effects throws(UserRefusal) in
                    try state.act(
                        entry.id, entry.key, "next", known: known, isResident: true,
                        into: &effects)
                }
                #expect(life.signals == [.actionInvoked(entry.id, key: "next")])
            }
            life.signals = []
            try life.change { state, effects throws(UserRefusal) in
                try state.reply(
                    entry.id, entry.key, "yes", known: known, isResident: true, into: &effects)
            }
            #expect(life.signals == [.replied(entry.id, text: "yes")])
            #expect(life.entry(entry.id)?.isRead == true)
        }
        #expect(life.ends.isEmpty)
        #expect(life.rows == [shown.key: .shown, silenced.key: .silenced])
        #expect(life.state.live.missed == 0)
        // The app hears of the end itself.
        life.signals = []
        _ = life.change { $0.dismiss([silenced.id], into: &$1) }
        life.close(try #require(life.entry(shown.id)?.server), 1)
        #expect(
            life.signals == [.closed(silenced.id, .dismissed), .closed(shown.id, .expired)])
        #expect(life.ends == [silenced.key: .dismissed, shown.key: .actedOn])
    }

    @Test("an action on a snoozed resident notification ends the snooze")
    func anActionEndsTheSnooze() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.serveAll()
        Self.snooze(entry.id, &life)
        try life.change { state, effects throws(UserRefusal) in
            try state.act(
                entry.id, entry.key, "next", known: ["next"], isResident: true, into: &effects)
        }
        #expect(life.state.snoozes.isEmpty)
        #expect(life.effects.contains(.row(.setSnoozes)))
        #expect(life.entry(entry.id)?.isRead == true)
        life.go("2026-11-02", "09:30")
        #expect(life.entry(entry.id)?.state == .silenced)
    }

    @Test("a notification that is snoozed after it was read is in the missed list, unread")
    func aSnoozeMakesAReadNotificationUnread() throws {
        var life = EngineTimeline(focuses: [EngineStateTests.quiet()])
        life.serverStarts()
        let read = try life.notify("read")
        let acted = try life.notify("acted on")
        life.serveAll()
        life.turnOn("quiet")
        let silenced = try life.notify("silenced")
        _ = life.change { $0.markRead([read.id], into: &$1) }
        life.invoke(try #require(life.entry(acted.id)?.server), "next")
        try life.change { state, effects throws(UserRefusal) in
            try state.act(
                silenced.id, silenced.key, "next", known: ["next"], isResident: true,
                into: &effects)
        }
        #expect(life.state.live.badges.badge(of: EngineTimeline.chat) == 0)
        for entry in [read, acted, silenced] {
            #expect(life.entry(entry.id)?.isRead == true)
            Self.snooze(entry.id, &life)
            #expect(life.effects.contains(.row(.setRead(entry.key, false))))
            #expect(life.entry(entry.id)?.isMissed == true)
        }
        #expect(life.state.live.missed == 3)
        #expect(life.state.live.badges.badge(of: EngineTimeline.chat) == 2)
        // The earlier action does not make the end of the new popup one of an action.
        life.go("2026-11-02", "09:20")
        life.serveAll()
        for entry in [read, acted, silenced] {
            life.close(try #require(life.entry(entry.id)?.server), CloseReason.dismissed.rawValue)
            #expect(life.ends[entry.key] == .dismissed)
        }
    }

    private static func snooze(_ id: ClientID, _ life: inout EngineTimeline) {
        let count = life.snooze([id], until: .after(life.now.adding(20 * 60_000)))
        #expect(count == 1)
    }

    @Test func onlyExpiredNotificationsBecomePast() throws {
        var life = EngineTimeline(focuses: [EngineStateTests.quiet()])
        life.serverStarts()
        let shown = try life.notify("shown")
        let first = try life.notify("first")
        let second = try life.notify("second")
        life.serveAll()
        for entry in [first, second] {
            life.close(try #require(life.entry(entry.id)?.server), 1)
        }
        life.turnOn("quiet")
        let missed = try life.notify("missed")
        life.change { $0.endExpired(of: AppID("other"), nil, into: &$1) }
        #expect(life.ends.isEmpty)
        life.change { $0.endExpired(of: nil, [first.key], into: &$1) }
        #expect(life.ends == [first.key: .dismissed])
        life.change { $0.endExpired(of: EngineTimeline.chat, nil, into: &$1) }
        #expect(life.ends == [first.key: .dismissed, second.key: .dismissed])
        #expect(life.rows == [shown.key: .shown, missed.key: .silenced])
    }
}
