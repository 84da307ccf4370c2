// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Timelines of a service: events, and the effects that follow.
@Suite struct EngineStateTests {
    static func quiet(summary: Bool = false, deliverAt: [TimeOfDay] = []) -> Focus {
        var focus = Focus(id: FocusID("quiet"), name: "Quiet")
        focus.apps = ListPolicy(mode: .allow, members: [])
        focus.summary = summary
        focus.deliverAt = deliverAt
        return focus
    }

    static func time(_ hour: Int) -> TimeOfDay {
        guard let time = TimeOfDay(hour: hour, minute: 0) else { fatalError("no hour \(hour)") }
        return time
    }

    /// Half past the hour.
    static func half(_ hour: Int) -> TimeOfDay {
        guard let time = TimeOfDay(hour: hour, minute: 30) else { fatalError("no hour \(hour)") }
        return time
    }

    /// Found by review: history keeps each version, and only those that were live had a limit.
    @Test func replacedLongTextsAreKeptShortBeyondTheirLimit() throws {
        var life = EngineTimeline(focuses: [Self.quiet()])
        life.turnOn("quiet")
        let body = String(repeating: "x", count: Limits.storedTextBytes)
        let whole = Limits.longTextBytes / Limits.storedTextBytes
        let start = ContinuousClock.now
        var last: UInt32 = 0
        for number in 1...(whole + 2) {
            last = try life.notify(body: body, replaces: last, at: start).id.rawValue
            let kept = number <= whole ? Limits.storedTextBytes : Limits.listedTextBytes
            try #require(life.state.live.textBytes(of: EngineTimeline.chat) == kept, "\(number)")
        }
        // An app of its own has an own limit, and each gets more with time.
        _ = try life.notify(body: body, app: AppID("org.example.Other"), at: start)
        #expect(
            life.state.live.textBytes(of: AppID("org.example.Other")) == Limits.storedTextBytes)
        let later = start + Limits.longTextPause * (Limits.storedTextBytes >> 10)
        _ = try life.notify(body: body, replaces: last, at: later)
        #expect(life.state.live.textBytes(of: EngineTimeline.chat) == Limits.storedTextBytes)
    }

    // MARK: Delivery

    @Test func aNotificationIsShownAndDismissed() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify("a")
        life.serve()
        let popup = try #require(life.entry(entry.id)?.server)
        #expect(life.rows == [entry.key: .shown])
        #expect(life.work.contains(.row(.shown(entry.key, popup))))
        life.close(popup, 2)
        #expect(life.ends == [entry.key: .dismissed])
        #expect(life.signals == [.closed(entry.id, .dismissed)])
    }

    @Test func aNotedDeliveryIsNotWrittenTwice() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.serve(note: 7)
        let popup = try #require(life.entry(entry.id)?.server)
        #expect(life.work.contains(.row(.shownAsNoted(entry.key, popup, note: 7))))
        #expect(!life.work.contains(.row(.shown(entry.key, popup))))
    }

    /// Only a text that the user could see makes a phone's copy superfluous.
    @Test func copyOfATextThatWasSilencedForItsRateIsShown() throws {
        var life = EngineTimeline()
        life.serverStarts()
        var rate = SendingRate()
        rate.burst = 1
        life.configure([], rate: rate) { $0.duplicates = .all }
        let phone = AppID("org.kde.kdeconnect.daemon")
        let instant = ContinuousClock.now
        try life.notify("Alex", body: "first", at: instant)
        try life.notify("Alex", body: "second", at: instant)
        #expect(life.lastReason == .tooMany)
        try life.notify("Alex", body: "second", from: EngineTimeline.other, app: phone, at: instant)
        #expect(life.lastReason != .duplicate)
        try life.notify("Alex", body: "first", from: EngineTimeline.other, app: phone, at: instant)
        #expect(life.lastReason == .duplicate)
    }

    @Test func anExpiredPopupLeavesItsNotificationUnread() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.serve()
        life.close(try #require(life.entry(entry.id)?.server), 1)
        #expect(life.rows == [entry.key: .expired])
        #expect(life.signals == [.closed(entry.id, .expired)])
        // The app withdraws it: its sender has the signal already.
        let isClosed = life.change { $0.close(entry.id, by: EngineTimeline.client, into: &$1) }
        #expect(isClosed)
        #expect(life.ends == [entry.key: .closedByApp])
        #expect(life.signals.count == 1)
    }

    @Test func aPopupThatWasActedOnEndsAsActedOn() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.serve()
        let popup = try #require(life.entry(entry.id)?.server)
        life.invoke(popup, "reply")
        #expect(life.effects.contains(.row(.setRead(entry.key))))
        life.close(popup, 1)
        #expect(life.ends == [entry.key: .actedOn])
        #expect(
            life.signals == [
                .actionInvoked(entry.id, key: "reply"), .closed(entry.id, .expired),
            ])
    }

    @Test func aReplacementTakesThePopupOver() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify("a")
        life.serve()
        let popup = try #require(life.entry(first.id)?.server)
        let second = try life.notify("b", replaces: first.id.rawValue)
        #expect(second.id == first.id)
        #expect(
            life.effects.contains { if case .ended(_, .replaced, _) = $0 { true } else { false } })
        // The popup still shows the first one: an action on it is passed on, but reads nothing.
        life.invoke(popup, "open")
        #expect(!life.effects.contains(.row(.setRead(second.key))))
        life.serveAll()
        #expect(life.popups == [popup: second.key])
    }

    /// The server never sees a notification that has ended while it waited in the outbox.
    @Test func aShowThatIsNoLongerWantedIsNotHandedOut() throws {
        var life = EngineTimeline()
        let closed = try life.notify("closed")
        let replaced = try life.notify("replaced")
        let newer = try life.notify("newer", replaces: replaced.id.rawValue)
        let kept = try life.notify("kept")
        let isClosed = life.change { $0.close(closed.id, by: EngineTimeline.client, into: &$1) }
        #expect(isClosed)
        #expect(life.state.outbox.waiting == 4)
        life.serverStarts()
        var jobs: [Outbox.Job] = []
        while let job = life.state.nextJob() { jobs.append(job) }
        #expect(jobs == [.show(newer.key, newer.id), .show(kept.key, kept.id)])
        #expect(life.state.outbox.waiting == 2)
        #expect(Set(life.state.outbox.showing) == [newer.key, kept.key])
    }

    /// A show whose message is lost leaves the outbox, so that the next one can be handed out.
    @Test func aLostMessageEndsItsShow() throws {
        var life = EngineTimeline()
        let entry = try life.notify()
        life.serverStarts()
        #expect(life.state.nextJob() == .show(entry.key, entry.id))
        let live = try #require(life.entry(entry.id))
        life.change { $0.messageLost(live, into: &$1) }
        #expect(life.effects.contains(.notice(.parked(entry.id, .messageLost))))
        #expect(life.rows == [entry.key: .parked])
        #expect(life.state.outbox.waiting == 0)
    }

    @Test func aNotificationThatKillsTheServerIsParked() throws {
        var life = EngineTimeline()
        let entry = try life.notify()
        for run in 1...Limits.serverDeaths {
            life.serverStarts("\(run)")
            life.pump()
            life.serve(.serverDied)
            life.serverEnds()
        }
        #expect(life.rows == [entry.key: .parked])
        #expect(life.state.counters[.parked] == 1)
        life.serverStarts("last")
        let hasJob = life.serve()
        #expect(!hasJob)
    }

    @Test func aLateAnswerEndsTheWait() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let slow = try life.notify("slow")
        let next = try life.notify("next")
        life.serve(.timedOut)
        #expect(life.effects.contains(.problem(.serverStalled, isPresent: true)))
        let hasJob = life.serve()
        #expect(!hasJob)
        let token = UInt64(slow.key.rawValue)
        let isLate = life.change { $0.endedLate(token, .done(ServerID(rawValue: 9)), into: &$1) }
        #expect(isLate)
        #expect(life.entry(slow.id)?.server == ServerID(rawValue: 9))
        life.serveAll()
        #expect(life.rows[next.key] == .shown)
    }

    @Test func theServersEndKeepsItsNotificationsUnread() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let shown = try life.notify()
        life.serve()
        let waiting = try life.notify()
        life.serverEnds()
        #expect(life.rows == [shown.key: .expired, waiting.key: .queued])
        life.serverStarts("second")
        #expect(life.state.counters[.serverRestarts] == 1)
        life.serveAll()
        #expect(life.rows[waiting.key] == .shown)
    }

    // MARK: Focus

    @Test func aFocusSilencesAndEndsWithASummary() throws {
        var life = EngineTimeline(focuses: [Self.quiet(summary: true)])
        life.serverStarts()
        life.turnOn("quiet")
        #expect(life.effects.contains(.changed(.focus(FocusID("quiet")))))
        #expect(life.effects.contains(.changed(.inhibited(true))))
        let missed = try life.notify()
        #expect(missed.state == .silenced)
        #expect(life.state.live.badges.badge(of: EngineTimeline.chat) == 0)
        life.turnOff()
        #expect(life.summarized == missed.key)
        #expect(life.state.live.badges.badge(of: EngineTimeline.chat) == 1)
        // The summary precedes the new policy, which no longer knows the Focus.
        let summary = try #require(life.work.firstIndex(of: .request(.summarize(from: missed.key))))
        let policy = try #require(life.work.firstIndex(of: .request(.applyFocus)))
        #expect(summary < policy)
    }

    @Test func theSummarysActionDeliversWhatItCovers() throws {
        var life = EngineTimeline(focuses: [Self.quiet(summary: true)])
        life.serverStarts()
        life.turnOn("quiet")
        let missed = try life.notify()
        life.turnOff()
        let own = life.change { $0.admitOwn(replacing: nil, into: &$1) }
        life.state.queue(own)
        life.state.setSummary(MissedSummary(id: own.id, keys: missed.key...missed.key))
        life.serveAll()
        let popup = try #require(life.entry(own.id)?.server)
        life.invoke(popup, MissedSummary.deliver)
        #expect(life.effects.contains(.request(.deliverSummarized(missed.key...missed.key))))
        #expect(life.entry(own.id) == nil)
        let count = life.change { $0.deliverNow([missed.id], into: &$1) }
        #expect(count == 1)
        life.serveAll()
        #expect(life.rows == [missed.key: .shown])
        #expect(life.popups.values.contains(missed.key))
    }

    /// Found by review: the group counted as a person, so the second of its members broke through.
    @Test func twoMembersOfAGroupAreNotARepeat() throws {
        var quiet = Self.quiet()
        quiet.repeatBreaksThrough = true
        var life = EngineTimeline(focuses: [quiet])
        life.turnOn("quiet")
        let messages: [(String, Reason)] = [
            ("Anna (Choir)", .app), ("Bob (Choir)", .app), ("Choir", .app), ("Bob", .repeated),
            ("Anna (Band)", .repeated), ("Kim (Band)", .app),
            // A trial with a newcomer: the channel counted as a person.
            ("#general", .app), ("#general", .app),
        ]
        for (title, reason) in messages {
            try life.notify(title, category: "im.received")
            #expect(life.lastReason == reason, "\(title)")
        }
    }

    @Test func deliveryDuringItsFocusCountsInTheBadge() throws {
        var life = EngineTimeline(focuses: [Self.quiet()])
        life.serverStarts()
        life.turnOn("quiet")
        let missed = try life.notify()
        _ = life.change { $0.deliverNow([missed.id], into: &$1) }
        #expect(life.effects.contains(.row(.countInBadge(missed.key))))
    }

    @Test func deliveryTimesAskForTheMissedOnes() throws {
        var life = EngineTimeline(focuses: [Self.quiet(deliverAt: [Self.time(12)])])
        life.turnOn("quiet")
        try life.notify()
        life.go("2026-11-02", "11:59")
        let delivery = EngineEffect.request(
            .deliverMissed(of: FocusID("quiet"), from: EntryKey(rawValue: 1)))
        #expect(!life.effects.contains(delivery))
        #expect(life.effects.contains(.request(.wake(life.zone.at("2026-11-02", "12:00")))))
        life.go("2026-11-02", "12:00")
        #expect(life.effects.contains(delivery))
    }

    @Test func settingsThatChangeNothingChangeNoFocus() {
        var life = EngineTimeline(focuses: [Self.quiet()])
        life.turnOn("quiet")
        life.configure([Self.quiet()])
        #expect(!life.effects.contains { if case .changed = $0 { true } else { false } })
        #expect(life.effects.contains(.request(.applyFocus)))
        life.configure([])
        #expect(life.effects.contains(.notice(.focusWithoutFile(FocusID("quiet")))))
        #expect(life.state.activation == nil)
        let lost = LostFocus(
            focus: FocusID("quiet"), name: Self.quiet().name, time: life.now)
        #expect(life.state.lost == lost)
        life.configure([Self.quiet()])
        #expect(life.state.lost == lost, "the file is back, and the Focus is not")
        life.turnOn("quiet")
        #expect(life.state.lost == nil)
    }

    @Test func aFocusWhoseFileCannotBeUsedIsNoDeletedOne() {
        var life = EngineTimeline(focuses: [Self.quiet()])
        life.turnOn("quiet")
        life.configure([]) { $0.refused = [FocusID("quiet")] }
        #expect(life.state.activation == nil)
        #expect(life.state.lost?.isRefused == true)
        life.configure([Self.quiet()])
        life.turnOn("quiet")
        life.configure([]) { $0.refused = [FocusID("other")] }
        #expect(life.state.lost?.isRefused == false)
    }

    // MARK: Limits

    @Test func aFloodGoesToTheMissedList() throws {
        var rate = SendingRate()
        rate.burst = 1
        rate.perSecond = 1
        var life = EngineTimeline()
        life.configure([], rate: rate)
        let start = ContinuousClock.now
        let first = try life.notify(at: start)
        let second = try life.notify(at: start)
        #expect([first.state, second.state] == [.queued, .silenced])
        #expect(life.state.floods.untold(isFirst: true).map(\.flood.count) == [1])
        #expect(life.state.counters[.limited] == 1)
    }

    @Test func aSenderWithItsShareIsRefused() {
        var life = EngineTimeline()
        var rate = SendingRate()
        rate.burst = 0
        life.configure([], rate: rate)
        var accepted = 0
        while accepted <= Limits.waitingNotifications, (try? life.notify()) != nil { accepted += 1 }
        // As many as are left for all others.
        #expect(accepted == Limits.waitingNotifications / 2)
    }

    @Test func aNotificationThatTheStoreRefusesIsShown() throws {
        var life = EngineTimeline(focuses: [Self.quiet()])
        life.turnOn("quiet")
        let entry = try life.notify()
        let shown = life.state.couldNotStore(entry)
        #expect(shown?.state == .queued)
        #expect(shown?.isStored == false)
    }

    /// People type these numbers: a kill must not make them jump by what was reserved.
    @Test(
        "after a restart ids continue from the newest stored notification, if that is near",
        arguments: [
            ([], 2_000, 2_001), ([1_150, 1_149], 2_000, 1_151), ([1_950], 2_000, 2_001),
            ([40], 2_000, 2_001), ([2_500], 2_000, 2_001),
        ] as [([UInt32], UInt32, UInt32)])
    func idsContinue(_ newest: [UInt32], _ reserved: UInt32, _ next: UInt32) throws {
        var life = EngineTimeline()
        life.state = EngineState(
            newestIDs: newest.map { ClientID(rawValue: $0) },
            reservedID: ClientID(rawValue: reserved), nextKey: EntryKey(rawValue: 1), at: life.now)
        #expect(try life.notify().id == ClientID(rawValue: next))
    }
}
