// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Focuses that are on while something is so on the desktop: the real focusd, real apps on the bus,
/// real windows and a real PipeWire.
extension EndToEnd.Focuses {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct TriggerTests {
        private static let name = "org.example.Film"
        private static let files = [
            "focuses/cinema.focus":
                "[Focus]\nName=Cinema\nApps=allow\n[Triggers]\nGrace=0\nApps=\(name);\nFullScreen=true\n",
            "focuses/presenting.focus":
                "[Focus]\nName=Presenting\nApps=allow\n[Triggers]\nGrace=0\nScreenShared=true\n",
            "focuses/reading.focus": "[Focus]\nName=Reading\nApps=allow\n",
        ]

        nonisolated private static func areInstalled(_ programs: String...) -> Bool {
            programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
        }

        @Test func focusIsOnWhileTheAppOwnsItsName() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                try await listener.client.focusd("Activate", .string("reading"))
                #expect(try await listener.changes.next() == "reading")
                let app = try desktop.session.connect()
                _ = try app.requestName(try BusName(Self.name), [.doNotQueue])
                #expect(try await listener.changes.next() == "cinema")
                let status = try await listener.client.status()
                #expect(status.activation?.cause == .trigger)
                #expect(status.activation?.trigger == .app(AppID(Self.name)))
                let text = try await desktop.run(Programs.path("focus-switch"), "status")
                #expect(text.contains("Cinema is on while \(Self.name) runs, turned on "))
                app.close()
                #expect(try await listener.changes.next() == "reading")
            }
        }

        @Test func turnedOffItStaysOffAcrossARestartUntilTheAppComesAgain() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let app = try desktop.session.connect()
                let name = try BusName(Self.name)
                _ = try app.requestName(name, [.doNotQueue])
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                if try await listener.client.status().activation == nil {
                    #expect(try await listener.changes.next() == "cinema")
                }
                // Nothing was changed by hand, and the app has run all the time.
                try await desktop.end(SIGKILL)
                try await desktop.start()
                #expect(
                    try await listener.client.status().activation?.trigger
                        == .app(AppID(Self.name)))
                try await listener.client.focusd("Deactivate")
                try await desktop.end()
                try await desktop.start()
                let second = try await FocusListener(desktop)
                #expect(try await second.client.status().activation == nil)
                _ = try app.releaseName(name)
                _ = try app.requestName(name, [.doNotQueue])
                while try await second.client.status().activation == nil {
                    _ = try await second.changes.next()
                }
                #expect(try await second.client.status().activation?.focus.rawValue == "cinema")
            }
        }

        @Test func unseenTriggerIsAProblemThatTheDoctorNames() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                let check = try await client.doctor("trigger screen-shared")
                #expect(check.problem?.kind == .triggerUnseen)
                #expect(check.detail.contains("PipeWire does not run"))
                let second = try await client.doctor("trigger full-screen")
                #expect(second.detail.contains("this desktop does not report it"))
                try desktop.write(
                    "focuses/cinema.focus", "[Focus]\nName=Cinema\n[Triggers]\nApps=\(Self.name)\n")
                try desktop.write("focuses/presenting.focus", "[Focus]\nName=Presenting\n")
                try await client.focusd("Reload")
                #expect(try await client.doctor("triggers").isGood)
            }
        }

        /// Issue 17: the trigger was accepted, and nothing said that it cannot work. Nor did it
        /// work once the window manager had started: xprop follows no property that no program has
        /// named.
        @Test(.enabled(if: areInstalled("Xvfb", "openbox", "xterm", "xprop")))
        func missingWindowManagerIsNamedAtOnce() async throws {
            try await withDesktop(files: ["focuses/cinema.focus": "[Focus]\nName=Cinema\n"]) {
                desktop in
                let screen = try await Screen(directory: desktop.home)
                var environment = desktop.environment
                environment["DISPLAY"] = screen.display
                try await desktop.start(through: ["/usr/bin/env", "DISPLAY=\(screen.display)"])
                let listener = try await FocusListener(desktop)
                let added = try await desktop.run(
                    "/bin/sh", "-c", #"exec "$0" trigger add full-screen --focus cinema 2>&1"#,
                    Programs.path("focus-switch"))
                #expect(added.contains("no window manager on this X11 display"))
                let properties = try Tool(
                    [
                        "xprop", "-root", "-f", "_NET_SUPPORTED", "32a", " = $0+\\n", "-spy",
                        "_NET_SUPPORTED",
                    ], environment: environment, isQuiet: true)
                let manager = try Tool(["openbox"], environment: environment, isQuiet: true)
                // A window that asks before the manager is there is not heard.
                _ = try await properties.lines.next { $0.contains("(ATOM) = ") }
                let full = try Tool(
                    ["xterm", "-fullscreen"], environment: environment, isQuiet: true)
                #expect(try await listener.changes.next() == "cinema")
                for tool in [full, properties, manager] {
                    tool.process.signal(SIGTERM)
                    _ = try await tool.exits.next()
                }
                try await desktop.end()
                await screen.close()
            }
        }

        @Test(.enabled(if: areInstalled("Xvfb", "openbox", "xterm", "xprop")))
        func focusIsOnWhileTheActiveWindowFillsTheScreen() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let screen = try await Screen(directory: desktop.home)
                var environment = desktop.environment
                environment["DISPLAY"] = screen.display
                let manager = try Tool(["openbox"], environment: environment, isQuiet: true)
                try await desktop.start(through: ["/usr/bin/env", "DISPLAY=\(screen.display)"])
                let listener = try await FocusListener(desktop)
                // With a format, it also follows a property that no program has named yet.
                let active = try Tool(
                    [
                        "xprop", "-root", "-f", "_NET_ACTIVE_WINDOW", "32x",
                        ": window id # $0+\\n", "-spy", "_NET_ACTIVE_WINDOW",
                    ], environment: environment, isQuiet: true)
                let plain = try Tool(["xterm"], environment: environment, isQuiet: true)
                // It must not come later than the other, and take its place.
                _ = try await active.lines.next { line in
                    line.contains("# 0x") && !line.hasSuffix("# 0x0")
                }
                let full = try Tool(
                    ["xterm", "-fullscreen"], environment: environment, isQuiet: true)
                #expect(try await listener.changes.next() == "cinema")
                #expect(try await listener.client.status().activation?.trigger == .fullScreen)
                full.process.signal(SIGTERM)
                #expect(try await listener.changes.next() == "")
                for tool in [active, plain, manager] {
                    tool.process.signal(SIGTERM)
                    _ = try await tool.exits.next()
                }
                try await desktop.end()
                await screen.close()
            }
        }

        /// A focusd that started before the desktop ran xprop without the display that it found.
        @Test(.enabled(if: areInstalled("Xvfb")))
        func programsGetTheDisplayThatFocusdFound() async throws {
            try await withDesktop(files: Self.files, hasServer: false) { desktop in
                let screen = try await Screen(directory: desktop.home)
                let display = screen.display
                let systemd = try desktop.session.connect()
                systemd.onUnhandledCall = { call in
                    guard call.member == "Get" else { return false }
                    call.reply(.variant(.strings(["DISPLAY=\(display)"])))
                    return true
                }
                _ = try systemd.requestName("org.freedesktop.systemd1", [.doNotQueue])
                let folder = desktop.home + "/bin"
                let script = """
                    #!/bin/sh
                    test "$DISPLAY" = \(display) || exit 1
                    case "$*" in
                    *-root*) echo '_NET_SUPPORTED(ATOM) = _NET_ACTIVE_WINDOW'
                        echo '_NET_ACTIVE_WINDOW(WINDOW): window id # 0x5' ;;
                    *) echo '_NET_WM_STATE(ATOM) = _NET_WM_STATE_FULLSCREEN' ;;
                    esac
                    exec tail -f /dev/null

                    """
                try await Programs.make(script, at: folder + "/xprop")
                let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
                desktop.variables["PATH"] = folder + ":" + path
                try await desktop.start(["--server", Programs.path("focus-console")])
                let client = try desktop.client()
                try await client.waitForStatus { $0.activation?.trigger == .fullScreen }
                try await desktop.end()
                systemd.close()
                await screen.close()
            }
        }

        @Test(.enabled(if: areInstalled("sway", "foot")))
        func focusIsOnWhileAWindowOfAWaylandCompositorFillsTheScreen() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let directory = try makeTemporaryDirectory("wayland")
                let ready = try LinePipe(directory + "/ready")
                let file = directory + "/sway.conf"
                try "xwayland disable\nexec echo \"$WAYLAND_DISPLAY\" > \(ready.path)\n"
                    .write(toFile: file, atomically: true, encoding: .utf8)
                let sway = try Mako.compositor(file, directory)
                // focusd does not know sway's own socket: it asks as it asks any compositor.
                desktop.variables["WAYLAND_DISPLAY"] =
                    try await directory + "/" + ready.lines.next()
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                let window = try Tool(
                    ["foot", "--fullscreen", "sleep", "600"], environment: desktop.environment,
                    isQuiet: true)
                #expect(try await listener.changes.next() == "cinema")
                #expect(try await listener.client.status().activation?.trigger == .fullScreen)
                window.process.signal(SIGKILL)
                #expect(try await listener.changes.next() == "")
                sway.process.signal(SIGKILL)
                for tool in [window, sway] { _ = try await tool.exits.next() }
                // The compositor's end is no loop of errors.
                let check = try await listener.client.doctor("trigger full-screen")
                #expect(check.detail.contains("the compositor has ended"))
            }
        }

        /// Starts a PipeWire, its session manager, and a tool that tells of the default source.
        ///
        /// - Parameters:
        ///   - kind: the kind of that source, `audio` or `video`.
        ///   - objects: objects of PipeWire in the language of its configuration.
        private static func startPipeWire(
            _ desktop: Desktop, sources kind: String, objects: String = ""
        ) async throws -> (services: [Tool], sources: Tool) {
            let ready = try LinePipe(desktop.home + "/ready")
            let script = desktop.home + "/ready.sh"
            try desktop.writeFile(script, "echo ready >'\(ready.path)'\n")
            // PipeWire runs the script once it listens and has made its objects.
            try desktop.writeFile(
                desktop.home + "/config/pipewire/pipewire.conf.d/test.conf",
                "context.objects = [ \(objects) ]\n"
                    + "context.exec = [ { path = \"/bin/sh\" args = \"\(script)\" } ]\n")
            let environment = desktop.environment
            let server = try Tool(["pipewire"], environment: environment, isQuiet: true)
            _ = try await ready.lines.next()
            // Both end at once if they cannot connect.
            let manager = try Tool(["wireplumber"], environment: environment, isQuiet: true)
            let sources = try Tool(
                ["pw-metadata", "-m", "0", "default.\(kind).source"], environment: environment,
                isQuiet: true)
            return ([sources, manager, server], sources)
        }

        @Test(
            .enabled(
                if: areInstalled("pipewire", "wireplumber", "pw-record", "pw-dump", "pw-metadata")))
        func focusIsOnWhileAMicrophoneRecords() async throws {
            let files = [
                "focuses/call.focus":
                    "[Focus]\nName=Call\nApps=allow\n[Triggers]\nGrace=0\nMicrophone=true\n"
            ]
            try await withDesktop(files: files) { desktop in
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                // A microphone without hardware.
                let (services, sources) = try await Self.startPipeWire(
                    desktop, sources: "audio",
                    objects: "{ factory = adapter args = {"
                        + " factory.name = support.null-audio-sink node.name = mic"
                        + " media.class = Audio/Source/Virtual audio.position = [ MONO ] } }")
                // The session manager ends a recording that comes before the microphone.
                _ = try await sources.lines.next { $0.contains("\"mic\"") }
                let program = try Tool(
                    ["pw-record", "--target=mic", "/dev/null"], environment: desktop.environment,
                    isQuiet: true)
                #expect(try await listener.changes.next() == "call")
                #expect(try await listener.client.status().activation?.trigger == .microphone)
                // It holds all the time, whatever happens to focusd.
                try await desktop.end(SIGKILL)
                try await desktop.start()
                let second = try await FocusListener(desktop)
                #expect(try await second.client.status().activation?.trigger == .microphone)
                program.process.signal(SIGKILL)
                while try await second.client.status().activation != nil {
                    _ = try await second.changes.next()
                }
                for tool in [program] + services {
                    tool.process.signal(SIGKILL)
                    _ = try await tool.exits.next()
                }
            }
        }

        @Test(
            .enabled(
                if: areInstalled(
                    "pipewire", "wireplumber", "gst-launch-1.0", "pw-dump", "pw-metadata")))
        func focusIsOnWhilePicturesOfTheScreenAreTaken() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                // It comes after focusd.
                let (services, sources) = try await Self.startPipeWire(
                    desktop, sources: "video")
                let environment = desktop.environment
                let portal = try Tool(
                    [
                        "gst-launch-1.0", "videotestsrc", "is-live=true", "!",
                        "video/x-raw,format=BGRx,width=64,height=48,framerate=5/1", "!",
                        "pipewiresink", "mode=provide",
                        "stream-properties=p,media.class=Video/Source,node.name=portal",
                    ], environment: environment, isQuiet: true)
                // The session manager ends a viewer that comes before the pictures.
                _ = try await sources.lines.next { $0.contains("\"portal\"") }
                let viewer = try Tool(
                    [
                        "gst-launch-1.0", "pipewiresrc", "target-object=portal", "!",
                        "video/x-raw,format=BGRx", "!", "fakesink",
                    ], environment: environment, isQuiet: true)
                #expect(try await listener.changes.next() == "presenting")
                #expect(try await listener.client.status().activation?.trigger == .screenShared)
                viewer.process.signal(SIGKILL)
                #expect(try await listener.changes.next() == "")
                for tool in [portal] + services {
                    tool.process.signal(SIGKILL)
                    _ = try await tool.exits.next()
                }
            }
        }
    }
}
