// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop
import Testing

@testable import FocusDaemon

/// The messages on their way to the server that stay in memory.
@Suite @LoopActor struct WaitingMessagesTests {
    static func message() -> Message {
        .signal(path: "/a", interface: "org.example.A", member: "B")
    }

    static func key(_ number: Int) -> EntryKey { EntryKey(rawValue: Int64(number)) }

    @Test func storedMessagesAreHeldUpToACount() {
        var messages = WaitingMessages(SharedAccounts())
        for number in 0...WaitingMessages.maximumCount {
            messages.keep(Self.message(), bytes: 1, for: Self.key(number))
        }
        #expect(messages[Self.key(WaitingMessages.maximumCount - 1)] != nil)
        #expect(messages[Self.key(WaitingMessages.maximumCount)] == nil)
    }

    @Test func storedMessagesAreHeldUpToALength() {
        var messages = WaitingMessages(SharedAccounts())
        messages.keep(Self.message(), bytes: WaitingMessages.maximumBytes, for: Self.key(1))
        messages.keep(Self.message(), bytes: 1, for: Self.key(2))
        #expect(messages[Self.key(1)] != nil)
        #expect(messages[Self.key(2)] == nil)
        messages.release(Self.key(1))
        messages.keep(Self.message(), bytes: 1, for: Self.key(2))
        #expect(messages[Self.key(2)] != nil)
    }

    @Test func unstoredMessagesHaveALimitOfTheirOwn() {
        var messages = WaitingMessages(SharedAccounts())
        messages.keep(Self.message(), bytes: WaitingMessages.maximumBytes, for: Self.key(1))
        let limit = Limits.unstoredBytes
        let app = PeerAccounts.Payer(client: PeerName(rawValue: ":1.1"), app: AppID("a"))
        let first = messages.keepUnstored(Self.message(), bytes: limit, for: Self.key(2), of: app)
        let second = messages.keepUnstored(
            Self.message(), bytes: 1, for: Self.key(3),
            of: PeerAccounts.Payer(client: PeerName(rawValue: ":1.2"), app: AppID("b")))
        #expect(first)
        #expect(!second)
        messages.release(Self.key(2))
        let third = messages.keepUnstored(Self.message(), bytes: 1, for: Self.key(3), of: app)
        #expect(third)
    }

    @Test func messageThatIsOnlyInMemoryIsChargedOnce() {
        let accounts = SharedAccounts()
        var messages = WaitingMessages(accounts)
        let app = PeerAccounts.Payer(client: PeerName(rawValue: ":1.1"), app: AppID("a"))
        for _ in 1...2 {
            let isKept = messages.keepUnstored(
                Self.message(), bytes: 8, for: Self.key(1), of: app)
            #expect(isKept)
            messages.keep(Self.message(), bytes: 8, for: Self.key(1))
        }
        #expect(accounts.value.share(of: app, of: .unstoredBytes) == 8)
        messages.release(Self.key(1))
        #expect(accounts.value.share(of: app, of: .unstoredBytes) == 0)
    }

    @Test func appMayNotHoldMoreUnstoredThanIsLeftForOthers() {
        var messages = WaitingMessages(SharedAccounts())
        let step = Limits.unstoredBytes / 64
        let loud = (0..<64).count { number in
            messages.keepUnstored(
                Self.message(), bytes: step, for: Self.key(number),
                of: PeerAccounts.Payer(
                    client: PeerName(rawValue: ":1.\(number)"), app: AppID("loud")))
        }
        #expect(loud == 32)
        let other = messages.keepUnstored(
            Self.message(), bytes: 8 * step, for: Self.key(100),
            of: PeerAccounts.Payer(client: PeerName(rawValue: ":1.99"), app: AppID("other")))
        #expect(other)
    }

    @Test func releasingTwiceCountsOnce() {
        var messages = WaitingMessages(SharedAccounts())
        messages.keep(Self.message(), bytes: WaitingMessages.maximumBytes, for: Self.key(1))
        messages.release(Self.key(1))
        messages.release(Self.key(1))
        messages.keep(Self.message(), bytes: WaitingMessages.maximumBytes + 1, for: Self.key(2))
        #expect(messages[Self.key(2)] == nil)
    }
}
