// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Times that pass while the machine sleeps, or while focusd does not run.
@Suite struct EngineSleepTests {
    private static let day = "2026-11-02"

    /// A Focus that is on from 9:00 to 12:45 and delivers at 12:30.
    private static func work(deliverAt: [TimeOfDay]) -> Focus {
        var focus = EngineStateTests.quiet(deliverAt: deliverAt)
        focus.schedules = [.at("9:00", "12:45")]
        return focus
    }

    private static func deliveries(_ life: EngineTimeline) -> [EngineEffect] {
        life.effects.filter { effect in
            if case .request(.deliverMissed) = effect { true } else { false }
        }
    }

    @Test("a delivery time counts though its Focus ended in the same sleep")
    func aDeliveryTimeCountsAfterItsFocus() throws {
        var life = EngineTimeline(
            at: Self.day, "8:00", focuses: [Self.work(deliverAt: [EngineStateTests.half(12)])])
        life.go(Self.day, "9:00")
        let missed = try life.notify()
        life.go(Self.day, "12:20")
        #expect(Self.deliveries(life) == [])
        life.go(Self.day, "13:00")
        let delivery = EngineEffect.request(
            .deliverMissed(of: FocusID("quiet"), from: missed.key))
        #expect(Self.deliveries(life) == [delivery])
        // A summary counts what is still missed then.
        let summary = try #require(
            life.effects.firstIndex { effect in
                if case .request(.summarize) = effect { true } else { false }
            })
        #expect(try #require(life.effects.firstIndex(of: delivery)) < summary)
    }

    @Test("a delivery time after the end of the Focus does not count")
    func aLaterTimeDoesNotCount() throws {
        var life = EngineTimeline(
            at: Self.day, "8:00", focuses: [Self.work(deliverAt: [EngineStateTests.time(13)])])
        life.go(Self.day, "9:00")
        try life.notify()
        life.go(Self.day, "14:00")
        #expect(life.state.activation == nil)
        #expect(Self.deliveries(life) == [])
    }

    /// The machine slept from one morning to the next, and the evening's time was taken for one of
    /// the Focus, which is on in the mornings.
    @Test(
        "a time between two windows of the Focus does not count, and one within each does",
        arguments: [
            ([EngineStateTests.time(18)], 0), ([EngineStateTests.time(8)], 0),
            ([EngineStateTests.half(12)], 1),
            ([EngineStateTests.half(9), EngineStateTests.time(18)], 1),
        ])
    func timesBetweenWindowsDoNotCount(_ times: [TimeOfDay], _ count: Int) throws {
        for isRestarted in [false, true] {
            let focus = Self.work(deliverAt: times)
            var life = EngineTimeline(at: Self.day, "8:00", focuses: [focus])
            life.go(Self.day, "9:00")
            try life.notify()
            life.go(Self.day, "12:20")
            if isRestarted {
                var next = EngineTimeline(at: "2026-11-03", "9:40")
                next.state.restore(
                    life.state.activation, agenda: life.state.agenda.text, session: "",
                    deliveredThrough: life.now, quietSince: EntryKey(rawValue: 1),
                    serverInstance: nil)
                next.configure([focus])
                life = next
            } else {
                life.go("2026-11-03", "9:40")
            }
            #expect(life.state.activation?.focus == focus.id)
            #expect(Self.deliveries(life).count == count)
            life.go("2026-11-03", "9:41")
            #expect(Self.deliveries(life) == [], "once")
        }
    }

    @Test(
        "a hold whose client left while focusd was away delivers nothing",
        arguments: [true, false])
    func aHoldThatEndedDeliversNothing(_ isPresent: Bool) throws {
        let focus = EngineStateTests.quiet(deliverAt: [EngineStateTests.half(12)])
        var life = EngineTimeline(at: Self.day, "9:00", focuses: [focus])
        let (now, zone) = (life.now, life.zone)
        let peer = EngineTimeline.client.peer
        _ = try life.change { state, effects throws(Agenda.HoldRefusal) in
            try state.hold(focus.id, reason: "", by: peer, at: now, zone, into: &effects)
        }
        try life.notify()
        var next = EngineTimeline(at: Self.day, "13:00")
        next.state.restore(
            life.state.activation, agenda: life.state.agenda.text, session: "",
            deliveredThrough: now,
            quietSince: EntryKey(rawValue: 1), serverInstance: nil)
        next.state.dropHolds(exceptOf: isPresent ? [peer] : [])
        next.configure([focus])
        #expect((next.state.activation != nil) == isPresent)
        #expect(Self.deliveries(next).count == (isPresent ? 1 : 0))
    }

    @Test("a delivery time does not interrupt the Focus that followed by then")
    func aDeliveryTimeBeforeASecondFocusDoesNotCount() throws {
        var evening = Focus(id: FocusID("evening"), name: "Evening")
        evening.schedules = [.at("12:45", "23:00")]
        // The machine sleeps over both; or it is awake, and the second Focus begins at the time.
        for (time, delivery) in [
            ("13:00", EngineStateTests.half(12)),
            ("12:45", try #require(TimeOfDay(hour: 12, minute: 45))),
        ] {
            var life = EngineTimeline(
                at: Self.day, "8:00", focuses: [Self.work(deliverAt: [delivery]), evening])
            life.go(Self.day, "9:00")
            let missed = try life.notify()
            life.go(Self.day, time)
            #expect(life.state.activation?.focus == evening.id)
            #expect(Self.deliveries(life) == [], "\(time)")
            // The summary after the second Focus counts the notification.
            life.go(Self.day, "23:00")
            #expect(Self.deliveries(life) == [])
            #expect(try #require(life.summarized) <= missed.key)
        }
    }

    @Test("a delivery time counts though focusd did not run, then and at the end of the Focus")
    func aDeliveryTimeCountsAfterARestart() throws {
        let focus = Self.work(deliverAt: [EngineStateTests.half(12)])
        var life = EngineTimeline(at: Self.day, "8:00", focuses: [focus])
        life.go(Self.day, "9:00")
        let text = life.state.agenda.text
        let activation = try #require(life.state.activation)
        for (time, count) in [("12:20", 0), ("13:00", 1)] {
            var next = EngineTimeline(at: Self.day, time)
            var stored = activation
            stored.until = nil
            next.state.restore(
                stored, agenda: text, session: "", deliveredThrough: life.zone.at(Self.day, "9:00"),
                quietSince: EntryKey(rawValue: 1), serverInstance: nil)
            next.configure([focus])
            #expect(Self.deliveries(next).count == count, "\(time)")
        }
    }

    @Test("a log-out while focusd runs ends the Focus and the mutes of that session")
    func logoutWhileRunning() {
        let focus = EngineStateTests.quiet()
        var life = EngineTimeline(at: Self.day, "16:00", focuses: [focus])
        let (now, zone) = (life.now, life.zone)
        let app = EngineTimeline.chat
        func follow(_ session: String) -> Bool {
            life.change { $0.sessionChanged(to: session, at: now, zone, into: &$1) }
        }
        #expect(follow("first") && !follow("first"))
        life.change { $0.activate(focus.id, until: .session("first"), at: now, zone, into: &$1) }
        life.mute(app, until: .session("first"))
        #expect(life.state.activation != nil && life.state.mutes.mute(of: app) != nil)
        #expect(follow("second"))
        #expect(life.state.activation == nil && life.state.mutes.mute(of: app) == nil)
        life.change { $0.activate(focus.id, at: now, zone, into: &$1) }
        #expect(follow("third"))
        #expect(life.state.activation != nil)
    }

    @Test("a delivery time after the logout that ended the Focus does not count at the next login")
    func aTimeAfterTheLogoutDoesNotCount() throws {
        let focus = EngineStateTests.quiet(deliverAt: [EngineStateTests.time(18)])
        for (session, isOn) in [("first", true), ("second", false)] {
            var life = EngineTimeline(at: Self.day, "16:00", focuses: [focus])
            let (now, zone) = (life.now, life.zone)
            life.change {
                $0.activate(focus.id, until: .session("first"), at: now, zone, into: &$1)
            }
            var stored = try #require(life.state.activation)
            stored.until = nil
            var next = EngineTimeline(at: "2026-11-03", "9:00")
            next.state.restore(
                stored, agenda: life.state.agenda.text, session: session, deliveredThrough: now,
                quietSince: EntryKey(rawValue: 1), serverInstance: nil)
            next.configure([focus])
            #expect((next.state.activation != nil) == isOn)
            #expect(Self.deliveries(next).count == (isOn ? 1 : 0), "\(session)")
        }
    }

    @Test("a trigger whose grace is over is stored as ended")
    func anEndedTriggerIsStored() {
        let call = Trigger.screenShared
        var focus = EngineStateTests.quiet()
        focus.triggers = [call]
        focus.triggerGrace = 60_000
        var life = EngineTimeline(at: Self.day, "8:00", focuses: [focus])
        for present in [[call], []] as [Set<Trigger>] {
            let (now, zone) = (life.now, life.zone)
            _ = life.change { $0.setActiveTriggers(present, of: .media, at: now, zone, into: &$1) }
        }
        #expect(life.state.activation != nil)
        life.go(Self.day, "8:01")
        #expect(life.state.activation == nil)
        #expect(life.effects.contains(.row(.setAgenda)))
        #expect(!life.state.agenda.text.contains("while"))
    }

    /// A Focus that is on on a network and delivers at 12:30.
    private static let office = Trigger.network("Office")

    private static func atTheOffice(grace: Int64 = 0) -> Focus {
        var focus = EngineStateTests.quiet(deliverAt: [EngineStateTests.half(12)])
        focus.triggers = [office]
        focus.triggerGrace = grace
        return focus
    }

    /// A source tells its triggers; returns the deliveries that follow.
    private static func report(
        _ present: Set<Trigger>, _ life: inout EngineTimeline
    ) -> [EngineEffect] {
        let (now, zone) = (life.now, life.zone)
        _ = life.change {
            $0.setActiveTriggers(present, of: office.source, at: now, zone, into: &$1)
        }
        return deliveries(life)
    }

    /// An evening Focus from 20:00, and the state after a restart at 20:05 that slept over the
    /// delivery.
    private static func afterARestart(grace: Int64 = 0) throws -> EngineTimeline {
        var evening = Focus(id: FocusID("evening"), name: "Evening")
        evening.schedules = [.at("20:00", "23:00")]
        let focuses = [atTheOffice(grace: grace), evening]
        var life = EngineTimeline(at: day, "9:00", focuses: focuses)
        #expect(report([office], &life) == [])
        var next = EngineTimeline(at: day, "20:05")
        next.state.restore(
            life.state.activation, agenda: life.state.agenda.text, session: "",
            deliveredThrough: life.now, quietSince: EntryKey(rawValue: 1), serverInstance: nil)
        next.configure(focuses)
        return next
    }

    @Test("a trigger that ended while focusd was away releases nothing (issue 17)")
    func anEndedTriggerReleasesNothing() throws {
        for grace: Int64 in [0, 10_000] {
            var life = try Self.afterARestart(grace: grace)
            #expect(life.state.activation?.focus == FocusID("quiet"), "nobody knows yet")
            #expect(Self.deliveries(life) == [])
            #expect(Self.report([], &life) == [])
            life.go(Self.day, "20:06")
            #expect(Self.deliveries(life) == [])
            #expect(life.state.activation?.focus == FocusID("evening"))
        }
    }

    @Test("what was due is delivered once the source tells that the trigger goes on (issue 17)")
    func aTriggerThatGoesOnDelivers() throws {
        var life = try Self.afterARestart()
        #expect(Self.report([Self.office], &life).count == 1)
        #expect(Self.report([Self.office], &life) == [])
    }

    @Test("what was due is delivered half a minute later if the source tells nothing (issue 17)")
    func aSilentSourceDelaysADelivery() throws {
        var life = try Self.afterARestart()
        let end = life.now.adding(30_000)
        #expect(life.effects.contains(.request(.wake(end))))
        life.now = end
        let (now, zone) = (life.now, life.zone)
        _ = life.change { $0.advance(to: now, zone, into: &$1) }
        #expect(Self.deliveries(life).count == 1)
    }

    @Test("after a sleep, a trigger that ended releases nothing into the next Focus (issue 17)")
    func aSleepOverTheEndOfATrigger() throws {
        var evening = Focus(id: FocusID("evening"), name: "Evening")
        evening.schedules = [.at("20:00", "23:00")]
        var life = EngineTimeline(
            at: Self.day, "9:00", focuses: [Self.atTheOffice(), evening])
        #expect(Self.report([Self.office], &life) == [])
        try life.notify()
        life.go(Self.day, "20:05")
        #expect(Self.deliveries(life) == [])
        #expect(Self.report([], &life) == [])
        #expect(life.state.activation?.focus == evening.id)
    }

    @Test("a delivery on time does not wait for a report")
    func aDeliveryOnTime() throws {
        var life = EngineTimeline(at: Self.day, "9:00", focuses: [Self.atTheOffice()])
        #expect(Self.report([Self.office], &life) == [])
        life.go(Self.day, "12:30")
        #expect(Self.deliveries(life).count == 1)
    }

    @Test("a delivery on time does not wait for the end of the trigger's grace")
    func aDeliveryOnTimeInTheGrace() throws {
        var evening = Focus(id: FocusID("evening"), name: "Evening")
        evening.schedules = [.at("12:50", "23:00")]
        let focuses = [Self.atTheOffice(grace: 1_800_000), evening]
        // The machine is awake, or sleeps from 12:25 to 12:40.
        for (time, count) in [("12:30", 1), ("12:40", 0)] {
            var life = EngineTimeline(at: Self.day, "9:00", focuses: focuses)
            #expect(Self.report([Self.office], &life) == [])
            try life.notify()
            life.go(Self.day, "12:20")
            #expect(Self.report([], &life) == [])
            life.go(Self.day, time)
            #expect(life.state.activation?.focus == FocusID("quiet"))
            #expect(Self.deliveries(life).count == count, "\(time)")
            life.go(Self.day, "12:50")
            #expect(life.state.activation?.focus == evening.id)
            #expect(Self.deliveries(life) == [], "\(time)")
        }
    }

    @Test("keys that no row had are given again after a restart, and counted as missed")
    func quietBeginsNoLaterThanTheNextKey() throws {
        var life = EngineTimeline(focuses: [EngineStateTests.quiet(summary: true)])
        life.state.restore(
            Activation(
                focus: FocusID("quiet"), since: life.now, cause: .manual, until: nil),
            agenda: nil, session: "", deliveredThrough: nil, quietSince: EntryKey(rawValue: 12),
            serverInstance: nil)
        life.configure([EngineStateTests.quiet(summary: true)])
        let missed = try life.notify()
        life.turnOff()
        let summarized = try #require(life.summarized)
        #expect(summarized <= missed.key)
    }
}
