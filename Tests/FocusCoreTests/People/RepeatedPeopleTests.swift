// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The people in recent notifications, with a clock that the tests set.
@Suite struct RepeatedPeopleTests {
    static func at(_ seconds: Int64) -> Timestamp {
        Timestamp(rawValue: 1_700_000_000_000 + seconds * 1_000)
    }

    /// Notifications as (seconds, people), and true if the last one is a repeat.
    @Test(
        arguments: [
            ([(0, ["alex"])], false),
            ([(0, ["alex"]), (1, ["alex"])], true),
            ([(0, ["alex"]), (1, ["sam"])], false),
            ([(0, ["alex"]), (180, ["ALEX"])], true),
            ([(0, ["alex"]), (181, ["alex"])], false),
            // Each notification restarts the three minutes.
            ([(0, ["alex"]), (150, ["alex"]), (300, ["alex"])], true),
            ([(0, ["alex", "sam"]), (5, ["kim", "sam"])], true),
            // Times in the future, after the clock was set back, do not count.
            ([(100, ["alex"]), (0, ["alex"])], false),
            ([(100, ["alex"]), (0, ["alex"]), (1, ["alex"])], true),
            ([(0, []), (1, [])], false),
            ([(0, ["Alex <alex@example.org>"]), (1, ["mailto:alex@example.org"])], true),
        ] as [([(Int64, [String])], Bool)])
    func secondWithinThreeMinutesIsARepeat(_ sent: [(Int64, [String])], _ isRepeat: Bool) {
        var people = RepeatedPeople()
        var last = false
        for (seconds, names) in sent {
            let asked = people.isRepeat(names, at: Self.at(seconds))
            last = people.note(names, at: Self.at(seconds))
            #expect(asked == last)
        }
        #expect(last == isRepeat)
    }

    @Test func atMostTheLimitIsRemembered() {
        var people = RepeatedPeople()
        for number in 0..<Limits.repeatedPeople {
            _ = people.note(["\(number)@x"], at: Self.at(Int64(number) / 100))
        }
        #expect(people.count == Limits.repeatedPeople)
        _ = people.note(["one more"], at: Self.at(10))
        #expect(people.count == Limits.repeatedPeople)
        #expect(people.isRepeat(["one more"], at: Self.at(10)))
        #expect(people.isRepeat(["\(Limits.repeatedPeople - 1)@x"], at: Self.at(10)))
    }

    @Test func theOneWhoWasSilentLongestIsForgottenFirst() {
        var people = RepeatedPeople(capacity: 2)
        _ = people.note(["a"], at: Self.at(0))
        _ = people.note(["b"], at: Self.at(1))
        _ = people.note(["a"], at: Self.at(2))
        _ = people.note(["c"], at: Self.at(3))
        #expect(
            ["a", "b", "c"].map { people.isRepeat([$0], at: Self.at(3)) } == [true, false, true])
        // People whose three minutes have passed are removed first.
        _ = people.note(["d"], at: Self.at(500))
        #expect(people.count == 1)
    }

    @Test func textThatIsTooLongForANameIsNotKept() {
        var people = RepeatedPeople()
        let longest = String(repeating: "x", count: Limits.repeatedPersonBytes)
        for name in [longest, longest + "x"] {
            _ = people.note([name], at: Self.at(0))
        }
        #expect(people.isRepeat([longest], at: Self.at(1)))
        #expect(!people.isRepeat([longest + "x"], at: Self.at(1)))
        #expect(people.count == 1)
    }
}
