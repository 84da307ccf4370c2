// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

@Suite struct PayloadRoomTests {
    private static func entry(
        _ key: Int64, _ app: String, _ bytes: Int, _ state: EntryState = .silenced,
        by client: String? = nil
    ) -> LiveEntry {
        LiveEntry(
            EntryFacts(
                key: EntryKey(rawValue: key), id: ClientID(rawValue: UInt32(key)), state: state,
                payloadBytes: bytes),
            app: AppID(app), sender: PeerName(rawValue: client ?? ":\(app)"), sandbox: nil)
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

    /// A client that invented app names made an honest app lose its messages.
    @Test func clientThatInventsAppsGivesWay() {
        let invented = (1...20).map { Self.entry($0, "app\($0)", 10, by: ":1.9") }
        let honest = [Self.entry(21, "mail", 30), Self.entry(22, "mail", 30)]
        #expect(Set(Self.keys(140, honest + invented)).isSubset(of: 1...20))
        // Clients of an earlier run are not known: each app counts alone.
        let earlier = (1...20).map { Self.entry($0, "app\($0)", 10, by: "") }
        #expect(Self.keys(50, honest + earlier).prefix(2) == [21, 22])
    }

    /// A server that asks by `Decide` sends for all apps.
    @Test func clientOfManyAppsGivesWayInItsLargestApp() {
        let entries =
            [Self.entry(1, "mail", 10, by: ":1.2")]
            + (2...9).map { Self.entry($0, "chat", 10, by: ":1.2") }
            + [Self.entry(10, "chat", 5, by: ":1.3")]
        // The client has 90 bytes, and chat 85; then 80 and 75.
        #expect(Self.keys(20, entries) == [2, 3])
    }

    /// A script has a new client for each notification.
    @Test func appOfManyClientsGivesWay() {
        let scripts = (1...9).map { Self.entry($0, "script", 10, by: ":1.\($0)") }
        #expect(Self.keys(40, scripts.reversed() + [Self.entry(10, "mail", 30)]) == [1, 2, 3, 4])
    }

    /// Compares with the rule, applied step by step.
    @Test(arguments: 0..<20) func eachIsOfTheAppOrClientThatHasMostThen(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var left = (1...40).map { key in
            Self.entry(
                key, "app\(Int.random(in: 0..<5, using: &random))",
                Int.random(in: 1...100, using: &random),
                by: ":1.\(Int.random(in: 0..<4, using: &random))")
        }
        func bytes(of entries: [LiveEntry]) -> Int { entries.reduce(0) { $0 + $1.payloadBytes } }
        for key in Self.keys(1_000, left) {
            let ofApps = Dictionary(grouping: left, by: \.app)
            let ofClients = Dictionary(grouping: left, by: \.sender)
            let most = (Array(ofApps.values) + Array(ofClients.values)).map(bytes).max()
            let index = left.firstIndex { $0.key.rawValue == key }
            guard let index else {
                Issue.record("\(key) twice")
                return
            }
            let ofApp = ofApps[left[index].app] ?? []
            let ofClient = Dictionary(grouping: ofClients[left[index].sender] ?? [], by: \.app)
            let ofBoth = ofClient[left[index].app] ?? []
            let isOfApp = bytes(of: ofApp) == most && ofApp.map(\.key.rawValue).min() == key
            let isOfClient =
                bytes(of: ofClient.values.flatMap(\.self)) == most
                && bytes(of: ofBoth) == ofClient.values.map(bytes).max()
                && ofBoth.map(\.key.rawValue).min() == key
            #expect(isOfApp || isOfClient)
            left.remove(at: index)
        }
    }
}
