// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The app that a notification belongs to (Design.md, "The decision").
@Suite struct SenderIdentityTests {
    @Test(
        arguments: [
            (
                "0::/user.slice/user@1000.service/app.slice/app-org.gnome.Evince-5311.scope",
                "org.gnome.Evince"
            ),
            ("0::/user.slice/app.slice/app-gnome-org.gnome.Terminal-9.scope", "org.gnome.Terminal"),
            ("0::/app.slice/app-org.kde.amarok@1234.service", "org.kde.amarok"),
            (#"0::/app.slice/app-firefox\x2desr-12.scope"#, "firefox-esr"),
            ("0::/app.slice/dbus.service", nil),
            ("0::/", nil),
            ("0::/app.slice/app-.scope", nil),
            ("0::/app.slice/app-org.example.A-1.scope/below", nil),
            ("0::/app.slice/web-app-org.example.A-1.scope", nil),
            ("4:memory:/\n1:name=systemd:/app-org.example.B-2.scope\n0::/", "org.example.B"),
            ("0::/app.slice/app-org.example.\u{fc}-3.scope", "org.example.\u{fc}"),
            ("0::/app", nil),
            ("", nil),
        ] as [(String, String?)])
    func scopeNamesTheApp(_ cgroup: String, _ app: String?) {
        var identity = SenderIdentity()
        identity.read(cgroup: cgroup + "\n")
        #expect(identity.scope?.rawValue == app)
        #expect(identity.sandbox == nil)
    }

    /// A trial with real clients: a timer's notification was one of `notify-send`.
    @Test(
        arguments: [
            (
                "0::/user.slice/user-1000.slice/user@1000.service/app.slice/water.service",
                "water"
            ),
            (
                #"0::/user.slice/user@1000.service/app.slice/nightly\x2dbackup@home.service"#,
                "nightly-backup"
            ),
            ("0::/user.slice/user@1000.service/app.slice/app-org.example.A.service", nil),
            ("0::/user.slice/user@1000.service/app.slice/dbus.service", nil),
            ("0::/user.slice/user@1000.service/init.scope", nil),
            ("0::/user.slice/user-1000.slice/user@1000.service", nil),
            ("0::/user.slice/user-1000.slice/session-2.scope", nil),
            ("0::/system.slice/cron.service", nil), ("0::/", nil), ("", nil),
        ] as [(String, String?)])
    func serviceOfTheUserIsNamed(_ cgroup: String, _ service: String?) {
        #expect(SenderIdentity.service(cgroup: cgroup + "\n") == service)
        guard let service else { return }
        let identity = SenderIdentity(
            program: ProgramName(command: "notify-send"), caller: ProgramName(service: service))
        #expect(
            identity.program(desktopEntry: nil, appName: "notify-send")?.rawValue == service)
    }

    /// Plasma starts Konsole in a scope, and each program in its windows was Konsole.
    @Test func scopeOfATerminalDoesNotNameTheProgramsInIt() {
        var identity = SenderIdentity(program: ProgramName(command: "notify-send"))
        let scope = "0::/user.slice/app.slice/app-org.kde.konsole-4242.scope\n"
        identity.read(cgroup: scope, isInTerminal: true)
        #expect(identity.app(desktopEntry: nil, appName: "Backup") == AppID("Backup"))
        #expect(identity.app(desktopEntry: "org.kde.kate", appName: "") == AppID("org.kde.kate"))
        identity.read(cgroup: scope)
        #expect(identity.app(desktopEntry: nil, appName: "Backup") == AppID("org.kde.konsole"))
        identity.read(
            cgroup: "0::/app.slice/app-flatpak-org.telegram.desktop-77.scope\n", isInTerminal: true)
        #expect(identity.sandbox == AppID("org.telegram.desktop"))
    }

    @Test func snapIsASandbox() {
        var identity = SenderIdentity()
        identity.read(cgroup: "0::/app.slice/snap.firefox.firefox-6a1.scope\n")
        #expect(identity.sandbox == AppID("snap.firefox"))
        #expect(!identity.isUnsandboxed)
    }

    @Test func flatpaksScopeIsASandbox() {
        var identity = SenderIdentity()
        identity.read(cgroup: "0::/app.slice/app-flatpak-org.telegram.desktop-77.scope\n")
        #expect(identity.sandbox == AppID("org.telegram.desktop"))
        #expect(!identity.isUnsandboxed)
    }

    @Test func sandboxComesFirstThenHintThenScopeThenName() {
        var identity = SenderIdentity(
            sandbox: AppID("org.box.A"), scope: AppID("org.scope.A"))
        func app(_ hint: String?) -> String {
            identity.app(desktopEntry: hint, appName: "Name").rawValue
        }
        #expect(app("org.hint.A") == "org.box.A")
        identity.sandbox = nil
        #expect(app("org.hint.A") == "org.hint.A")
        #expect(app(nil) == "org.scope.A")
        identity.scope = nil
        #expect(app(nil) == "Name")
    }

    @Test(arguments: [
        ("org.example.App.desktop", "org.example.App"),
        ("/usr/share/applications/org.example.App.desktop", "org.example.App"),
        ("", "Name"), (".desktop", "Name"), ("/usr/share/applications/", "Name"),
        ("/a/äöü-日本.desktop", "äöü-日本"), ("/.desktop/x", "x"), ("x.desktopx", "x.desktopx"),
        (String(repeating: "x", count: Limits.appIDBytes + 1), "Name"),
    ])
    func desktopEntryIsReducedToItsID(_ hint: String, _ app: String) {
        #expect(SenderIdentity().app(desktopEntry: hint, appName: "Name").rawValue == app)
    }

    @Test func longNameIsCutAtACharacter() {
        let name = String(repeating: "é", count: 300)
        let app = SenderIdentity().app(desktopEntry: nil, appName: name).rawValue
        #expect(app.utf8.count == Limits.appIDBytes - 1)
        #expect(name.hasPrefix(app))
    }

    @Test func unknownSenderMayNotDoWhatSandboxedOnesMayNot() {
        #expect(!SenderIdentity(isKnown: false).isUnsandboxed)
        #expect(SenderIdentity(processID: 1).isUnsandboxed)
    }

    @Test(
        "issue 17: a name that nobody can read is no name",
        arguments: ["", "   ", "\t", "\u{A0}\u{2003}", "\u{200F}\u{202E}\u{200B}"])
    func blankName(_ name: String) {
        var identity = SenderIdentity(processID: 1)
        identity.program = ProgramName(command: "mailer", arguments: [])
        #expect(identity.app(desktopEntry: nil, appName: name).rawValue == "mailer")
        #expect(identity.app(desktopEntry: nil, appName: "M").rawValue == "M")
    }

    @Test func unknownSenderIsNotBelievedWhatItSaysOfItself() {
        var identity = SenderIdentity(isKnown: false)
        #expect(identity.app(desktopEntry: "org.example.Chat", appName: "Chat") == .unknown)
        #expect(identity.confinement == .unknown)
        identity.scope = AppID("org.scope.A")
        #expect(identity.app(desktopEntry: "org.example.Chat", appName: "") == identity.scope)
        #expect(!identity.isUnsandboxed)
    }

    @Test(
        arguments: [
            (SenderIdentity(), true),
            (SenderIdentity(sandbox: AppID("org.example.Chat")), true),
            (SenderIdentity(sandbox: AppID("org.example.Other")), false),
            (
                SenderIdentity(
                    sandbox: AppID("org.example.Other"), scope: AppID("org.example.Chat")), false
            ),
            (SenderIdentity(isKnown: false), false),
            (SenderIdentity(scope: AppID("org.example.Chat"), isKnown: false), true),
        ])
    func ownerOfAnAppsNameIsTheAppUnlessItsSandboxSaysOtherwise(
        _ identity: SenderIdentity, _ may: Bool
    ) {
        #expect(identity.maySpeak(for: AppID("org.example.Chat")) == may)
    }
}
