// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The real settings window on a screen of its own, read over the accessibility bus as a screen
/// reader reads it, and worked by keys alone.
extension EndToEnd {
    @Suite(.timeLimit(.minutes(5))) @LoopActor struct SettingsWindowTests {
        static let files = [
            "focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n[Schedule night]\n"
                + "Days=Mon;\nFrom=22:00\nTo=7:00\n[Rule one]\nWhen=TRUEPREDICATE\nDo=allow\n"
        ]

        static let filter = """
            [Filter Accounts]
            Title=Show accounts
            Parameters=private;volume;limit;

            [Parameter Accounts private]
            Title=Only private
            Type=Bool
            Default=false

            [Parameter Accounts volume]
            Title=Volume
            Type=Int
            Default=3
            Minimum=0
            Maximum=10
            Control=slider

            [Parameter Accounts limit]
            Title=Limit
            Type=Int
            Default=5

            """

        @Test("issue 21: every control of every page has a name")
        func everyControlHasAName() async throws {
            try await withWindow { _, client in
                let keys = (1...9).map { "ctrl+\($0)" }
                let unnamed = try await client(["names"] + keys)
                #expect(unnamed == "")
            }
        }

        @Test(
            "issue 21: a person makes a Focus, sets a filter, and finds out why nothing came",
            arguments: ["keys", "mouse"])
        func theWholeWay(_ way: String) async throws {
            try await withWindow { desktop, client in
                let made = try await client(["flow", way])
                #expect(made.hasPrefix("done in "))
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/work.focus",
                    encoding: .utf8)
                #expect(file.contains("AppList=org.example.Calendar;org.example.Chat;"))
                #expect(file.contains("PeopleList=Ada;"))
                #expect(
                    file.contains(
                        "[Schedule Weekdays]\nDays=Mon;Tue;Wed;Thu;Fri;\nFrom=09:00\nTo=17:00"))
                #expect(file.contains("[Filter org.example.Chat Accounts]\nprivate=true"))
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
                let own = try #require(file.range(of: "[Rule rule 1]"))
                let other = try #require(file.range(of: "[Rule one]"))
                #expect(own.lowerBound < other.lowerBound)
            }
        }

        @Test("issue 21: a half-filled rule is refused, and is not lost by Escape")
        func aHalfFilledRuleIsKept() async throws {
            try await withWindow { desktop, client in
                let answer = try await client(["unsaved"])
                #expect(answer == "done")
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                    encoding: .utf8)
                #expect(file.contains("\"sale\""))
                #expect(file.contains("\"big\""))
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
                let answer = try await client(["preferences"])
                #expect(answer == "done")
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
                let texts = try await client(["texts", "Jetzt", "ctrl+2"]).split(separator: "\n")
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

        /// Runs a body with the window on the screen and a client that reads it.
        ///
        /// - Parameters:
        ///   - files: Files of the user besides ``files``; nil for none of that name.
        ///   - more: Variables of the window.
        ///   - options: Options of the window.
        ///   - program: Returns the path of the program.
        private func withWindow(
            _ files: [String: String?] = [:], more: [String: String] = [:],
            options: [String] = [],
            program: @LoopActor (Desktop) async throws -> String = { _ in
                Programs.path("focus-settings")
            },
            _ body:
                @LoopActor (
                    Desktop, ([String]) async throws -> String
                ) async throws -> Void
        ) async throws {
            try await withScreen(files) { desktop, screen in
                // No schedule of the tests turns its Focus on at eight in the evening.
                desktop.variables["TZ"] = Desktop.zone(showing: 20 * 3_600)
                for (id, name) in [("Calendar", "Calendar"), ("Chat", "Chat")] {
                    try desktop.writeFile(
                        "\(desktop.home)/data/applications/org.example.\(id).desktop",
                        "[Desktop Entry]\nType=Application\nName=\(name)\nExec=true\n")
                }
                try desktop.writeFile(
                    "\(desktop.home)/data/focus-filters/org.example.Chat.focus-filter", Self.filter)
                try await desktop.startWithServer()
                let environment = Self.environment(of: screen).merging(more) { $1 }
                let bus = try desktop.tool(
                    "/usr/libexec/at-spi-bus-launcher", "--launch-immediately",
                    environment: environment)
                try await desktop.wait(for: "org.a11y.Bus")
                let window = try Tool(
                    [try await program(desktop)] + options,
                    environment: desktop.environment.merging(environment) { $1 })
                try await body(desktop) { arguments in
                    try await Tool(
                        ["/usr/bin/python3", "-I", Desktop.clients + "settings_window.py"]
                            + arguments,
                        environment: desktop.environment.merging(environment) { $1 }
                    ).finish()
                }
                for tool in [window, bus] {
                    tool.process.signal(SIGTERM)
                    _ = try await tool.exits.next()
                }
            }
        }

        /// Returns a property of the active Focus in what `focus-switch status` prints.
        private static func text(of key: String, in json: String) throws -> String {
            let status = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            return try #require((status?["focus"] as? [String: Any])?[key] as? String)
        }

        private func withScreen(
            _ files: [String: String?] = [:],
            _ body: @LoopActor (Desktop, Screen) async throws -> Void
        ) async throws {
            var all: [String: String?] = Self.files
            for (name, text) in files { all[name] = .some(text) }
            try await withDesktop(files: all.compactMapValues { $0 }) { desktop in
                let screen = try await Screen(directory: desktop.home)
                do {
                    try await body(desktop, screen)
                } catch {
                    await screen.close()
                    throw error
                }
                await screen.close()
            }
        }

        /// Only the apps of the test, and drawing without OpenGL, which is slow without hardware.
        private static func environment(of screen: Screen) -> [String: String] {
            [
                "DISPLAY": screen.display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "",
                "XDG_DATA_DIRS": "/usr/share/empty:/usr/share", "LC_ALL": "C.UTF-8",
            ]
        }
    }
}
