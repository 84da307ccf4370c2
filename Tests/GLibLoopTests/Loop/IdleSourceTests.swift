// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import TestSupport
import Testing

@LoopActor @Suite struct IdleSourceTests {
    @Test func `other events that are due go first`() async throws {
        let recorder = Recorder<String>()
        let source = IdleSource(maximumDelay: .testDeadline) { recorder.record("idle") }
        var left = 5
        let timer = Timer { recorder.record("timer") }
        let chain = Chain {
            timer.reset(after: .zero)
            left -= 1
            return left > 0
        }
        source.request()
        for _ in 0..<5 { #expect(try await recorder.next() == "timer") }
        #expect(try await recorder.next() == "idle")
        _ = chain
    }

    @Test func `events without an end do not delay it beyond its maximum`() async throws {
        let recorder = Recorder<Int>()
        var isCalled = false
        let source = IdleSource(maximumDelay: .milliseconds(5)) {
            isCalled = true
            recorder.record(1)
        }
        let chain = Chain { !isCalled }
        source.request()
        #expect(try await recorder.next() == 1)
        _ = chain
    }

    @Test func `requests before a call are one`() async throws {
        let recorder = Recorder<Int>()
        var calls = 0
        let source = IdleSource(maximumDelay: .zero) {
            calls += 1
            recorder.record(calls)
        }
        source.request()
        source.request()
        #expect(try await recorder.next() == 1)
        source.request()
        #expect(try await recorder.next() == 2)
        #expect(recorder.pending.isEmpty)
    }

    /// A timer that is due in each iteration of the loop, until its handler returns false.
    @LoopActor private final class Chain {
        private var timer: Timer?

        init(_ handler: @escaping @LoopActor () -> Bool) {
            timer = Timer(after: .zero) { [weak self] in
                if handler() { self?.timer?.reset(after: .zero) }
            }
        }
    }
}
