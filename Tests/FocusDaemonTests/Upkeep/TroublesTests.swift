// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Testing

@testable import FocusDaemon

@Suite @LoopActor struct TroublesTests {
    static func time(_ number: Int64) -> Timestamp { Timestamp(rawValue: number) }

    @Test func whatStaysWrongBeganWhenItWasFirstNoted() {
        let troubles = Troubles()
        #expect(troubles.beginning(of: .storeFailing) == nil)
        troubles.note(.storeFailing, isPresent: true, at: Self.time(1))
        troubles.note(.storeFailing, isPresent: true, at: Self.time(2))
        #expect(troubles.beginning(of: .storeFailing) == Self.time(1))
        troubles.note(.storeFailing, isPresent: false, at: Self.time(3))
        #expect(troubles.beginning(of: .storeFailing) == nil)
        troubles.note(.storeFailing, isPresent: true, at: Self.time(4))
        #expect(troubles.beginning(of: .storeFailing) == Self.time(4))
    }

    @Test func subjectsHaveTheirOwnBeginnings() {
        let troubles = Troubles()
        troubles.note(.filterFailing, "a", isPresent: true, at: Self.time(1))
        troubles.note(.fileRefused, "a", isPresent: true, at: Self.time(2))
        troubles.note(.filterFailing, only: ["a", "b"], at: Self.time(3))
        #expect(troubles.beginning(of: .filterFailing, "a") == Self.time(1))
        #expect(troubles.beginning(of: .filterFailing, "b") == Self.time(3))
        troubles.note(.filterFailing, only: ["b"], at: Self.time(4))
        #expect(troubles.beginning(of: .filterFailing, "a") == nil)
        #expect(troubles.beginning(of: .filterFailing, "b") == Self.time(3))
        #expect(troubles.beginning(of: .fileRefused, "a") == Self.time(2))
    }
}
