// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Synchronization
import TestSupport
import Testing

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
        #expect(call.take(within: .zero) == nil)
    }

    @Test func aResultThatWasTakenIsNotPassedOn() async throws {
        let results = Recorder<Int>()
        let call = ThreadCall {
            5
        } onEnd: {
            results.record($0)
        }
        #expect(call.take(within: .seconds(60)) == 5)
        let other = ThreadCall {
            6
        } onEnd: {
            results.record($0)
        }
        #expect(try await results.next() == 6)
        #expect(call.take(within: .zero) == nil)
        #expect(other.take(within: .zero) == nil)
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
        #expect(call.take(within: .milliseconds(1)) == nil)
        gate.open()
        #expect(try await results.next() == 5)
        withExtendedLifetime(call) {}
    }
}
