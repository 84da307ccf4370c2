// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The name by which a user knows a process.
@Suite struct ProgramNameTests {
    @Test(
        arguments: [
            ("firefox-esr", [], "firefox-esr", .program),
            ("backup.sh", ["/bin/bash", "./backup.sh"], "backup.sh", .script),
            ("bash", ["bash", "-e", "/home/me/backup.sh", "now"], "backup.sh", .script),
            ("bash", ["-bash"], "bash", .caller),
            ("sh", ["sh", "-c", "notify-send x"], "sh", .caller),
            ("bash", ["bash", "-ic", "notify-send 'secret token' x; true"], "bash", .caller),
            ("zsh", ["zsh", "-xlc", "notify-send x"], "zsh", .caller),
            ("perl", ["perl", "-ne", "print"], "perl", .program),
            ("bash", ["bash", "--norc", "-x", "/srv/job.sh"], "job.sh", .script),
            ("python3", ["python3", "-u", "mail.py"], "mail.py", .script),
            ("python3.11", ["/usr/bin/python3.11", "-m", "http.server"], "http.server", .script),
            ("python3", ["python3", "-c", "print()"], "python3", .program),
            ("python3", ["python3"], "python3", .program),
            ("bash", ["bash", "/dev/fd/63"], "bash", .caller),
            ("python3", ["python3", "/dev/fd/3", "x"], "python3", .program),
            ("sh", ["sh", "/proc/self/fd/3"], "sh", .caller),
            ("node", ["node", "-r", "./a.js", "/srv/bot.js"], "bot.js", .script),
            (
                "gnome-terminal-", ["/usr/libexec/gnome-terminal-server"], "gnome-terminal-server",
                .program
            ),
            (
                "a-very-long-scr", ["/bin/sh", "/x/a-very-long-script.sh"], "a-very-long-script.sh",
                .script
            ),
            ("notify-send", ["notify-send", "hi"], "notify-send", .tool),
            ("sudo", ["sudo", "x"], "sudo", .caller),
            ("find", ["find", ".", "-exec", "notify-send", "x", ";"], "find", .caller),
            ("tmux: server", ["tmux"], "tmux", .program),
            ("SCREEN", ["SCREEN", "-S", "x"], "screen", .program),
            ("python3", ["python3", "pkg/__main__.py"], "pkg", .script),
            ("python3", ["python3", "/srv/app/pkg/__main__.py", "x"], "pkg", .script),
            ("python3", ["python3", "__main__.py"], "__main__.py", .script),
            ("python3", ["python3", "./__main__.py"], "__main__.py", .script),
            ("python3", ["python3", "-m", "pkg"], "pkg", .script),
            ("python3", ["python3", "-m", "pkg.__main__"], "pkg", .script),
            ("__main__.py", ["/usr/bin/python3", "/srv/pkg/__main__.py"], "pkg", .script),
            ("systemd", ["/lib/systemd/systemd", "--user"], "systemd", .root),
            ("", [], "", .program),
        ] as [(String, [String], String, ProgramName.Kind)])
    func name(_ command: String, _ arguments: [String], _ name: String, _ kind: ProgramName.Kind) {
        let program = ProgramName(command: command, arguments: arguments)
        #expect(program.name == name && program.kind == kind)
    }

    @Test func argumentsAreReadOnlyWhereTheyAreNeeded() {
        #expect(!ProgramName.needsArguments("firefox-esr"))
        #expect(ProgramName.needsArguments("python3"))
        #expect(ProgramName.needsArguments("sh"))
        #expect(ProgramName.needsArguments("xdg-desktop-por"))
    }

    @Test func longNameIsCut() {
        let long = String(repeating: "é", count: 300)
        let program = ProgramName(command: "sh", arguments: ["sh", long])
        #expect(program.name.utf8.count == Limits.appIDBytes - 1)
        #expect("äöü".scalars(inBytes: 3) == "ä" && "äöü".scalars(inBytes: 6) == "äöü")
        #expect("e\u{301}\u{301}".scalars(inBytes: 3) == "e\u{301}")
    }

    /// Issue 17: `?`, empty rows and “1 from , 1 from …” in lists.
    @Test func senderWithoutAnyNameIsCalledByItsProgram() {
        var identity = SenderIdentity(program: ProgramName(command: "portal"))
        func app(_ name: String) -> String {
            identity.app(desktopEntry: "", appName: name).rawValue
        }
        #expect(app("") == "portal" && app("Name") == "Name")
        identity.caller = ProgramName(command: "backup.sh", arguments: ["/bin/sh", "backup.sh"])
        #expect(app("") == "backup.sh")
        identity = SenderIdentity()
        #expect(app("") == AppID.unknown.rawValue)
    }

    @Test func toolsNotificationIsItsCallersUnlessItNamesAnother() {
        let script = ProgramName(command: "sh", arguments: ["sh", "backup.sh"])
        var identity = SenderIdentity(program: ProgramName(command: "notify-send"), caller: script)
        func caller(_ name: String, _ entry: String? = nil) -> String? {
            identity.program(desktopEntry: entry, appName: name)?.rawValue
        }
        #expect(caller("notify-send") == "backup.sh" && caller("") == "backup.sh")
        #expect(caller("Backup") == nil && caller("notify-send", "org.example.Chat") == nil)
        identity.scope = AppID("foot")
        #expect(caller("notify-send") == "backup.sh")
        identity.caller = ProgramName(command: "foot")
        #expect(caller("notify-send") == nil)
        identity.scope = nil
        #expect(caller("notify-send") == "foot")
        identity.isKnown = false
        #expect(caller("notify-send") == nil)
        identity = SenderIdentity(sandbox: AppID("org.box"), caller: script)
        #expect(caller("notify-send") == nil)
    }

    @Test func listThatNamesAScriptOrItsToolMatches() {
        var focus = Focus(id: FocusID("work"), name: "Work")
        let notification = Notification(app: AppID("notify-send"), program: AppID("backup.sh"))
        for app in ["notify-send", "backup.sh", "other"] {
            focus.apps = ListPolicy(mode: .allow, members: [AppID(app)])
            let verdict = Policy(focus: focus).decide(notification).verdict
            #expect(verdict == (app == "other" ? .silence : .deliver), "\(app)")
        }
    }
}
