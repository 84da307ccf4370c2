// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The pages of the introduction.
@Suite struct WelcomePagesTests {
    private func state(_ number: Int) throws -> SettingsState {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.welcome(number)))
        return state
    }

    private func buttons(_ state: SettingsState) -> [SettingsButton] {
        state.page.buttons + state.page.groups.flatMap(\.rows).flatMap(\.buttons)
    }

    @Test("issue 21: each step has one way on, and one expected button")
    func eachStepHasOneWayOn() throws {
        for number in 1...4 {
            var state = try state(number)
            if number == 1 {
                var effects: [Effect] = []
                let step = SetupStep(reason: "start focusd", command: "true")
                state.handle(.setup([step]), into: &effects)
            }
            let all = buttons(state)
            let ways = all.filter { ["Next", "Create", "Done"].contains($0.title) }
            #expect(ways.count == 1, "\(number)")
            #expect(state.page.buttons == ways, "\(number)")
            #expect(all.count { $0.style == .suggested } == 1, "\(number)")
            #expect(all.contains { $0.intent == .open(.now) }, "\(number)")
        }
        // After the test, the way on is the expected step.
        var last = try state(4)
        #expect(last.page.row("send")?.buttons.first?.style == .suggested)
        last.firstRun.result = TestResult(
            passed: ClientID(rawValue: 1), silenced: ClientID(rawValue: 2))
        #expect(buttons(last).filter { $0.style == .suggested }.map(\.title) == ["Done"])
    }

    @Test("issue 21: apps are offered by their categories, their names, and their notifications")
    func appsAreOfferedByTheirCategories() throws {
        var state = try state(3)
        let apps: [(String, [String])] = [
            ("org.example.Fractal", ["Network", "InstantMessaging"]),
            ("org.example.Geary", ["Email"]), ("org.example.Chatter", []),
            ("org.example.Player", ["AudioVideo"]),
            ("org.example.Meet", ["VideoConference"]),
        ]
        state.installed = DesktopIndex(
            apps.map { DesktopApp(AppID($0.0), categories: $0.1) }
                + [DesktopApp(AppID("hidden"), isHidden: true, categories: ["Email"])])
        func listed() -> Set<String> {
            Set(state.page.group("guests")?.rows.map(\.id) ?? [])
        }
        let talking = ["Fractal", "Geary", "Chatter", "Meet"].map { "app org.example.\($0)" }
        #expect(listed() == Set(talking))
        // A first notification does not take the others away.
        state.seenApps = [
            SeenApp(AppID("org.example.Player"), names: [], count: 1, latest: state.now)
        ]
        #expect(listed() == Set(talking + ["app org.example.Player"]))
        // Without a Focus to create, a switch would do nothing.
        for id in state.pickedTemplates {
            _ = SettingsStateTests.effects(&state, .pick(id))
        }
        #expect(listed() == [])
    }

    @Test("issue 21: nothing is created while the user's files cannot be written")
    func nothingIsCreatedWithoutFiles() throws {
        var state = try state(3)
        var effects: [Effect] = []
        state.handle(
            .blocked(FileProblem(file: "/nix/store/work.focus", reason: "read-only")),
            into: &effects)
        #expect(state.page.buttons.map(\.isEnabled) == [false])
    }
}
