// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@Suite struct InhibitionsTests {
    static let app = AppID("org.example.Player")

    static func peer(_ number: Int) -> PeerName { PeerName(rawValue: ":1.\(number)") }

    @Test func onlyTheInhibitorTakesItsRequestBack() throws {
        var inhibitions = Inhibitions()
        let cookie = try inhibitions.inhibit(by: Self.peer(1), app: Self.app, reason: "film")
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
            _ = try inhibitions.inhibit(by: Self.peer(1), app: Self.app, reason: "")
        }
        _ = try inhibitions.inhibit(by: Self.peer(2), app: Self.app, reason: "other")
        inhibitions.peerLeft(Self.peer(1))
        #expect(inhibitions.all.map(\.reason) == ["other"])
    }

    @Test func oneClientHasALimit() throws {
        var inhibitions = Inhibitions()
        for _ in 0..<Limits.inhibitionsPerClient {
            _ = try inhibitions.inhibit(by: Self.peer(1), app: Self.app, reason: "")
        }
        #expect(throws: Inhibitions.Refusal.tooMany) {
            try inhibitions.inhibit(by: Self.peer(1), app: Self.app, reason: "")
        }
        _ = try inhibitions.inhibit(by: Self.peer(2), app: Self.app, reason: "")
    }

    @Test func allClientsTogetherHaveALimit() throws {
        var inhibitions = Inhibitions()
        for number in 0..<Limits.inhibitions {
            _ = try inhibitions.inhibit(
                by: Self.peer(number), app: AppID("app\(number)"), reason: "")
        }
        #expect(throws: Inhibitions.Refusal.tooMany) {
            try inhibitions.inhibit(by: Self.peer(9_999), app: Self.app, reason: "")
        }
    }
}
