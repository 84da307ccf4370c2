// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Signals to a client that does not read them (issue 15), on a real bus.
@Suite @LoopActor struct SubscribersTests {
    @Test func subscriberThatDoesNotReadLosesSignals() async throws {
        let bus = try PrivateBus()
        let (service, client) = (try bus.connect(), try bus.connect())
        let subscribers = Subscribers(service, SharedAccounts(), SenderDirectory(service))
        let heard = Recorder<String>()
        let subscription = client.subscribe(MatchRule(interface: WireName.control)) { signal in
            heard.record(signal.member ?? "")
        }
        let peer = PeerName(rawValue: client.uniqueName.rawValue)
        try subscribers.add(peer)
        let parts = 64
        let text = Value.string(String(repeating: "x", count: Limits.unreadSignalBytes / parts))
        // The client's loop is this one: it reads nothing meanwhile.
        for _ in 0..<2 * parts { subscribers.send("NotificationDecided", [text]) }
        subscribers.send("FocusChanged", [.string("work")])
        // With its header, the last part is beyond the limit.
        for _ in 0..<parts - 1 { #expect(try await heard.next() == "NotificationDecided") }
        #expect(try await heard.next() == "FocusChanged")
        #expect(try await heard.next() == "EntriesRemoved")
        // The client has read, and gets the next ones.
        subscribers.send("NotificationDecided", [text])
        #expect(try await heard.next() == "NotificationDecided")
        subscribers.peerLeft(peer)
        #expect(subscribers.isEmpty)
        withExtendedLifetime(subscription) {}
    }

    @Test func signalsBeforeAnAnsweredQuestionAreRead() {
        let limit = Limits.unreadSignalBytes
        var unread = UnreadSignals()
        let atTheLimit = unread.add(limit, mayBeLost: true)
        let (asks, asksAgain) = (unread.beginQuestion(), unread.beginQuestion())
        let pastTheLimit = unread.add(1, mayBeLost: true)
        let others = unread.add(1, mayBeLost: false)
        #expect(atTheLimit && asks && !asksAgain && !pastTheLimit && others)
        let hasLost = unread.endQuestion()
        // One byte came after the question.
        let tooMuch = unread.add(limit, mayBeLost: true)
        let rest = unread.add(limit - 1, mayBeLost: true)
        #expect(hasLost && !tooMuch && rest)
    }
}
