// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

@Suite struct PayloadRoomTests {
    private static func entry(
        _ key: Int64, _ app: String, _ bytes: Int, _ state: EntryState = .silenced
    ) -> LiveEntry {
        LiveEntry(
            EntryFacts(
                key: EntryKey(rawValue: key), id: ClientID(rawValue: UInt32(key)), state: state,
                payloadBytes: bytes),
            app: AppID(app), sender: PeerName(rawValue: ":1.1"), sandbox: nil)
    }

    private static func keys(
        _ bytes: Int, atMost count: Int = 100, _ entries: [LiveEntry]
    ) -> [Int64] {
        PayloadRoom.notifications(toFree: bytes, atMost: count, among: entries).map(\.key.rawValue)
    }

    private let entries = [
        entry(1, "mail", 10), entry(2, "chat", 60), entry(3, "chat", 50), entry(4, "mail", 20),
        entry(5, "chat", 40), entry(6, "mail", 70, .shown),
    ]

    @Test func oldestOfTheAppWithMostGoFirst() {
        // Chat has 150 of 250 bytes, then 90; mail has 100, then 90 and 70.
        #expect(Self.keys(1, entries) == [2])
        #expect(Self.keys(60, entries) == [2])
        #expect(Self.keys(61, entries) == [2, 1])
        let all = Self.keys(250, entries.shuffled())
        #expect(Set(all) == Set(1...6) && all.count == 6)
        #expect(all.filter { [2, 3, 5].contains($0) } == [2, 3, 5])
        #expect(all.filter { [1, 4, 6].contains($0) } == [1, 4, 6])
    }

    @Test func waitingAndEmptyOnesKeepWhatTheyHave() {
        let waiting = entries.map { Self.entry($0.key.rawValue, "mail", 100, .queued) }
        #expect(Self.keys(1, waiting).isEmpty)
        #expect(Self.keys(1, [Self.entry(1, "mail", 0)]).isEmpty)
        #expect(Self.keys(1, waiting + [Self.entry(9, "chat", 1)]) == [9])
        #expect(Self.keys(0, entries).isEmpty)
        #expect(Self.keys(250, atMost: 2, entries).count == 2)
    }

    /// Compares with the rule, applied step by step.
    @Test(arguments: 0..<20) func eachIsOfTheAppThatHasMostThen(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var left = (1...40).map { key in
            Self.entry(
                key, "app\(Int.random(in: 0..<5, using: &random))",
                Int.random(in: 1...100, using: &random))
        }
        for key in Self.keys(1_000, left) {
            let held = Dictionary(grouping: left, by: \.app).mapValues { entries in
                entries.reduce(0) { $0 + $1.payloadBytes }
            }
            let index = left.firstIndex { $0.key.rawValue == key }
            guard let index else {
                Issue.record("\(key) twice")
                return
            }
            let app = left[index].app
            #expect(held[app] == held.values.max())
            #expect(left.filter { $0.app == app }.map(\.key.rawValue).min() == key)
            left.remove(at: index)
        }
    }
}
