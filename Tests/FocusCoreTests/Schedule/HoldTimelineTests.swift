// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Focuses that clients hold on.
@Suite struct HoldTimelineTests {
    private static let tool = PeerName(rawValue: ":1.9")
    private static let work = FocusID("work")

    private static func timeline() throws -> EngineTimeline {
        var focuses = ["work", "home"].map { Focus(id: FocusID($0), name: $0) }
        let from = try #require(TimeOfDay(hour: 12, minute: 0))
        let to = try #require(TimeOfDay(hour: 13, minute: 0))
        focuses[1].schedules = [
            Schedule(name: "lunch", days: Set(Weekday.allCases), from: from, to: to)
        ]
        return EngineTimeline(focuses: focuses)
    }

    private static func hold(
        _ timeline: inout EngineTimeline, by peer: PeerName = tool, of app: AppID? = nil,
        reason: String = "make"
    ) throws -> UInt32 {
        let (now, zone) = (timeline.now, timeline.zone)
        return try timeline.change { state, effects throws(Agenda.HoldRefusal) in
            try state.hold(
                work, reason: reason, by: peer, of: app, at: now, zone, into: &effects)
        }
    }

    private static func release(
        _ id: UInt32, _ timeline: inout EngineTimeline, by peer: PeerName = tool
    ) -> Bool {
        let (now, zone) = (timeline.now, timeline.zone)
        return timeline.change { $0.release(id, by: peer, at: now, zone, into: &$1) }
    }

    @Test func holdTurnsOnAndOff() throws {
        var timeline = try Self.timeline()
        let id = try Self.hold(&timeline)
        #expect(timeline.state.activation?.focus == Self.work)
        #expect(timeline.state.activation?.trigger == .hold(id: id, reason: "make"))
        #expect(!Self.release(id, &timeline, by: EngineTimeline.client.peer))
        #expect(timeline.state.activation != nil)
        #expect(Self.release(id, &timeline))
        #expect(timeline.state.activation == nil)
        #expect(!Self.release(id, &timeline))
    }

    @Test func focusOfBeforeComesBack() throws {
        var timeline = try Self.timeline()
        timeline.turnOn("home")
        let id = try Self.hold(&timeline)
        #expect(timeline.state.activation?.focus == Self.work)
        // A schedule does not take the place of a hold.
        timeline.go("2026-11-02", "12:30")
        #expect(timeline.state.activation?.focus == Self.work)
        #expect(Self.release(id, &timeline))
        #expect(timeline.state.activation?.focus == FocusID("home"))
    }

    @Test func userGoesBeforeAHold() throws {
        var timeline = try Self.timeline()
        let id = try Self.hold(&timeline)
        timeline.turnOff()
        #expect(timeline.state.activation == nil)
        #expect(Self.release(id, &timeline))
        #expect(timeline.state.activation == nil)
    }

    @Test func clientThatLeavesEndsItsHolds() throws {
        var timeline = try Self.timeline()
        _ = try Self.hold(&timeline)
        let other = try Self.hold(&timeline, by: EngineTimeline.client.peer)
        let (now, zone) = (timeline.now, timeline.zone)
        let isOver = timeline.change { state, effects in
            state.releaseHolds(at: now, zone, into: &effects) { $0 == Self.tool }
        }
        #expect(isOver)
        #expect(timeline.state.agenda.holds.map(\.id) == [other])
        #expect(timeline.state.activation?.focus == Self.work)
    }

    @Test(arguments: ["make", "", "two words", "make -- x"])
    func textKeepsTheHolds(_ reason: String) throws {
        var timeline = try Self.timeline()
        let id = try Self.hold(&timeline, reason: reason)
        var agenda = Agenda(text: timeline.state.agenda.text)
        agenda.setFocuses(timeline.state.focuses.values)
        agenda.enter(session: timeline.state.agenda.session)
        #expect(agenda.holds == timeline.state.agenda.holds)
        #expect(
            agenda.outcome(at: timeline.now, timeline.zone)?.trigger
                == .hold(id: id, reason: reason))
        agenda.enter(session: "another")
        #expect(agenda.holds.isEmpty)
    }

    @Test func deletedFocusEndsItsHolds() throws {
        var timeline = try Self.timeline()
        _ = try Self.hold(&timeline)
        timeline.configure([])
        #expect(timeline.state.agenda.holds.isEmpty)
        #expect(timeline.state.activation == nil)
    }

    @Test func numberAndReasonsOfHoldsAreLimited() throws {
        var timeline = try Self.timeline()
        for _ in 0..<Limits.holdsPerClient { _ = try Self.hold(&timeline) }
        #expect(throws: Agenda.HoldRefusal.tooMany) { try Self.hold(&timeline) }
        for reason in ["a\nb", String(repeating: "x", count: Limits.holdReasonBytes + 1)] {
            #expect(throws: Agenda.HoldRefusal.badReason) {
                try Self.hold(&timeline, reason: reason)
            }
        }
    }

    @Test func clientsOfOneAppShareTheHolds() throws {
        var timeline = try Self.timeline()
        func client(_ number: Int) -> PeerName {
            PeerName(rawValue: ":2.\(number / Limits.holdsPerClient)")
        }
        for number in 0..<Limits.holds / 2 {
            _ = try Self.hold(&timeline, by: client(number), of: AppID("loud"))
        }
        #expect(throws: Agenda.HoldRefusal.tooMany) {
            try Self.hold(&timeline, by: client(Limits.holds), of: AppID("loud"))
        }
        _ = try Self.hold(&timeline, by: client(Limits.holds), of: AppID("quiet"))
    }
}
