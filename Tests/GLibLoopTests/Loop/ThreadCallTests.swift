// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import GLibLoop

@Suite(.timeLimit(.minutes(20))) @LoopActor struct ThreadCallTests {
    /// Keeps a thread from going on.
    private final class Gate: Sendable {
        private let condition = NSCondition()
        private let isOpen = Mutex(false)

        func open() {
            condition.lock()
            isOpen.withLock { $0 = true }
            condition.broadcast()
            condition.unlock()
        }

        func wait() {
            condition.lock()
            while !isOpen.withLock({ $0 }) { condition.wait() }
            condition.unlock()
        }
    }

    @Test func theResultIsPassedOn() async throws {
        let results = Recorder<Int>()
        let call = ThreadCall {
            5
        } onEnd: {
            results.record($0)
        }
        #expect(try await results.next() == 5)
        #expect(call?.take(within: .zero) == nil)
    }

    @Test func aResultThatWasTakenIsNotPassedOn() async throws {
        let results = Recorder<Int>()
        let call = ThreadCall {
            5
        } onEnd: {
            results.record($0)
        }
        #expect(call?.take(within: .seconds(60)) == 5)
        let other = ThreadCall {
            6
        } onEnd: {
            results.record($0)
        }
        #expect(try await results.next() == 6)
        #expect(call?.take(within: .zero) == nil)
        #expect(other?.take(within: .zero) == nil)
    }

    @Test func aWaitEndsWithItsTime() async throws {
        let gate = Gate()
        let results = Recorder<Int>()
        let call = ThreadCall {
            gate.wait()
            return 5
        } onEnd: {
            results.record($0)
        }
        #expect(call?.take(within: .milliseconds(1)) == nil)
        gate.open()
        #expect(try await results.next() == 5)
        withExtendedLifetime(call) {}
    }

    /// Before, the program ended: at a fork bomb, nobody got notifications any more.
    @Test func withoutAnotherThreadNothingBegins() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            let before = limit
            // Less than the program has, so that no thread gets a stack.
            limit.rlim_cur = 1 << 20
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            // The C library may keep stacks of threads that have ended.
            var started = 0
            while started < 64, BlockingCall.start({ while true { _ = pause() } }) { started += 1 }
            limit = before
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            #expect(started < 64)
        }
    }
}
