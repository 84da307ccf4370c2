// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import TestSupport
import Testing

/// The waits of tests for events.
@LoopActor @Suite(.timeLimit(.minutes(5))) struct RecorderTests {
    @Test("a wait that is cancelled at the moment of its event ends no later wait")
    func cancelledWithItsEvent() async throws {
        let events = Recorder<Int>()
        let begun = Recorder<Void>()
        let first = Task { @LoopActor in
            begun.record(())
            return try await events.next()
        }
        // The task waits for its event: until then it keeps the loop.
        try await begun.next()
        first.cancel()
        events.record(1)
        // The news of the cancellation comes before this.
        Task { @LoopActor in events.record(2) }
        #expect(try await events.next() == 2)
        #expect(try await first.value == 1)
    }

    @Test("a wait that is cancelled ends")
    func cancelled() async throws {
        let events = Recorder<Int>()
        let begun = Recorder<Void>()
        let wait = Task { @LoopActor in
            begun.record(())
            return try await events.next()
        }
        try await begun.next()
        wait.cancel()
        await #expect(throws: DeadlinePassed.self) { try await wait.value }
        events.record(1)
        #expect(try await events.next() == 1)
    }
}
