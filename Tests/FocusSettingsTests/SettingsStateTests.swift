// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The window's state without a window: events in, effects and pages out.
@Suite struct SettingsStateTests {
    static let work = FocusID("work")
    /// Monday, 23 November 2026, 10:00 UTC.
    static let now = Timestamp(rawValue: 1_795_428_000_000)

    static func file(_ text: String, id: FocusID = work) throws -> FocusFile {
        try FocusFile(id: id, contents: text, path: "/focuses/\(id.rawValue).focus")
    }

    /// Returns a state with a running focusd and the Focus *Work*.
    static func state(_ more: String = "") throws -> SettingsState {
        var state = SettingsState()
        state.service = .running
        state.status = ServiceStatus()
        state.now = now
        state.firstRun.isOver = true
        state.isSettled = true
        state.files[work] = try file(
            "[Focus]\nName=Work\nApps=allow\nAppList=org.example.Calendar;\nPeople=allow\n" + more)
        return state
    }

    /// Returns desktop files with these names, by id.
    static func installed(_ names: [String: String]) -> DesktopIndex {
        DesktopIndex(names.map { DesktopApp(AppID($0.key), name: $0.value) })
    }

    /// Handles what the user does, and returns the effects.
    static func effects(
        _ state: inout SettingsState, _ intent: Intent, _ text: String = ""
    ) -> [Effect] {
        var effects: [Effect] = []
        state.handle(.intent(intent, text: text), into: &effects)
        return effects
    }

    /// Opens all rows of the page that open others.
    static func openDetails(_ state: inout SettingsState) {
        for row in state.page.groups.flatMap(\.rows) {
            guard case .details(_, let open?) = row.control else { continue }
            #expect(effects(&state, open) == [])
        }
    }

    @Test("issue 21: without a Focus, chips turn one on")
    func nowWithoutAFocusOffersEachFocus() throws {
        var state = try Self.state()
        #expect(state.page.groups.first?.title == "No Focus Is On")
        let chip = Chip<Intent>(
            "focus work", "Work", name: "Turn on Work",
            icon: state.files[Self.work]?.focus.shownIcon, .activate(Self.work, .never))
        #expect(state.page.row("focuses")?.control == .chips([chip]))
        #expect(state.page.row("focuses")?.isEnabled == true)
        state.service = .stopped
        #expect(state.page.row("focuses")?.control == .chips([chip]))
        #expect(state.page.row("focuses")?.isEnabled == false)
    }

    @Test func nowSaysWhyAFocusIsOnAndOffersOtherEnds() throws {
        var state = try Self.state()
        state.status?.activation = Activation(
            focus: Self.work, since: Self.now, cause: .schedule, schedule: "office",
            until: Self.now.adding(3_600_000))
        state.status?.focusName = "Work"
        let page = state.page
        #expect(page.row("active")?.control == .toggle(isOn: true, flip: .deactivate))
        #expect(page.row("because")?.subtitle.hasPrefix("Schedule “office”") == true)
        #expect(
            page.row("because")?.buttons.map(\.intent)
                == [.skip(Self.work, "office", window: nil)])
        guard case .choice(let choices, 0) = page.row("until")?.control else {
            Issue.record("no choice of ends")
            return
        }
        #expect(
            choices.contains {
                $0.intent == .activate(Self.work, .after(milliseconds: 3_600_000))
            })
    }

    @Test("issue 21: a switch of a list is on for what comes through, with both effects")
    func aSwitchShowsWhoComesThrough() throws {
        var state = try Self.state()
        _ = Self.effects(&state, .open(.apps(Self.work)))
        let calendar = AppID("org.example.Calendar")
        for (mode, isOn, text) in [("allow", true, "Allowed"), ("silence", false, "Silenced")] {
            state.files[Self.work] = try Self.file(
                "[Focus]\nName=Work\nApps=\(mode)\nAppList=org.example.Calendar;\n"
                    + "People=\(mode)\nPeopleList=Ada;\n")
            state.trail = [.apps(Self.work)]
            var row = try #require(state.page.row("app org.example.Calendar"))
            #expect(
                row.control
                    == .toggle(
                        isOn: isOn, flip: .edit(Self.work, .app(calendar, isMember: false))))
            #expect(row.subtitle == text)
            state.trail = [.people(Self.work)]
            row = try #require(state.page.row("person Ada"))
            #expect(
                row.control
                    == .toggle(
                        isOn: isOn, flip: .edit(Self.work, .person("Ada", isMember: false))))
            #expect(row.subtitle == text)
            // The others get the opposite.
            #expect(state.page.row("mode")?.title == "Everyone else")
            guard case .choice(let choices, let selected)? = state.page.row("mode")?.control else {
                Issue.record("no choice")
                return
            }
            #expect(choices[selected].title == (isOn ? "Silenced" : "Allowed"))
        }
    }

    @Test(
        "issue 21: an app is typed by its id or by its name",
        arguments: [
            ("org.example.Chat", "org.example.Chat"), ("example chat", "org.example.Chat"),
            ("Org.Example.Chat", "org.example.Chat"), ("slack", "slack-desktop"),
            ("Later", "Later"),
        ])
    func anAppIsTypedByName(_ text: String, _ id: String) throws {
        var state = try Self.state()
        state.installed = Self.installed(["org.example.Chat": "Example Chat"])
        state.seenApps = [
            SeenApp(AppID("slack-desktop"), names: ["Slack"], count: 1, latest: Self.now)
        ]
        #expect(
            Self.effects(&state, .edit(Self.work, .typedApp), text)
                == [.edit(Self.work, .typedApp, text: id)])
        #expect(Self.effects(&state, .mute, text) == [.mute(AppID(id))])
        #expect(
            Self.effects(&state, .configure(.typedApp(.critical)), text)
                == [.configure(.typedApp(.critical), text: id)])
    }

    @Test("issue 21: a start that fails leads to the setup")
    func aFailedStartLeadsToTheSetup() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        state.handle(.stopped, into: &effects)
        let setUp = Intent.open(.welcome(1))
        _ = Self.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.notice?.button?.intent == .start)
        _ = Self.effects(&state, .open(.checkUp))
        #expect(state.page.row("start")?.buttons.map(\.intent) == [setUp, .start])
        state.handle(.startFailed("another server shows notifications"), into: &effects)
        #expect(
            state.toast?.text == "focusd does not start: another server shows notifications")
        #expect(state.toast?.button?.intent == setUp)
        #expect(state.page.row("start")?.buttons.map(\.intent) == [setUp])
        #expect(state.page.row("start")?.subtitle.contains("another server") == true)
        _ = Self.effects(&state, .open(.missed))
        #expect(state.page.empty?.buttons.first?.intent == setUp)
        _ = Self.effects(&state, .open(.focus(Self.work)))
        #expect(state.page.notice?.button?.intent == setUp)
        // A focusd that ran and ended can be started.
        state.handle(.running, into: &effects)
        state.handle(.stopped, into: &effects)
        #expect(state.page.notice?.button?.intent == .start)
    }

    @Test func filesCanBeChangedWhileFocusdIsStopped() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        state.handle(.stopped, into: &effects)
        _ = Self.effects(&state, .open(.apps(Self.work)))
        #expect(state.page.notice?.button?.intent == .start)
        let row = try #require(state.page.row("app org.example.Calendar"))
        guard case .toggle(true, let flip) = row.control else {
            Issue.record("the app is not on")
            return
        }
        #expect(
            Self.effects(&state, flip) == [
                .edit(Self.work, .app(AppID("org.example.Calendar"), isMember: false), text: "")
            ])
        // Facts that only focusd knows have no rows.
        _ = Self.effects(&state, .open(.missed))
        #expect(state.page.empty?.title == "focusd is not running")
    }

    @Test func aHungFocusdIsNamedInsteadOfASpinner() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        state.handle(.unreachable("it does not answer"), into: &effects)
        _ = Self.effects(&state, .open(.history))
        #expect(state.page.empty?.title == "focusd does not answer")
        _ = Self.effects(&state, .open(.checkUp))
        let row = try #require(state.page.row("start"))
        #expect(row.title == "focusd does not answer")
        #expect(row.subtitle == "it does not answer")
        #expect(row.buttons.map(\.intent) == [.askFocusd], "a start changes nothing")
        #expect(state.content.sidebar.last?.badgeName == "something is wrong")
    }

    @Test func frequentAppsStandFirst() throws {
        var state = try Self.state()
        state.seenApps = [
            SeenApp(AppID("org.example.Calendar"), names: ["Calendar"], count: 2, latest: Self.now),
            SeenApp(AppID("org.example.Chat"), names: ["Chat"], count: 40, latest: Self.now),
        ]
        _ = Self.effects(&state, .open(.apps(Self.work)))
        let list = state.page.groups.first { $0.id == "list" }
        #expect(list?.rows.map(\.title) == ["Chat", "Calendar"])
        #expect(list?.rows.first?.subtitle == "Silenced · 40 notifications in the history")
        _ = Self.effects(&state, .search(.apps(Self.work)), "cal")
        #expect(state.page.groups.first { $0.id == "list" }?.rows.map(\.title) == ["Calendar"])
    }

    @Test func aNewScheduleGetsANameOfItsOwn() throws {
        var state = try Self.state("[Schedule Weekdays]\nDays=Mon;\nFrom=8:00\nTo=9:00\n")
        _ = Self.effects(&state, .open(.focus(Self.work)))
        _ = Self.effects(&state, .push(.schedule(Self.work, nil)))
        _ = Self.effects(&state, .draft(.to), "16:30")
        let effects = Self.effects(&state, .addDraft(Self.work))
        guard case .edit(_, .schedule(let schedule), _)? = effects.first else {
            Issue.record("no schedule")
            return
        }
        #expect(schedule.name == "Weekdays 2")
        #expect(schedule.to.text == "16:30")
        var others: [Effect] = []
        let step = UndoStep(focus: Self.work, title: "added", before: nil, after: [])
        state.handle(.written(step, opens: nil), into: &others)
        #expect(state.place == .focus(Self.work))
    }

    @Test func overlapsOfSchedulesAreNamed() throws {
        var state = try Self.state("[Schedule office]\nDays=Mon;\nFrom=9:00\nTo=23:00\n")
        let sleep = FocusID("sleep")
        state.files[sleep] = try Self.file(
            "[Focus]\nName=Sleep\n[Schedule night]\nDays=Mon;\nFrom=22:00\nTo=7:00\n", id: sleep)
        _ = Self.effects(&state, .push(.schedule(Self.work, "office")))
        let week = try #require(state.page.row("week"))
        #expect(week.subtitle.contains("Sleep begins later, so it is on from 22:00"))
        guard case .week(let bands) = week.control else {
            Issue.record("no drawing")
            return
        }
        #expect(bands.filter(\.isStrong).map(\.minutes) == [540..<1320])
        // A night ends on the next day.
        #expect(bands.contains { ScheduleWords.week[$0.day] == .tuesday && $0.minutes == 0..<420 })
    }

    /// Issue 17: “Daily 09:00–09:00” read as no time at all.
    @Test func aScheduleOfADayNamesItsLength() throws {
        let text = "[Focus]\nName=Sleep\n[Schedule day]\nDays=Mon;\nFrom=9:00\nTo=9:00\n"
        let focus = try Self.file(text, id: FocusID("sleep")).focus
        let schedule = try #require(focus.schedules.first)
        #expect(ScheduleWords.text(schedule) == "Mon \(schedule.from.words) for 24 hours")
        #expect(ScheduleWords.shortText(schedule) == ScheduleWords.text(schedule))
    }

    /// Issue 17: after a mute or a dismissal, Ctrl+Z took back an older change of another page.
    @Test func undoDoesNotPassOverWhatCannotBeTakenBack() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        let step = UndoStep(focus: Self.work, title: "one", before: [1], after: [2])
        let app = AppID("org.example.Chat")
        state.handle(.written(step, opens: nil), into: &effects)
        state.handle(.muted(app, until: .never), into: &effects)
        #expect(Self.effects(&state, .undo) == [.unmute(app)])
        _ = Self.effects(&state, .dismiss([ClientID(rawValue: 7)]))
        _ = Self.effects(&state, .dismiss([ClientID(rawValue: 8)]))
        #expect(Self.effects(&state, .undo) == [])
        #expect(state.toast?.text.hasPrefix("What you did last cannot be undone; ") == true)
        #expect(Self.effects(&state, .undo) == [.undo(step)])
        #expect(Self.effects(&state, .undo) == [])
        // The button of a mute's message ends the mute, too.
        state.handle(.muted(app, until: .never), into: &effects)
        _ = Self.effects(&state, .unmute(app))
        _ = Self.effects(&state, .undo)
        #expect(state.toast?.text == "Nothing to undo")
    }

    @Test func changesAreTakenBackInReverseOrder() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        let steps = ["one", "two"].map {
            UndoStep(focus: Self.work, title: $0, before: [1], after: [2])
        }
        for step in steps { state.handle(.written(step, opens: nil), into: &effects) }
        #expect(state.content.toast?.button?.intent == .undo)
        #expect(Self.effects(&state, .undo) == [.undo(steps[1])])
        #expect(Self.effects(&state, .undo) == [.undo(steps[0])])
        #expect(Self.effects(&state, .undo) == [])
        #expect(state.toast?.text == "Nothing to undo")
    }

    @Test func aRefusedValueStandsAtItsControl() throws {
        var state = try Self.state()
        var effects: [Effect] = []
        _ = Self.effects(&state, .open(.people(Self.work)))
        state.handle(
            .refused(.typedPerson, "Too long", text: "Ada"), into: &effects)
        #expect(state.page.row("add")?.isFaulty == true)
        #expect(state.page.row("add")?.subtitle == "Too long")
        #expect(
            state.page.row("add")?.control
                == .entry("Ada", apply: .edit(Self.work, .typedPerson)))
        #expect(state.page.row("mode")?.isFaulty == false)
    }

    @Test func pagesOfADeletedFocusAreLeft() throws {
        var state = try Self.state()
        _ = Self.effects(&state, .open(.focus(Self.work)))
        _ = Self.effects(&state, .push(.apps(Self.work)))
        var effects: [Effect] = []
        state.handle(.files(FocusCatalog()), into: &effects)
        #expect(state.place == .now)
    }
}

extension PageContent {
    /// Returns the row with this id, also one that another row opens.
    func row(_ id: String) -> Row<Intent>? {
        groups.lazy.flatMap(\.rows).flatMap { row in
            if case .details(let rows, _) = row.control { [row] + rows } else { [row] }
        }.first { $0.id == id }
    }

    /// Returns the group with this id.
    func group(_ id: String) -> RowGroup<Intent>? { groups.first { $0.id == id } }
}
