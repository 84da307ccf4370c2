// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

@Suite(.timeLimit(.minutes(20))) @LoopActor struct HookStartTests {
    /// Issue 15: all that may run at once were started in one turn of the loop.
    @Test func aTurnOfTheLoopStartsOneProgram() async throws {
        let directory = try makeTemporaryDirectory("hook-starts")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let pipe = directory + "/pipe"
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        // Open for reading, too, so that no program waits for a writer. Each reads one byte.
        let descriptor = unsafe open(pipe, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        // On a busy machine, all starts together may take longer than a run may take.
        let hooks = Hooks(sessionBus: "", log: Log(), runLimit: .seconds(1_200))
        hooks.use(
            (0..<Limits.runningHooks).map { number in
                Hook(
                    name: "h\(number)", events: [.start],
                    command: ["/bin/sh", "-c", "read line <\"$0\"", pipe])
            })
        // A timer that is set again and again fires once in each turn.
        var counts: [Int] = []
        let end = Recorder<Bool>()
        var timer: GLibLoop.Timer?
        timer = GLibLoop.Timer {
            counts.append(hooks.running)
            if hooks.running < Limits.runningHooks, counts.count < 1_000 {
                timer?.reset(after: Duration.zero)
            } else {
                end.record(true)
            }
        }
        timer?.reset(after: Duration.zero)
        hooks.focusChanged(to: FocusID("work"), nil)
        _ = try await end.next()
        timer = nil
        #expect(counts.last == Limits.runningHooks)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $1 - $0 <= 1 }, "\(counts)")
        let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: Limits.runningHooks)
        #expect(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
        let deadline = ContinuousClock.now + .testDeadline
        while hooks.running > 0, .now < deadline { await Task.yield() }
        #expect(hooks.running == 0)
        #expect(hooks.failures.all.isEmpty)
    }
}
