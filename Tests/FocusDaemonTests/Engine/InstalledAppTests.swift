// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import DBus
@testable import FocusDaemon

/// Lists that name an app by its desktop file, and an app that is installed while focusd runs.
@Suite(.timeLimit(.minutes(5))) @LoopActor final class InstalledAppTests {
    /// A session that is locked.
    @LoopActor private final class Locked: Surroundings {
        let isLocked = true
        let canSeeLock = true
        let serverFacts: ServerFacts? = nil
        let serverKeepsReporting = false

        func processID(of peer: PeerName) -> UInt32? { nil }
    }

    private static let listed: Set<AppID> = [AppID("thunderbird")]
    private static let sent = AppID("thunderbird-default")

    private let bus: TestSupport.PrivateBus
    private let connection: Connection
    private let engine: Engine
    private let locked = Locked()
    private let home: String

    init() throws {
        bus = try TestSupport.PrivateBus()
        connection = try bus.connect()
        let home = try makeTemporaryDirectory("apps")
        self.home = home
        let variables = ["XDG_DATA_HOME": home, "XDG_DATA_DIRS": home]
        engine = try Engine(
            store: try Store(path: nil),
            desktopFiles: DesktopFiles(
                AppNames(BaseDirectories { variables[$0] }, locale: "C")), log: Log())
        engine.surroundings = locked
        var settings = SettingsInForce()
        settings.configuration.privateApps = Self.listed
        settings.configuration.lockedBodies = Self.listed
        settings.configuration.uncountedApps = Self.listed
        settings.always.apps = ListPolicy(mode: .silence, members: Self.listed)
        engine.configure(settings)
    }

    private func install() throws {
        let folder = home + "/applications"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try "[Desktop Entry]\nName=Thunderbird\nStartupWMClass=thunderbird-default\n".write(
            toFile: folder + "/thunderbird.desktop", atomically: false, encoding: .utf8)
    }

    private func notify() throws -> LiveEntry {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        message.setNoReply()
        try message.append(
            .string("Mail"), .uint32(7), .string(""), .string("New mail"), .string("Secret"),
            .strings([]), .vardict(["desktop-entry": .string(Self.sent.rawValue)]), .int32(-1))
        let call = MethodCall(message: message, connection: connection, method: nil)
        try engine.receive(message, from: SenderIdentity(), call: call)
        return try #require(engine.entry(ClientID(rawValue: 7)))
    }

    @Test("a list learns an app that is installed later, before its first notification")
    func arrivalAfterTheInstallation() throws {
        #expect(!engine.state.configuration.privateApps.contains(Self.sent))
        try install()
        let entry = try notify()
        engine.endBatch()
        let record = try #require(try engine.store.entry(key: entry.key))
        #expect(record.app == Self.sent)
        #expect(record.body.isEmpty)
        #expect(record.reason == .alwaysApp)
        #expect(engine.state.configuration.uncountedApps.contains(Self.sent))
        #expect(engine.hidesTextsNow(of: Self.sent))
    }

    @Test("a text is hidden though its app was installed after its arrival")
    func deliveryAfterTheInstallation() throws {
        #expect(!engine.hidesTextsNow(of: Self.sent))
        engine.lists.nextLook = 0
        try install()
        #expect(engine.hidesTextsNow(of: Self.sent))
    }

    @Test("notifications that come together share one look for new apps")
    func oneLookForMany() throws {
        _ = try notify()
        let next = engine.lists.nextLook
        #expect(next > 0)
        _ = try notify()
        #expect(engine.lists.nextLook == next || MonotonicClock.microseconds >= next)
    }
}
