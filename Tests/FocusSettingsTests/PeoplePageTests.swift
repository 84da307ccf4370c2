// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The people of a Focus, in the order of last week's notifications.
@Suite struct PeoplePageTests {
    @Test("issue 21: people are sorted by the number of last week's notifications")
    func theMostFrequentPeopleAreFirst() throws {
        let work = SettingsStateTests.work
        var state = try SettingsStateTests.state("PeopleList=Ada;Zoe;\n")
        var effects = SettingsStateTests.effects(&state, .open(.people(work)))
        #expect(effects == [.read(.people), .readPersonDetails])
        let seen = ["Bo", "bob@example.org", "ada", "Cem"]
        state.handle(
            .people(seen.map { SeenPerson($0, latest: SettingsStateTests.now) }), into: &effects)
        func titles() -> [String]? { state.page.group("list")?.rows.map(\.title) }
        // Before the numbers are known: the listed ones, then the others in their order.
        #expect(titles() == ["Ada", "Zoe", "Bo", "bob@example.org", "Cem"])
        state.handle(
            .personDetails([
                PersonDetails("Bo"), PersonDetails("Bob <bob@example.org>", came: 2),
                PersonDetails("bob@example.org", came: 1), PersonDetails("ada", came: 2),
                PersonDetails("Cem", came: 7),
            ]), into: &effects)
        #expect(titles() == ["Cem", "bob@example.org", "Ada", "Zoe", "Bo"])
        #expect(
            state.page.group("list")?.rows.map(\.subtitle) == [
                "Silenced · 7 notifications in the last seven days",
                "Silenced · 3 notifications in the last seven days",
                "Allowed · 2 notifications in the last seven days", "Allowed", "Silenced",
            ])
        // The list names them by the name, the notifications with an address.
        state.files[work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nPeople=allow\nPeopleList=Bob;\n")
        state.handle(
            .people([SeenPerson("Bob <bob@example.org>", latest: SettingsStateTests.now)]),
            into: &effects)
        #expect(titles() == ["Bob"])
        #expect(
            state.page.group("list")?.rows.map(\.subtitle)
                == ["Allowed · 2 notifications in the last seven days"])
        state.handle(
            .people(seen.map { SeenPerson($0, latest: SettingsStateTests.now) }), into: &effects)
        // A switch that is flipped stays where it is.
        state.files[work] = try SettingsStateTests.file(
            "[Focus]\nName=Work\nPeople=allow\nPeopleList=Ada;Zoe;bob@example.org;\n")
        #expect(titles() == ["Cem", "bob@example.org", "Ada", "Zoe", "Bo"])
    }

    /// A trial with a newcomer: the row vanished, and with it the way back.
    @Test("a person who is switched off stays on the page until it is left")
    func aPersonSwitchedOffStays() throws {
        let work = SettingsStateTests.work
        var state = try SettingsStateTests.state("PeopleList=Ada;\n")
        _ = SettingsStateTests.effects(&state, .open(.people(work)))
        let row = try #require(state.page.row("person Ada"))
        guard case .toggle(isOn: true, flip: let flip) = row.control else {
            Issue.record("Ada is not allowed")
            return
        }
        _ = SettingsStateTests.effects(&state, flip)
        state.files[work] = try SettingsStateTests.file("[Focus]\nName=Work\nPeople=allow\n")
        guard case .toggle(isOn: false, flip: _)? = state.page.row("person Ada")?.control else {
            Issue.record("Ada cannot be switched on again")
            return
        }
        _ = SettingsStateTests.effects(&state, .open(.now))
        _ = SettingsStateTests.effects(&state, .open(.people(work)))
        #expect(state.page.row("person Ada") == nil)
    }

    @Test("an app that is switched off stays on its page until it is left")
    func anAppSwitchedOffStays() throws {
        let (work, app) = (SettingsStateTests.work, AppID("org.example.Calendar"))
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.apps(work)))
        #expect(state.page.row("app \(app.rawValue)") != nil)
        _ = SettingsStateTests.effects(&state, .edit(work, .app(app, isMember: false)))
        state.files[work] = try SettingsStateTests.file("[Focus]\nName=Work\nApps=allow\n")
        #expect(state.page.row("app \(app.rawValue)") != nil)
        _ = SettingsStateTests.effects(&state, .open(.now))
        _ = SettingsStateTests.effects(&state, .open(.apps(work)))
        #expect(state.page.row("app \(app.rawValue)") == nil)
    }
}
