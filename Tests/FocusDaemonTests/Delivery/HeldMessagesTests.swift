// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop
import Testing

@testable import FocusDaemon

/// The messages on their way to the server that stay in memory.
@Suite @LoopActor struct HeldMessagesTests {
    static func message() -> Message {
        .signal(path: "/a", interface: "org.example.A", member: "B")
    }

    static func key(_ number: Int) -> EntryKey { EntryKey(rawValue: Int64(number)) }

    @Test func storedMessagesAreHeldUpToACount() {
        var held = HeldMessages(Accounts())
        for number in 0...HeldMessages.maximumCount {
            held.hold(Self.message(), bytes: 1, for: Self.key(number))
        }
        #expect(held[Self.key(HeldMessages.maximumCount - 1)] != nil)
        #expect(held[Self.key(HeldMessages.maximumCount)] == nil)
    }

    @Test func storedMessagesAreHeldUpToALength() {
        var held = HeldMessages(Accounts())
        held.hold(Self.message(), bytes: HeldMessages.maximumBytes, for: Self.key(1))
        held.hold(Self.message(), bytes: 1, for: Self.key(2))
        #expect(held[Self.key(1)] != nil)
        #expect(held[Self.key(2)] == nil)
        held.release(Self.key(1))
        held.hold(Self.message(), bytes: 1, for: Self.key(2))
        #expect(held[Self.key(2)] != nil)
    }

    @Test func unstoredMessagesHaveALimitOfTheirOwn() {
        var held = HeldMessages(Accounts())
        held.hold(Self.message(), bytes: HeldMessages.maximumBytes, for: Self.key(1))
        let limit = Limits.unstoredBytes
        let app = PeerAccounts.Payer(client: PeerName(rawValue: ":1.1"), app: AppID("a"))
        let first = held.holdUnstored(Self.message(), bytes: limit, for: Self.key(2), of: app)
        let second = held.holdUnstored(
            Self.message(), bytes: 1, for: Self.key(3),
            of: PeerAccounts.Payer(client: PeerName(rawValue: ":1.2"), app: AppID("b")))
        #expect(first)
        #expect(!second)
        held.release(Self.key(2))
        let third = held.holdUnstored(Self.message(), bytes: 1, for: Self.key(3), of: app)
        #expect(third)
    }

    @Test func appMayNotHoldMoreUnstoredThanIsLeftForOthers() {
        var held = HeldMessages(Accounts())
        let step = Limits.unstoredBytes / 64
        let loud = (0..<64).count { number in
            held.holdUnstored(
                Self.message(), bytes: step, for: Self.key(number),
                of: PeerAccounts.Payer(
                    client: PeerName(rawValue: ":1.\(number)"), app: AppID("loud")))
        }
        #expect(loud == 32)
        let other = held.holdUnstored(
            Self.message(), bytes: 8 * step, for: Self.key(100),
            of: PeerAccounts.Payer(client: PeerName(rawValue: ":1.99"), app: AppID("other")))
        #expect(other)
    }

    @Test func releasingTwiceCountsOnce() {
        var held = HeldMessages(Accounts())
        held.hold(Self.message(), bytes: HeldMessages.maximumBytes, for: Self.key(1))
        held.release(Self.key(1))
        held.release(Self.key(1))
        held.hold(Self.message(), bytes: HeldMessages.maximumBytes + 1, for: Self.key(2))
        #expect(held[Self.key(2)] == nil)
    }
}
