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
}
