// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@Suite struct InhibitionsTests {
    static let app = AppID("org.example.Player")
    private let now = Timestamp(rawValue: 1_800_000_000_000)

    static func peer(_ number: Int) -> PeerName { PeerName(rawValue: ":1.\(number)") }

    @Test func onlyTheInhibitorTakesItsRequestBack() throws {
        var inhibitions = Inhibitions()
        let cookie = try inhibitions.inhibit(
            by: Self.peer(1), app: Self.app, reason: "film", at: now)
        #expect(cookie != 0)
        let result = inhibitions.uninhibit(cookie, by: Self.peer(2))
        #expect(!result)
        #expect(!inhibitions.isEmpty)
        let result2 = inhibitions.uninhibit(cookie, by: Self.peer(1))
        #expect(result2)
        #expect(inhibitions.isEmpty)
    }

    @Test func leavingTheBusEndsAllRequests() throws {
        var inhibitions = Inhibitions()
        for _ in 0..<3 {
            _ = try inhibitions.inhibit(by: Self.peer(1), app: Self.app, reason: "", at: now)
        }
        _ = try inhibitions.inhibit(by: Self.peer(2), app: Self.app, reason: "other", at: now)
        inhibitions.peerLeft(Self.peer(1))
        #expect(inhibitions.all.map(\.reason) == ["other"])
    }

    @Test func oneClientHasALimit() throws {
        var inhibitions = Inhibitions()
        for _ in 0..<Limits.inhibitionsPerClient {
            _ = try inhibitions.inhibit(by: Self.peer(1), app: Self.app, reason: "", at: now)
        }
        #expect(throws: Inhibitions.Refusal.tooMany) {
            try inhibitions.inhibit(by: Self.peer(1), app: Self.app, reason: "", at: now)
        }
        _ = try inhibitions.inhibit(by: Self.peer(2), app: Self.app, reason: "", at: now)
    }

    @Test func allClientsTogetherHaveALimit() throws {
        var inhibitions = Inhibitions()
        for number in 0..<Limits.inhibitions {
            _ = try inhibitions.inhibit(
                by: Self.peer(number), app: AppID("app\(number)"), reason: "", at: now)
        }
        #expect(throws: Inhibitions.Refusal.tooMany) {
            try inhibitions.inhibit(by: Self.peer(9_999), app: Self.app, reason: "", at: now)
        }
    }

    private static let texts: [(app: String, program: String?, reason: String)] = [
        ("org.example.Player", "player", "a film"), ("", nil, ""),
        ("a\nb", "c 3\n", "\nd\r\n"), ("é", "日本", "\u{301}e 🎉"),
    ]

    /// Clients choose the texts, so no text may end another one early.
    @Test(arguments: texts)
    func storedRequestIsTheSame(app: String, program: String?, reason: String) throws {
        var inhibitions = Inhibitions()
        let cookie = try inhibitions.inhibit(
            by: Self.peer(1), app: AppID(app), program: program.map { AppID($0) }, reason: reason,
            quiets: true, at: now)
        let request = try #require(inhibitions[cookie])
        #expect(Inhibitions.Inhibitor(text: request.text) == request)
    }

    @Test(arguments: [
        "", ":1.7 1 0 0 0", ":1.7 1 0 9 0\na", ":1.7 1 0 1 1\na", ":1.7 1 0 -1 0\na",
        ":1.7 1 0 9223372036854775807 9223372036854775807\na", ":1.7 1 x 0 0\na",
    ])
    func damagedRequestIsNone(text: String) {
        #expect(Inhibitions.Inhibitor(text: text) == nil)
    }
}
