// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Nothing is lost, whatever ends when (Design.md, "Nothing lost").
extension EndToEnd.Durability {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ResilienceTests {
        @Test func answerDoesNotWaitForAHungServer() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                try desktop.fake.usualAnswer = .never
                let client = try desktop.client()
                for number in 0..<200 { _ = try await client.notify("\(number)") }
                let queued = try await client.status().queued
                #expect(queued == 200)
            }
        }

        @Test func queuedOnesAreShownInOrderWhenAServerComes() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                try desktop.fake.leave()
                let client = try desktop.client()
                for number in 1...100 { _ = try await client.notify("\(number)") }
                try desktop.replaceServer()
                try await desktop.fake.notification(100)
                #expect(try desktop.fake.notifications.map(\.summary) == (1...100).map(String.init))
                try await client.waitForStatus { $0.queued == 0 }
            }
        }

        @Test func popupsOfADeadServerAreToldClosedAndStayUnread() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("a")
                try await desktop.waitForRecord(summary: "a")
                try desktop.replaceServer()
                let signal = try await client.signals.next()
                #expect(signal == Client.Signal("NotificationClosed", .uint32(id), .uint32(4)))
                #expect(try await client.badge() == 1)
                // Nothing is replayed as a flood.
                _ = try await client.notify("b")
                #expect(try await desktop.fake.notification(1).summary == "b")
            }
        }

        @Test func popupGoesWhoseReplacementTheServerRefuses() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 300
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("first")
                _ = try await desktop.fake.notification(1)
                try desktop.fake.answer(.refuse("org.example.Error.Refused", "no"))
                #expect(try await client.notify("second", replaces: id) == id)
                try await desktop.fake.wait(for: "the close") { $0.closed == [300] }
                // The popup is over, not the notification that took its place.
                try desktop.fake.emitClosed(300)
                _ = try await client.notify("third")
                _ = try await desktop.fake.notification(3)
                #expect(try await client.doctor("not shown").detail.contains("\(id)"))
            }
        }

        @Test func notificationThatTheServerDoesNotShowIsUnreadAndNoProblem() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try desktop.fake.answer(.id(0))
                let id = try await client.notify("a")
                let signal = try await client.signals.next()
                #expect(signal == Client.Signal("NotificationClosed", .uint32(id), .uint32(4)))
                #expect(try await client.badge() == 1)
                #expect(try await client.doctor("not shown").isGood)
            }
        }

        @Test func notificationThatKillsTheServerTwiceIsParked() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try desktop.fake.answer(.crash)
                let id = try await client.notify("poison")
                try await desktop.fake.wait(for: "the crash") { $0.connection == nil }
                _ = try await client.notify("harmless")
                try desktop.replaceServer()
                try desktop.fake.answer(.crash)
                try await desktop.fake.wait(for: "the second crash") { $0.connection == nil }
                try desktop.replaceServer()
                #expect(try await desktop.fake.notification(1).summary == "harmless")
                let parked = try await client.doctor("not shown")
                #expect(!parked.isGood)
                #expect(parked.detail.contains("\(id)"))
            }
        }

        /// Found by review: swaync made new popups of those that had moved to its control centre.
        @Test func serverThatReportsToAllIsNotAskedForItsPopupsAgain() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 300
                try desktop.fake.information[0] = "SwayNotificationCenter"
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("a", actions: ["default", "Open"])
                try await client.waitForEntry(id) { $0.string("state") == "shown" }
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                _ = try await client.notify("b")
                #expect(try await desktop.fake.notification(2).summary == "b")
                try desktop.fake.emitAction(300, "default")
                let signal = try await client.signals.next()
                #expect(signal == Client.Signal("ActionInvoked", .uint32(id), .string("default")))
            }
        }

        /// Found by review: the end that nobody heard left notify-send --wait waiting.
        @Test func popupWhoseTimeWasOverBeforeTheNextStartHasExpired() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 300
                try desktop.fake.information[0] = "mako"
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("a", expires: 1)
                let other = try await client.notify("b", expires: 0)
                try await client.waitForEntry(other) { $0.string("state") == "shown" }
                try await desktop.end(SIGKILL)
                try desktop.fake.emitClosed(300, reason: 1)
                try await desktop.startWithServer()
                let signal = try await client.signals.next()
                #expect(signal == Client.Signal("NotificationClosed", .uint32(id), .uint32(1)))
                try await client.waitForEntry(id) { $0.string("state") == "expired" }
                try await client.waitForEntry(other) { $0.string("state") == "shown" }
            }
        }

        @Test func livePopupsKeepTheirIDsAndActionsAcrossARestart() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 300
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify(
                    "a", actions: ["default", "Open"], hints: ["x-kept": .int32(7)])
                try await desktop.waitForRecord(summary: "a")
                try await desktop.end()
                try await desktop.startWithServer()
                // Shown once more in its place, so that the server knows whom to tell.
                let again = try await desktop.fake.notification(2)
                #expect(again.replacesID == 300)
                #expect(again.hints["x-kept"] == .int32(7))
                try desktop.fake.emitAction(300, "default")
                let signal = try await client.signals.next()
                #expect(signal == Client.Signal("ActionInvoked", .uint32(id), .string("default")))
                #expect(try await client.notify("b", replaces: id) == id)
                #expect(try await desktop.fake.notification(3).replacesID == 300)
            }
        }

        /// SIGKILL at any moment in a stream of 1,000: every acknowledged one is in history or
        /// shown.
        @Test(arguments: [1, 17, 250, 600, 999])
        func acknowledgedOnesSurviveSIGKILL(after count: Int) async throws {
            let files = ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\nAppList=loud;\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let acknowledged = Recorder<(UInt32, String)>()
                var sent = 0
                var killed = false
                for number in 0..<1_000 where !killed {
                    let summary = "n\(number)"
                    let call = Message.methodCall(
                        destination: WireName.notifications, path: WireName.notificationsPath,
                        interface: WireName.notificationsInterface, member: "Notify")
                    try call.append(
                        .string(number.isMultiple(of: 2) ? "loud" : "quiet"), .uint32(0),
                        .string(""),
                        .string(summary), .string(""), .strings([]), .vardict([:]), .int32(-1))
                    client.connection.call(call, timeout: .testDeadline) { result in
                        guard let reply = try? result.get(), let id = try? reply.arguments().first
                        else { return }
                        acknowledged.record((id.asUInt32 ?? 0, summary))
                        if acknowledged.pending.count == count {
                            desktop.daemon?.signal(SIGKILL)
                            killed = true
                        }
                    }
                    sent += 1
                    // Lets answers come in while the stream goes on.
                    if number.isMultiple(of: 16) { await Task.yield() }
                }
                #expect(try await desktop.exit() == .signalled(SIGKILL))
                #expect(acknowledged.pending.count >= count)
                try await desktop.startWithServer()
                let entries = try await desktop.client().entries(["limit": .uint32(10_000)])
                let known = Set(entries.compactMap { $0.string("summary") })
                for (_, summary) in acknowledged.pending { #expect(known.contains(summary)) }
            }
        }

        @Test func privateBusThatEndsIsStartedAgainAndNothingIsLost() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let output = desktop.home + "/console"
                let console = Programs.path("focus-console")
                try await desktop.start(["--server", "\(console) --output \(output)"])
                let client = try desktop.client()
                _ = try await client.call("GetServerInformation")
                let bus = try Connection(address: desktop.privateBusAddress)
                let question = Message.methodCall(
                    destination: .bus, path: "/org/freedesktop/DBus",
                    interface: "org.freedesktop.DBus", member: "GetConnectionUnixProcessID")
                try question.append(BusName.bus.rawValue)
                let answer = try await bus.call(question)
                let pid = try #require(try answer.arguments().first?.asUInt32)
                kill(Int32(pid), SIGKILL)
                try await desktop.waitForLog("starting it again")
                let id = try await client.notify("after the end")
                // Its popup's end is the sign that it was shown.
                try await client.call("CloseNotification", .uint32(id))
                _ = try await client.notify("again", expires: 1)
                let closed = try await client.signals.next {
                    $0.member == "NotificationClosed" && $0.values.last == .uint32(1)
                }
                #expect(closed.values.count == 2)
                let text = try String(contentsOfFile: output, encoding: .utf8)
                #expect(text.contains("again"))
            }
        }

        @Test func secondFocusdNamesTheOwnerAndReplaceTakesOver() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let first = try #require(desktop.daemon)
                _ = try desktop.spawn(["--server-bus", desktop.back.address])
                #expect(try await desktop.exit() == .exited(1))
                try await desktop.waitForLog("owned by process \(first.pid) (focusd)")
                try await desktop.start(["--replace", "--server-bus", desktop.back.address])
                #expect(try await desktop.exit() == .exited(0))
                #expect(try await desktop.client().notify("a") != 0)
            }
        }

        @Test func replaceEndsAServerThatDoesNotGiveWay() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let output = desktop.home + "/console"
                let console = try desktop.spawn(
                    ["--bus", desktop.session.address, "--output", output],
                    program: "focus-console")
                try await desktop.wait(for: WireName.notifications)
                _ = try desktop.spawn(["--server-bus", desktop.back.address])
                #expect(try await desktop.exit() == .exited(1))
                try await desktop.waitForLog("owned by process \(console.pid) (focus-console)")
                try await desktop.start(["--replace", "--server-bus", desktop.back.address])
                #expect(try await desktop.exit() == .exited(0))
                #expect(try await desktop.client().notify("a") != 0)
            }
        }

        @Test func replaceSparesWhatIsMoreThanAServer() async throws {
            try await withDesktop { desktop in
                // The test process itself stands for a desktop's shell.
                let shell = try desktop.client()
                _ = try shell.connection.requestName(WireName.notifications)
                _ = try desktop.spawn(["--replace", "--server-bus", desktop.back.address])
                #expect(try await desktop.exit() == .exited(1))
                try await desktop.waitForLog("which does not let itself be replaced")
                shell.leave()
            }
        }

        @Test func oneBusForBothSidesIsRefused() async throws {
            try await withDesktop(hasServer: false) { desktop in
                _ = try desktop.spawn(["--server-bus", desktop.session.address])
                #expect(try await desktop.exit() == .exited(1))
                try await desktop.waitForLog("--server-bus is the session bus itself")
            }
        }

        @Test func missingServerCostsNothing() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await desktop.start(["--server", "/nonexistent/server --flag"])
                let client = try desktop.client()
                #expect(try await client.notify("a") != 0)
                let check = try await client.doctor("server")
                #expect(!check.isGood)
                #expect(check.detail.contains("/nonexistent/server"))
                #expect(try await client.status().queued == 1)
                try await desktop.waitForLog("cannot start /nonexistent/server")
                #expect(try await desktop.end() == .exited(0))
            }
        }

        /// A focusd that started before the desktop started its server without a display each time.
        @Test(arguments: ["[Server] Command=", "--server"])
        func configuredServerGetsTheDisplayThatAppears(in place: String) async throws {
            try await withDesktop(hasServer: false) { desktop in
                let runtime = desktop.home + "/runtime"
                try FileManager.default.createDirectory(
                    atPath: runtime, withIntermediateDirectories: true)
                let script = desktop.home + "/server"
                let console = Programs.path("focus-console")
                try desktop.writeFile(
                    script,
                    "test -n \"$WAYLAND_DISPLAY$DISPLAY\" || exit 1\n"
                        + "exec '\(console)' --output '\(desktop.home)/shown'\n")
                try desktop.write("focusd.conf", "[Server]\nCommand=sh \(script)\n")
                try await desktop.start(place == "--server" ? [place, "sh \(script)"] : [])
                let client = try desktop.client()
                #expect(try await client.notify("waits for the display") != 0)
                // Not before somebody listens.
                let display = try HungSocket(path: runtime + "/socket")
                try FileManager.default.moveItem(
                    atPath: runtime + "/socket", toPath: runtime + "/wayland-1")
                try await client.waitForStatus { $0.queued == 0 && $0.server.isRunning }
                withExtendedLifetime(display) {}
                #expect(try await desktop.end() == .exited(0))
            }
        }

        /// A server that crashed after it had taken its name was started again without a pause.
        @Test func crashingServerIsStartedAgainWithBackOff() async throws {
            let lives = ["exit 3", "exec timeout 0.1 '\(Programs.path("focus-console"))'"]
            try await sideBySide(lives) { try await expectBackOff(life: $0) }
        }

        private func expectBackOff(life: String) async throws {
            try await withDesktop(hasServer: false) { desktop in
                let starts = desktop.home + "/starts"
                try "".write(toFile: starts, atomically: true, encoding: .utf8)
                let seen = Recorder<Int>()
                let monitor = try FileMonitor(directory: desktop.home) { event in
                    guard event.name == "starts" else { return }
                    let text = (try? String(contentsOfFile: starts, encoding: .utf8)) ?? ""
                    seen.record(text.count)
                }
                defer { withExtendedLifetime(monitor) {} }
                let script = desktop.home + "/server"
                try desktop.writeFile(script, "printf x >> '\(starts)'; \(life)\n")
                // The appearance of a display, such as another test's, would reset the pauses.
                let runtime = desktop.home + "/runtime"
                try FileManager.default.createDirectory(
                    atPath: runtime, withIntermediateDirectories: true)
                let display = try HungSocket(path: runtime + "/wayland-1")
                defer { withExtendedLifetime(display) {} }
                desktop.variables["WAYLAND_DISPLAY"] = "wayland-1"
                let begin = ContinuousClock.now
                try await desktop.start(["--server", "sh \(script)"])
                _ = try await seen.next { $0 >= 6 }
                // The pauses are 0.1, 0.2, 0.4, 0.8 and 1.6 s.
                #expect(.now - begin >= .milliseconds(3_100))
                #expect(try await desktop.client().notify("a") != 0)
                try await desktop.end()
                try await desktop.waitForLog("next start in")
            }
        }

        @Test(arguments: [
            (["--nonsense"], "--nonsense"), (["--server", "a 'b"], "--server"),
            (["--server", "a", "--server-bus", "b"], "exclude each other"), (["extra"], "extra"),
        ])
        func wrongCommandLineIsNamed(_ arguments: [String], _ word: String) async throws {
            try await withDesktop(hasServer: false) { desktop in
                _ = try desktop.spawn(arguments)
                #expect(try await desktop.exit() == .exited(2))
                try await desktop.waitForLog(word)
            }
        }

        @Test func noBusIsAClearError() async throws {
            try await withDesktop(hasServer: false) { desktop in
                desktop.session.stop()
                _ = try desktop.spawn([])
                #expect(try await desktop.exit() == .exited(1))
                try await desktop.waitForLog("focusd: ")
            }
        }

        @Test func damagedStoreIsSetAsideAndReported() async throws {
            try await withDesktop { desktop in
                let state = desktop.home + "/state/focusd"
                try FileManager.default.createDirectory(
                    atPath: state, withIntermediateDirectories: true)
                try String(repeating: "not a database ", count: 1_000)
                    .write(toFile: state + "/focusd.sqlite", atomically: true, encoding: .utf8)
                try await desktop.startWithServer()
                #expect(try await desktop.client().notify("a") != 0)
                try await desktop.waitForLog("the store was damaged")
            }
        }
    }
}
