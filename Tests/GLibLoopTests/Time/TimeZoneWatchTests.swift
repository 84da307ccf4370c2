// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) @LoopActor struct TimeZoneWatchTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Sets the time zone as systemd does: a new link takes the place of the old one.
    private func set(_ zone: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("localtime.new"),
            withDestinationPath: "/usr/share/zoneinfo/" + zone)
        try directory.rename("localtime.new", to: "localtime")
    }

    @Test func changeOfTheZoneIsReportedEachTime() async throws {
        try set("Europe/Berlin")
        let changes = Recorder<Void>()
        let watch = try TimeZoneWatch(file: directory.file("localtime")) { changes.record(()) }
        for zone in ["America/New_York", "Asia/Tokyo"] {
            try set(zone)
            try await changes.next()
        }
        withExtendedLifetime(watch) {}
    }
}
