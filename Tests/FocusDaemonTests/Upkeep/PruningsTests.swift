// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Reports of entries that upkeep has deleted: nobody heard of them.
@Suite @LoopActor struct PruningsTests {
    private let reports = Recorder<Void>()

    private func prunings(pause: Duration) -> Prunings {
        Prunings(pause: pause) { [reports] in reports.record(()) }
    }

    @Test func aDeletionIsReportedAtOnceAndTheNextOnesWait() {
        let prunings = prunings(pause: .seconds(3_600))
        for _ in 1...10 { prunings.note() }
        #expect(reports.pending.count == 1)
    }

    @Test func deletionsDuringThePauseAreReportedAfterIt() async throws {
        let prunings = prunings(pause: .seconds(1))
        for _ in 1...10 { prunings.note() }
        try await reports.next()
        try await reports.next()
        withExtendedLifetime(prunings) {}
        #expect(reports.pending.isEmpty)
    }
}
