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
            batches.record(items)
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
}
