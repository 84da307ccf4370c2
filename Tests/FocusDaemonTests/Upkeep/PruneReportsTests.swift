// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Reports of entries that upkeep has deleted: nobody heard of them.
@Suite @LoopActor struct PruneReportsTests {
    private let reported = Recorder<Void>()

    private func makeReports(pause: Duration) -> PruneReports {
        PruneReports(pause: pause) { [reported] in reported.record(()) }
    }

    @Test func aDeletionIsReportedAtOnceAndTheNextOnesWait() {
        let reports = makeReports(pause: .seconds(3_600))
        for _ in 1...10 { reports.note() }
        #expect(reported.pending.count == 1)
    }

    @Test func deletionsDuringThePauseAreReportedAfterIt() async throws {
        let reports = makeReports(pause: .seconds(1))
        for _ in 1...10 { reports.note() }
        try await reported.next()
        try await reported.next()
        withExtendedLifetime(reports) {}
        #expect(reported.pending.isEmpty)
    }
}
