// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import TestSupport
import Testing

@Suite @LoopActor struct CoalescedTaskTests {
    @Test func `one more run follows, however often it is wanted meanwhile`() async throws {
        let begun = Recorder<Int>()
        let latch = Latch()
        var runs = 0
        let task = CoalescedTask {
            runs += 1
            begun.record(runs)
            await latch.wait()
        }
        task.run()
        #expect(try await begun.next() == 1)
        for _ in 0..<5 { task.run() }
        #expect(task.isRunning)
        latch.open()
        #expect(try await begun.next() == 2)
        while task.isRunning { await Task.yield() }
        task.run()
        #expect(try await begun.next() == 3)
        #expect(runs == 3)
    }
}
