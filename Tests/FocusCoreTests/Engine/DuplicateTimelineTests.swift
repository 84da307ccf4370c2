// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// A server that refuses a notification that equals one of the last second, as Plasma does.
@Suite struct DuplicateTimelineTests {
    private static let mail = AppID("org.example.Mail")

    /// A server that refuses equal notifications until ``secondPasses()``.
    private struct Plasma {
        var life: EngineTimeline
        /// The texts of the last second.
        private var texts: Set<String> = []
        var textOfKey: [EntryKey: String] = [:]
        /// The shown texts, in order.
        private(set) var shown: [String] = []
        private(set) var refusals = 0

        init(focuses: [Focus] = []) {
            life = EngineTimeline(focuses: focuses)
            life.serverStarts()
        }

        @discardableResult
        mutating func notify(
            _ text: String, of app: AppID = EngineTimeline.chat, by program: AppID? = nil
        ) throws -> EntryFacts {
            let entry = try life.notify(text, app: app, program: program)
            textOfKey[entry.key] = text
            return entry
        }

        /// Performs all jobs that focusd hands out.
        mutating func serveAll() {
            while true {
                life.pump()
                guard case .show(let key, _)? = life.underWay.first,
                    let text = textOfKey[key]
                else { return }
                if texts.insert(text).inserted {
                    life.serve()
                    shown.append(text)
                } else {
                    life.serve(.duplicate("Excess"))
                    refusals += 1
                }
            }
        }

        mutating func secondPasses(of app: AppID = EngineTimeline.chat) {
            texts = []
            life.change { state, _ in state.tryAgain(app) }
            serveAll()
        }
    }

    /// Thirty equal notifications of a script held up all other apps for half a minute.
    @Test func equalNotificationsOfAnAppHoldUpNoOther() throws {
        var plasma = Plasma()
        for _ in 0..<30 { try plasma.notify("same") }
        try plasma.notify("mail", of: Self.mail)
        plasma.serveAll()
        #expect(plasma.shown == ["same", "mail"])
        try plasma.notify("later", of: Self.mail)
        plasma.serveAll()
        #expect(plasma.shown == ["same", "mail", "later"])
        #expect(plasma.life.state.outbox.waiting == 29)
        for _ in 0..<29 { plasma.secondPasses() }
        #expect(plasma.shown.count == 32)
        #expect(plasma.refusals == 29)
        #expect(plasma.life.state.outbox.waiting == 0)
        #expect(plasma.life.rows.values.allSatisfy { $0 == .shown })
        // The app's notifications wait no more.
        try plasma.notify("new")
        plasma.serveAll()
        #expect(plasma.shown.last == "new")
    }

    /// Found by review: a call waited behind all missed notifications of its app.
    @Test func newNotificationDoesNotWaitBehindMissedOnes() throws {
        var plasma = Plasma(focuses: [EngineStateTests.quiet()])
        plasma.life.turnOn("quiet")
        var missed: [ClientID] = []
        for _ in 0..<3 { missed.append(try plasma.notify("same").id) }
        plasma.life.turnOff()
        let count = plasma.life.change { $0.deliverNow(missed, into: &$1) }
        #expect(count == 3)
        plasma.serveAll()
        #expect(plasma.shown == ["same"])
        try plasma.notify("call")
        plasma.serveAll()
        #expect(plasma.shown == ["same", "call"])
        // Both lines of the app have a notification that was refused.
        try plasma.notify("call")
        plasma.serveAll()
        #expect(plasma.refusals == 2)
        plasma.secondPasses()
        #expect(plasma.shown == ["same", "call", "call", "same"])
        plasma.secondPasses()
        #expect(plasma.shown.last == "same")
        #expect(plasma.life.state.outbox.waiting == 0)
    }

    /// Found by review: all scripts share the id of notify-send.
    @Test func scriptDoesNotWaitForAnother() throws {
        let (backup, weather) = (AppID("backup.sh"), AppID("weather.sh"))
        var plasma = Plasma()
        for _ in 0..<2 { try plasma.notify("same", by: backup) }
        plasma.serveAll()
        try plasma.notify("rain", by: weather)
        plasma.serveAll()
        #expect(plasma.shown == ["same", "rain"])
        #expect(plasma.life.state.outbox.waiting == 1)
        plasma.secondPasses(of: backup)
        #expect(plasma.shown == ["same", "rain", "same"])
        #expect(plasma.life.state.outbox.waiting == 0)
    }

    @Test func orderOfTheAppIsKept() throws {
        var plasma = Plasma()
        for text in ["a", "a", "b", "c", "b"] { try plasma.notify(text) }
        plasma.serveAll()
        #expect(plasma.shown == ["a"])
        try plasma.notify("d")
        plasma.secondPasses()
        #expect(plasma.shown == ["a", "a", "b", "c"])
        plasma.secondPasses()
        #expect(plasma.shown == ["a", "a", "b", "c", "b", "d"])
    }

    @Test func refusalAsksForTheNextAttempt() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify("a")
        life.serve(.duplicate("Excess"))
        #expect(life.work == [.request(.tryAgain(EngineTimeline.chat))])
        #expect(life.entry(entry.id)?.state == .queued)
        #expect(life.rows == [entry.key: .queued])
    }

    @Test func notificationIsGivenUpAfterTheLastAttempt() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify("a")
        let next = try life.notify("b")
        for _ in 0..<Limits.duplicateTries {
            life.serve(.duplicate("Excess"))
            let hasMore = life.serve()
            #expect(!hasMore)
            life.change { state, _ in state.tryAgain(EngineTimeline.chat) }
        }
        life.serve(.duplicate("Excess"))
        #expect(life.work.contains(.notice(.parked(entry.id, .refused("Excess")))))
        #expect(life.rows[entry.key] == .parked)
        life.serveAll()
        #expect(life.rows[next.key] == .shown)
    }

    @Test func endedNotificationHoldsUpNothing() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify("a")
        let next = try life.notify("b")
        life.serve(.duplicate("Excess"))
        let isClosed = life.change { $0.close(entry.id, by: EngineTimeline.client, into: &$1) }
        #expect(isClosed)
        life.change { state, _ in state.tryAgain(EngineTimeline.chat) }
        life.serveAll()
        #expect(life.rows == [next.key: .shown])
        #expect(life.state.outbox.waiting == 0)
    }

    @Test func nextServerGetsAllInOrder() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let entries = try ["a", "b", "c"].map { try life.notify($0) }
        life.serve(.duplicate("Excess"))
        life.serverEnds()
        life.serverStarts("second")
        life.pump()
        #expect(life.underWay == entries.map { Outbox.Job.show($0.key, $0.id) })
    }
}
