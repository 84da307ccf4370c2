// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// dunst behind focusd, on a screen of its own, with dunst's own tool and `notify-send` before it.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct DunstTests {
        static let work = """
            [Focus]
            Name=Work
            Apps=allow
            AppList=org.example.Chat;notify-send;

            [Filter org.example.Chat ExampleChatAppFocusFilter]
            Predicate=SELF IN {"work-account-identifier"}
            """

        @Test func forwardedPopupIsOnTheScreenAndTheSilencedOneIsNot() async throws {
            try await withDunst(files: ["focuses/work.focus": Self.work]) { desktop, dunst in
                let chat = try desktop.client()
                try await chat.focusd("Activate", .string("work"))
                let personal = try await chat.notify(
                    "personal", criteria: "personal-account", hints: ["bgcolor": .string("#ab12cd")]
                )
                _ = try await chat.notify(
                    "work", criteria: "work-account-identifier",
                    hints: ["bgcolor": .string("#12cdab")])
                #expect(try await dunst.shown.lines.next() == "work")
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "1")
                try await dunst.waitForPixels(of: 0x12_cdab, on: desktop)
                #expect(try dunst.screen.pixels(of: 0xab_12cd) == 0)
                let missed = try await chat.entries(["missed": .boolean(true)])
                #expect(missed.compactMap { $0.uint32("id") } == [personal])
            }
        }

        @Test func dunstctlAnswersThroughFocusd() async throws {
            try await withDunst { desktop, dunst in
                try await desktop.run("notify-send", "one", "<b>bold</b>")
                try await desktop.run("notify-send", "two")
                #expect(try await dunst.shown.lines.next() == "one")
                #expect(try await dunst.shown.lines.next() == "two")
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "2")
                try await desktop.run("dunstctl", "close-all")
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "0")
                let history = try JSONSerialization.jsonObject(
                    with: Data(try await desktop.run("dunstctl", "history").utf8))
                let lists = (history as? [String: Any])?["data"] as? [[Any]]
                #expect(lists?.first?.count == 2)
                try await desktop.run("dunstctl", "set-paused", "true")
                #expect(try await desktop.run("dunstctl", "is-paused") == "true")
                try await desktop.run("dunstctl", "set-paused", "false")
                #expect(try await desktop.run("dunstctl", "is-paused") == "false")
            }
        }

        @Test("setup says how many popups end with the running dunst")
        func setupCountsThePopups() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let dunst = try await Dunst(home: desktop.home)
                do {
                    let words = dunst.arguments[1].split(separator: " ").map(String.init)
                    let server = try Tool(words, environment: desktop.environment, isQuiet: true)
                    try await desktop.wait(for: WireName.notifications)
                    for summary in ["one", "two"] {
                        try await desktop.run("notify-send", summary)
                        #expect(try await dunst.shown.lines.next() == summary)
                    }
                    // As if focusd were installed there.
                    try desktop.writeFile(
                        desktop.home + "/share/focusd/org.freedesktop.Notifications.service", "")
                    let setup = try desktop.tool(
                        Programs.path("focus-switch"), "setup",
                        environment: ["XDG_DATA_DIRS": desktop.home + "/share"])
                    try await setup.ended()
                    #expect(
                        setup.text.contains("dunst has 2 popups, which disappear"),
                        "\(setup.text)")
                    server.process.signal(SIGTERM)
                    _ = try await server.exits.next()
                } catch {
                    await dunst.screen.close()
                    throw error
                }
                await dunst.screen.close()
            }
        }

        @Test("status and doctor say that dunst is paused, also to a focusd that starts later")
        func aPausedDunstIsNamed() async throws {
            try await withDunst { desktop, dunst in
                let tool = try desktop.client()
                #expect(try await !tool.status().server.isPaused)
                try await desktop.run("dunstctl", "set-paused", "true")
                try await tool.waitForStatus(\.server.isPaused)
                let check = try await tool.doctor("popups")
                #expect(check.problem?.kind == .serverPaused)
                #expect(check.problem?.remedy == "dunstctl set-paused false")
                try await desktop.end(SIGKILL)
                try await desktop.start(dunst.arguments)
                try await tool.waitForStatus(\.server.isPaused)
                try await desktop.run("dunstctl", "set-paused", "false")
                try await tool.waitForStatus { !$0.server.isPaused }
                let checks = try await tool.focusd("Doctor").first.flatMap(Fields.list) ?? []
                #expect(!checks.contains { $0.string("check") == "popups" })
            }
        }

        @Test func dunstsOwnSignalsAreHeardOnTheSessionBus() async throws {
            try await withDunst { desktop, _ in
                let bar = try desktop.client()
                let changes = Recorder<Value?>()
                let subscription = bar.connection.subscribe(
                    MatchRule(
                        sender: WireName.notifications,
                        interface: "org.freedesktop.DBus.Properties",
                        arguments: [0: "org.dunstproject.cmd0"])
                ) { message in
                    changes.record((try? message.arguments())?[1]["paused"]?.unwrapped)
                }
                defer { subscription.cancel() }
                // A bar's proxy object calls, too: the server's signals go to clients that have
                // called it.
                _ = try await bar.call(
                    "GetAll", .string("org.dunstproject.cmd0"),
                    interface: "org.freedesktop.DBus.Properties")
                try await desktop.run("dunstctl", "set-paused", "true")
                #expect(try await changes.next() == .boolean(true))
            }
        }

        @Test func actionThatIsInvokedInDunstReachesNotifySend() async throws {
            try await withDunst { desktop, dunst in
                let sender = try desktop.tool("notify-send", "-w", "-A", "ok=OK", "question")
                #expect(try await dunst.shown.lines.next() == "question")
                try await desktop.run("dunstctl", "action", "0")
                #expect(try await sender.finish() == "ok")
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "0")
            }
        }

        @Test func closingInDunstEndsTheWaitOfNotifySend() async throws {
            try await withDunst { desktop, dunst in
                let sender = try desktop.tool("notify-send", "-w", "question")
                #expect(try await dunst.shown.lines.next() == "question")
                try await desktop.run("dunstctl", "close")
                #expect(try await sender.finish() == "")
            }
        }

        @Test func anotherNotifySendReplacesWhatAnEarlierOneSent() async throws {
            try await withDunst { desktop, dunst in
                let id = try await desktop.run("notify-send", "-p", "first")
                #expect(try await dunst.shown.lines.next() == "first")
                #expect(
                    try await desktop.run("notify-send", "-p", "-r", id, "second") == id)
                #expect(try await dunst.shown.lines.next() == "second")
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "1")
            }
        }

        @Test func pictureOf512By512PixelsIsOnTheScreen() async throws {
            try await withDunst { desktop, dunst in
                let pixels = (0..<512 * 512).flatMap { _ in [UInt8](arrayLiteral: 0x12, 0xcd, 0xab)
                }
                let image = Value.structure([
                    .int32(512), .int32(512), .int32(1536), .boolean(false), .int32(8), .int32(3),
                    .bytes(pixels),
                ])
                _ = try await desktop.client().notify("picture", hints: ["image-data": image])
                #expect(try await dunst.shown.lines.next() == "picture")
                try await dunst.waitForPixels(of: 0x12_cdab, on: desktop)
            }
        }

        @Test func popupsOutliveAFocusdThatIsKilledAndNothingOutlivesOneThatEnds() async throws {
            try await withDunst { desktop, dunst in
                let id = try await desktop.run("notify-send", "-p", "first")
                #expect(try await dunst.shown.lines.next() == "first")
                try await desktop.waitForRecord(summary: "first")
                let left = try [
                    desktop.processOnPrivateBus(WireName.notifications),
                    desktop.processOnPrivateBus(WireName.bus),
                ]
                try await desktop.end(SIGKILL)
                try await desktop.start(dunst.arguments)
                try await desktop.waitForLog("taking over the private bus")
                // Shown once more, in its own place.
                #expect(try await dunst.shown.lines.next() == "first")
                #expect(try desktop.processOnPrivateBus(WireName.notifications) == left[0])
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "1")
                #expect(
                    try await desktop.run("notify-send", "-p", "-r", id, "second") == id)
                _ = try await dunst.shown.lines.next { $0 == "second" }
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "1")
                #expect(try await desktop.end() == .exited(0))
                for process in left { try await desktop.waitForEnd(of: process) }
            }
        }

        /// dunst sends a popup's signals to the connection that asked for it, which a focusd that
        /// was restarted no longer has: it asks for the popup once more, in its place.
        @Test(arguments: [("action", "ok"), ("close", "")])
        func popupsOfAFocusdThatWasKilledStillReachTheirSender(
            _ command: String, _ printed: String
        ) async throws {
            try await withDunst { desktop, dunst in
                let sender = try desktop.tool("notify-send", "-w", "-A", "ok=OK", "question")
                #expect(try await dunst.shown.lines.next() == "question")
                try await desktop.waitForRecord(summary: "question")
                try await desktop.end(SIGKILL)
                try await desktop.start(dunst.arguments)
                #expect(try await dunst.shown.lines.next() == "question")
                try await desktop.waitForRecord(summary: "question")
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "1")
                try await desktop.run("dunstctl", command)
                #expect(try await sender.finish() == printed)
            }
        }

        /// GDBus misreads the message, and dunst would end with its connection.
        @Test func hintThatWouldEndDunstIsLeftOut() async throws {
            try await withDunst { desktop, dunst in
                let client = try desktop.client()
                let process = try desktop.processOnPrivateBus(WireName.notifications)
                let poison = Value.dictionary(
                    key: "n", value: "g",
                    [
                        DictionaryEntry(key: .int16(0), value: .signature("(ii)")),
                        DictionaryEntry(key: .int16(-1), value: .signature("")),
                    ])
                for length in 1...8 {
                    let name = String(repeating: "k", count: length)
                    _ = try await client.notify(
                        name, hints: [name: poison, "bgcolor": .string("#12cdab")])
                    #expect(try await dunst.shown.lines.next() == name)
                }
                #expect(try desktop.processOnPrivateBus(WireName.notifications) == process)
                try await desktop.waitForLog("the hint \"k\" is left out")
                #expect(!desktop.log.contains("(ii)"))
                #expect(try await client.entries().count == 8)
            }
        }

        @Test func dunstThatCrashesIsStartedAgainAndTheNameStays() async throws {
            try await withDunst { desktop, dunst in
                let client = try desktop.client()
                let first = try desktop.processOnPrivateBus(WireName.notifications)
                kill(first, SIGKILL)
                // One that arrives while there is no server is shown by the next.
                _ = try await client.notify("after")
                #expect(try await dunst.shown.lines.next() == "after")
                #expect(try desktop.processOnPrivateBus(WireName.notifications) != first)
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "1")
            }
        }

        /// Found by a new user: a popup that waits for its user vanished with a crash of dunst.
        @Test func criticalPopupIsShownByTheNextDunst() async throws {
            try await withDunst { desktop, dunst in
                let sender = try desktop.tool(
                    "notify-send", "-u", "critical", "-w", "-A", "ok=OK", "call")
                #expect(try await dunst.shown.lines.next() == "call")
                try await desktop.waitForRecord(summary: "call")
                kill(try desktop.processOnPrivateBus(WireName.notifications), SIGKILL)
                #expect(try await dunst.shown.lines.next() == "call")
                #expect(try await desktop.run("dunstctl", "count", "displayed") == "1")
                try await desktop.run("dunstctl", "action", "0")
                #expect(try await sender.finish() == "ok")
            }
        }
    }
}

/// dunst and its screen.
@LoopActor struct Dunst {
    let screen: Screen
    /// The summary of each notification that dunst puts on the screen.
    let shown: LinePipe
    /// focusd's command line.
    let arguments: [String]

    init(home: String) async throws {
        screen = try await Screen(directory: home)
        shown = try LinePipe(home + "/shown")
        let hook = home + "/hook"
        try await Programs.make(
            "#!/bin/sh\nprintf '%s\\n' \"$DUNST_SUMMARY\" > '\(shown.path)'\n", at: hook)
        let configuration = home + "/dunstrc"
        try """
        [global]
        font = monospace 10
        width = 300
        history_length = 20
        idle_threshold = 0
        min_icon_size = 64
        max_icon_size = 64
        [urgency_low]
        timeout = 0
        [urgency_normal]
        timeout = 0
        [hook]
        summary = *
        script = \(hook)

        """.write(toFile: configuration, atomically: true, encoding: .utf8)
        arguments = ["--server", "env DISPLAY=\(screen.display) dunst -conf \(configuration)"]
    }

    /// Waits until a colour is on the screen: dunst has drawn it when it answers, and the X
    /// server does so soon; each look is after another answer.
    func waitForPixels(of colour: UInt32, on desktop: Desktop) async throws {
        let deadline = ContinuousClock.now + .testDeadline
        while ContinuousClock.now < deadline {
            if try screen.pixels(of: colour) > 100 { return }
            try await desktop.run("dunstctl", "count", "displayed")
        }
        throw TestSupportError("the colour is not on the screen")
    }
}

/// Runs a test on a desktop with dunst as the real server.
@LoopActor private func withDunst(
    files: [String: String] = [:], _ body: @LoopActor (Desktop, Dunst) async throws -> Void
) async throws {
    try await withDesktop(files: files, hasServer: false) { desktop in
        let dunst = try await Dunst(home: desktop.home)
        do {
            try await desktop.start(dunst.arguments)
            _ = try await desktop.client().call("GetServerInformation")
            try await body(desktop, dunst)
            if desktop.daemon != nil { #expect(try await desktop.end() == .exited(0)) }
        } catch {
            desktop.endLeftovers()
            await dunst.screen.close()
            throw error
        }
        await dunst.screen.close()
    }
}
