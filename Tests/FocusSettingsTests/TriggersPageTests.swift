// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import Testing

@testable import FocusSettings

/// The page of triggers: each kind of triggers, with the reason if it cannot be detected.
@Suite struct TriggersPageTests {
    static let work = SettingsStateTests.work
    static let unnamed = Trigger.Kind.allCases.compactMap(Trigger.init(_:))

    /// Returns a state with the page of the triggers open.
    static func state(_ triggers: String = "") throws -> SettingsState {
        var state = try SettingsStateTests.state(triggers)
        let effects = SettingsStateTests.effects(&state, .open(.triggers(work)))
        #expect(effects == [.readTriggerKinds])
        return state
    }

    static func tell(_ state: inout SettingsState, _ kinds: TriggerKindState...) {
        var effects: [Effect] = []
        state.handle(.triggerKinds(kinds), into: &effects)
    }

    /// Works a switch, changes the file by its effect, and returns the row's new switch.
    static func flip(_ trigger: Trigger, _ state: inout SettingsState) throws {
        guard case .toggle(_, let flip)? = state.page.row(trigger.text)?.control else {
            Issue.record("\(trigger.text) has no switch")
            return
        }
        try apply(SettingsStateTests.effects(&state, flip), &state)
    }

    /// Changes the file of the Focus by an effect.
    static func apply(_ effects: [Effect], _ state: inout SettingsState) throws {
        guard case .edit(work, let edit, let text)? = effects.first, effects.count == 1 else {
            Issue.record("not one change: \(effects)")
            return
        }
        var file = try #require(state.files[work])
        try edit.apply(to: &file, text)
        state.files[work] = try SettingsStateTests.file(file.contents)
    }

    static func isOn(_ trigger: Trigger, _ state: SettingsState) -> Bool? {
        guard case .toggle(let isOn, _)? = state.page.row(trigger.text)?.control else { return nil }
        return isOn
    }

    @Test func everyKindHasItsPlace() throws {
        let placed = TriggerSection.allCases.flatMap(\.kinds)
        #expect(placed.count == Trigger.Kind.allCases.count)
        #expect(Set(placed) == Set(Trigger.Kind.allCases))
        let page = try Self.state().page
        #expect(Self.unnamed.count == 12)
        for trigger in Self.unnamed { #expect(page.row(trigger.text)?.subtitle == "") }
        for kind in [Trigger.Kind.app, .calendar, .network] {
            #expect(
                page.row("add-\(kind.rawValue)")?.control
                    == .entry("", apply: .edit(Self.work, .typedTrigger(kind))))
        }
        let ids = page.groups.flatMap { $0.rows.map(\.id) }
        #expect(Set(ids).count == ids.count)
    }

    @Test(arguments: unnamed)
    func aSwitchWritesTheFile(_ trigger: Trigger) throws {
        var state = try Self.state()
        #expect(Self.isOn(trigger, state) == false)
        try Self.flip(trigger, &state)
        #expect(state.files[Self.work]?.focus.triggers == [trigger])
        #expect(Self.isOn(trigger, state) == true)
        try Self.flip(trigger, &state)
        #expect(state.files[Self.work]?.focus.triggers == [])
        #expect(Self.isOn(trigger, state) == false)
    }

    @Test(arguments: unnamed)
    func aSwitchIsUndone(_ trigger: Trigger) throws {
        let path = NSTemporaryDirectory() + "focusd-triggers-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let directory = FocusDirectory(path: path)
        let before = try directory.create(Self.work, name: "Work")
        var state = try Self.state()
        state.files[Self.work] = before
        guard case .toggle(_, .edit(_, let edit))? = state.page.row(trigger.text)?.control else {
            Issue.record("\(trigger.text) has no switch")
            return
        }
        let after = try directory.edit(Self.work) { file throws(FocusFileError) in
            try edit.apply(to: &file, "")
        }
        #expect(after.focus.triggers == [trigger])
        let title = edit.title("", name: state.name, focus: "Work", changed: after.focus)
        #expect(title.hasPrefix("Work turns on "))
        var effects: [Effect] = []
        let step = UndoStep(
            focus: Self.work, title: title, before: Array(before.contents.utf8),
            after: Array(after.contents.utf8))
        state.handle(.written(step, opens: nil), into: &effects)
        #expect(SettingsStateTests.effects(&state, .undo) == [.undo(step)])
        let known = try #require(step.before)
        #expect(try directory.replace(Self.work, from: step.after ?? [], with: known) != nil)
        state.files[Self.work] = try directory.read(Self.work)
        #expect(Self.isOn(trigger, state) == false)
        #expect(state.files[Self.work]?.contents == before.contents)
    }

    @Test func aKindThatCannotBeDetectedSaysWhy() throws {
        var state = try Self.state("[Triggers]\nVPN=true\nNetworks=Home;\n")
        Self.tell(
            &state,
            TriggerKindState(.vpn, isAvailable: false, reason: "NetworkManager does not run"),
            TriggerKindState(.network, isAvailable: false, reason: "NetworkManager does not run"),
            TriggerKindState(.lid, isAvailable: false),
            TriggerKindState(.calendar, isAvailable: true, reason: "calendars: Work"),
            TriggerKindState(.camera, isAvailable: true))
        let page = state.page
        for id in ["vpn", "network:Home", "add-network"] {
            #expect(page.row(id)?.subtitle == "NetworkManager does not run", "\(id)")
        }
        // Triggers that the Focus has can be given up; no others are offered.
        for id in ["vpn", "network:Home"] {
            #expect(page.row(id)?.isControlEnabled == true, "\(id)")
            #expect(page.row(id)?.icon == "dialog-warning-symbolic", "\(id)")
        }
        for id in ["lid", "add-network"] {
            #expect(page.row(id)?.isControlEnabled == false, "\(id)")
            // The reason is not grey.
            #expect(page.row(id)?.isEnabled == true, "\(id)")
        }
        for id in ["camera", "calendar", "add-calendar"] {
            #expect(page.row(id)?.isControlEnabled == true, "\(id)")
            #expect(page.row(id)?.icon == nil, "\(id)")
        }
        #expect(page.row("lid")?.subtitle == "Cannot be detected here")
        #expect(page.row("camera")?.subtitle == "")
        #expect(page.row("calendar")?.subtitle == "")
        #expect(page.row("add-calendar")?.subtitle == "Calendars: Work")
        // The Focus has both all the same, and gives them up.
        #expect(Self.isOn(.vpn, state) == true)
        try Self.flip(.vpn, &state)
        #expect(state.files[Self.work]?.focus.triggers == [.network("Home")])
    }

    @Test("issue 21: a trigger of the Focus says if it holds now")
    func aTriggerSaysIfItHolds() throws {
        var state = try Self.state("[Triggers]\nCamera=true\nVPN=true\nNetworks=Home;Office;\n")
        Self.tell(
            &state, TriggerKindState(.camera, isAvailable: true, holds: true),
            TriggerKindState(.vpn, isAvailable: true, holds: false),
            TriggerKindState(.network, isAvailable: true, holds: true),
            TriggerKindState(.game, isAvailable: true, holds: true),
            TriggerKindState(.lid, isAvailable: true))
        #expect(state.page.row("camera")?.subtitle == "Detected now")
        #expect(state.page.row("vpn")?.subtitle == "Not detected now")
        // One of two networks is there, and focusd does not tell which.
        #expect(state.page.row("network:Home")?.subtitle == "While it is connected")
        // Another Focus has this trigger, none has the other.
        for id in ["game", "lid"] { #expect(state.page.row(id)?.subtitle == "") }
        Self.tell(&state, TriggerKindState(.network, isAvailable: true, holds: false))
        #expect(
            state.page.row("network:Home")?.subtitle == "While it is connected · Not detected now")
    }

    @Test("issue 21: the page of triggers follows those that begin and end")
    func presencesAreReadAgain() throws {
        var state = try Self.state("[Triggers]\nCamera=true\n")
        Self.tell(&state, TriggerKindState(.camera, isAvailable: true, holds: false))
        func count(_ event: SettingsEvent) -> Int {
            var effects: [Effect] = []
            state.handle(event, into: &effects)
            return effects.count { $0 == .readTriggerKinds }
        }
        var status = ServiceStatus()
        // A flood changes the status often, and no trigger.
        status.missed = 7
        #expect(count(.status(status)) == 0)
        status.activation = Activation(
            focus: Self.work, since: SettingsStateTests.now, cause: .trigger)
        #expect(count(.status(status)) == 1)
        #expect(count(.checks([])) == 1)
        _ = SettingsStateTests.effects(&state, .open(.now))
        #expect(count(.checks([])) == 0)
    }

    @Test func theCheckUpOfATriggerInUseGoesBeforeItsKind() throws {
        var state = try Self.state("[Triggers]\nCalendars=Wrk;\n")
        Self.tell(&state, TriggerKindState(.calendar, isAvailable: true, reason: "calendars: Work"))
        #expect(state.page.row("calendar:Wrk")?.subtitle == "During its events")
        state.checks = [
            DoctorCheck(
                check: DoctorCheck.name(of: .calendar("Wrk")), detail: "no such calendar",
                problem: .init(.other, remedy: "add it"))
        ]
        #expect(state.page.row("calendar:Wrk")?.subtitle == "No such calendar. Add it")
    }

    @Test("issue 21: a trigger is named in words, never by its identifier")
    func aTriggerHasWords() throws {
        var state = try Self.state("[Triggers]\nNetworks=Office;\n")
        state.checks = [
            DoctorCheck(
                check: DoctorCheck.name(of: .network("Office")),
                detail: "focusd cannot detect “network:Office”: NetworkManager does not run",
                problem: .init(.other, remedy: "use NetworkManager"))
        ]
        #expect(
            state.page.row("network:Office")?.subtitle
                == "NetworkManager does not run. Use NetworkManager")
        _ = SettingsStateTests.effects(&state, .open(.focus(Self.work)))
        #expect(
            state.page.row("triggers")?.subtitle
                == "While the network “Office” is connected")
        state.session = .checked([])
        _ = SettingsStateTests.effects(&state, .open(.checkUp))
        let row = try #require(state.page.row("check trigger network:Office"))
        #expect(row.title == "Trigger: while the network “Office” is connected")
        #expect(row.subtitle == "NetworkManager does not run · Use NetworkManager")
    }

    @Test("the line of a Focus counts the triggers beside the first one")
    func aFocusWithTwoTriggers() throws {
        let state = try Self.state("[Triggers]\nCamera=true\nMicrophone=true\n")
        let focus = try #require(state.focuses.first { $0.id == Self.work })
        #expect(state.occasions(of: focus).hasSuffix(" and 1 more"))
    }

    @Test func kindsAreAskedForOnceAndForgottenWithFocusd() throws {
        var state = try Self.state()
        Self.tell(&state, TriggerKindState(.game, isAvailable: false, reason: "no GameMode"))
        var effects: [Effect] = []
        // Each change of a filter or a file reads the page again.
        state.handle(.filtersChanged, into: &effects)
        #expect(effects == [])
        #expect(state.page.row("game")?.subtitle == "No GameMode")
        state.handle(.stopped, into: &effects)
        #expect(state.page.row("game")?.subtitle == "")
        #expect(
            SettingsStateTests.effects(&state, .open(.triggers(Self.work))) == [])
        state.handle(.running, into: &effects)
        #expect(effects.filter { $0 == .readTriggerKinds }.count == 1)
    }

    @Test(arguments: [
        Trigger.calendar("Work"), .network("Home; sweet home"), .app(AppID("org.example.Player")),
    ])
    func aNamedTriggerIsAddedAndRemoved(_ trigger: Trigger) throws {
        var state = try Self.state("[Triggers]\nCalendar=true\nCalendars=Family;\n")
        let kind = try #require(trigger.kind)
        let name = trigger.text.drop { $0 != ":" }.dropFirst()
        let edit = Intent.edit(Self.work, .typedTrigger(kind))
        try Self.apply(SettingsStateTests.effects(&state, edit, String(name)), &state)
        let others: Set = [Trigger.calendar(""), .calendar("Family")]
        #expect(state.files[Self.work]?.focus.triggers == others.union([trigger]))
        let button = try #require(state.page.row(trigger.text)?.buttons.first)
        #expect(button.name.hasPrefix("Remove "))
        try Self.apply(SettingsStateTests.effects(&state, button.intent), &state)
        #expect(state.files[Self.work]?.focus.triggers == others)
        #expect(state.page.row(trigger.text) == nil)
    }

    @Test(arguments: [Trigger.Kind.app, .calendar, .network])
    func anEmptyNameIsRefusedAtItsField(_ kind: Trigger.Kind) throws {
        var state = try Self.state()
        var file = try #require(state.files[Self.work])
        let edit = FocusEdit.typedTrigger(kind)
        #expect(throws: FocusFileError.self) { try edit.apply(to: &file, " ") }
        var effects: [Effect] = []
        state.handle(.refused(edit, "Type a name", text: " "), into: &effects)
        let faulty = state.page.groups.flatMap(\.rows).filter(\.isFaulty).map(\.id)
        #expect(faulty == ["add-\(kind.rawValue)"])
    }

    @Test func anAppIsFoundByItsName() throws {
        var state = try Self.state()
        state.installed = SettingsStateTests.installed([
            "org.example.Player": "Film Player", "org.example.One": "Files",
            "org.example.Two": "Files",
        ])
        let intent = Intent.edit(Self.work, .typedTrigger(.app))
        for (word, id) in [
            ("film player", "org.example.Player"), ("org.example.Player", "org.example.Player"),
            ("org.example.Unknown", "org.example.Unknown"),
        ] {
            #expect(
                SettingsStateTests.effects(&state, intent, word)
                    == [.edit(Self.work, .typedTrigger(.app), text: id)])
        }
        #expect(SettingsStateTests.effects(&state, intent, "Files") == [])
        let row = try #require(state.page.row("add-app"))
        #expect(row.isFaulty)
        #expect(row.subtitle.contains("org.example.One"))
        #expect(row.subtitle.contains("org.example.Two"))
        #expect(row.control == .entry("Files", apply: intent))
    }
}
