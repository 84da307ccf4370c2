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
