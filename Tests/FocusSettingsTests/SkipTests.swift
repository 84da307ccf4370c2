// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation
import Testing

@testable import FocusSettings

/// Windows of schedules that the user skips.
@Suite struct SkipTests {
    private static let work = SettingsStateTests.work
    private static let schedule =
        "[Schedule office]\nDays=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\n"
        + "From=9:00\nTo=17:00\n"

    private static func state() throws -> SettingsState {
        try SettingsStateTests.state(schedule)
    }

    /// The next begin of the schedule.
    private static var start: Timestamp { ClockText.next(hour: 9, after: SettingsStateTests.now) }

    private static var window: SkippedWindow {
        SkippedWindow(
            focus: work, schedule: "office", start: start, end: start.adding(8 * 3_600_000))
    }

    private static func change(at time: Timestamp) -> UpcomingChange {
        UpcomingChange(
            Agenda.Change(
                time: time,
                outcome: Activation(focus: work, since: time, cause: .schedule, schedule: "office")),
            name: "Work")
    }

    @Test("issue 21: Not Today skips the window, which leaves the Focus of before on")
    func notTodaySkips() throws {
        var state = try Self.state()
        state.status?.activation = Activation(
            focus: Self.work, since: SettingsStateTests.now, cause: .schedule, schedule: "office")
        let button = try #require(state.page.row("because")?.buttons.first)
        #expect(button.title == "Not Today")
        #expect(
            SettingsStateTests.effects(&state, button.intent)
                == [.skip(Self.work, "office", window: nil, isSkipped: true)])
        var effects: [Effect] = []
        let window = Self.window
        state.handle(.skipped(window, isSkipped: true, isUndo: false), into: &effects)
        #expect(state.toast?.text.hasPrefix("“office” of Work is skipped: ") == true)
        #expect(effects.contains(.read(.skips)))
        // The message and the key take it back.
        let undo = Effect.skip(
            Self.work, "office", window: window.start, isSkipped: false, isUndo: true)
        #expect(SettingsStateTests.effects(&state, .undo) == [undo])
        state.handle(.skipped(window, isSkipped: false, isUndo: true), into: &effects)
        #expect(state.toast?.text.hasPrefix("“office” of Work takes place: ") == true)
        #expect(state.toast?.button == nil)
        #expect(state.undoEntries == [])
    }

    @Test("issue 21: a trigger is refused for now, a switch of the user is not")
    func aTriggerIsRefused() throws {
        var state = try Self.state()
        state.status?.activation = Activation(
            focus: Self.work, since: SettingsStateTests.now, cause: .trigger,
            trigger: .screenShared)
        #expect(state.page.row("because")?.buttons.map(\.title) == ["Not Now"])
        #expect(state.page.row("because")?.buttons.map(\.intent) == [.deactivate])
        state.status?.activation?.cause = .manual
        #expect(state.page.row("because")?.buttons == [])
    }

    @Test("issue 21: a window to come is skipped where it begins, and where its Focus returns")
    func aNextWindowIsSkipped() throws {
        var state = try Self.state()
        // The Focus comes back in the middle of its window, after another one.
        let returned = Self.start.adding(3_600_000)
        state.upcoming = [Self.change(at: Self.start), Self.change(at: returned)]
        #expect(
            state.page.row("next 0")?.buttons.map(\.intent)
                == [.skip(Self.work, "office", window: Self.start)])
        #expect(
            state.page.row("next 0")?.buttons.first?.name.hasPrefix("Skip Work, ") == true)
        #expect(
            state.page.row("next 1")?.buttons.map(\.intent)
                == [.skip(Self.work, "office", window: returned)])
    }

    @Test("issue 21: skipped windows are listed, and take place after all")
    func skippedWindowsAreListed() throws {
        var state = try Self.state()
        #expect(state.page.group("skips") == nil)
        #expect(SettingsStateTests.effects(&state, .open(.now)).contains(.read(.skips)))
        let window = Self.window
        var effects: [Effect] = []
        state.handle(.skips([window]), into: &effects)
        let row = try #require(state.page.row("skip 0"))
        #expect(row.subtitle == "Work stays off, schedule “office”")
        #expect(row.buttons.map(\.name) == ["Let “office” take place"])
        #expect(
            SettingsStateTests.effects(&state, .unskip(window))
                == [.skip(Self.work, "office", window: window.start, isSkipped: false)])
        // The schedule's own page has it, too.
        _ = SettingsStateTests.effects(&state, .open(.schedule(Self.work, "office")))
        #expect(state.page.row("skip 0")?.buttons.map(\.intent) == [.unskip(window)])
        #expect(
            state.page.row("skip")?.buttons.map(\.intent)
                == [.skip(Self.work, "office", window: nil)])
        // One that is over is no longer listed.
        state.now = window.end
        #expect(state.page.row("skip 0") == nil)
    }
}
