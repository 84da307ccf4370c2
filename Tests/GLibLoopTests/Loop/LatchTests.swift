// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import TestSupport
import Testing

@Suite @LoopActor struct LatchTests {
    @Test func `tasks wait until the latch is opened`() async throws {
        let latch = Latch()
        let events = Recorder<String>()
        for name in ["a", "b"] {
            Task { @LoopActor in
                events.record("\(name) waits")
                await latch.wait()
                LoopActor.executor.checkIsolated()
                events.record("\(name) goes on")
            }
        }
        for name in ["a", "b"] { #expect(try await events.next() == "\(name) waits") }
        events.record("open")
        await Task.detached { latch.open() }.value
        for event in ["open", "a goes on", "b goes on"] {
            #expect(try await events.next() == event)
        }
        // An open latch stays open.
        latch.open()
        await latch.wait()
        LoopActor.executor.checkIsolated()
    }
}
