// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// What lies ready for libnotify's thread, and what that says to the loop.
@Suite struct HandoverLineTests {
    private static func show(_ number: Int64) -> Outbox.Job {
        .show(EntryKey(rawValue: number), ClientID(rawValue: UInt32(number)))
    }

    private static func append(_ line: HandoverLine, _ job: Outbox.Job) -> Bool {
        line.append(
            HandoverLine.Item(job: job, request: nil, isStored: true, life: 0, serverNumber: nil))
    }

    /// The thread is told once, and then until it has found nothing.
    @Test func jobsAreDoneInOrderAndTheThreadIsToldOnce() {
        let line = HandoverLine()
        #expect(Self.append(line, Self.show(1)))
        #expect(!Self.append(line, Self.show(2)))
        #expect(line.next()?.job == Self.show(1))
        #expect(!Self.append(line, Self.show(3)))
        #expect(line.next()?.job == Self.show(2))
        #expect(line.next()?.job == Self.show(3))
        #expect(line.next()?.job == nil)
        #expect(Self.append(line, Self.show(4)))
    }

    @Test func heldLineGivesNothingBeforeItIsTakenBack() {
        let line = HandoverLine()
        let jobs = (1...3).map(Self.show)
        for job in jobs { _ = Self.append(line, job) }
        #expect(line.next()?.job == jobs[0])
        line.hold()
        #expect(line.next()?.job == nil)
        #expect(!Self.append(line, Self.show(4)))
        #expect(line.takeBack() == jobs[1...] + [Self.show(4)])
        #expect(Self.append(line, Self.show(5)))
        #expect(line.next()?.job == Self.show(5))
    }

    @Test func whatIsOverIsWithdrawnUnlessItHasBegun() {
        let line = HandoverLine()
        for number in Int64(1)...3 { _ = Self.append(line, Self.show(number)) }
        _ = line.next()
        #expect(!line.withdraw(EntryKey(rawValue: 1)))
        #expect(line.withdraw(EntryKey(rawValue: 2)))
        #expect(!line.withdraw(EntryKey(rawValue: 2)))
        #expect(line.next()?.job == Self.show(3))
    }

    @Test func onlyALongLineLetsTheLoopWait() {
        let line = HandoverLine()
        for number in 1...Int64(Outbox.shows / 2) { _ = Self.append(line, Self.show(number)) }
        #expect(!line.isLong)
        _ = Self.append(line, Self.show(100))
        #expect(line.isLong)
        line.hold()
        #expect(!line.isLong)
    }

    @Test @LoopActor func whatCanWaitComesWithWhatCannotInOrder() async throws {
        let mailbox = Mailbox<Int>()
        let (items, delivery) = AsyncStream.makeStream(of: [Int].self)
        mailbox.handler = { delivery.yield($0) }
        mailbox.post(1, canWait: true)
        mailbox.post(2)
        mailbox.post(3, canWait: true)
        let seen = try await withDeadline {
            var iterator = items.makeAsyncIterator()
            return await iterator.next()
        }
        #expect(seen == [1, 2, 3])
    }
}
