// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// The records of clients and apps that send too much.
@Suite struct FloodsTests {
    static let start = ContinuousClock.now
    static let chat = AppID("org.example.Chat")

    static func client(_ number: Int) -> SendingAllowance.Exhausted {
        .client(PeerName(rawValue: ":1.\(number)"))
    }

    @Test func eachIsToldOfFirstAndThenOnlyWhenThereAreMore() {
        var floods = Floods()
        let added = floods.add(Self.client(1), app: Self.chat, appName: "Chat", at: Self.start)
        #expect(added)
        #expect(floods.untold(isFirst: true).map(\.flood.count) == [1])
        floods.told(Self.client(1), 1, as: ClientID(rawValue: 7))
        #expect(floods.untold(isFirst: true).isEmpty)
        #expect(floods.untold(isFirst: false).isEmpty)
        _ = floods.add(Self.client(1), app: Self.chat, appName: "Chat", at: Self.start)
        #expect(floods.untold(isFirst: true).isEmpty)
        let more = floods.untold(isFirst: false)
        #expect(more.map(\.flood.count) == [2])
        #expect(more.map(\.flood.summary) == [ClientID(rawValue: 7)])
    }

    @Test func clientUnderSeveralNamesIsOneFloodWithoutAName() {
        var floods = Floods()
        for number in 0..<5 {
            _ = floods.add(
                Self.client(1), app: AppID("app\(number)"), appName: "", at: Self.start)
        }
        #expect(floods.count == 1)
        #expect(floods.apps.isEmpty)
        #expect(floods.untold(isFirst: true).first?.flood.count == 5)
    }

    @Test func floodThatPausesIsOver() {
        var floods = Floods()
        _ = floods.add(Self.client(1), app: Self.chat, appName: "Chat", at: Self.start)
        _ = floods.add(
            Self.client(2), app: Self.chat, appName: "Chat", at: Self.start + .seconds(5))
        floods.end(before: Self.start + .seconds(1))
        #expect(floods.count == 1)
        floods.end(before: Self.start + .seconds(6))
        #expect(floods.isEmpty)
    }

    @Test func floodsHaveALimit() {
        var floods = Floods()
        func add(_ number: Int) -> Bool {
            floods.add(Self.client(number), app: Self.chat, appName: "Chat", at: Self.start)
        }
        for number in 0..<Limits.floods { #expect(add(number)) }
        #expect(!add(-1))
        #expect(add(3))
        #expect(floods.count == Limits.floods)
    }
}
