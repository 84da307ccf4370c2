// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

/// Running apps, by the control groups of their units and by their names on a real bus.
@Suite @LoopActor struct AppSourceTests {
    private static let film = AppID("org.example.Film")

    /// A directory in which the test can create control groups, as root can in its own container.
    nonisolated private static let controlGroups: String? = {
        ["", "/systemd", "/unified"].map { "/sys/fs/cgroup\($0)" }.first { root in
            let path = "\(root)/focusd-test-\(getpid())"
            defer { _ = remove(path) }
            return make(path)
                && FileManager.default.fileExists(atPath: path + "/cgroup.procs")
        }
    }()

    @Test(
        arguments: [
            ("app-gnome-org.gnome.Totem-4711.scope", "org.gnome.Totem"),
            ("app-flatpak-org.example.Film-12.scope", "org.example.Film"),
            ("app-org.kde.dolphin@autostart.service", "org.kde.dolphin"),
            (#"app-gnome-one\x2dtwo-3.scope"#, "one-two"),
            ("snap.film.player-1.scope", "snap.film"),
            ("dbus.service", nil), ("vte-spawn-1.scope", nil), ("app.slice", nil),
        ] as [(String, String?)])
    func unitIsNamedAfterItsApp(_ unit: String, _ app: String?) {
        #expect(AppUnits.app(ofUnit: unit)?.rawValue == app)
    }

    @Test func userSystemdIsFoundInItsHierarchy() throws {
        let root = try makeTemporaryDirectory("cgroup")
        #expect(AppUnits.directory(of: 7, below: root) == nil)
        let group = root + "/unified/user.slice/user-7.slice/user@7.service"
        try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
        #expect(AppUnits.directory(of: 7, below: root) == group)
    }

    @Test func unitsComeAndGo() async throws {
        try await follow(try makeTemporaryDirectory("units"))
    }

    @Test(.enabled(if: AppSourceTests.controlGroups != nil))
    func realControlGroupsComeAndGo() async throws {
        let root = try #require(Self.controlGroups)
        let group = "\(root)/focusd-units-\(getpid())"
        #expect(make(group))
        defer { _ = remove(group) }
        try await follow(group)
    }

    /// Starts and ends units below that directory, some of them in new slices.
    private func follow(_ directory: String) async throws {
        let units = AppUnits(directory: directory, log: Log())
        let changes = Recorder<[String]>()
        units.onChange = { changes.record(units.apps.map(\.rawValue).sorted()) }
        let first = directory + "/app-org.example.Film-1.scope"
        #expect(make(first))
        units.start()
        #expect(try await changes.next() == ["org.example.Film"])
        let slice = directory + "/app.slice"
        let inner = slice + "/app-terminal.slice"
        let game = inner + "/app-game@1.service"
        #expect(make(slice) && make(inner) && make(game))
        #expect(try await changes.next() == ["game", "org.example.Film"])
        // A second unit of one app changes nothing, and neither does its end.
        let second = slice + "/app-gnome-org.example.Film-2.scope"
        #expect(make(second) && remove(first) && remove(game))
        #expect(try await changes.next() == ["org.example.Film"])
        #expect(remove(inner) && remove(second))
        #expect(try await changes.next() == [])
        #expect(remove(slice) && make(slice) && make(second))
        #expect(try await changes.next() == ["org.example.Film"])
        #expect(remove(second))
        #expect(try await changes.next() == [], "the slice that came again is watched")
        units.stop()
        #expect(units.apps.isEmpty && !units.isWatching)
        #expect(make(second) && remove(second) && remove(slice))
        #expect(changes.pending.isEmpty)
    }

    @Test func slicesAreFollowedToTheDepthOfTheLimit() throws {
        for depth in [AppUnits.maximumDepth - 1, AppUnits.maximumDepth] {
            let root = try makeTemporaryDirectory("deep")
            let slices = (0..<depth).map { "/\($0).slice" }.joined()
            try FileManager.default.createDirectory(
                atPath: root + slices + "/app-game-1.scope", withIntermediateDirectories: true)
            let units = AppUnits(directory: root, log: Log())
            units.start()
            #expect(units.apps.isEmpty == (depth >= AppUnits.maximumDepth))
        }
    }

    @Test func unitsAreAtMostTheLimit() throws {
        for count in [AppUnits.maximumEntries, AppUnits.maximumEntries + 1] {
            let root = try makeTemporaryDirectory("many")
            for number in 0..<count {
                #expect(make("\(root)/app-a\(number)-1.scope"))
            }
            let units = AppUnits(directory: root, log: Log())
            units.start()
            #expect(units.apps.count == AppUnits.maximumEntries)
            try FileManager.default.removeItem(atPath: root)
        }
    }

    @Test func nameOnTheBusIsFollowedFromTheStart() async throws {
        let bus = try PrivateBus()
        let app = try bus.connect()
        let name = try BusName(Self.film.rawValue)
        _ = try app.requestName(name, [.doNotQueue])
        let source = AppSource(try bus.connect(), unitDirectory: nil, desktop: nil, log: Log())
        let changes = Recorder<Set<Trigger>>()
        source.onChange = { changes.record($0) }
        source.follow([
            .app(Self.film), .app(AppID("org.example.Other")), .app(AppID("film")),
            .app(AppID("chromium")),
        ])
        #expect(try await changes.next() == [.app(Self.film)])
        // Issue 17: one problem for each app, in words that need no knowledge of triggers.
        let problems = source.problems
        #expect(problems.map(\.trigger.text) == ["app:chromium", "app:film"])
        #expect(problems.last?.detail.hasPrefix("focusd cannot see whether film runs") == true)
        #expect(problems.last?.remedy.hasSuffix("busctl --user --acquired") == true)
        _ = try app.releaseName(name)
        #expect(try await changes.next { $0.isEmpty } == [])
        let second = try bus.connect()
        _ = try second.requestName(name, [.doNotQueue])
        #expect(try await changes.next { !$0.isEmpty } == [.app(Self.film)])
        second.close()
        #expect(try await changes.next { $0.isEmpty } == [])
        source.follow([])
        #expect(source.problems.isEmpty)
    }

    /// Issue 17: in sway, `trigger add app:foot` was accepted, and foot's start was never seen.
    @Test func appOfADesktopThatStartsNoUnitsIsAProblem() throws {
        let bus = try PrivateBus()
        let directory = try makeTemporaryDirectory("units")
        #expect(make(directory + "/app-org.example.Keyring@autostart.service"))
        func problems(_ desktop: String?) throws -> [String] {
            let source = AppSource(
                try bus.connect(), unitDirectory: directory, desktop: desktop, log: Log())
            source.follow([.app(AppID("game")), .app(Self.film)])
            return source.problems.map(\.trigger.text)
        }
        #expect(try problems("sway") == ["app:game"])
        #expect(try problems("KDE").isEmpty && problems("ubuntu:GNOME").isEmpty)
        #expect(make(directory + "/app-org.example.Film-1.scope"))
        #expect(try problems("sway").isEmpty)
    }

    @Test func appRunsWhileEitherItsNameOrItsUnitIsThere() async throws {
        let bus = try PrivateBus()
        let directory = try makeTemporaryDirectory("units")
        let unit = directory + "/app-org.example.Film-1.scope"
        let source = AppSource(
            try bus.connect(), unitDirectory: directory, desktop: nil, log: Log())
        let changes = Recorder<Set<Trigger>>()
        source.onChange = { changes.record($0) }
        #expect(make(unit))
        source.follow([.app(Self.film), .app(AppID("game"))])
        #expect(source.problems.isEmpty)
        #expect(try await changes.next() == [.app(Self.film)])
        let app = try bus.connect()
        _ = try app.requestName(try BusName(Self.film.rawValue), [.doNotQueue])
        #expect(try await changes.next() == [.app(Self.film)])
        #expect(remove(unit))
        #expect(try await changes.next() == [.app(Self.film)])
        app.close()
        #expect(try await changes.next() == [])
    }
}

private func make(_ directory: String) -> Bool { unsafe mkdir(directory, 0o755) == 0 }

private func remove(_ directory: String) -> Bool { unsafe rmdir(directory) == 0 }
