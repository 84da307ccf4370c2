// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The icon in the tray, read and clicked over the bus as bars do it.
extension EndToEnd.Setup {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct TrayTests {
        static let files = [
            "focuses/work.focus": "[Focus]\nName=Work_At Home\nIcon=input-gaming-symbolic\n",
            "focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\nIcon=no-such-icon\n",
        ]

        @Test func menuHasTheFocusesAndAClickSwitches() async throws {
            try await withTray { desktop, host in
                try await desktop.startWithServer()
                let item = try await host.item()
                let menu = try await host.waitForMenu(of: item) { $0.count > 3 }
                #expect(
                    menu.filter(\.isVisible).map(\.label) == [
                        "No Focus is on", "", "Do Not Disturb", "Quiet", "Work__At Home", "",
                        "For One Hour", "Turn Off", "", "Nothing Was Missed", "Open Missed List",
                        "Deliver Now", "", "Settings…",
                    ])
                #expect(menu.allSatisfy { $0.isMarked != true })
                #expect(
                    try await host.text("IconName", of: item)
                        == "preferences-system-notifications-symbolic")

                try await host.click("Work__At Home", of: item)
                try await host.waitForMenu(of: item) { menu in
                    menu.contains { $0.label == "Work__At Home" && $0.isMarked == true }
                }
                // The library marks the clicked item by itself; the title tells of focusd's answer.
                try await host.wait(for: "Work_At Home is on", in: "Title", of: item)
                let client = try desktop.client()
                #expect(try await client.status().activation?.focus.rawValue == "work")
                #expect(try await host.text("IconName", of: item) == "input-gaming-symbolic")

                // Another tool's switch is followed, with an icon that the theme has.
                try await client.focusd("Activate", .string("quiet"))
                try await host.wait(for: "Quiet is on", in: "Title", of: item)
                #expect(
                    try await host.text("IconName", of: item) == "notifications-disabled-symbolic")

                try await host.click("Quiet", of: item)
                try await host.wait(for: "No Focus is on", in: "Title", of: item)
                #expect(try await client.status().activation == nil)
                try await host.click("Do Not Disturb", of: item)
                try await host.wait(for: "Do Not Disturb is on", in: "Title", of: item)
                try await host.click("Turn Off", of: item)
                try await host.wait(for: "No Focus is on", in: "Title", of: item)
            }
        }

        @Test("issue 17: the tray is told where the icons are, also outside the session's folders")
        func installedIconsAreShown() async throws {
            let prefix = try makeTemporaryDirectory("prefix")
            let programs = (Programs.path("focusd") as NSString).deletingLastPathComponent
            try await Tool(
                [Desktop.project + "/.ci/install"],
                environment: ProcessInfo.processInfo.environment.merging([
                    "PREFIX": prefix, "BUILD": programs, "PART": "tray",
                ]) { $1 }
            ).finish()
            try await withTray(program: prefix + "/bin/focus-tray") { desktop, host in
                try await desktop.startWithServer()
                let item = try await host.item()
                try await host.wait(for: "focusd-off-symbolic", in: "IconName", of: item)
                let folder = try await host.text("IconThemePath", of: item)
                #expect(folder == prefix + "/share/icons")
                let icons = try FileManager.default.contentsOfDirectory(
                    atPath: folder + "/hicolor/symbolic/apps")
                #expect(icons.contains("focusd-off-symbolic.svg"))

                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                try await host.wait(for: "focusd-on-symbolic", in: "IconName", of: item)
                _ = try await client.notify("missed")
                try await host.wait(for: "focusd-on-missed-symbolic", in: "IconName", of: item)
                try await client.focusd("Activate", .string("work"))
                try await host.wait(for: "input-gaming-symbolic", in: "IconName", of: item)
            }
            try? FileManager.default.removeItem(atPath: prefix)
        }

        @Test func anHourEndsInAnHour() async throws {
            try await withTray { desktop, host in
                try await desktop.startWithServer()
                let item = try await host.item()
                try await host.waitForMenu(of: item) { $0.count > 3 }
                try await host.click("Quiet", of: item)
                try await host.wait(for: "Quiet is on", in: "Title", of: item)
                // The same Focus, with an end now.
                try await host.click("Quiet", within: "For One Hour", of: item)
                try await host.waitForMenu(of: item) { menu in
                    menu.first?.label.hasPrefix("Quiet is on until ") == true
                }
                let activation = try #require(try await desktop.client().status().activation)
                let until = try #require(activation.until)
                #expect(until.rawValue - activation.since.rawValue >= 3_600_000)
            }
        }

        @Test func missedNotificationsAreCountedShownAndDelivered() async throws {
            try await withTray { desktop, host in
                let opened = try LinePipe(desktop.home + "/opened")
                try desktop.write(
                    "focusd.conf", "[Missed]\nCommand=sh -c 'echo $0 >\(opened.path)' list\n")
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let item = try await host.item()
                try await host.wait(for: "Quiet is on", in: "Title", of: item)
                let before = try await host.waitForMenu(of: item) { $0.count > 3 }
                #expect(before.first { $0.label == "Deliver Now" }?.isEnabled == false)

                for text in ["one", "two"] { _ = try await client.notify(text) }
                try await host.wait(for: "Quiet is on, 2 missed", in: "Title", of: item)
                #expect(try await host.text("XAyatanaLabel", of: item) == "2")
                // The menu may be behind the title.
                let after = try await host.waitForMenu(of: item) { menu in
                    menu.contains { $0.label == "2 Missed" }
                }
                #expect(after.map(\.id) == before.map(\.id), "an open menu stays what it is")

                try await host.click("Open Missed List", of: item)
                #expect(try await opened.lines.next() == "list")
                try await host.click("Deliver Now", of: item)
                #expect(try await desktop.fake.notification(2).summary == "two")
                try await host.wait(for: "Quiet is on", in: "Title", of: item)
            }
        }

        @Test func failureOfACommandIsSaid() async throws {
            try await withTray { desktop, host in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                _ = try await client.notify("missed")
                let item = try await host.item()
                try await host.wait(for: "Quiet is on, 1 missed", in: "Title", of: item)
                // focusd has neither a display nor a command.
                try await host.click("Open Missed List", of: item)
                try await host.waitForMenu(of: item) { menu in
                    menu[1].isVisible
                        && menu[1].label.hasPrefix("Not done: the session has no display")
                }
                try await host.click("Turn Off", of: item)
                try await host.waitForMenu(of: item) { !$0[1].isVisible }
            }
        }

        @Test("a click in the tray mutes the app that was missed most often (issue 20)")
        func appIsMutedByAClick() async throws {
            try await withTray { desktop, host in
                try await desktop.startWithServer()
                let item = try await host.item()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                for number in 0..<3 { _ = try await client.notify("\(number)") }
                _ = try await client.notify("one", app: "org.example.Mail")
                let menu = try await host.waitForMenu(of: item) { menu in
                    menu.first { $0.label == "Always Mute" }?.children.count == 2
                }
                let mutes = menu.first { $0.label == "Always Mute" }
                #expect(mutes?.isVisible == true)
                #expect(mutes?.children.map(\.label) == ["Example", "Example"])
                try await host.click("Example", within: "Always Mute", of: item)
                try await host.waitForMenu(of: item) { menu in
                    menu.first { $0.label == "Always Mute" }?.children.count == 1
                }
                let answer = try await client.focusd("Mutes").first
                let muted = answer.flatMap(Fields.list)?.map { $0.string("app") }
                #expect(muted == ["org.example.Chat"])
                // Without missed notifications there is nothing to mute.
                try await client.focusd("ClearMissed")
                try await host.waitForMenu(of: item) { menu in
                    menu.first { $0.label == "Always Mute" }?.isVisible == false
                }
            }
        }

        @Test func focusdMayComeLaterGoAndComeBack() async throws {
            try await withTray { desktop, host in
                let item = try await host.item()
                try await host.waitForMenu(of: item) { $0.first?.label == "focusd does not run" }
                #expect(try await host.text("IconName", of: item) == "dialog-warning-symbolic")
                for _ in 0..<2 {
                    try await desktop.startWithServer()
                    try await host.wait(for: "No Focus is on", in: "Title", of: item)
                    try await desktop.end()
                    try await host.wait(for: "focusd does not run", in: "Title", of: item)
                }
            }
        }

        @Test func focusdIsStartedByAClick() async throws {
            try await withTray { desktop, host in
                let started = try LinePipe(desktop.home + "/started")
                try desktop.writeFile(
                    desktop.home + "/services/org.focusd.Notifications.service",
                    """
                    [D-BUS Service]
                    Name=org.freedesktop.Notifications
                    Exec=/bin/sh -c "echo started >\(started.path)"

                    """)
                let item = try await host.item()
                try await host.waitForMenu(of: item) { $0.first?.label == "focusd does not run" }
                try await host.click("Start focusd", of: item)
                #expect(try await started.lines.next() == "started")
            }
        }

        @Test func trayMayGoAndComeBack() async throws {
            try await withTray { desktop, host in
                try await desktop.startWithServer()
                _ = try await host.item()
                host.leave()
                let next = try TrayHost(desktop.session.connect())
                let item = try await next.item()
                try await next.wait(for: "No Focus is on", in: "Title", of: item)
                next.leave()
            }
        }

        @Test func oneIconIsEnough() async throws {
            try await withTray { desktop, host in
                _ = try await host.item()
                let screen = try #require(desktop.belongings.first as? Screen)
                let second = try desktop.tool(
                    Programs.path("focus-tray"),
                    environment: Self.environment(of: screen))
                try await second.finish()
                let blind = try desktop.tool(Programs.path("focus-tray"))
                #expect(try await blind.exits.next() == .exited(1))
            }
        }

        @Test func notificationMissedDuringTheFirstReadIsShown() async throws {
            try await withTray { desktop, host in
                let focusd = try SlowControl(desktop.session.connect())
                // It has read the status, and waits for the rest.
                try await focusd.reads.next()
                try focusd.miss(1)
                try focusd.answer()
                let item = try await host.item()
                try await focusd.reads.next()
                try focusd.answer()
                try await host.wait(for: "No Focus is on, 1 missed", in: "Title", of: item)
                focusd.connection.close()
            }
        }

        /// After one end of focusd, a failed reading was never repeated.
        @Test func failedReadingIsRepeatedAfterARestart() async throws {
            try await withTray { desktop, host in
                let first = try SlowControl(desktop.session.connect())
                try await first.reads.next()
                try first.answer()
                let item = try await host.item()
                try await host.wait(for: "No Focus is on", in: "Title", of: item)
                first.connection.close()
                try await host.waitForMenu(of: item) { $0.first?.label == "focusd does not run" }
                let second = try SlowControl(desktop.session.connect())
                second.refusals = 1
                try await second.reads.next()
                try second.answer()
                try await host.wait(for: "No Focus is on", in: "Title", of: item)
                second.connection.close()
            }
        }

        // MARK: Parts

        /// Speaks as focusd does, but says which Focuses there are only when it is told to.
        @LoopActor private final class SlowControl {
            let connection: Connection
            let reads = Recorder<Void>()
            private var status = ServiceStatus()
            private var held: [MethodCall] = []
            /// Number of the next calls of `Status` that fail.
            var refusals = 0

            init(_ connection: Connection) throws {
                self.connection = connection
                connection.onUnhandledCall = { [weak self] call in self?.take(call) ?? false }
                _ = try connection.requestName(WireName.focus)
            }

            private func take(_ call: MethodCall) -> Bool {
                let reply = call.message.methodReturn()
                switch call.member {
                case "ListFocuses":
                    held.append(call)
                    reads.record(())
                    return true
                case "Status" where refusals > 0:
                    refusals -= 1
                    call.fail(.failed, "too many calls")
                    return true
                case "Status":
                    guard (try? reply.append(status.value)) != nil else { return false }
                default: break
                }
                call.reply(reply)
                return true
            }

            func miss(_ count: UInt32) throws {
                status.missed = count
                let signal = Message.signal(
                    path: WireName.focusPath, interface: WireName.control, member: "MissedChanged")
                try signal.append(.uint32(count))
                connection.send(signal)
            }

            func answer() throws {
                let call = held.removeFirst()
                let reply = call.message.methodReturn()
                try reply.append(.array(of: "a{sv}", []))
                call.reply(reply)
            }
        }

        /// Returns the environment of a program on that screen, without the accessibility bus,
        /// which the program would start.
        nonisolated static func environment(of screen: Screen) -> [String: String] {
            ["DISPLAY": screen.display, "NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11"]
        }

        /// Runs a test with the icon and a tray on a desktop whose focusd is yet to be started.
        @Test("without a tray, focus-tray says so and waits for one (issue 17)")
        func noTray() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let screen = try await Screen(directory: desktop.home)
                desktop.belongings.append(screen)
                let tray = try desktop.tool(
                    "sh", "-c", "exec \(Programs.path("focus-tray")) 2>&1",
                    environment: Self.environment(of: screen))
                let line = try await tray.lines.next()
                #expect(
                    line.hasPrefix(
                        "focus-tray: no tray is on the session bus (org.kde.StatusNotifierWatcher)"
                    ), "\(line)")
                tray.process.signal(SIGTERM)
                #expect(try await tray.exits.next() == .signalled(SIGTERM))
                await screen.close()
            }
        }

        private func withTray(
            program: String = Programs.path("focus-tray"),
            _ body: @LoopActor (Desktop, TrayHost) async throws -> Void
        ) async throws {
            try await withDesktop(files: Self.files) { desktop in
                let screen = try await Screen(directory: desktop.home)
                desktop.belongings.append(screen)
                do {
                    let host = try TrayHost(desktop.session.connect())
                    let tray = try desktop.tool(
                        program, environment: Self.environment(of: screen))
                    try await body(desktop, host)
                    tray.process.signal(SIGTERM)
                    #expect(try await tray.exits.next() == .signalled(SIGTERM))
                } catch {
                    await screen.close()
                    throw error
                }
                await screen.close()
            }
        }
    }
}
