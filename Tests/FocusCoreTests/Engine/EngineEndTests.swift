// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Ends of notifications that nobody asked for: too old, too many, refused, or of an earlier run.
@Suite struct EngineEndTests {
    private static func outlived(_ entry: EntryFacts, _ life: inout EngineTimeline) -> Bool {
        life.change { $0.outlived(entry.id, entry.key, into: &$1) }
    }

    @Test("a notification that is too old takes its popup with it")
    func tooOld() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.serve()
        #expect(Self.outlived(entry, &life))
        life.serveAll()
        #expect(life.popups.isEmpty)
        #expect(life.ends == [entry.key: .evicted])
        #expect(life.signals == [.closed(entry.id, .undefined)])
    }

    @Test("a snoozed notification does not become too old")
    func snoozed() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.serve()
        life.snooze([entry.id], until: .at(life.zone.at("2026-11-05", "09:00")))
        #expect(!Self.outlived(entry, &life))
        life.go("2026-11-05", "09:00")
        life.serveAll()
        #expect(life.popups.values.contains(entry.key))
        // It came back, and waits on the screen for the user.
        #expect(!Self.outlived(entry, &life))
    }

    @Test("the popup of a notification that made room disappears")
    func evicted() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify()
        life.serve()
        for _ in 0..<Limits.liveNotifications where life.ends[first.key] == nil {
            try life.notify(from: EngineTimeline.client, app: EngineTimeline.chat)
        }
        #expect(life.ends[first.key] == .evicted)
        life.serve()
        #expect(!life.popups.values.contains(first.key))
    }

    @Test("a popup that may be over is told of once, and its actions still reach the app")
    func mayBeOver() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entries = [try life.notify("a"), try life.notify("b")]
        life.serveAll()
        let popups = try entries.map { try #require(life.entry($0.id)?.server) }
        for entry in entries {
            life.change { $0.popupMayBeOver(entry.id, entry.key, into: &$1) }
        }
        let closed = entries.map { ClientSignal.closed($0.id, .expired) }
        #expect(life.signals == closed)
        #expect(entries.allSatisfy { life.rows[$0.key] == .expired })
        life.invoke(popups[0], "default")
        life.close(popups[0], 2)
        #expect(life.signals == closed + [.actionInvoked(entries[0].id, key: "default")])
        #expect(life.ends == [entries[0].key: .actedOn])
        life.serverEnds()
        #expect(life.signals.count == 3)
        #expect(life.entry(entries[1].id)?.state == .expired)
        #expect(life.entry(entries[1].id)?.server == nil)
    }

    @Test("an expired notification of an earlier run is told of once")
    func expiredBefore() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.serve()
        let popup = try #require(life.entry(entry.id)?.server)
        life.close(popup, 1)
        var stored = try #require(life.entry(entry.id))
        // The row keeps the popup's id.
        stored.server = popup
        var next = EngineTimeline()
        _ = next.state.restore(stored, isPresent: true)
        next.serverStarts("second")
        #expect(next.signals.isEmpty)
        #expect(next.entry(entry.id)?.state == .expired)
    }

    /// Found by review: the server was asked to replace the popup 4294967295.
    @Test("the mark of a popup that was left at the log-out is no popup's id")
    func markOfALeftPopup() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let notification = try life.notify()
        var stored = try #require(life.entry(notification.id))
        stored.server = .left
        var next = EngineTimeline()
        _ = next.state.restore(stored, isPresent: true)
        #expect(next.entry(notification.id)?.state == .queued)
        #expect(next.entry(notification.id)?.server == nil)
    }

    @Test("a refused question ends, and its sender's next notification asks again")
    func refusedQuestion() throws {
        var life = EngineTimeline()
        life.serverStarts()
        life.configure([]) { $0.always.newApps = .ask }
        life.change { $0.learnApps([], into: &$1) }
        for number in 0..<Limits.appQuestions {
            try life.notify(app: AppID("app\(number)"))
            life.serveAll()
            let question = life.change { $0.admitOwn(replacing: nil, into: &$1) }
            life.state.asked(about: AppID("app\(number)"), by: question.id)
            life.state.queue(question)
            life.serve(.refused("no"))
            #expect(life.entry(question.id) == nil)
        }
        try life.notify(app: AppID("last"))
        #expect(life.questions.last == AppID("last"))
    }

    /// Found by review: mako shows notifications with equal tags in one place, and reports no end
    /// of the first.
    @Test("a notification ends when the server gives its popup to another one")
    func popupOfAnother() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify()
        life.serve()
        let popup = try #require(life.entry(first.id)?.server)
        let second = try life.notify(from: EngineTimeline.other)
        life.serve(.done(popup))
        #expect(life.ends == [first.key: .replaced])
        #expect(life.signals == [.closed(first.id, .undefined)])
        life.invoke(popup, "default")
        life.close(popup, 2)
        #expect(
            life.signals.dropFirst() == [
                .actionInvoked(second.id, key: "default"), .closed(second.id, .dismissed),
            ])
        #expect(life.state.live.count == 0)
        #expect(life.state.outbox.unclosed.isEmpty)
    }

    @Test("a popup that another notification has got is not closed with the first")
    func popupToBeClosed() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify()
        life.serve()
        let popup = try #require(life.entry(first.id)?.server)
        let second = try life.notify(from: EngineTimeline.other)
        life.serve(.timedOut)
        _ = life.change { $0.dismiss([first.id], into: &$1) }
        #expect(life.state.outbox.unclosed == [popup])
        let changes = life.state.outbox.closeChanges
        life.popups[popup] = second.key
        let token = UInt64(second.key.rawValue)
        let isKnown = life.change { $0.endedLate(token, .done(popup), into: &$1) }
        #expect(isKnown)
        #expect(life.state.outbox.unclosed.isEmpty)
        // The store learns of it, too.
        #expect(life.state.outbox.closeChanges > changes)
        life.serveAll()
        #expect(life.popups == [popup: second.key])
        #expect(life.rows == [second.key: .shown])
        life.close(popup, 2)
        #expect(life.ends == [first.key: .dismissed, second.key: .dismissed])
    }

    @Test("a popup that goes with another notification's close leaves its own unread")
    func popupThatIsBeingClosed() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify()
        life.serve()
        let popup = try #require(life.entry(first.id)?.server)
        let second = try life.notify(from: EngineTimeline.other)
        life.pump()
        _ = life.change { $0.dismiss([first.id], into: &$1) }
        life.pump()
        // The close is behind the show in the line of the server's thread.
        #expect(life.underWay.count == 2)
        let show = life.underWay.removeFirst()
        life.popups[popup] = second.key
        life.change { $0.jobEnded(show, .done(popup), note: nil, into: &$1) }
        life.serve()
        #expect(life.popups.isEmpty)
        #expect(life.rows == [second.key: .expired])
        #expect(life.signals.last == .closed(second.id, .undefined))
        #expect(life.state.live.facts(inBadgeOf: EngineTimeline.chat).count == 1)
        #expect(life.state.outbox.unclosed.isEmpty)
    }

    @Test("feedback in one place leaves one live notification")
    func feedbackInOnePlace() throws {
        var life = EngineTimeline()
        life.serverStarts()
        var keys: [EntryKey] = []
        for _ in 0..<3 {
            keys.append(try life.notify(feedback: true).key)
            life.serve(.done(ServerID(rawValue: 7)))
        }
        #expect(life.state.live.entries.map(\.key) == Array(keys.suffix(1)))
    }

    @Test("a replacement whose popup is another one's gets a popup of its own")
    func placeOfAReplacement() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify()
        life.serve()
        let popup = try #require(life.entry(first.id)?.server)
        let second = try life.notify(from: EngineTimeline.other)
        let newer = try life.notify(replaces: first.id.rawValue)
        life.serve(.done(popup))
        #expect(life.entry(newer.id)?.state == .queued)
        #expect(life.entry(newer.id)?.server == nil)
        life.serve()
        let own = life.entry(newer.id)?.server
        #expect(own != nil && own != popup)
        #expect(life.entry(second.id)?.server == popup)
        #expect(life.signals.isEmpty)
    }

    @Test("of two notifications that a kill left with one popup, the newer one has it")
    func popupOfTwo() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify()
        let second = try life.notify()
        life.serveAll()
        let older = try #require(life.entry(first.id))
        var newer = try #require(life.entry(second.id))
        newer.server = older.server
        var next = EngineTimeline()
        let none = next.state.restore(older, isPresent: true)
        let ended = next.state.restore(newer, isPresent: true)
        #expect(none.isEmpty)
        #expect(ended == [first.key])
        #expect(next.state.live.entries.map(\.key) == [second.key])
        let popup = try #require(newer.server)
        next.close(popup, 2)
        #expect(next.state.live.count == 0)
    }

    /// Found by review: wired closes with reason 4 whatever the cause, and xfce4-notifyd does so
    /// for a popup that it does not draw.
    @Test(
        "a popup that ends without a known cause leaves its notification unread",
        arguments: [0, 4, 99] as [UInt32])
    func unknownCause(_ reason: UInt32) throws {
        var life = EngineTimeline()
        life.serverStarts()
        let unseen = try life.notify()
        life.serve()
        life.close(try #require(life.entry(unseen.id)?.server), reason)
        #expect(life.rows == [unseen.key: .expired])
        #expect(life.signals == [.closed(unseen.id, .undefined)])
        #expect(life.state.live.facts(inBadgeOf: EngineTimeline.chat).count == 1)
        let opened = try life.notify()
        life.serve()
        let popup = try #require(life.entry(opened.id)?.server)
        life.invoke(popup, "default")
        life.close(popup, reason)
        #expect(life.ends == [opened.key: .actedOn])
    }

    /// Found by review: dunst answers 0 for a rule with an empty format.
    @Test("a notification that the server does not show is one whose popup is gone")
    func notShown() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify()
        life.serve()
        let popup = try #require(life.entry(first.id)?.server)
        let newer = try life.notify(replaces: first.id.rawValue)
        life.serve(.notShown)
        #expect(life.rows == [newer.key: .expired])
        #expect(life.signals == [.closed(newer.id, .undefined)])
        #expect(life.state.outbox.unclosed == [popup])
        #expect(life.state.counters[.parked] == 0)
        life.serveAll()
        #expect(life.popups.isEmpty)
        let feedback = try life.notify(feedback: true)
        life.serve(.notShown)
        #expect(life.entry(feedback.id) == nil)
        #expect(life.signals.last == .closed(feedback.id, .undefined))
    }

    @Test("a notification that the server does not show can be snoozed")
    func snoozedWithoutPopup() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.pump()
        life.snooze([entry.id], until: .at(life.zone.at("2026-11-05", "09:00")))
        life.serve(.notShown)
        #expect(life.entry(entry.id)?.state == .silenced)
        #expect(life.signals.isEmpty)
    }

    /// Found by review: each device that blueman connected left an unread notification.
    @Test("a transient notification is unread only in the missed list")
    func transient() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let shown = try life.notify(transient: true)
        life.serve()
        #expect(life.state.live.facts(inBadgeOf: EngineTimeline.chat).isEmpty)
        life.close(try #require(life.entry(shown.id)?.server), 1)
        #expect(life.ends == [shown.key: .read])
        #expect(life.signals == [.closed(shown.id, .expired)])
        life.mute(EngineTimeline.chat)
        let silenced = try life.notify(transient: true)
        #expect(life.rows == [silenced.key: .silenced])
        #expect(life.state.live.missed == 1)
    }

    /// Found by review: forty songs with one tag left forty unread notifications.
    @Test("a popup that ends for a newer one with its tag is replaced")
    func giveWay() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify("one", tag: "song")
        let other = try life.notify("another tag", tag: "mail")
        life.serveAll()
        let second = try life.notify("two", from: EngineTimeline.other, tag: "song")
        life.pump()
        life.close(try #require(life.entry(other.id)?.server), 1)
        life.close(try #require(life.entry(first.id)?.server), 1)
        life.serve()
        #expect(life.ends == [first.key: .replaced])
        #expect(life.rows == [other.key: .expired, second.key: .shown])
        #expect(life.signals == [.closed(other.id, .expired), .closed(first.id, .expired)])
        // No newer one is on its way.
        life.close(try #require(life.entry(second.id)?.server), 1)
        #expect(life.rows == [other.key: .expired, second.key: .expired])
    }

    @Test("the sender of feedback that the server refuses hears of its end")
    func refusedFeedback() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify(feedback: true)
        life.serve(.refused("no"))
        #expect(life.entry(entry.id) == nil)
        #expect(life.signals == [.closed(entry.id, .undefined)])
    }

    @Test("a notification in the place of a summary is no summary")
    func replacedSummary() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let own = life.change { $0.admitOwn(replacing: nil, into: &$1) }
        life.state.setSummary(MissedSummary(id: own.id, keys: own.key...own.key))
        life.state.queue(own)
        life.serve()
        let program = try life.notify(replaces: own.id.rawValue)
        #expect(program.id != own.id)
        #expect(life.state.summary != nil)
        let tool = Sender(peer: EngineTimeline.client.peer, isTool: true)
        try life.notify(replaces: own.id.rawValue, from: tool)
        #expect(life.state.summary == nil)
    }
}
