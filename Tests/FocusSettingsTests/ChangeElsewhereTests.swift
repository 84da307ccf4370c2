// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import TestSupport
import Testing

@testable import FocusSettings

/// Changes of the open page's Focus by other programs.
@Suite struct ChangeElsewhereTests {
    static let work = SettingsStateTests.work
    static let head =
        "[Focus]\nName=Work\nPeople=allow\nApps=allow\nAppList=org.example.Calendar;\n"

    private static func change(_ text: String, from before: String = head) throws
        -> ChangeElsewhere?
    {
        ChangeElsewhere(
            try SettingsStateTests.file(before), try SettingsStateTests.file(text))
    }

    @Test("issue 21: each setting that another program has changed has its page and its row")
    func everySettingIsFound() throws {
        let head = Self.head
        let cases: [(String, String, Place, String?)] = [
            (head.replacing("Work", with: "Job"), "Name", .focus(Self.work), "name"),
            (head + "Icon=a\n", "Icon and colour", .focus(Self.work), "look"),
            (head + "Color=#ff0000\n", "Icon and colour", .focus(Self.work), "look"),
            (head + "PeopleList=Ada;\n", "People", .people(Self.work), "person Ada"),
            (head + "PeopleList=Ada;Bo;\n", "People", .people(Self.work), "mode"),
            (
                head.replacing("Calendar;", with: "Calendar;chat;"), "Apps", .apps(Self.work),
                "app chat"
            ),
            (
                head + "SilencedSites=ads.example;\n", "Web sites", .sites(Self.work),
                "site ads.example"
            ),
            (head.replacing("Apps=allow", with: "Apps=silence"), "Apps", .apps(Self.work), "mode"),
            (
                head + "[Rule one]\nWhen=TRUEPREDICATE\nDo=allow\n", "Rules", .rules(Self.work),
                "rule one"
            ),
            (
                head + "[Schedule night]\nDays=Mon;\nFrom=22:00\nTo=7:00\n", "Schedules",
                .focus(Self.work), "schedule night"
            ),
            (head + "[Triggers]\nScreenShared=true\n", "Triggers", .focus(Self.work), "triggers"),
            (
                head + "[Filter chat Accounts]\nprivate=true\n", "Focus Filters",
                .focus(Self.work), "filters"
            ),
            (head + "Deliver=12:30;\n", "Show at times of day", .focus(Self.work), "deliveries"),
        ]
        for (text, title, place, row) in cases {
            let change = try #require(try Self.change(text), "\(title)")
            #expect(change.titles == [title])
            #expect(change.place == place)
            #expect(change.row == row)
            // And the other way: the row of what has gone is the one that adds it.
            #expect(try Self.change(head, from: text)?.titles == [title])
        }
        let both = try Self.change(head + "Icon=a\nPeopleList=Ada;\n")
        #expect(both?.titles == ["Icon and colour", "People"])
        #expect(both?.place == .focus(Self.work))
        #expect(both?.row == nil)
        #expect(try Self.change("# A comment\n" + head) == nil)
        // Sets have no order.
        let week = "[Schedule week]\nDays=Mon;Tue;Wed;Thu;Fri;Sat;Sun;\nFrom=9:00\nTo=17:00\n"
        for _ in 0..<20 {
            let change = try Self.change(head + "Icon=a\n" + week, from: head + week)
            #expect(change?.titles == ["Icon and colour"])
        }
    }

    /// Returns the catalog of a directory with the file of *Work*; nil for no file.
    private func catalog(_ text: String?) throws -> FocusCatalog {
        let home = try makeTemporaryDirectory("elsewhere")
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(
            atPath: home + "/focusd/focuses", withIntermediateDirectories: true)
        try text?.write(
            toFile: home + "/focusd/focuses/work.focus", atomically: true, encoding: .utf8)
        let directories = BaseDirectories { name in
            switch name {
            case "HOME", "XDG_CONFIG_HOME": home
            case "XDG_CONFIG_DIRS": home + "/none"
            default: nil
            }
        }
        return FocusDirectory(directories).load()
    }

    private func handle(
        _ state: inout SettingsState, _ text: String?, elsewhere: Bool = true
    ) throws {
        var effects: [Effect] = []
        state.handle(.files(try catalog(text), elsewhere: elsewhere), into: &effects)
    }

    @Test("issue 21: the page of a schedule stays open when the schedule gets another name")
    func aRenamedScheduleStaysOpen() throws {
        func text(_ name: String, to end: String = "17:00") -> String {
            Self.head + "[Schedule \(name)]\nDays=Mon;\nFrom=9:00\nTo=\(end)\n"
        }
        var state = try SettingsStateTests.state()
        try handle(&state, text("office"))
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        _ = SettingsStateTests.effects(&state, .push(.schedule(Self.work, "office")))
        try handle(&state, text("at work"), elsewhere: false)
        #expect(state.trail == [.focus(Self.work), .schedule(Self.work, "at work")])
        #expect(state.page.empty == nil)
        // Another schedule in its place.
        try handle(&state, text("later", to: "18:00"), elsewhere: false)
        #expect(state.place == .schedule(Self.work, "at work"))
        #expect(state.page.empty?.title == "This schedule is gone")
    }

    @Test("issue 21: a change of the open page's Focus by another program is told, with Show")
    func aChangeIsTold() throws {
        var state = try SettingsStateTests.state()
        try handle(&state, Self.head)
        // Another page is open.
        #expect(state.toast == nil)
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        let changed = Self.head + "PeopleList=Ada;\n"
        // The window's own change.
        try handle(&state, changed, elsewhere: false)
        #expect(state.toast == nil)
        try handle(&state, Self.head)
        #expect(state.toast?.text == "Work changed elsewhere: People")
        try handle(&state, changed)
        let show = try #require(state.toast?.button)
        #expect(show.title == "Show")
        #expect(show.intent == .showChange(.people(Self.work), row: "person Ada"))
        #expect(state.page.shownRow == nil)
        let effects = SettingsStateTests.effects(&state, show.intent)
        #expect(effects.contains(.read(.people)))
        #expect(state.trail == [.focus(Self.work), .people(Self.work)])
        #expect(state.page.shownRow?.id == "person Ada")
        let number = state.page.shownRow?.number
        // The page is open already.
        state.isPageInFront = false
        _ = SettingsStateTests.effects(&state, show.intent)
        #expect(state.trail == [.focus(Self.work), .people(Self.work)])
        #expect(state.isPageInFront)
        #expect(state.page.shownRow?.number != number)
        // A page below the open one is gone back to.
        try handle(&state, changed.replacing("Work", with: "Job"))
        let back = try #require(state.toast?.button?.intent)
        _ = SettingsStateTests.effects(&state, back)
        #expect(state.trail == [.focus(Self.work)])
        #expect(state.page.shownRow?.id == "name")
    }

    @Test("issue 21: a Focus that another program has deleted is told, and its pages are left")
    func aDeletionIsTold() throws {
        var state = try SettingsStateTests.state()
        try handle(&state, Self.head)
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        try handle(&state, nil)
        #expect(state.toast?.text == "Work was deleted elsewhere")
        #expect(state.place == .now)
    }

    @Test("issue 21: a change of what holds always is told on its pages, and shown")
    func aChangeOfAlwaysIsTold() throws {
        var state = try ProgramPagesTests.state()
        var effects: [Effect] = []
        func handle(_ text: String, elsewhere: Bool = true) throws {
            state.handle(
                .always(try ProgramPagesTests.always(text), [], elsewhere: elsewhere),
                into: &effects)
        }
        let silencing = "[Always]\nNewApps=ask\nApps=silence\nAppList=org.example.Ads;\n"
        try handle(silencing)
        #expect(state.toast == nil)
        _ = SettingsStateTests.effects(&state, .open(.always))
        try handle("[Always]\nNewApps=ask\n")
        #expect(state.toast?.text == "Always changed elsewhere: Apps")
        let show = try #require(state.toast?.button?.intent)
        _ = SettingsStateTests.effects(&state, show)
        #expect(state.trail == [.always, .apps(.always)])
        _ = SettingsStateTests.effects(&state, .open(.always))
        try handle("[Always]\nNewApps=silence\n")
        #expect(state.toast?.text == "Always changed elsewhere: First notification of a new app")
        #expect(state.toast?.button?.intent == .showChange(.always, row: "new-apps"))
        // The window's own changes have a message of their own.
        state.toast = nil
        try handle(silencing, elsewhere: false)
        #expect(state.toast == nil)
    }
}
