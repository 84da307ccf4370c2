// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusDaemon

/// A trial with a newcomer: the window said that notifications wait, when none did.
@Suite struct WaitingNewsTests {
    /// The end of a batch: true while a server takes notifications, the number that waits, and the
    /// told number.
    private typealias Batch = (isTaking: Bool, waiting: Int, told: Int?)

    private func check(_ news: inout WaitingNews, _ batches: [Batch]) {
        for batch in batches {
            let told = news.next(isTaking: batch.isTaking) { batch.waiting }
            #expect(told == batch.told, "\(batch)")
        }
    }

    @Test func withoutServerEachOtherNumberIsTold() {
        var news = WaitingNews()
        check(
            &news,
            [
                (false, 0, nil), (false, 1, 1), (false, 1, nil), (false, 2, 2), (false, 1, 1),
                (false, 0, 0), (false, 0, nil),
            ])
    }

    @Test func withServerOnlyTheEndOfAWaitIsTold() {
        var news = WaitingNews()
        check(
            &news,
            [
                (false, 3, 3), (true, 3, nil), (true, 2, nil), (true, 0, 0), (true, 1, nil),
                (true, 0, nil),
            ])
    }

    /// Found by review: page Now kept its number while more waited for a server that hung.
    @Test func whileAServerHangsEachOtherNumberIsTold() {
        var news = WaitingNews()
        news.read(1)
        check(
            &news,
            [
                (true, 1, nil), (false, 1, 1), (false, 2, 2), (false, 3, 3), (true, 3, nil),
                (true, 0, 0),
            ])
    }

    /// An answer of Status may have the number of notifications that are on their way.
    @Test func theEndOfAWaitThatWasReadIsTold() {
        var news = WaitingNews()
        news.read(0)
        check(&news, [(true, 0, nil)])
        news.read(1)
        check(&news, [(true, 1, nil), (true, 0, 0), (true, 1, nil), (true, 0, nil)])
    }

    /// One program has read the number first, and another does not know it.
    @Test func aNumberThatOneProgramHasReadIsToldToAll() {
        var news = WaitingNews()
        news.read(1)
        check(&news, [(false, 1, 1), (false, 1, nil)])
        news.read(1)
        check(&news, [(false, 1, nil)])
    }

    /// It cost a copy of the outbox after each batch.
    @Test func aServerThatRunsCostsNoLookAtTheOutbox() {
        var news = WaitingNews()
        var looks = 0
        let told = news.next(isTaking: true) {
            looks += 1
            return 1
        }
        #expect(told == nil && looks == 0)
    }
}
