// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Changed badges on their way to the user's tools.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct BadgeNewsTests {
    /// Issue 15: the end of a Focus sent the signals of all apps in one turn of the loop.
    @Test func manyBadgesAreToldInParts() async throws {
        let told = Recorder<String>()
        let news = BadgeNews { app, count in told.record("\(app.rawValue) \(count)") }
        let apps = (0...BadgeNews.badgesPerTurn).map { AppID(rawValue: "app\($0)") }
        news.add(apps.dropLast().map { (app: $0, count: 1) })
        #expect(told.pending == apps.dropLast().map { "\($0.rawValue) 1" })
        news.add(apps.map { (app: $0, count: 2) })
        #expect(told.pending.count == BadgeNews.badgesPerTurn)
        // While others wait, a badge waits with them, and the newest count is told.
        news.add([(app: apps[0], count: 3)])
        var last: Set<String> = []
        for _ in apps.dropLast() { _ = try await told.next() }
        for _ in apps { last.insert(try await told.next()) }
        #expect(last == Set(["app0 3"] + apps.dropFirst().map { "\($0.rawValue) 2" }))
        #expect(told.pending.isEmpty)
    }
}
