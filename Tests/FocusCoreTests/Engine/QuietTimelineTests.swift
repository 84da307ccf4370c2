// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Clients that ask for quiet (`Inhibit`).
@Suite struct QuietTimelineTests {
    private static let okular = PeerName(rawValue: ":1.7")
    private static let player = PeerName(rawValue: ":1.8")

    private static func timeline() -> EngineTimeline {
        var quiet = EngineStateTests.quiet(summary: true)
        quiet.id = .doNotDisturb
        quiet.name = "Do Not Disturb"
        quiet.timeSensitive = true
        var timeline = EngineTimeline(
            focuses: [quiet, Focus(id: FocusID("work"), name: "Work")])
        timeline.serverStarts()
        return timeline
    }

    @discardableResult
    private static func inhibit(
        _ timeline: inout EngineTimeline, by peer: PeerName = okular,
        reason: String = "presenting", quiets: Bool = true
    ) throws -> UInt32 {
        let (now, zone) = (timeline.now, timeline.zone)
        return try timeline.change { state, effects throws(Inhibitions.Refusal) in
            try state.inhibit(
                by: peer, app: AppID("org.kde.okular"), program: nil, reason: reason,
                quiets: quiets, at: now, zone, into: &effects)
        }
    }

    private static func uninhibit(_ cookie: UInt32, _ timeline: inout EngineTimeline) -> Bool {
        let (now, zone) = (timeline.now, timeline.zone)
        return timeline.change { $0.uninhibit(cookie, by: okular, at: now, zone, into: &$1) }
    }

    private static func leave(_ peer: PeerName, _ timeline: inout EngineTimeline) -> Bool {
        let (now, zone) = (timeline.now, timeline.zone)
        return timeline.change { $0.peerLeft(peer, at: now, zone, into: &$1) }
    }

    @Test func requestSilencesUntilItsEnd() throws {
        var timeline = Self.timeline()
        let cookie = try Self.inhibit(&timeline)
        #expect(timeline.effects.count { $0 == .changed(.inhibited(true)) } == 1)
        #expect(timeline.state.activation?.focus == .doNotDisturb)
        #expect(
            timeline.state.activation?.trigger
                == .hold(id: cookie, reason: "org.kde.okular asked for quiet: presenting"))
        let missed = try timeline.notify("a")
        #expect(missed.state == .silenced)
        // As on Plasma, what is critical by its urgency comes through.
        #expect(try timeline.notify("b", level: .timeSensitive).state == .queued)
        #expect(Self.uninhibit(cookie, &timeline))
        #expect(timeline.effects.count { $0 == .changed(.inhibited(false)) } == 1)
        #expect(timeline.state.activation == nil)
        #expect(timeline.summarized == missed.key)
        #expect(try timeline.notify("c").state == .queued)
    }

    @Test func clientThatLeavesEndsItsRequestAlone() throws {
        var timeline = Self.timeline()
        try Self.inhibit(&timeline)
        let other = try Self.inhibit(&timeline, by: Self.player, reason: "")
        #expect(Self.leave(Self.okular, &timeline))
        #expect(
            timeline.state.activation?.trigger
                == .hold(id: other, reason: "org.kde.okular asked for quiet"))
        #expect(Self.leave(Self.player, &timeline))
        #expect(timeline.state.activation == nil)
        #expect(!Self.leave(Self.player, &timeline))
    }

    @Test func anotherFocusDecidesWhileItIsOn() throws {
        var timeline = Self.timeline()
        timeline.turnOn("work")
        try Self.inhibit(&timeline)
        #expect(timeline.state.activation?.focus == FocusID("work"))
        #expect(try timeline.notify("a").state == .queued)
    }

    @Test func userEndsTheQuietOfAllEarlierRequests() throws {
        var timeline = Self.timeline()
        try Self.inhibit(&timeline)
        timeline.turnOff()
        #expect(timeline.state.activation == nil)
        #expect(timeline.state.isInhibited)
        timeline.go("2026-11-02", "10:00")
        #expect(timeline.state.activation == nil)
        try Self.inhibit(&timeline, by: Self.player)
        #expect(timeline.state.activation?.focus == .doNotDisturb)
    }

    @Test func sandboxedClientTurnsNothingOn() throws {
        var timeline = Self.timeline()
        try Self.inhibit(&timeline, quiets: false)
        #expect(timeline.state.isInhibited)
        #expect(timeline.state.activation == nil)
        #expect(try timeline.notify("a").state == .queued)
    }

    @Test func reasonIsOneShortLine() throws {
        var timeline = Self.timeline()
        let long = "a\nb\u{1B}" + String(repeating: "é", count: Limits.holdReasonBytes)
        try Self.inhibit(&timeline, reason: long)
        guard case .hold(_, let reason) = timeline.state.activation?.trigger else {
            Issue.record("no hold")
            return
        }
        #expect(reason.hasPrefix("org.kde.okular asked for quiet: a b "))
        #expect(Agenda.isReason(reason))
    }

    private static func follow(_ switches: [Agenda.Switch], _ timeline: inout EngineTimeline) {
        let (now, zone) = (timeline.now, timeline.zone)
        timeline.change { $0.follow(switches, at: now, zone, into: &$1) }
    }

    private static func off(since: Timestamp) -> Agenda.Switch {
        Agenda.Switch(focus: nil, since: since, end: .never, machine: "desk")
    }

    @Test func userEndsTheQuietOnAnotherMachine() throws {
        var timeline = Self.timeline()
        let work = Agenda.Switch(
            focus: FocusID("work"), since: timeline.now, end: .never, machine: "desk")
        Self.follow([work], &timeline)
        let cookie = try Self.inhibit(&timeline)
        timeline.go("2026-11-02", "09:10")
        let off = Self.off(since: timeline.now)
        Self.follow([off], &timeline)
        #expect(timeline.effects.contains(.row(.setInhibition(cookie))))
        #expect(timeline.state.activation == nil)
        #expect(timeline.state.isInhibited)
        // The link tells of the same action again: it is no action of the user.
        timeline.go("2026-11-02", "09:20")
        try Self.inhibit(&timeline, by: Self.player)
        Self.follow([off], &timeline)
        #expect(timeline.state.activation?.focus == .doNotDisturb)
    }

    @Test func earlierOffOfAnotherMachineLeavesARequestAlone() throws {
        var timeline = Self.timeline()
        let off = Self.off(since: timeline.now)
        timeline.go("2026-11-02", "11:00")
        try Self.inhibit(&timeline)
        // This machine had no network since then.
        Self.follow([off], &timeline)
        #expect(timeline.state.activation?.focus == .doNotDisturb)
    }

    /// On the other machine, the user turned the Focus off and then Work on for an hour.
    @Test func offBeforeASwitchWithAnEndCounts() throws {
        var timeline = Self.timeline()
        try Self.inhibit(&timeline)
        timeline.go("2026-11-02", "09:10")
        let work = Agenda.Switch(
            focus: FocusID("work"), since: timeline.now,
            end: .at(timeline.zone.at("2026-11-02", "10:10")), machine: "desk")
        Self.follow([Self.off(since: timeline.now), work], &timeline)
        #expect(timeline.state.activation?.focus == FocusID("work"))
        timeline.go("2026-11-02", "10:10")
        #expect(timeline.state.activation == nil)
    }

    @Test func timesOfRequestsMoveWithTheClock() throws {
        var timeline = Self.timeline()
        let cookie = try Self.inhibit(&timeline)
        let before = try #require(timeline.state.inhibitions[cookie]?.since)
        timeline.change { $0.clockWasSet(by: -3_600_000, into: &$1) }
        #expect(timeline.state.inhibitions[cookie]?.since == before.adding(-3_600_000))
        #expect(timeline.effects.contains(.row(.setInhibition(cookie))))
    }

    /// Returns the rows that a run leaves in the store, as the effects of its events ask.
    private static func rows(
        _ timeline: EngineTimeline, _ effects: [EngineEffect]
    ) -> [UInt32: String] {
        var rows: [UInt32: String] = [:]
        for effect in effects {
            guard case .row(.setInhibition(let cookie)) = effect else { continue }
            rows[cookie] = timeline.state.inhibitions[cookie]?.text
        }
        return rows
    }

    private static func restore(
        _ rows: [UInt32: String], present: Set<PeerName>, _ timeline: inout EngineTimeline
    ) {
        let now = timeline.now
        timeline.change { $0.restore(inhibitions: rows, present: present, at: now, into: &$1) }
    }

    @Test func requestOutlivesARestartWithItsCookie() throws {
        var first = Self.timeline()
        let cookie = try Self.inhibit(&first)
        let rows = Self.rows(first, first.effects)
        #expect(rows.count == 1)
        var next = Self.timeline()
        Self.restore(rows, present: [Self.okular], &next)
        #expect(next.effects.isEmpty)
        next.go("2026-11-02", "09:01")
        #expect(next.state.activation?.focus == .doNotDisturb)
        #expect(try next.notify("a").state == .silenced)
        // A new request does not get the cookie of the earlier one.
        #expect(try Self.inhibit(&next, by: Self.player) > cookie)
        #expect(Self.uninhibit(cookie, &next))
        #expect(next.effects.contains(.row(.setInhibition(cookie))))
        #expect(Self.leave(Self.player, &next))
        #expect(next.state.activation == nil)
    }

    @Test func requestOfAClientThatLeftMeanwhileIsOver() throws {
        var first = Self.timeline()
        let cookie = try Self.inhibit(&first)
        let rows = Self.rows(first, first.effects)
        var next = Self.timeline()
        Self.restore(rows, present: [Self.player], &next)
        #expect(next.effects == [.row(.setInhibition(cookie))])
        next.go("2026-11-02", "09:01")
        #expect(next.state.activation == nil)
        #expect(!next.state.isInhibited)
        #expect(try Self.inhibit(&next) > cookie)
    }

    @Test func requestWithoutEffectHasNoneAfterARestart() throws {
        var first = Self.timeline()
        let cookie = try Self.inhibit(&first)
        first.turnOff()
        #expect(first.effects.contains(.row(.setInhibition(cookie))))
        var next = Self.timeline()
        Self.restore(Self.rows(first, first.effects), present: [Self.okular], &next)
        next.go("2026-11-02", "09:01")
        #expect(next.state.activation == nil)
        #expect(next.state.isInhibited)
    }

    @Test func forgettingAnAppRemovesItsReasonFromTheStore() throws {
        var timeline = Self.timeline()
        let cookie = try Self.inhibit(&timeline)
        let app = try #require(timeline.state.inhibitions[cookie]?.app)
        #expect(timeline.state.inhibitions[cookie]?.reason.isEmpty == false)
        timeline.change { $0.forget(app, into: &$1) }
        #expect(timeline.effects.contains(.row(.setInhibition(cookie))))
        #expect(timeline.state.inhibitions[cookie]?.reason == "")
        #expect(timeline.state.isInhibited)
    }

    @Test func requestFromTheFutureIsOfNowAfterARestart() throws {
        var first = Self.timeline()
        first.go("2026-11-03", "09:00")
        let cookie = try Self.inhibit(&first)
        var next = Self.timeline()
        Self.restore(Self.rows(first, first.effects), present: [Self.okular], &next)
        #expect(next.state.inhibitions[cookie]?.since == next.now)
    }

    @Test func damagedStoreHasNoMoreRequestsThanTheLimit() throws {
        var first = Self.timeline()
        let cookie = try Self.inhibit(&first)
        let text = try #require(first.state.inhibitions[cookie]?.text)
        var rows: [UInt32: String] = [0: text]
        for number in 1...UInt32(Limits.inhibitions) + 1 { rows[number] = text }
        var next = Self.timeline()
        Self.restore(rows, present: [Self.okular], &next)
        #expect(next.state.inhibitions.cookies.count == Limits.inhibitions)
        let over = UInt32(Limits.inhibitions) + 1
        #expect(next.effects == [.row(.setInhibition(0)), .row(.setInhibition(over))])
    }
}
