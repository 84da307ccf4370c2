// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The order of deliveries (Design.md, "Nothing lost").
@Suite struct OutboxTests {
    static func key(_ number: Int64) -> EntryKey { EntryKey(rawValue: number) }

    static func id(_ number: Int64) -> ClientID { ClientID(rawValue: UInt32(number)) }

    static func show(_ number: Int64) -> Outbox.Job { .show(key(number), id(number)) }

    static func outbox(_ numbers: some Sequence<Int64>, isUp: Bool = true) -> Outbox {
        var outbox = Outbox()
        if isUp { outbox.serverUp() }
        for number in numbers { outbox.show(key(number), id(number)) }
        return outbox
    }

    static func drain(_ outbox: inout Outbox) -> [Outbox.Job] {
        var jobs: [Outbox.Job] = []
        while let job = outbox.next() { jobs.append(job) }
        return jobs
    }

    @Test func nothingIsDeliveredBeforeAServerIsUp() {
        var outbox = Self.outbox(1...2, isUp: false)
        let result = outbox.next()
        #expect(result == nil)
        outbox.serverUp()
        let result2 = outbox.next()
        #expect(result2 == Self.show(1))
    }

    @Test func noMoreShowsLieReadyThanTheLimit() {
        let limit = Int64(Outbox.shows)
        var outbox = Self.outbox(1...40)
        let result = Self.drain(&outbox)
        #expect(result == (1...limit).map(Self.show))
        #expect(outbox.showing.count == Outbox.shows)
        outbox.jobEnded(Self.show(1))
        let result2 = Self.drain(&outbox)
        #expect(result2 == [Self.show(limit + 1)])
        #expect(outbox.waiting == 39)
    }

    @Test func oneMoreMayFollowThoseThatAreTogetherShorterThanTheLimit() {
        var outbox = Self.outbox([])
        let lengths: [Int64: Int] = [1: Outbox.readyBytes - 1, 2: Outbox.readyBytes, 3: 1]
        for number in Int64(1)...3 {
            outbox.show(Self.key(number), Self.id(number), bytes: lengths[number] ?? 0)
        }
        let first = Self.drain(&outbox)
        #expect(first == [Self.show(1), Self.show(2)])
        outbox.jobEnded(Self.show(1))
        let stillLong = outbox.next()
        #expect(stillLong == nil)
        outbox.retry(Self.key(2))
        let again = Self.drain(&outbox)
        #expect(again == [Self.show(2)])
        outbox.jobEnded(Self.show(2))
        let last = Self.drain(&outbox)
        #expect(last == [Self.show(3)])
    }

    @Test func jobsThatHaveNotBegunReturnToTheirPlaces() {
        var outbox = Self.outbox(1...4)
        let popups = [ServerID(rawValue: 5), ServerID(rawValue: 6)]
        for popup in popups { outbox.close(popup) }
        let jobs = Self.drain(&outbox)
        #expect(jobs == popups.map(Outbox.Job.close) + (1...4).map(Self.show))
        outbox.jobEnded(jobs[0])
        outbox.jobEnded(jobs[2])
        outbox.takeBack([jobs[1]] + jobs[3...])
        #expect(outbox.showing.isEmpty)
        #expect(outbox.unclosed == [popups[1]])
        let again = Self.drain(&outbox)
        #expect(again == [jobs[1]] + jobs[3...])
    }

    @Test func noMoreClosesAreUnderWayThanTheLimit() {
        var outbox = Self.outbox([])
        let popups = (1...10).map { ServerID(rawValue: $0) }
        for popup in popups { outbox.close(popup) }
        let result = Self.drain(&outbox)
        #expect(result == popups.prefix(Outbox.closes).map(Outbox.Job.close))
        #expect(outbox.unclosed == popups)
        outbox.jobEnded(.close(popups[1]))
        let result2 = Self.drain(&outbox)
        #expect(result2 == [.close(popups[Outbox.closes])])
        #expect(outbox.unclosed == popups.filter { $0 != popups[1] })
    }

    @Test func popupThatIsUsedAgainIsNotClosed() {
        var outbox = Self.outbox([])
        let popups = (5...6).map { ServerID(rawValue: $0) }
        outbox.close(popups[0])
        let jobs = Self.drain(&outbox)
        outbox.close(popups[1])
        let changes = outbox.closeChanges
        let isClosing = popups.map { outbox.cancelClose(of: $0) }
        #expect(jobs == [.close(popups[0])])
        #expect(isClosing == [true, false])
        #expect(outbox.unclosed == [popups[0]])
        #expect(outbox.closeChanges == changes + 1)
    }

    @Test func popupIsClosedWhenTheServerIsMet() {
        var outbox = Self.outbox(1...1, isUp: false)
        outbox.close(ServerID(rawValue: 5))
        let changes = outbox.closeChanges
        outbox.serverUp()
        let result = Self.drain(&outbox)
        #expect(result == [.close(ServerID(rawValue: 5)), Self.show(1)])
        #expect(outbox.unclosed == [ServerID(rawValue: 5)])
        outbox.jobEnded(.close(ServerID(rawValue: 5)))
        #expect(outbox.unclosed.isEmpty)
        #expect(outbox.closeChanges > changes)
    }

    @Test func popupsOfAnotherServerAreNotClosed() {
        var outbox = Self.outbox(1...1, isUp: false)
        outbox.close(ServerID(rawValue: 5))
        outbox.forgetCloses()
        outbox.serverUp()
        let result = Self.drain(&outbox)
        #expect(result == [Self.show(1)])
    }

    @Test func retriedOnesKeepTheirPlace() {
        var outbox = Self.outbox(1...6)
        let underWay = Self.drain(&outbox)
        outbox.takeBack(Array(underWay[1...]))
        outbox.retry(Self.key(1))
        let result = Self.drain(&outbox)
        #expect(result == underWay)
    }

    @Test func replacementWaitsForTheOneItReplacesAndWhatFollowsForBoth() {
        var outbox = Self.outbox(1...1)
        outbox.show(Self.key(2), Self.id(1))
        outbox.show(Self.key(3), Self.id(3))
        let first = Self.drain(&outbox)
        #expect(first == [Self.show(1)])
        outbox.jobEnded(Self.show(1))
        let rest = Self.drain(&outbox)
        #expect(rest == [.show(Self.key(2), Self.id(1)), Self.show(3)])
    }

    @Test func closesGoFirst() {
        var outbox = Self.outbox(1...1)
        outbox.close(ServerID(rawValue: 5))
        let result = Self.drain(&outbox)
        #expect(result == [.close(ServerID(rawValue: 5)), Self.show(1)])
    }

    @Test func popupsOfADeadServerNeedNoClosing() {
        var outbox = Self.outbox(1...1)
        outbox.close(ServerID(rawValue: 5))
        outbox.serverDown()
        outbox.serverUp()
        let result = Self.drain(&outbox)
        #expect(result == [Self.show(1)])
    }

    @Test func hungServerStopsEverythingUntilItAnswers() {
        var outbox = Self.outbox(1...6)
        _ = Self.drain(&outbox)
        outbox.takeBack((2...6).map(Self.show))
        outbox.stalled(on: Self.key(1))
        let result = outbox.next()
        #expect(result == nil)
        #expect(outbox.stalled?.key == Self.key(1))
        outbox.jobEnded(Self.show(1))
        let result2 = Self.drain(&outbox)
        #expect(result2 == (2...6).map(Self.show))
    }

    @Test func notificationOfAHungServerIsShownAgainAfterItsEnd() {
        var outbox = Self.outbox(1...1)
        _ = outbox.next()
        outbox.stalled(on: Self.key(1))
        outbox.serverDown()
        let result = outbox.next()
        #expect(result == nil)
        outbox.serverUp()
        let result2 = outbox.next()
        #expect(result2 == Self.show(1))
    }

    @Test func longQueueIsDeliveredInOrder() {
        var outbox = Self.outbox(1...5_000)
        var order: [Outbox.Job] = []
        while let job = outbox.next() {
            order.append(job)
            outbox.jobEnded(job)
        }
        #expect(order == (1...5_000).map(Self.show))
        #expect(outbox.waiting == 0)
    }

    @Test func lateOnesGoOneByOneInOrder() {
        var outbox = Self.outbox([])
        for number in Int64(1)...1_000 {
            outbox.showLate(Self.key(1_001 - number), Self.id(number))
        }
        #expect(outbox.waiting == 1_000)
        var order: [EntryKey] = []
        while case .show(let key, let id) = outbox.next() {
            let second = outbox.next()
            #expect(second == nil)
            order.append(key)
            outbox.jobEnded(.show(key, id))
        }
        #expect(order == (1...1_000).map(Self.key))
        #expect(outbox.waiting == 0)
    }

    @Test func newNotificationsDoNotWaitForLateOnes() {
        var outbox = Self.outbox([])
        for number in Int64(1)...10 { outbox.showLate(Self.key(number), Self.id(number)) }
        let late = Self.drain(&outbox)
        #expect(late == [Self.show(1)])
        for number in Int64(11)...15 { outbox.show(Self.key(number), Self.id(number)) }
        outbox.jobEnded(Self.show(1))
        let arrived = Self.drain(&outbox)
        #expect(arrived == (11...15).map(Self.show))
        for job in arrived { outbox.jobEnded(job) }
        let next = Self.drain(&outbox)
        #expect(next == [Self.show(2)])
    }

    @Test func lateOneThatTheServerDiedWithStaysLate() {
        var outbox = Self.outbox([])
        outbox.showLate(Self.key(1), Self.id(1))
        outbox.showLate(Self.key(2), Self.id(2))
        _ = Self.drain(&outbox)
        outbox.serverDown()
        outbox.retry(Self.key(1))
        outbox.show(Self.key(3), Self.id(3))
        outbox.serverUp()
        let result = Self.drain(&outbox)
        #expect(result == [Self.show(3)])
        outbox.jobEnded(Self.show(3))
        let result2 = Self.drain(&outbox)
        #expect(result2 == [Self.show(1)])
        outbox.jobEnded(Self.show(1))
        let rest = Self.drain(&outbox)
        #expect(rest == [Self.show(2)])
    }

    @Test func hungServerStopsLateOnes() {
        var outbox = Self.outbox([])
        outbox.showLate(Self.key(1), Self.id(1))
        outbox.showLate(Self.key(2), Self.id(2))
        _ = Self.drain(&outbox)
        outbox.stalled(on: Self.key(1))
        let nothing = outbox.next()
        #expect(nothing == nil)
        outbox.jobEnded(Self.show(1))
        let result = Self.drain(&outbox)
        #expect(result == [Self.show(2)])
    }
}
