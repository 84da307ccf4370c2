// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Focuses that are on while a service of the system says so: the real focusd, and services on a
/// system bus of the test's own.
extension EndToEnd.Focuses {
    static let hasMocks = FileManager.default.fileExists(
        atPath: "/usr/lib/python3/dist-packages/dbusmock")

    @Suite(.timeLimit(.minutes(20)), .enabled(if: hasMocks))
    @LoopActor struct ServiceTriggerTests {
        private static let upower: BusName = "org.freedesktop.UPower"
        private static let upowerPath: ObjectPath = "/org/freedesktop/UPower"
        private static let login: BusName = "org.freedesktop.login1"
        private static let manager: BusName = "org.freedesktop.NetworkManager"
        private static let managerPath: ObjectPath = "/org/freedesktop/NetworkManager"

        private static func files(_ triggers: [String: String]) -> [String: String] {
            var files: [String: String] = [:]
            for (id, keys) in triggers {
                files["focuses/\(id).focus"] =
                    "[Focus]\nName=\(id)\nApps=allow\n[Triggers]\nGrace=0\n\(keys)\n"
            }
            return files
        }

        /// Runs a test with focusd and a system bus.
        private static func run(
            _ triggers: [String: String], variables: [String: String] = [:],
            _ body: @LoopActor (Desktop, SystemServices) async throws -> Void
        ) async throws {
            try await withDesktop(files: files(triggers)) { desktop in
                let services = try SystemServices(for: desktop)
                desktop.variables.merge(variables) { $1 }
                do {
                    try await body(desktop, services)
                } catch {
                    await services.close()
                    throw error
                }
                if desktop.daemon != nil { try await desktop.end() }
                await services.close()
            }
        }

        private static func kinds(_ client: Client) async throws -> [String: TriggerKindState] {
            let list = try await client.focusd("TriggerKinds").first.flatMap(Fields.list) ?? []
            let kinds = list.compactMap(TriggerKindState.init)
            #expect(kinds.map(\.kind) == Trigger.Kind.allCases.map(\.rawValue))
            return Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind, $0) })
        }

        @Test func powerAndLidAreThoseOfUPower() async throws {
            let keys = ["home": "Power=true", "train": "Battery=true", "dock": "LidClosed=true"]
            try await Self.run(keys) { desktop, services in
                try await services.start(Self.upower, "--template", "upower")
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                try await listener.client.waitForStatus { $0.activation != nil }
                #expect(try await listener.client.status().activation?.trigger == .power)
                try await services.change(
                    Self.upower, Self.upowerPath, Self.upower.rawValue,
                    ["OnBattery": .boolean(true)])
                while try await listener.changes.next() != "train" {}
                // It holds all the time, whatever happens to focusd.
                try await desktop.end(SIGKILL)
                try await desktop.start()
                let second = try await FocusListener(desktop)
                let status = try await second.client.status()
                #expect(status.activation?.trigger == .battery)
                let text = try await desktop.run(Programs.path("focus-switch"), "status")
                #expect(text.contains("train is on while the computer runs on its battery"))
                try await services.change(
                    Self.upower, Self.upowerPath, Self.upower.rawValue,
                    ["LidIsClosed": .boolean(true)])
                #expect(try await second.changes.next { $0 == "dock" } == "dock")
                let kinds = try await Self.kinds(second.client)
                #expect(kinds["battery"]?.holds == true)
                #expect(kinds["power"]?.holds == false)
                #expect(kinds["vpn"]?.holds == nil)
                #expect(kinds["vpn"]?.reason == "NetworkManager does not run")
            }
        }

        @Test func serviceThatIsMissingIsAProblemUntilItStarts() async throws {
            try await Self.run(["dock": "LidClosed=true"]) { desktop, services in
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                let check = try await listener.client.doctor("trigger lid")
                #expect(check.problem?.kind == .triggerUnseen)
                #expect(check.detail == "focusd cannot detect “lid”: UPower does not run")
                try await services.start(Self.upower, "--template", "upower")
                try await services.change(
                    Self.upower, Self.upowerPath, Self.upower.rawValue,
                    ["LidIsClosed": .boolean(true)])
                #expect(try await listener.changes.next() == "dock")
                try await services.change(
                    Self.upower, Self.upowerPath, Self.upower.rawValue,
                    ["LidIsClosed": .boolean(false), "LidIsPresent": .boolean(false)])
                #expect(try await listener.changes.next() == "")
                let second = try await listener.client.doctor("trigger lid")
                #expect(second.detail.contains("this computer has no lid"))
                #expect(try await Self.kinds(listener.client)["lid"]?.isAvailable == false)
            }
        }

        @Test func busThatIsMissingIsAProblemUntilItStarts() async throws {
            try await withDesktop(files: Self.files(["office": "Networks=Office;"])) { desktop in
                let place = try makeTemporaryDirectory("system")
                desktop.variables["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=\(place)/socket"
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                let check = try await listener.client.doctor("trigger network:Office")
                #expect(check.problem?.remedy.hasPrefix("start the system bus") == true)
                #expect(
                    try await Self.kinds(listener.client)["network"]?.reason
                        == "the system bus cannot be reached")
                let bus = try PrivateBus(at: place)
                defer { bus.stop() }
                let changed = "NetworkManager does not run"
                while try await !listener.client.doctor("trigger network:Office").detail
                    .contains(changed)
                {}
            }
        }

        @Test func networkAndVPNAreTheActiveConnections() async throws {
            let keys = ["office": "Networks=Office LAN;", "remote": "VPN=true"]
            try await Self.run(keys) { desktop, services in
                try await services.start(
                    Self.manager, Self.manager.rawValue, Self.managerPath.rawValue,
                    Self.manager.rawValue)
                try await services.mock(
                    Self.manager, Self.managerPath, "AddProperties",
                    .string(Self.manager.rawValue),
                    .vardict(["ActiveConnections": .array(of: "o", [])]))
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                let active = "org.freedesktop.NetworkManager.Connection.Active"
                let paths = (1...2).map { "\(Self.managerPath)/ActiveConnection/\($0)" }
                try await services.add(
                    Self.manager, Self.managerPath, paths[0], active,
                    [
                        "Id": .string("Office LAN"), "Type": .string("802-3-ethernet"),
                        "Vpn": .boolean(false), "State": .uint32(1),
                    ])
                @LoopActor func list(_ paths: [String]) async throws {
                    try await services.change(
                        Self.manager, Self.managerPath, Self.manager.rawValue,
                        [
                            "ActiveConnections": .array(
                                of: "o", try paths.map { .objectPath(try ObjectPath($0)) })
                        ])
                }
                try await list([paths[0]])
                // It connects, and then is connected.
                try await services.change(
                    Self.manager, try ObjectPath(paths[0]), active, ["State": .uint32(2)])
                #expect(try await listener.changes.next() == "office")
                #expect(
                    try await listener.client.status().activation?.trigger
                        == .network("Office LAN"))
                try await services.add(
                    Self.manager, Self.managerPath, paths[1], active,
                    [
                        "Id": .string("Company"), "Type": .string("wireguard"),
                        "Vpn": .boolean(false), "State": .uint32(2),
                    ])
                try await list(paths)
                #expect(try await listener.changes.next() == "remote")
                try await list([paths[0]])
                #expect(try await listener.changes.next() == "office")
                try await list([])
                #expect(try await listener.changes.next() == "")
                #expect(try await listener.client.doctor("triggers").isGood)
            }
        }

        @Test func lockIsThatOfLogindOrOfAScreenSaver() async throws {
            try await Self.run(["away": "Locked=true"]) { desktop, services in
                let root: ObjectPath = "/org/freedesktop/login1"
                let session: ObjectPath = "/org/freedesktop/login1/session/c1"
                try await services.start(Self.login, "--template", "logind")
                try await services.mock(
                    Self.login, root, "AddSession", .string("c1"), .string("seat0"),
                    .uint32(getuid()), .string("me"), .boolean(true))
                try await services.add(
                    Self.login, root, "/org/freedesktop/login1/user/_\(getuid())",
                    "org.freedesktop.login1.User",
                    [
                        "Display": .structure([.string("c1"), .objectPath(session)])
                    ])
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                try await services.change(
                    Self.login, session, "org.freedesktop.login1.Session",
                    ["LockedHint": .boolean(true)])
                #expect(try await listener.changes.next() == "away")
                #expect(try await listener.client.status().activation?.trigger == .locked)
                try await services.change(
                    Self.login, session, "org.freedesktop.login1.Session",
                    ["LockedHint": .boolean(false)])
                #expect(try await listener.changes.next() == "")
                let saver = try Tool(
                    [
                        "/usr/bin/python3", "-m", "dbusmock", "--session", "--template",
                        "gnome_screensaver",
                    ], environment: desktop.environment, isQuiet: true)
                try await desktop.wait(for: "org.gnome.ScreenSaver")
                let call = Message.methodCall(
                    destination: "org.gnome.ScreenSaver", path: "/org/gnome/ScreenSaver",
                    interface: "org.gnome.ScreenSaver", member: "SetActive")
                try call.append(contentsOf: [.boolean(true)])
                _ = try await listener.client.connection.call(
                    call, timeout: .testDeadline)
                #expect(try await listener.changes.next() == "away")
                // A screen saver that ends shows nothing.
                saver.process.signal(SIGKILL)
                _ = try await saver.exits.next()
                #expect(try await listener.changes.next() == "")
            }
        }

        /// Only the lock of the session was seen that was there when focusd began to watch.
        @Test func lockIsThatOfTheUsersNextSession() async throws {
            try await Self.run(["away": "Locked=true"]) { desktop, services in
                let root: ObjectPath = "/org/freedesktop/login1"
                let user = try ObjectPath("/org/freedesktop/login1/user/_\(getuid())")
                let interface = "org.freedesktop.login1.User"
                try await services.start(Self.login, "--template", "logind")
                for session in ["c1", "c2"] {
                    try await services.mock(
                        Self.login, root, "AddSession", .string(session), .string("seat0"),
                        .uint32(getuid()), .string("me"), .boolean(true))
                }
                try await services.add(
                    Self.login, root, user.rawValue, interface,
                    [
                        "Display": .structure([
                            .string("c1"), .objectPath("/org/freedesktop/login1/session/c1"),
                        ]), "State": .string("active"),
                    ])
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                #expect(try await listener.client.doctor("triggers").isGood)
                let call = Message.methodCall(
                    destination: Self.login, path: user,
                    interface: "org.freedesktop.DBus.Properties", member: "Set")
                try call.append(contentsOf: [
                    .string(interface), .string("Display"),
                    .variant(
                        .structure([
                            .string("c2"), .objectPath("/org/freedesktop/login1/session/c2"),
                        ])),
                ])
                _ = try await services.bus.connect().call(call, timeout: .testDeadline)
                try await services.change(
                    Self.login, user, interface, ["State": .string("online")])
                try await services.change(
                    Self.login, "/org/freedesktop/login1/session/c2",
                    "org.freedesktop.login1.Session", ["LockedHint": .boolean(true)])
                #expect(try await listener.changes.next() == "away")
            }
        }

        @Test func dockIsReadAgainAfterEachChangeOfADisplay() async throws {
            try await Self.run(["desk": "Docked=true"]) { desktop, services in
                let root: ObjectPath = "/org/freedesktop/login1"
                let programs = desktop.home + "/bin"
                let pipe = desktop.home + "/udev"
                #expect(unsafe mkfifo(pipe, 0o600) == 0)
                // Open for both, so that no writing waits for the reader, and with it all suites.
                let events = try #require(FileHandle(forUpdatingAtPath: pipe))
                try await Programs.make(
                    "#!/bin/sh\nexec 3<>'\(pipe)'\nwhile read line <&3; do echo \"$line\"; done\n",
                    at: programs + "/udevadm")
                desktop.variables["PATH"] =
                    programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
                try await services.start(Self.login, "--template", "logind")
                try await services.mock(
                    Self.login, root, "AddProperties",
                    .string("org.freedesktop.login1.Manager"),
                    .vardict(["Docked": .boolean(false)]))
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                #expect(try await listener.client.doctor("triggers").isGood)
                @LoopActor func set(_ isDocked: Bool) async throws {
                    // Without a signal, as logind does it.
                    let call = Message.methodCall(
                        destination: Self.login, path: root,
                        interface: "org.freedesktop.DBus.Properties", member: "Set")
                    try call.append(contentsOf: [
                        .string("org.freedesktop.login1.Manager"), .string("Docked"),
                        .variant(.boolean(isDocked)),
                    ])
                    _ = try await services.bus.connect().call(call, timeout: .testDeadline)
                    try events.write(contentsOf: Data("UDEV change drm\n".utf8))
                }
                try await set(true)
                #expect(try await listener.changes.next() == "desk")
                try await set(false)
                #expect(try await listener.changes.next() == "")
                try events.close()
            }
        }

        /// The real GameMode, with a process that pretends to be a game.
        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gamemoded")))
        func gameIsOneThatGameModeKnows() async throws {
            try await Self.run(["gaming": "Game=true"]) { desktop, _ in
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                let missing = try await listener.client.doctor("trigger game")
                #expect(missing.detail.contains("GameMode does not run"))
                let kinds = try await Self.kinds(listener.client)
                #expect(kinds["game"]?.reason == "GameMode does not run")
                let server = try Tool(
                    ["gamemoded"], environment: desktop.environment, isQuiet: true)
                try await desktop.wait(for: "com.feralinteractive.GameMode")
                let game = try Tool(
                    ["sleep", "600"], environment: desktop.environment, isQuiet: true)
                let call = Message.methodCall(
                    destination: "com.feralinteractive.GameMode",
                    path: "/com/feralinteractive/GameMode",
                    interface: "com.feralinteractive.GameMode", member: "RegisterGame")
                try call.append(contentsOf: [.int32(game.process.pid)])
                _ = try await listener.client.connection.call(
                    call, timeout: .testDeadline)
                #expect(try await listener.changes.next() == "gaming")
                #expect(try await listener.client.status().activation?.trigger == .game)
                server.process.signal(SIGKILL)
                #expect(try await listener.changes.next() == "")
                game.process.signal(SIGKILL)
                for tool in [server, game] { _ = try await tool.exits.next() }
            }
        }
    }
}
