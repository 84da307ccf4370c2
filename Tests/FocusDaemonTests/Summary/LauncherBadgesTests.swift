// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Badges in docks, on a real bus.
@Suite @LoopActor struct LauncherBadgesTests {
    /// Found by review: at the start the badge of an app whose notifications have its window class
    /// was sent before the desktop files were listed, and it stayed with the wrong id.
    @Test func badgeIsSentAgainOnceTheDesktopFilesAreListed() async throws {
        let bus = try TestSupport.PrivateBus()
        let home = try makeTemporaryDirectory("badges")
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(
            atPath: home + "/applications", withIntermediateDirectories: true)
        try "[Desktop Entry]\nName=Thunderbird\nStartupWMClass=thunderbird-default\n".write(
            toFile: home + "/applications/thunderbird.desktop", atomically: false, encoding: .utf8)
        let variables = ["XDG_DATA_HOME": home, "XDG_DATA_DIRS": home]
        let files = DesktopFiles(
            AppNames(BaseDirectories { variables[$0] }, locale: "C"), inBackground: true,
            within: .zero)
        let engine = try Engine(store: try Store(path: nil), desktopFiles: files, log: Log())
        let (dock, listening) = (try bus.connect(), try bus.connect())
        let told = Recorder<String>()
        let rule = MatchRule(interface: WireName.launcherEntry, member: "Update")
        let subscription = dock.subscribe(rule) { signal in
            var reader = signal.reader
            guard let uri = try? reader.string(),
                let count = (try? reader.value()).flatMap(Fields.init)?.int64("count")
            else { return }
            told.record("\(uri) \(count)")
        }
        // The bus has the rule before this answer.
        _ = try dock.bus.namesBlocking(within: .testDeadline)
        let sent = AppID("thunderbird-default")
        engine.update { $0.restore(badges: [sent: 3]) }
        let badges = LauncherBadges(
            try bus.connect(), listening: listening, engine: engine,
            senders: SenderDirectory(listening))
        files.onListed = { [weak badges] in badges?.appsListed() }
        defer { files.onListed = nil }
        badges.update([(app: sent, count: 3)])
        #expect(try await told.next() == "application://thunderbird-default.desktop 3")
        #expect(try await told.next() == "application://thunderbird-default.desktop 0")
        #expect(try await told.next() == "application://thunderbird.desktop 3")
        // Nothing is sent twice.
        badges.appsListed()
        engine.update { $0.restore(badges: [sent: 4]) }
        badges.update([(app: sent, count: 4)])
        #expect(try await told.next() == "application://thunderbird.desktop 4")
        withExtendedLifetime(subscription) {}
    }
}
