// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Items from other threads.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct MailboxTests {
    /// Issue 15: all events of a server that sends many were handled in one turn of the loop.
    @Test func manyItemsComeInPartsAndInOrder() async throws {
        let mailbox = Mailbox<Int>()
        let batches = Recorder<[Int]>()
        // Others arrive while the first ones are handled.
        let more = 3 * Limits.mailsPerTurn
        mailbox.handler = { [weak mailbox] items in
            if items.first == 0 { for item in more..<more + 10 { mailbox?.post(item) } }
            batches.record(Array(items))
            return items.count
        }
        for item in 0..<more { mailbox.post(item, canWait: item < more - 1) }
        var all: [Int] = []
        while all.count < more + 10 {
            let batch = try await batches.next()
            #expect(batch.count <= Limits.mailsPerTurn)
            all += batch
        }
        #expect(all == Array(0..<more + 10))
    }

    /// Before, all events of a server waited here, as many as it sent.
    @Test func aSourceWaitsForRoom() async throws {
        let mailbox = Mailbox<Int>()
        let batches = Recorder<Int>()
        let rooms = Recorder<Int>()
        var handled = 0
        mailbox.handler = { items in
            handled += items.count
            batches.record(items.count)
            return items.count
        }
        mailbox.onRoom = { rooms.record(handled) }
        let most = Mailbox<Int>.maximumWaiting
        // Items that can wait do not keep others waiting without end.
        for item in 0..<most {
            #expect(mailbox.hasRoom())
            mailbox.post(item, canWait: true)
        }
        #expect(!mailbox.hasRoom())
        #expect(!mailbox.hasRoom())
        let atRoom = try await rooms.next()
        #expect(atRoom > most / 2)
        #expect(atRoom <= most / 2 + Limits.mailsPerTurn)
        #expect(mailbox.hasRoom())
        while handled < most { _ = try await batches.next() }
        #expect(rooms.pending.isEmpty)
    }

    /// Issue 15: 256 actions of the user, each with a commit of its own, took 40 ms in one turn.
    @Test func itemsThatAreNotHandledComeAgain() async throws {
        let mailbox = Mailbox<Int>()
        let batches = Recorder<[Int]>()
        mailbox.handler = { items in
            // Handles three; a handler that says none has handled one.
            let count = items.first == 0 ? 0 : min(3, items.count)
            batches.record(Array(items.prefix(max(count, 1))))
            return count
        }
        for item in 0..<10 { mailbox.post(item, canWait: item < 9) }
        var all: [[Int]] = []
        while all.joined().count < 10 { all.append(try await batches.next()) }
        #expect(all == [[0], [1, 2, 3], [4, 5, 6], [7, 8, 9]])
    }
}
