// SPDX-License-Identifier: Apache-2.0

import FocusClient
import Foundation
import GLibLoop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) @LoopActor struct TimeZoneWatchTests {
    private let directory: String

    init() throws {
        directory = try makeTemporaryDirectory("zone")
    }

    /// Sets the time zone as systemd does: a new link takes the place of the old one.
    private func set(_ zone: String) throws {
        let link = directory + "/localtime"
        try FileManager.default.createSymbolicLink(
            atPath: link + ".new", withDestinationPath: "/usr/share/zoneinfo/" + zone)
        guard unsafe rename(link + ".new", link) == 0 else {
            throw TestSupportError("rename: \(errno)")
        }
    }

    @Test func changeOfTheZoneIsReportedEachTime() async throws {
        try set("Europe/Berlin")
        let changes = Recorder<Void>()
        let watch = TimeZoneWatch(file: directory + "/localtime") {
            LoopActor.assumeIsolated { changes.record(()) }
        }
        for zone in ["America/New_York", "Asia/Tokyo"] {
            try set(zone)
            try await changes.next()
        }
        withExtendedLifetime(watch) {}
    }
}
