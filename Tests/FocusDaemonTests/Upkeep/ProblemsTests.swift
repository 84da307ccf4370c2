// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Testing

@testable import FocusDaemon

@Suite @LoopActor struct ProblemsTests {
    static func time(_ number: Int64) -> Timestamp { Timestamp(rawValue: number) }

    @Test func lastingProblemBeganWhenItWasFirstNoted() {
        let problems = Problems()
        #expect(problems.beginning(of: .storeFailing) == nil)
        problems.note(.storeFailing, isPresent: true, at: Self.time(1))
        problems.note(.storeFailing, isPresent: true, at: Self.time(2))
        #expect(problems.beginning(of: .storeFailing) == Self.time(1))
        problems.note(.storeFailing, isPresent: false, at: Self.time(3))
        #expect(problems.beginning(of: .storeFailing) == nil)
        problems.note(.storeFailing, isPresent: true, at: Self.time(4))
        #expect(problems.beginning(of: .storeFailing) == Self.time(4))
    }

    @Test func subjectsHaveTheirOwnBeginnings() {
        let problems = Problems()
        problems.note(.filterFailing, "a", isPresent: true, at: Self.time(1))
        problems.note(.fileRefused, "a", isPresent: true, at: Self.time(2))
        problems.note(.filterFailing, only: ["a", "b"], at: Self.time(3))
        #expect(problems.beginning(of: .filterFailing, "a") == Self.time(1))
        #expect(problems.beginning(of: .filterFailing, "b") == Self.time(3))
        problems.note(.filterFailing, only: ["b"], at: Self.time(4))
        #expect(problems.beginning(of: .filterFailing, "a") == nil)
        #expect(problems.beginning(of: .filterFailing, "b") == Self.time(3))
        #expect(problems.beginning(of: .fileRefused, "a") == Self.time(2))
    }
}
