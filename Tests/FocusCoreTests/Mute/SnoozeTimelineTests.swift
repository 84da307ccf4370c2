// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Snoozed notifications in the state of the service.
@Suite struct SnoozeTimelineTests {
    private static func timeline() -> EngineTimeline {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.apps = ListPolicy(mode: .allow, members: [])
        var timeline = EngineTimeline(focuses: [focus])
        timeline.serverStarts()
        return timeline
    }

    private static func snooze(
        _ id: ClientID, minutes: Int64, _ timeline: inout EngineTimeline
    ) -> Int {
        timeline.snooze([id], until: .after(timeline.now.adding(minutes * 60_000)))
    }

    @Test func popupGoesAndComesBackWithItsNotificationAlive() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify("later")
        timeline.serveAll()
        let popup = try #require(timeline.entry(entry.id)?.server)
        #expect(Self.snooze(entry.id, minutes: 20, &timeline) == 1)
        #expect(timeline.effects.contains(.request(.wake(timeline.zone.at("2026-11-02", "09:20")))))
        timeline.serveAll()
        timeline.close(popup, CloseReason.closedByCall.rawValue)
        #expect(timeline.entry(entry.id)?.state == .silenced)
        #expect(timeline.signals.isEmpty)
        timeline.go("2026-11-02", "09:19")
        #expect(timeline.entry(entry.id)?.state == .silenced)
        timeline.go("2026-11-02", "09:20")
        #expect(timeline.entry(entry.id)?.state == .queued)
        #expect(timeline.state.snoozes.isEmpty)
        timeline.serveAll()
        let again = try #require(timeline.entry(entry.id)?.server)
        timeline.invoke(again, "default")
        #expect(timeline.signals == [.actionInvoked(entry.id, key: "default")])
    }

    @Test func endedSnoozeLeavesItsNotificationInTheMissedList() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify("later")
        timeline.serveAll()
        #expect(Self.snooze(entry.id, minutes: 20, &timeline) == 1)
        let ended = timeline.change { $0.endSnoozes([entry.id], into: &$1) }
        #expect(ended == 1)
        #expect(timeline.effects == [.row(.setSnoozes), .changed(.snoozes)])
        let again = timeline.change { $0.endSnoozes([entry.id], into: &$1) }
        #expect(again == 0)
        timeline.go("2026-11-02", "09:20")
        #expect(timeline.entry(entry.id)?.state == .silenced)
        #expect(timeline.entry(entry.id)?.isMissed == true)
        #expect(timeline.signals.isEmpty)
    }

    /// The user was away when the popup came back.
    @Test("issue 21: a popup that came back and expired is missed again")
    func expiredOneThatCameBackIsMissedAgain() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify("later")
        timeline.serveAll()
        #expect(Self.snooze(entry.id, minutes: 20, &timeline) == 1)
        timeline.serveAll()
        timeline.go("2026-11-02", "09:20")
        timeline.serveAll()
        var popup = try #require(timeline.entry(entry.id)?.server)
        timeline.close(popup, CloseReason.expired.rawValue)
        #expect(timeline.entry(entry.id)?.state == .silenced)
        #expect(timeline.entry(entry.id)?.isMissed == true)
        #expect(timeline.effects == [.row(.setSnoozes), .row(.hidden(entry.key))])
        #expect(timeline.signals.isEmpty)
        // What the user wants to see then ends as other popups do.
        _ = timeline.change { $0.deliverNow([entry.id], into: &$1) }
        timeline.serveAll()
        popup = try #require(timeline.entry(entry.id)?.server)
        timeline.close(popup, CloseReason.expired.rawValue)
        #expect(timeline.entry(entry.id)?.state == .expired)
    }

    @Test("a popup that came back and ended with its server is missed again")
    func oneThatCameBackOutlivesItsServer() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify("later")
        timeline.serveAll()
        _ = Self.snooze(entry.id, minutes: 20, &timeline)
        timeline.serveAll()
        timeline.go("2026-11-02", "09:20")
        timeline.serveAll()
        #expect(timeline.entry(entry.id)?.state == .shown)
        let isKept = timeline.change { !$0.outlived(entry.id, entry.key, into: &$1) }
        #expect(isKept)
        timeline.serverEnds()
        #expect(timeline.entry(entry.id)?.state == .silenced)
        #expect(timeline.rows[entry.key] != .expired)
        #expect(timeline.signals.isEmpty)
        // Its time is over: it ends after the days to keep, as others do.
        let isOver = timeline.change { $0.outlived(entry.id, entry.key, into: &$1) }
        #expect(isOver)
    }

    @Test("a popup that came back is missed again if it expires after a restart of focusd")
    func returnIsRestored() throws {
        var timeline = Self.timeline()
        let entries = [try timeline.notify("later"), try timeline.notify("other")]
        timeline.serveAll()
        for entry in entries { _ = Self.snooze(entry.id, minutes: 20, &timeline) }
        timeline.serveAll()
        timeline.go("2026-11-02", "09:20")
        #expect(timeline.effects.contains(.row(.setSnoozes)))
        timeline.serveAll()
        let text = timeline.state.snoozes.text
        #expect(Snoozes(text: text) == timeline.state.snoozes)
        #expect(Snoozes(text: "returned\nreturned x\n" + text) == timeline.state.snoozes)
        _ = timeline.change { $0.dismiss([entries[1].id], into: &$1) }
        #expect(timeline.effects.contains(.row(.setSnoozes)))
        timeline.change { $0.restore(snoozes: nil, into: &$1) }
        #expect(timeline.state.snoozes.returned.isEmpty)
        timeline.change { $0.restore(snoozes: text, into: &$1) }
        #expect(timeline.state.snoozes.returned == [entries[0].key])
        let popup = try #require(timeline.entry(entries[0].id)?.server)
        timeline.close(popup, CloseReason.expired.rawValue)
        #expect(timeline.entry(entries[0].id)?.state == .silenced)
        #expect(timeline.state.snoozes.text.isEmpty)
    }

    @Test("issue 21: a popup that came back and was dismissed is over")
    func dismissedOneThatCameBackIsOver() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify("later")
        timeline.serveAll()
        _ = Self.snooze(entry.id, minutes: 20, &timeline)
        timeline.serveAll()
        timeline.go("2026-11-02", "09:20")
        timeline.serveAll()
        let popup = try #require(timeline.entry(entry.id)?.server)
        timeline.close(popup, CloseReason.dismissed.rawValue)
        #expect(timeline.entry(entry.id) == nil)
        #expect(timeline.state.snoozes.returned.isEmpty)
    }

    /// The user asked for this time, so that the Focus does not matter.
    @Test func silencedOneComesBackUnderAFocus() throws {
        var timeline = Self.timeline()
        timeline.turnOn("work")
        let entry = try timeline.notify("missed")
        #expect(entry.state == .silenced)
        #expect(Self.snooze(entry.id, minutes: 5, &timeline) == 1)
        timeline.go("2026-11-02", "09:05")
        #expect(timeline.entry(entry.id)?.state == .queued)
    }

    @Test func clockThatIsSetKeepsTheDuration() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify()
        timeline.serveAll()
        _ = Self.snooze(entry.id, minutes: 20, &timeline)
        timeline.change { $0.clockWasSet(by: -3_600_000, into: &$1) }
        #expect(timeline.effects.contains(.row(.setSnoozes)))
        timeline.go("2026-11-02", "08:19")
        #expect(timeline.entry(entry.id)?.state == .silenced)
        timeline.go("2026-11-02", "08:20")
        #expect(timeline.entry(entry.id)?.state == .queued)
    }

    @Test func textRestoresTheSnoozedOnesThatAreStillThere() throws {
        var timeline = Self.timeline()
        let entries = [try timeline.notify("a"), try timeline.notify("b")]
        timeline.serveAll()
        for entry in entries { _ = Self.snooze(entry.id, minutes: 20, &timeline) }
        let text = timeline.state.snoozes.text
        #expect(Snoozes(text: text) == timeline.state.snoozes)
        #expect(Snoozes(text: "x\n1 2\n" + text) == timeline.state.snoozes)
        _ = timeline.change { $0.dismiss([entries[0].id], into: &$1) }
        timeline.change { $0.restore(snoozes: text, into: &$1) }
        #expect(timeline.state.snoozes.all.map(\.key) == [entries[1].key])
    }

    /// The server showed it just before a kill, and the store knows of the popup alone.
    @Test func restoreHidesAPopupThatCameTooLate() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify()
        #expect(Self.snooze(entry.id, minutes: 20, &timeline) == 1)
        let text = timeline.state.snoozes.text
        timeline.change { $0.restore(snoozes: nil, into: &$1) }
        timeline.serveAll()
        #expect(timeline.entry(entry.id)?.state == .shown)
        timeline.change { $0.restore(snoozes: text, into: &$1) }
        #expect(timeline.effects == [.row(.hidden(entry.key))])
        timeline.serveAll()
        #expect(timeline.popups.isEmpty)
        timeline.go("2026-11-02", "09:20")
        #expect(timeline.entry(entry.id)?.state == .queued)
    }

    /// An end or a delivery by the user ends the snooze, too.
    @Test func endsForgetTheSnooze() throws {
        var timeline = Self.timeline()
        for number in 0..<4 {
            let entry = try timeline.notify("\(number)")
            timeline.serveAll()
            _ = Self.snooze(entry.id, minutes: 20, &timeline)
            switch number {
            case 0: _ = timeline.change { $0.dismiss([entry.id], into: &$1) }
            case 1: _ = timeline.change { $0.deliverNow([entry.id], into: &$1) }
            case 2: try timeline.notify("new", replaces: entry.id.rawValue)
            default:
                let isClosed = timeline.change {
                    $0.close(entry.id, by: EngineTimeline.client, into: &$1)
                }
                #expect(isClosed)
            }
            #expect(timeline.state.snoozes.isEmpty, "\(number)")
            timeline.serveAll()
        }
    }

    @Test func expiredOneIsSnoozedAndAnUnknownOneIsNot() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify()
        #expect(Self.snooze(ClientID(rawValue: 99), minutes: 1, &timeline) == 0)
        timeline.serveAll()
        let popup = try #require(timeline.entry(entry.id)?.server)
        timeline.close(popup, CloseReason.expired.rawValue)
        #expect(timeline.entry(entry.id)?.state == .expired)
        #expect(Self.snooze(entry.id, minutes: 1, &timeline) == 1)
    }

    /// The server has the notification, but its answer comes after the snooze.
    @Test func oneOnItsWayIsHiddenOnceItIsShown() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify()
        #expect(Self.snooze(entry.id, minutes: 1, &timeline) == 1)
        timeline.serveAll()
        #expect(timeline.popups.isEmpty)
        #expect(timeline.entry(entry.id)?.state == .silenced)
        timeline.go("2026-11-02", "09:01")
        timeline.serveAll()
        #expect(timeline.popups.count == 1)
    }

    /// The server was away until the snooze was over: one popup is enough.
    @Test func oneThatWaitedForTheServerIsShownOnce() throws {
        var timeline = Self.timeline()
        timeline.serverEnds()
        let entry = try timeline.notify()
        #expect(Self.snooze(entry.id, minutes: 1, &timeline) == 1)
        timeline.go("2026-11-02", "09:01")
        timeline.serverStarts("second")
        timeline.serveAll()
        #expect(timeline.popups.count == 1)
        #expect(timeline.entry(entry.id)?.state == .shown)
    }

    @Test func actionOfThePopupSnoozes() throws {
        var timeline = Self.timeline()
        let entry = try timeline.notify()
        timeline.serveAll()
        let popup = try #require(timeline.entry(entry.id)?.server)
        timeline.invoke(popup, EngineState.snoozeAction)
        #expect(timeline.effects == [.request(.snooze(entry.id))])
        #expect(timeline.signals.isEmpty)
    }

    @Test func numberOfSnoozedNotificationsIsLimited() throws {
        var timeline = Self.timeline()
        timeline.turnOn("work")
        var ids: [ClientID] = []
        for _ in 0...Limits.snoozes { ids.append(try timeline.notify().id) }
        let end = Agenda.End.at(timeline.now.adding(60_000))
        #expect(timeline.snooze(ids, until: end) == Limits.snoozes)
        #expect(timeline.snooze(ids, until: end) == Limits.snoozes)
    }

    /// Issue 15: all of them came back in one turn of the loop.
    @Test func manySnoozesThatEndTogetherComeBackInParts() throws {
        var timeline = Self.timeline()
        timeline.turnOn("work")
        var ids: [ClientID] = []
        for _ in 0...Limits.returnedSnoozes { ids.append(try timeline.notify().id) }
        let end = timeline.now.adding(60_000)
        #expect(timeline.snooze(ids, until: .at(end)) == ids.count)
        timeline.go("2026-11-02", "09:01")
        let last = ids.removeLast()
        let states = ids.map { timeline.entry($0)?.state }
        #expect(states.allSatisfy { $0 == .queued })
        #expect(timeline.entry(last)?.state == .silenced)
        // The clock calls at once.
        #expect(timeline.effects.contains(.request(.wake(end))))
        timeline.go("2026-11-02", "09:01")
        #expect(timeline.entry(last)?.state == .queued)
        #expect(timeline.state.snoozes.isEmpty)
    }
}
