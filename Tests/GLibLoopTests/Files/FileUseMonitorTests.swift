// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import TestSupport
import Testing

/// Reports about files that programs open.
@Suite @LoopActor struct FileUseMonitorTests {
    private static func use(_ path: String) {
        close(unsafe open(path, O_RDONLY | O_CREAT, 0o600))
    }

    @Test func openingOfAFileWithThePrefixIsReported() async throws {
        let directory = try makeTemporaryDirectory("uses")
        Self.use(directory + "/video0")
        let uses = Recorder<Void>()
        let monitor = try FileUseMonitor(directory: directory, prefix: "video") {
            uses.record(())
        }
        #expect(monitor.hasFiles)
        Self.use(directory + "/other")
        Self.use(directory + "/video0")
        try await uses.next()
        // A file that appears later.
        Self.use(directory + "/video1")
        try await uses.next()
        withExtendedLifetime(monitor) {}
    }

    @Test func missingDirectoryIsAnError() {
        #expect(throws: FileMonitorError.self) {
            _ = try FileUseMonitor(directory: "/no/such/directory", prefix: "video") {}
        }
    }

    @Test func filesAreAtMostTheLimit() async throws {
        let directory = try makeTemporaryDirectory("uses")
        for number in 0..<FileUseMonitor.maximumFiles { Self.use("\(directory)/video\(number)") }
        let uses = Recorder<Void>()
        let monitor = try FileUseMonitor(directory: directory, prefix: "video") {
            uses.record(())
        }
        Self.use(directory + "/videoX")
        try await uses.next()
        // The new file is reported, but not watched.
        for _ in uses.pending { try await uses.next() }
        Self.use(directory + "/videoX")
        Self.use(directory + "/video0")
        try await uses.next()
        #expect(uses.pending.isEmpty)
        withExtendedLifetime(monitor) {}
    }
}
