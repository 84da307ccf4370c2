// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// `Deliver=`, with a clock and a zone that the tests set.
@Suite struct DeliveryTimesTests {
    /// A zone with a constant offset to UTC.
    struct Fixed: LocalTimeRules {
        var ahead: Int64 = 0

        func offset(at second: Int64) -> Int64 { ahead }

        func firstSecond(showing local: Int64) -> Int64 { local - ahead }
    }

    /// A zone whose clocks move forward (or back) by `step` at 02:00 UTC of the first day.
    struct Changing: LocalTimeRules {
        let step: Int64
        private static let change: Int64 = 2 * 3_600

        func offset(at second: Int64) -> Int64 { second < Self.change ? 0 : step }

        func firstSecond(showing local: Int64) -> Int64 {
            if local < Self.change { return local }
            return max(local - step, Self.change)
        }
    }

    /// Returns a time of the first days of 1970, in UTC.
    static func at(_ day: Int64, _ hour: Int64, _ minute: Int64 = 0, _ second: Int64 = 0)
        -> Timestamp
    {
        Timestamp(rawValue: (((day * 24 + hour) * 60 + minute) * 60 + second) * 1_000)
    }

    static func times(_ texts: [Int]) -> [TimeOfDay] {
        texts.compactMap { TimeOfDay(hour: $0, minute: 0) }
    }

    /// Checks at these times. Deliveries are due at the checks with these numbers.
    @Test(
        arguments: [
            // The exact second counts, and counts once.
            ([at(1, 17, 59, 59), at(1, 18), at(1, 18), at(1, 18, 0, 1)], [18], [2]),
            // Every day.
            ([at(1, 18), at(2, 17), at(2, 18), at(3, 18)], [18], [1, 3, 4]),
            // The machine slept at these times: one delivery at the next check, even for several
            // times.
            ([at(1, 20)], [12, 18], [1]), ([at(4, 11), at(4, 12)], [12, 18], [1, 2]),
            ([at(1, 12), at(1, 18)], [12, 18], [1, 2]),
            // The clock was set back: no delivery until the time comes again.
            ([at(1, 18), at(1, 17), at(1, 18)], [18], [1, 3]),
            ([at(1, 13), at(0, 18), at(1, 18)], [18], [3]),
            ([at(1, 19)], [], []),
        ] as [([Timestamp], [Int], [Int])])
    func dueWhenATimeHasCome(_ looks: [Timestamp], _ hours: [Int], _ due: [Int]) {
        var deliveryTimes = DeliveryTimes(through: Self.at(1, 11))
        var found: [Int] = []
        for (index, look) in looks.enumerated() {
            if deliveryTimes.takeDue(Self.times(hours), at: look, Fixed()) {
                found.append(index + 1)
            }
        }
        #expect(found == due)
    }

    @Test func changedTimesCountFromThenOn() {
        var deliveryTimes = DeliveryTimes(through: Self.at(1, 9))
        let looks = [
            deliveryTimes.takeDue(Self.times([20]), at: Self.at(1, 10), Fixed()),
            deliveryTimes.takeDue(Self.times([18]), at: Self.at(1, 19), Fixed()),
            deliveryTimes.takeDue(Self.times([18]), at: Self.at(2, 18), Fixed()),
        ]
        #expect(looks == [false, false, true])
    }

    @Test func afterARestartWhatWasDueMeanwhileIsDelivered() {
        var before = DeliveryTimes(through: Self.at(1, 9))
        _ = before.takeDue(Self.times([18]), at: Self.at(1, 10), Fixed())
        var after = DeliveryTimes(through: before.through)
        let isDue = after.takeDue(Self.times([18]), at: Self.at(1, 19), Fixed())
        #expect(isDue)
    }

    @Test func timesAreThoseOfTheLocalClock() {
        let next = { (ahead: Int64, moment: Timestamp) in
            DeliveryTimes.next(Self.times([7, 18]), after: moment, Fixed(ahead: ahead))
        }
        #expect(next(0, Self.at(1, 6)) == Self.at(1, 7))
        #expect(next(0, Self.at(1, 7)) == Self.at(1, 18))
        #expect(next(0, Self.at(1, 18)) == Self.at(2, 7))
        #expect(next(3_600, Self.at(1, 6)) == Self.at(1, 17))
        #expect(next(-11 * 3_600, Self.at(1, 4)) == Self.at(1, 5))
        #expect(next(13 * 3_600, Self.at(1, 4)) == Self.at(1, 5))
        #expect(DeliveryTimes.next([], after: Self.at(1, 6), Fixed()) == nil)
    }

    @Test func skippedTimeComesAtTheSkipAndDoubledOneOnce() {
        let half = TimeOfDay(hour: 2, minute: 30).map { [$0] } ?? []
        let forward = Changing(step: 3_600)
        #expect(DeliveryTimes.next(half, after: Self.at(0, 1), forward) == Self.at(0, 2))
        #expect(DeliveryTimes.next(half, after: Self.at(0, 2), forward) == Self.at(1, 1, 30))
        // 02:00 UTC shows 01:00 again.
        let back = Changing(step: -3_600)
        let early = TimeOfDay(hour: 1, minute: 30).map { [$0] } ?? []
        #expect(DeliveryTimes.next(early, after: Self.at(0, 1), back) == Self.at(0, 1, 30))
        #expect(DeliveryTimes.next(early, after: Self.at(0, 1, 30), back) == Self.at(1, 2, 30))
    }
}
