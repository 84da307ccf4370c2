// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import FocusDaemon

/// How much of what is on its way stays in memory.
@Suite struct HeldMessagesTests {
    static func message() -> Message {
        .signal(path: "/a", interface: "org.example.A", member: "B")
    }

    static func key(_ number: Int) -> EntryKey { EntryKey(rawValue: Int64(number)) }

    @Test func storedMessagesAreHeldUpToACount() {
        var held = HeldMessages()
        for number in 0...HeldMessages.maximumCount {
            held.hold(Self.message(), bytes: 1, for: Self.key(number))
        }
        #expect(held[Self.key(HeldMessages.maximumCount - 1)] != nil)
        #expect(held[Self.key(HeldMessages.maximumCount)] == nil)
    }

    @Test func storedMessagesAreHeldUpToALength() {
        var held = HeldMessages()
        held.hold(Self.message(), bytes: HeldMessages.maximumBytes, for: Self.key(1))
        held.hold(Self.message(), bytes: 1, for: Self.key(2))
        #expect(held[Self.key(1)] != nil)
        #expect(held[Self.key(2)] == nil)
        held.release(Self.key(1))
        held.hold(Self.message(), bytes: 1, for: Self.key(2))
        #expect(held[Self.key(2)] != nil)
    }

    @Test func unstoredMessagesHaveALimitOfTheirOwn() {
        var held = HeldMessages()
        held.hold(Self.message(), bytes: HeldMessages.maximumBytes, for: Self.key(1))
        let limit = HeldMessages.maximumUnstoredBytes
        let app = AppID("a")
        let first = held.holdUnstored(Self.message(), bytes: limit, for: Self.key(2), of: app)
        let second = held.holdUnstored(
            Self.message(), bytes: 1, for: Self.key(3), of: AppID("b"))
        #expect(first)
        #expect(!second)
        held.release(Self.key(2))
        let third = held.holdUnstored(Self.message(), bytes: 1, for: Self.key(3), of: app)
        #expect(third)
    }

    @Test func appMayNotHoldMoreUnstoredThanIsLeftForOthers() {
        var held = HeldMessages()
        let step = HeldMessages.maximumUnstoredBytes / 64
        let loud = (0..<64).count { number in
            held.holdUnstored(
                Self.message(), bytes: step, for: Self.key(number), of: AppID("loud"))
        }
        #expect(loud == 32)
        let other = held.holdUnstored(
            Self.message(), bytes: 8 * step, for: Self.key(100), of: AppID("other"))
        #expect(other)
    }

    @Test func releasingTwiceCountsOnce() {
        var held = HeldMessages()
        held.hold(Self.message(), bytes: HeldMessages.maximumBytes, for: Self.key(1))
        held.release(Self.key(1))
        held.release(Self.key(1))
        held.hold(Self.message(), bytes: HeldMessages.maximumBytes + 1, for: Self.key(2))
        #expect(held[Self.key(2)] == nil)
    }
}
