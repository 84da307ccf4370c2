// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The state of an earlier focusd that becomes known after the start.
@Suite struct TakeOverTests {
    private static let ads = AppID("org.example.Ads")
    private static let games = AppID("org.example.Games")

    /// Returns the state that a run leaves which began an hour before: "Quiet" is on, an app is
    /// muted, and one notification each is shown, silenced and snoozed.
    private static func earlier() throws -> EarlierState {
        var run = EngineTimeline(at: "2026-11-02", "08:00", focuses: [EngineStateTests.quiet()])
        run.serverStarts()
        try run.notify("shown")
        run.serveAll()
        run.mute(ads)
        run.turnOn("quiet")
        try run.notify("silenced")
        let snoozed = try run.notify("snoozed")
        let noon = run.zone.at("2026-11-02", "12:00")
        #expect(run.snooze([snoozed.id], until: .at(noon)) == 1)
        var earlier = EarlierState()
        earlier.activation = run.state.activation
        earlier.agenda = run.state.agenda.text
        earlier.mutes = run.state.mutes.text
        earlier.snoozes = run.state.snoozes.text
        earlier.quietSince = run.state.quietSince
        earlier.deliveredThrough = run.state.deliveryTimes.through
        earlier.badges = [ads: 3, games: 4]
        earlier.entries = Array(run.state.live.entries).sorted { $0.key < $1.key }
        return earlier
    }

    /// Returns a run whose keys and ids are above those of the earlier one.
    private static func later() -> EngineTimeline {
        var run = EngineTimeline()
        run.state = EngineState(
            newestIDs: [], reservedID: ClientID(rawValue: 1_000),
            nextKey: EntryKey(rawValue: 1_000), at: run.now)
        run.configure([EngineStateTests.quiet()])
        run.serverStarts("second")
        return run
    }

    private static func takeOver(_ earlier: EarlierState, _ run: inout EngineTimeline) {
        let (now, zone) = (run.now, run.zone)
        run.change { $0.takeOver(earlier, session: "", at: now, zone, into: &$1) }
    }

    @Test func whatTheEarlierRunKnewIsKnown() throws {
        let earlier = try Self.earlier()
        var run = Self.later()
        run.mute(Self.games)
        run.state.restore(badges: [Self.games: 1])
        let own = try run.notify("own")
        Self.takeOver(earlier, &run)
        #expect(run.state.mutes.all.map(\.app) == [Self.ads, Self.games])
        #expect(run.state.activation?.focus == FocusID("quiet"))
        #expect(run.state.activation?.since == earlier.activation?.since)
        #expect(run.state.quietSince == earlier.quietSince)
        #expect(run.state.live.badges.allOwn == [Self.ads: 3, Self.games: 1])
        // The popup of the earlier run is over.
        let states = run.state.live.entries.sorted { $0.key < $1.key }.map(\.state)
        #expect(states == [.expired, .silenced, .silenced, .queued])
        #expect(run.state.live.missed == 2)
        #expect(run.state.snoozes.count == 1)
        #expect(run.entry(own.id)?.key == own.key)
        run.go("2026-11-02", "12:00")
        #expect(run.state.snoozes.isEmpty)
    }

    /// Returns the state that a run leaves whose Focus silenced a notification and ends at 09:00.
    private static func ending() throws -> EarlierState {
        var run = EngineTimeline(at: "2026-11-02", "08:00", focuses: [EngineStateTests.quiet()])
        let (now, zone) = (run.now, run.zone)
        let end = Agenda.End.at(zone.at("2026-11-02", "09:00"))
        run.change { $0.activate(FocusID("quiet"), until: end, at: now, zone, into: &$1) }
        try run.notify("silenced")
        var earlier = EarlierState()
        earlier.activation = run.state.activation
        earlier.agenda = run.state.agenda.text
        earlier.quietSince = run.state.quietSince
        earlier.deliveredThrough = run.state.deliveryTimes.through
        earlier.entries = Array(run.state.live.entries)
        return earlier
    }

    @Test func aFocusThatEndedMeanwhileIsSummarizedAndHoldsNoBadge() throws {
        let earlier = try Self.ending()
        var run = Self.later()
        run.go("2026-11-02", "10:00")
        Self.takeOver(earlier, &run)
        #expect(run.state.activation == nil)
        #expect(run.state.quietSince == nil)
        #expect(run.state.live.badges.badge(of: EngineTimeline.chat) == 1)
        #expect(run.effects.contains(.row(.countHeldInBadges)))
        #expect(run.summarized == earlier.quietSince)
    }

    @Test func theActiveFocusHoldsOnlyWhatItSilencedItself() throws {
        let earlier = try Self.ending()
        let key = try #require(earlier.entries.first?.key)
        var work = EngineStateTests.quiet()
        work.id = FocusID("work")
        var run = Self.later()
        run.configure([EngineStateTests.quiet(), work])
        run.turnOn("work")
        try run.notify("own")
        run.go("2026-11-02", "10:00")
        Self.takeOver(earlier, &run)
        #expect(run.state.activation?.focus == work.id)
        #expect(run.state.live.badges.badge(of: EngineTimeline.chat) == 1)
        #expect(run.effects.contains(.row(.countInBadge(key))))
        #expect(run.summarized == nil)
        // One summary covers both Focuses.
        run.turnOff()
        #expect(run.state.live.badges.badge(of: EngineTimeline.chat) == 2)
        #expect(run.summarized == earlier.quietSince)
    }

    @Test func theUsersLaterSwitchStays() throws {
        let earlier = try Self.earlier()
        var run = Self.later()
        run.turnOn("quiet")
        run.turnOff()
        Self.takeOver(earlier, &run)
        #expect(run.state.activation == nil)
        #expect(run.state.live.missed == 2)
    }

    private static func deliveries(_ run: EngineTimeline) -> [EngineEffect] {
        run.effects.filter { effect in
            if case .request(.deliverMissed) = effect { true } else { false }
        }
    }

    /// Returns a run from 09:00 on in which "Quiet" delivers at a time.
    private static func later(deliverAt time: TimeOfDay) -> EngineTimeline {
        var run = later()
        run.configure([EngineStateTests.quiet(deliverAt: [time])])
        return run
    }

    /// The time passed before this run could know the notifications.
    @Test func aDeliveryTimeThatPassedCountsOnce() throws {
        let earlier = try Self.earlier()
        let first = try #require(earlier.quietSince)
        for hour in [8, 9] {
            var run = Self.later(deliverAt: EngineStateTests.half(hour))
            // The user has turned on the same Focus since, or it comes with the earlier state.
            if hour == 9 { run.turnOn("quiet") }
            run.go("2026-11-02", "09:35")
            // Silenced after the delivery time, if the Focus is on.
            let own = try run.notify("own")
            run.go("2026-11-02", "09:40")
            Self.takeOver(earlier, &run)
            let delivery = EngineEffect.request(
                .deliverMissed(of: FocusID("quiet"), from: first, before: own.key))
            #expect(Self.deliveries(run) == [delivery])
            run.go("2026-11-02", "10:00")
            #expect(Self.deliveries(run) == [])
        }
        var run = Self.later(deliverAt: EngineStateTests.half(10))
        Self.takeOver(earlier, &run)
        #expect(Self.deliveries(run) == [])
        run.go("2026-11-02", "10:30")
        #expect(Self.deliveries(run).count == 1)
    }

    @Test func aDeliveryTimeCountsOnlyBeforeTheEndOfTheEarlierFocus() throws {
        let earlier = try Self.ending()
        for (hour, count) in [(8, 1), (9, 0)] {
            var run = Self.later(deliverAt: EngineStateTests.half(hour))
            run.go("2026-11-02", "10:00")
            Self.takeOver(earlier, &run)
            #expect(run.state.activation == nil)
            #expect(Self.deliveries(run).count == count)
        }
    }

    @Test func aDeliveryTimeAfterTheUsersSwitchDoesNotCount() throws {
        let earlier = try Self.earlier()
        for (hour, count) in [(8, 1), (9, 0)] {
            var run = Self.later(deliverAt: EngineStateTests.half(hour))
            run.turnOn("quiet")
            run.turnOff()
            run.go("2026-11-02", "10:00")
            Self.takeOver(earlier, &run)
            #expect(run.state.activation == nil)
            #expect(Self.deliveries(run).count == count)
        }
    }

    @Test func anIdThatIsTakenWaitsForTheNextStart() throws {
        let earlier = try Self.earlier()
        let id = try #require(earlier.entries.last?.id)
        var run = Self.later()
        let own = try run.notify("own", replaces: id.rawValue)
        #expect(own.id == id)
        Self.takeOver(earlier, &run)
        #expect(run.entry(id)?.key == own.key)
        #expect(run.state.live.count == 3)
    }
}
