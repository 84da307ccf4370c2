// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The real settings window on a screen of its own, read over the accessibility bus as a screen
/// reader reads it, and worked by keys alone.
extension EndToEnd.Settings {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct SettingsWindowTests: WindowTests {
        @Test("issue 21: every control of every page has a name")
        func everyControlHasAName() async throws {
            try await withWindow { _, client in
                let keys = (1...9).map { "ctrl+\($0)" }
                let answer = try await client(["names"] + keys)
                #expect(answer == "done")
            }
        }

        @Test("issue 21: a rule is built, moved, removed and brought back by keys")
        func keysAloneBuildARule() async throws {
            try await withWindow { desktop, client in
                let answer = try await client(["rules"])
                #expect(answer == "done")
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                    encoding: .utf8)
                #expect(
                    file.contains("summary CONTAINS[cd] \"sale\" OR body CONTAINS[cd] \"sale\""))
                let own = try #require(file.range(of: "[Rule Rule 1]"))
                let other = try #require(file.range(of: "[Rule one]"))
                #expect(own.lowerBound < other.lowerBound)
            }
        }

        @Test("issue 21: a half-filled rule is refused, and is not lost by Escape or closing")
        func aHalfFilledRuleIsKept() async throws {
            try await withWindow { desktop, client in
                let answer = try await client(["unsaved", Programs.path("focus-settings")])
                #expect(answer == "done")
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                    encoding: .utf8)
                #expect(file.contains("\"sale\""))
                #expect(file.contains("\"big\""))
                #expect(!file.contains("other"))
            }
        }

        @Test("issue 21: a narrow window comes from its places to a page, and back")
        func aNarrowWindowShowsPlacesAndPages() async throws {
            try await withWindow { _, client in
                let answer = try await client(["narrow", Programs.path("focus-settings")])
                #expect(answer == "done")
            }
        }

        @Test("issue 21: the history that a command line opens can be searched")
        func theFirstPageCanBeSearched() async throws {
            try await withWindow(options: ["--history"]) { _, client in
                let texts = try await client(["texts", "No notifications yet"])
                #expect(texts.contains("Search the history"))
            }
        }

        @Test("issue 21: the page Now follows a mute by command")
        func nowFollowsMutes() async throws {
            try await withWindow { desktop, client in
                _ = try await client(["texts", "Everything comes through."])
                _ = try await desktop.focusSwitch("mute", "org.example.Chat")
                let muted = "Everything comes through, except from muted apps: Chat."
                _ = try await client(["texts", muted])
                _ = try await desktop.focusSwitch("unmute", "org.example.Chat")
                _ = try await client(["texts", "Everything comes through."])
            }
        }

        @Test("issue 21: the real server that owns the name before focusd is named, until it goes")
        func anotherServerIsNamed() async throws {
            var dunst: Tool?
            try await withWindow(server: { desktop, screen in
                dunst = try desktop.tool(
                    "dunst", "-config", "/dev/null", environment: Self.environment(of: screen))
                try await desktop.wait(for: WireName.notifications)
            }) { desktop, client in
                let bar = "dunst shows the notifications of this session, and focusd gets none."
                let texts = try await client(["texts", bar, "ctrl+2", "May Interrupt"])
                #expect(texts.contains(bar))
                #expect(texts.contains("Set Up…"))
                let server = try #require(dunst)
                server.process.signal(SIGTERM)
                _ = try await server.exits.next()
                try await desktop.startWithServer()
                for text in [bar, "Set Up…"] {
                    let answer = try await client(["gone", text])
                    #expect(answer == "done")
                }
            }
        }

        @Test("issue 21: a number is stepped and a slider moved by keys")
        func numbersAreSet() async throws {
            try await withWindow { desktop, client in
                let answer = try await client(["numbers"])
                #expect(answer == "done")
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                    encoding: .utf8)
                #expect(file.contains("volume=4\n"))
                #expect(file.contains("limit=6\n"))
            }
        }

        @Test("issue 21: the reason of a refusal goes with the refused text")
        func aReasonGoesWithItsText() async throws {
            try await withWindow { desktop, client in
                let answer = try await client(["hints"])
                #expect(answer == "done")
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                    encoding: .utf8)
                #expect(file.contains("From=21:00\n"))
                #expect(file.contains("Deliver=12:30"))
            }
        }

        @Test("issue 21: an app is found, muted, unmuted and forgotten by keys")
        func keysAloneForgetAnApp() async throws {
            try await withWindow { desktop, client in
                try await desktop.run("notify-send", "-a", "Shop", "Big sale", "Today only")
                let answer = try await client(["app", "Shop"])
                #expect(answer == "done")
                let apps = try await desktop.focusSwitch("apps", "--json")
                #expect(!apps.contains("Shop"))
            }
        }

        @Test("issue 21: a Focus goes to another person as a file, and comes from one")
        func aFocusIsShared() async throws {
            try await withWindow { desktop, client in
                let copy = desktop.home + "/from me.focus"
                let answer = try await client(["share", copy])
                #expect(answer == "done")
                let text = try String(contentsOfFile: copy, encoding: .utf8)
                #expect(text == Self.files["focuses/quiet.focus"])
                let made = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/from-me.focus",
                    encoding: .utf8)
                #expect(made == text.replacing("Name=Quiet", with: "Name=Quiet (2)"))
            }
        }

        @Test("issue 21: a notification that nobody has sent is explained")
        func aTypedNotificationIsExplained() async throws {
            try await withWindow { _, client in
                let answer = try await client(["what-if"])
                #expect(answer == "done")
            }
        }

        @Test("issue 21: the history goes to the day of the calendar, and back")
        func theHistoryGoesToADay() async throws {
            try await withWindow { _, client in
                let answer = try await client(["history"])
                #expect(answer == "done")
            }
        }

        @Test("issue 21: back leads to the place where the page was left")
        func backLeadsToTheSamePlace() async throws {
            try await withWindow { _, client in
                let answer = try await client(["back"])
                #expect(answer == "done")
            }
        }

        @Test("issue 21: the button that deletes a Focus can be seen")
        func aFocusIsDeleted() async throws {
            try await withWindow { desktop, client in
                let answer = try await client(["delete"])
                #expect(answer == "done")
                let file = desktop.home + "/config/focusd/focuses/quiet.focus"
                #expect(!FileManager.default.fileExists(atPath: file))
            }
        }

        @Test(
            "issue 21: the buttons that remove something can be seen, and their rows pressed",
            arguments: [
                "ADW_DEBUG_COLOR_SCHEME=prefer-light", "ADW_DEBUG_COLOR_SCHEME=prefer-dark",
                "ADW_DEBUG_HIGH_CONTRAST=1",
            ])
        func everyRemovalCanBeSeen(_ theme: String) async throws {
            let variable = theme.split(separator: "=").map(String.init)
            try await withWindow(more: [variable[0]: variable[1]]) { _, client in
                let answer = try await client(["removals"])
                #expect(answer == "done")
            }
        }

        @Test("issue 21: a user without Focuses is led through the first steps")
        func theIntroductionLeadsToAFocus() async throws {
            try await withWindow(["focuses/quiet.focus": nil]) { desktop, client in
                let answer = try await client(["first"])
                #expect(answer == "done")
                let file = desktop.home + "/config/focusd/focuses/work.focus"
                #expect(FileManager.default.fileExists(atPath: file))
            }
        }

        @Test("issue 21: the introduction's test leaves the active Focus and its end as they are")
        func theTestLeavesTheActiveFocusOn() async throws {
            try await withWindow { desktop, client in
                try await desktop.focusSwitch("on", "quiet", "--for", "5h")
                let before = try await desktop.focusSwitch("status", "--json")
                let answer = try await client(["test"])
                #expect(answer == "done")
                let after = try await desktop.focusSwitch("status", "--json")
                for key in ["id", "until", "cause"] {
                    #expect(try Self.text(of: key, in: after) == Self.text(of: key, in: before))
                }
            }
        }

        @Test("issue 21: preferences change focusd.conf and keep its comments")
        func keysAloneChangePreferences() async throws {
            try await withWindow(["focusd.conf": "# mine\n[History]\nDays=9\n"]) {
                desktop, client in
                let monitor = try desktop.tool(
                    "dbus-monitor", "--session", "type='method_call',member='Reload'")
                // It prints the loss of its name, and sees every message from then on.
                _ = try await monitor.lines.next { $0.contains("member=NameLost") }
                let answer = try await client(["preferences"])
                #expect(answer == "done")
                // focusd reads at once what the undo left, which may be an empty text.
                _ = try await monitor.lines.next { $0.contains("member=Reload") }
                monitor.process.signal(SIGTERM)
                _ = try await monitor.exits.next()
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focusd.conf", encoding: .utf8)
                #expect(file.hasPrefix("# mine\n[History]\nDays=9\n"))
                #expect(file.contains("[Server]\nCommand=mako --no-such-option\n"))
            }
        }

        @Test("issue 21: the window speaks German")
        func theWindowSpeaksGerman() async throws {
            // Only an installed program has translations.
            try await withWindow(
                more: ["LANGUAGE": "de"],
                program: { desktop in
                    let folder = desktop.home + "/installed"
                    let texts = folder + "/share/locale/de/LC_MESSAGES"
                    try FileManager.default.createDirectory(
                        atPath: folder + "/bin", withIntermediateDirectories: true)
                    try FileManager.default.createDirectory(
                        atPath: texts, withIntermediateDirectories: true)
                    try FileManager.default.copyItem(
                        atPath: Programs.path("focus-settings"),
                        toPath: folder + "/bin/focus-settings")
                    try await desktop.run(
                        "msgfmt", "-o", texts + "/focusd-settings.mo", Desktop.project + "/po/de.po"
                    )
                    return folder + "/bin/focus-settings"
                }
            ) { _, client in
                let texts = try await client(["texts", "Jetzt", "ctrl+2", "Darf unterbrechen"])
                    .split(separator: "\n")
                for text in [
                    "Jetzt", "Neuer Fokus…", "Verpasst", "Darf unterbrechen", "Regeln, Keine",
                ] {
                    #expect(
                        texts.contains { $0.hasPrefix(text.replacing("…", with: "")) }, "\(text)")
                }
                #expect(!texts.contains { $0.hasPrefix("May Interrupt") })
            }
        }

        @Test("issue 21: a list of 10,000 rows scrolls with few widgets")
        func aLongListScrolls() async throws {
            try await withScreen { desktop, screen in
                let environment = Self.environment(of: screen).merging(["GTK_A11Y": "none"]) { $1 }
                let check = try desktop.tool(
                    Programs.path("adwaita-check"), "scroll", environment: environment)
                let line = try await check.finish()
                let words = line.split(whereSeparator: \.isWhitespace)
                let widgets = try #require(words.last.flatMap { Int($0) })
                #expect(widgets < 3_000)
                #expect(words.contains("longest"), "\(line)")
                // Unless the user wants OpenGL, which takes the memory of a driver.
                #expect(words.contains("GskCairoRenderer"), "\(line)")
            }
        }

        /// A trial with a newcomer: eight commands in quick succession ended the window.
        @Test("toasts in quick succession do not end the window")
        func toastsFollowEachOther() async throws {
            try await withScreen { desktop, screen in
                let environment = Self.environment(of: screen).merging(["GTK_A11Y": "none"]) { $1 }
                let check = try desktop.tool(
                    Programs.path("adwaita-check"), "toasts", environment: environment)
                #expect(try await check.finish() == "shown 120")
            }
        }

        @Test("issue 21: widgets of pages that are left are freed")
        func noWidgetLeaks() async throws {
            try await withScreen { desktop, screen in
                let environment = Self.environment(of: screen).merging(["GTK_A11Y": "none"]) { $1 }
                let check = try desktop.tool(
                    Programs.path("adwaita-check"), environment: environment)
                let counts = try await check.finish().split(separator: "\n").map {
                    $0.split(separator: " ").last.flatMap { Int($0) } ?? -1
                }
                try #require(counts.count == 3)
                #expect(counts[0] > 20)
                // The same pages, ten times as often.
                #expect(counts[1] == counts[0])
                #expect(counts[2] == 0)
            }
        }

        /// Returns a property of the active Focus in what `focus-switch status` prints.
        private static func text(of key: String, in json: String) throws -> String {
            let status = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            return try #require((status?["focus"] as? [String: Any])?[key] as? String)
        }
    }
}
