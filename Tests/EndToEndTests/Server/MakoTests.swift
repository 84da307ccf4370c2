// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// mako behind focusd, in a sway without a screen, with mako's own tool before it.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct MakoTests {
        static let files = [
            "focuses/work.focus": "[Focus]\nName=Work\nApps=allow\nAppList=notify-send;\n"
        ]

        @Test func makoShowsWhatIsForwardedAndMakoctlListsAndDismissesIt() async throws {
            try await withMako(files: Self.files) { desktop, mako in
                let client = try desktop.client()
                try await client.focusd("Activate", .string("work"))
                _ = try await client.notify("silenced")
                try await desktop.run("notify-send", "first")
                _ = try await mako.shown.lines.next()
                try await desktop.run("notify-send", "second")
                _ = try await mako.shown.lines.next()
                #expect(try await mako.list(on: desktop) == ["second", "first"])
                try await desktop.run("makoctl", "dismiss")
                #expect(try await mako.list(on: desktop) == ["first"])
                try await desktop.run("makoctl", "restore")
                #expect(try await mako.list(on: desktop).sorted() == ["first", "second"])
                try await desktop.run("makoctl", "dismiss", "--all")
                #expect(try await mako.list(on: desktop) == [])
            }
        }

        @Test func modesAndReloadAnswerThroughFocusd() async throws {
            try await withMako { desktop, _ in
                #expect(try await desktop.run("makoctl", "mode") == "default")
                try await desktop.run("makoctl", "mode", "-a", "quiet")
                #expect(try await desktop.run("makoctl", "mode") == "default\nquiet")
                try await desktop.run("makoctl", "mode", "-r", "quiet")
                try await desktop.run("makoctl", "reload")
                #expect(try await desktop.run("makoctl", "mode") == "default")
            }
        }

        @Test func actionThatIsInvokedInMakoReachesNotifySend() async throws {
            try await withMako { desktop, mako in
                let sender = try desktop.tool("notify-send", "-w", "-A", "ok=OK", "question")
                _ = try await mako.shown.lines.next()
                try await desktop.run("makoctl", "invoke", "ok")
                #expect(try await sender.finish() == "ok")
                #expect(try await mako.list(on: desktop) == [])
            }
        }
    }
}

/// mako and the compositor that it needs.
@LoopActor struct Mako {
    /// One line for each notification that mako has taken.
    let shown: LinePipe
    /// focusd's command line.
    let arguments: [String]
    private let compositor: Tool
    private let directory: String

    init() async throws {
        directory = try makeTemporaryDirectory("wayland")
        let ready = try LinePipe(directory + "/ready")
        shown = try LinePipe(directory + "/shown")
        let sway = directory + "/sway.conf"
        try "xwayland disable\nexec echo \"$WAYLAND_DISPLAY\" > \(ready.path)\n"
            .write(toFile: sway, atomically: true, encoding: .utf8)
        let mako = directory + "/mako.conf"
        try "default-timeout=0\non-notify=exec echo \"$id\" > \(shown.path)\n"
            .write(toFile: mako, atomically: true, encoding: .utf8)
        compositor = try Self.compositor(sway, directory)
        let display = try await ready.lines.next()
        arguments = [
            "--server", "env WAYLAND_DISPLAY=\(directory)/\(display) mako -c \(mako)",
        ]
    }

    /// Starts sway, which refuses to run as root.
    static func compositor(_ configuration: String, _ directory: String) throws -> Tool {
        var command = ["sway", "-c", configuration]
        if geteuid() == 0 {
            let nobody = unsafe getpwnam("nobody")
            guard let user = unsafe nobody?.pointee else { throw TestSupportError("no nobody") }
            for path in [directory, configuration] {
                guard unsafe chown(path, user.pw_uid, user.pw_gid) == 0 else {
                    throw TestSupportError("chown \(path)")
                }
            }
            command =
                [
                    "setpriv", "--reuid=\(unsafe user.pw_uid)", "--regid=\(unsafe user.pw_gid)",
                    "--clear-groups", "--pdeathsig=TERM",
                ] + command
        }
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "SWAYSOCK"] {
            environment[name] = nil
        }
        environment["XDG_RUNTIME_DIR"] = directory
        environment["HOME"] = directory
        environment["WLR_BACKENDS"] = "headless"
        environment["WLR_LIBINPUT_NO_DEVICES"] = "1"
        environment["WLR_RENDERER"] = "pixman"
        environment["LIBSEAT_BACKEND"] = "noop"
        return try Tool(command, environment: environment, isQuiet: true)
    }

    /// The summaries of the popups, newest first.
    func list(on desktop: Desktop) async throws -> [String] {
        let text = try await desktop.run("makoctl", "list")
        let reply = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let lists = reply?["data"] as? [[[String: [String: Any]]]]
        return lists?.first?.compactMap { $0["summary"]?["data"] as? String } ?? []
    }

    func close() async {
        compositor.process.signal(SIGTERM)
        _ = try? await compositor.exits.next()
        try? FileManager.default.removeItem(atPath: directory)
    }
}

/// Runs a test on a desktop with mako as the real server.
@LoopActor private func withMako(
    files: [String: String] = [:], _ body: @LoopActor (Desktop, Mako) async throws -> Void
) async throws {
    try await withDesktop(files: files, hasServer: false) { desktop in
        let mako = try await Mako()
        do {
            try await desktop.start(mako.arguments)
            _ = try await desktop.client().call("GetServerInformation")
            try await body(desktop, mako)
            #expect(try await desktop.end() == .exited(0))
        } catch {
            desktop.endLeftovers()
            await mako.close()
            throw error
        }
        await mako.close()
    }
}
