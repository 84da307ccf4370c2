// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import Presentation
import Testing
import Tray

@testable import focus_tray

@Suite struct TrayStateTests {
    @Test func helpFits80Columns() {
        #expect(Program.parser.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    /// A trial with a newcomer: on GNOME the message named no next step.
    @Test func onGNOMETheMessageNamesTheExtension() {
        let text = MissingTray.text(on: .gnome)
        #expect(text.contains("GNOME has none by itself"), "\(text)")
        #expect(text.contains("install gnome-shell-extension-appindicator"), "\(text)")
        // A trial on GNOME: the message was the same with the extension installed.
        let other = MissingTray.text(on: .gnome, installed: "a@b")
        #expect(!other.contains("install gnome"))
        #expect(other.hasSuffix(": gnome-extensions enable a@b"), "\(other)")
        #expect(MissingTray.isNeeded(on: .gnome))
        for shell in [DesktopShell.plasma, nil] {
            #expect(MissingTray.text(on: shell).hasSuffix("system tray can show the icon"))
            #expect(!MissingTray.isNeeded(on: shell))
        }
    }

    @Test func theSettingsWindowHasAnEntryWhereItIsInstalled() {
        let now = Timestamp(rawValue: 0)
        let titles = Self.state().picture(hasWindow: true, at: now).entries.map(\.title)
        #expect(titles.last == "Settings…")
        #expect(!Self.state().picture(at: now).entries.map(\.title).contains("Settings…"))
        #expect(TrayCommand(id: TrayCommand.settings.id) == .settings)
    }

    static let work = FocusSummary(
        Focus(id: FocusID("work"), name: "Work"), isActive: true)

    static func state(_ change: (inout ServiceStatus) -> Void = { _ in }) -> TrayState {
        var status = ServiceStatus()
        status.activation = Activation(
            focus: FocusID("work"), since: Timestamp(rawValue: 0), cause: .manual)
        status.focusName = "Work"
        change(&status)
        return .running(status, [work])
    }

    @Test func headingSaysWhenTheFocusEnds() {
        let now = Timestamp(rawValue: 1_000_000_000_000)
        func title(_ change: (inout ServiceStatus) -> Void) -> String {
            Self.state(change).picture(at: now).title
        }
        #expect(title { _ in } == "Work is on")
        #expect(title { $0.activation?.endsWithSession = true } == "Work is on until you log out")
        let soon = Timestamp(rawValue: now.rawValue + 1)
        #expect(
            title { $0.activation?.until = soon }
                == "Work is on until \(ClockText.text(soon, seenFrom: now))")
        #expect(title { $0.missed = 3 } == "Work is on, 3 missed")
        #expect(title { $0.focusName = "Deep\nWork\u{1b}[1m" } == "Deep Work [1m is on")
        #expect(title { $0.focusName = "" } == "work is on")
        #expect(title { $0.activation = nil } == "No Focus is on")
    }

    @Test func iconOfTheFocusIsTriedFirst() {
        var own = Self.work
        own.icon = "briefcase-symbolic"
        guard case .running(let status, _, _) = Self.state() else { return }
        #expect(
            TrayState.running(status, [own]).picture(at: .wallClock).icons == [
                "briefcase-symbolic", "focusd-on-symbolic", "notifications-disabled-symbolic",
                "notifications-disabled",
            ])
        #expect(Self.state().picture(at: .wallClock).icons.first == "focusd-on-symbolic")
        #expect(TrayState.stopped.picture(at: .wallClock).icons.first == "focusd-stopped-symbolic")
        #expect(TrayState.stopped.picture(at: .wallClock).icons.contains("dialog-warning-symbolic"))
    }

    @Test(arguments: [(0, ["tray"]), (2, ["missed", "tray"])] as [(UInt32, [String])])
    func iconOfATemplateIsThatForTrays(_ missed: UInt32, _ forms: [String]) {
        guard case .running(let status, _, _) = Self.state({ $0.missed = missed }) else { return }
        var own = Self.work
        own.icon = "focusd-work-symbolic"
        let icons = TrayState.running(status, [own]).picture(at: .wallClock).icons
        let expected = forms.map { "focusd-work-\($0)-symbolic" } + ["focusd-work-symbolic"]
        #expect(Array(icons.prefix(expected.count)) == expected)
    }

    @Test func noFocusHasAnIconOfFocusd() {
        let off = Self.state { $0.activation = nil }
        #expect(off.picture(at: .wallClock).icons.first == "focusd-off-symbolic")
        #expect(
            off.picture(at: .wallClock).icons.contains("preferences-system-notifications-symbolic"))
    }

    @Test(arguments: [
        ("focusd-work-symbolic", "focusd-work-missed-symbolic"),
        ("briefcase-symbolic", "briefcase-symbolic"), ("/home/me/a.svg", "/home/me/a.svg"),
    ])
    func missedNotificationsAddADotToOwnIcons(_ icon: String, _ shown: String) {
        guard case .running(let status, _, _) = Self.state({ $0.missed = 2 }) else { return }
        var own = Self.work
        own.icon = icon
        let icons = TrayState.running(status, [own]).picture(at: .wallClock).icons
        #expect(icons.first == shown)
        #expect(icons.contains(icon))
        let off = Self.state { ($0.activation, $0.missed) = (nil, 2) }
        #expect(off.picture(at: .wallClock).icons.first == "focusd-off-missed-symbolic")
    }

    @Test func missedAndActiveChangeOnlyTextsAndMarks() {
        func shape(_ state: TrayState) -> [String] {
            state.picture(at: .wallClock).entries.map(\.id)
        }
        #expect(shape(Self.state { $0.missed = 7 }) == shape(Self.state { $0.activation = nil }))
    }

    @Test(arguments: [
        TrayCommand.focus(FocusID("off")), .focus(FocusID("")), .forAnHour(FocusID("hour x")),
        .turnOff, .openMissed, .deliverMissed, .start, .mute(AppID("org.example.Chat")),
        .mute(AppID("off")),
    ])
    func commandIsKnownAgainByItsEntry(_ command: TrayCommand) {
        #expect(TrayCommand(id: command.id) == command)
    }

    @Test("the apps most often missed are offered to be muted (issue 20)")
    func missedAppsCanBeMuted() throws {
        guard case .running(let status, let focuses, _) = Self.state() else { return }
        let apps = (0..<7).map {
            MissedApp(app: AppID("org.example.App\($0)"), name: "App\n\($0)", count: 9 - $0)
        }
        let state = TrayState.running(status, focuses, apps: apps)
        let menu = try #require(
            state.picture(at: .wallClock).entries.first { $0.title == "Always Mute" })
        #expect(menu.isVisible)
        guard case .submenu(let entries) = menu.kind else {
            Issue.record("no submenu")
            return
        }
        #expect(entries.map(\.title) == ["App 0", "App 1", "App 2", "App 3", "App 4"])
        #expect(
            entries.first.flatMap { TrayCommand(id: $0.id) } == .mute(AppID("org.example.App0")))
        let empty = Self.state().picture(at: .wallClock).entries
            .first { $0.title == "Always Mute" }
        #expect(empty?.isVisible == false)
    }

    @Test func entriesThatAskForNothingAreNoCommands() {
        let entries = Self.state().picture(failure: "it is broken", at: .wallClock).entries
        let idle = entries.filter { !$0.isEnabled }.map(\.id)
        #expect(idle.contains("failure"))
        #expect(["state", "failure", "missed", "hour"].allSatisfy { TrayCommand(id: $0) == nil })
    }

    /// The icon said only that no Focus is on.
    @Test func focusThatWentOffWithItsFileIsNamed() {
        func entry(_ change: (inout ServiceStatus) -> Void) -> TrayEntry? {
            Self.state(change).picture(at: .wallClock).entries.first { $0.id == "lost" }
        }
        let gone = LostFocus(focus: FocusID("gym"), name: "Gym", time: Timestamp(rawValue: 0))
        let shown = entry { status in
            status.activation = nil
            status.lost = gone
        }
        #expect(shown?.title == "Gym went off: its file was deleted")
        #expect(shown?.isVisible == true && shown?.isEnabled == false)
        let refused = entry { status in
            status.lost = gone
            status.lost?.isRefused = true
        }
        #expect(refused?.title == "Gym went off: its file could not be used")
        #expect(entry { _ in }?.isVisible == false)
        #expect(TrayCommand(id: "lost") == nil)
    }
}
