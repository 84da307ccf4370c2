// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// The jobs for libnotify's thread, and the wake-ups of that thread.
@Suite struct DeliveryQueueTests {
    private static func show(_ number: Int64) -> Outbox.Job {
        .show(EntryKey(rawValue: number), ClientID(rawValue: UInt32(number)))
    }

    private static func append(_ queue: DeliveryQueue, _ job: Outbox.Job) -> Bool {
        queue.append(
            DeliveryQueue.Item(
                job: job, request: nil, isStored: true, serverRun: 0, serverOwner: nil))
    }

    /// The queue wakes the thread for the first job only, and again once the thread found no job.
    @Test func jobsAreDoneInOrderAndTheThreadIsToldOnce() {
        let queue = DeliveryQueue()
        #expect(Self.append(queue, Self.show(1)))
        #expect(!Self.append(queue, Self.show(2)))
        #expect(queue.next()?.job == Self.show(1))
        #expect(!Self.append(queue, Self.show(3)))
        #expect(queue.next()?.job == Self.show(2))
        #expect(queue.next()?.job == Self.show(3))
        #expect(queue.next()?.job == nil)
        #expect(Self.append(queue, Self.show(4)))
    }

    @Test func heldQueueGivesNothingBeforeItIsTakenBack() {
        let queue = DeliveryQueue()
        let jobs = (1...3).map(Self.show)
        for job in jobs { _ = Self.append(queue, job) }
        #expect(queue.next()?.job == jobs[0])
        queue.stop()
        #expect(queue.next()?.job == nil)
        #expect(!Self.append(queue, Self.show(4)))
        #expect(queue.takeBack() == jobs[1...] + [Self.show(4)])
        #expect(Self.append(queue, Self.show(5)))
        #expect(queue.next()?.job == Self.show(5))
    }

    @Test func deliveryIsWithdrawnUnlessItHasBegun() {
        let queue = DeliveryQueue()
        for number in Int64(1)...3 { _ = Self.append(queue, Self.show(number)) }
        _ = queue.next()
        #expect(!queue.withdraw(EntryKey(rawValue: 1)))
        #expect(queue.withdraw(EntryKey(rawValue: 2)))
        #expect(!queue.withdraw(EntryKey(rawValue: 2)))
        #expect(queue.next()?.job == Self.show(3))
    }

    @Test func onlyALongQueueLetsTheLoopWait() {
        let queue = DeliveryQueue()
        for number in 1...Int64(Outbox.shows / 2) { _ = Self.append(queue, Self.show(number)) }
        #expect(!queue.isLong)
        _ = Self.append(queue, Self.show(100))
        #expect(queue.isLong)
        queue.stop()
        #expect(!queue.isLong)
    }

    @Test @LoopActor func patientItemsArriveInOrderWithUrgentOnes() async throws {
        let mailbox = Mailbox<Int>()
        let (items, delivery) = AsyncStream.makeStream(of: [Int].self)
        mailbox.handler = { items in
            delivery.yield(Array(items))
            return items.count
        }
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
