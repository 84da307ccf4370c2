// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// Muted and new apps in the state of the service.
@Suite struct AlwaysTimelineTests {
    private static let chat = EngineTimeline.chat
    private static let shop = AppID("org.example.Shop")

    private static func timeline(
        _ more: (inout EngineConfiguration) -> Void = { _ in }
    ) -> EngineTimeline {
        var timeline = EngineTimeline()
        timeline.configure([Focus(id: FocusID("work"), name: "Work")], more)
        timeline.serverStarts()
        return timeline
    }

    @Test func muteEndsByTheClock() throws {
        var timeline = Self.timeline()
        timeline.mute(Self.chat, until: .at(timeline.zone.at("2026-11-02", "18:00")))
        #expect(timeline.effects.contains(.request(.wake(timeline.zone.at("2026-11-02", "18:00")))))
        #expect(try timeline.notify().state == .silenced)
        #expect(timeline.lastReason == .muted(until: timeline.zone.at("2026-11-02", "18:00")))
        timeline.go("2026-11-02", "18:00")
        #expect(timeline.effects.contains(.changed(.mutes)))
        #expect(timeline.state.mutes.isEmpty)
        #expect(try timeline.notify().state == .queued)
    }

    @Test func muteHoldsUnderAFocusAndAfterIt() throws {
        var timeline = Self.timeline()
        timeline.mute(Self.chat)
        timeline.turnOn("work")
        #expect(try timeline.notify().state == .silenced)
        timeline.turnOff()
        #expect(try timeline.notify().state == .silenced)
        #expect(timeline.state.live.missed == 2)
    }

    @Test func restartKeepsMutesAndKnownApps() throws {
        var timeline = Self.timeline { $0.always.newApps = .silence }
        timeline.change { $0.learnApps([Self.chat], into: &$1) }
        timeline.mute(Self.shop, until: .after(timeline.now.adding(3_600_000)))
        let (mutes, known) = (timeline.state.mutes.text, timeline.state.appsHeardBefore?.text)
        var next = EngineTimeline(at: "2026-11-02", "09:30")
        next.state.restore(mutes: mutes, appsHeardBefore: known, session: "s")
        next.configure([]) { $0.always.newApps = .silence }
        #expect(try next.notify(app: Self.shop).state == .silenced)
        #expect(try next.notify().state == .queued)
        next.go("2026-11-02", "10:00")
        #expect(try next.notify(app: Self.shop).state == .queued)
    }

    /// The badge counts a muted app's notification at once: no Focus holds it back.
    @Test func badgeCountsMutedAppsOnlyIfWanted() throws {
        var timeline = Self.timeline()
        timeline.mute(Self.chat)
        try timeline.notify()
        #expect(timeline.state.live.badges.badge(of: Self.chat) == 1)
        timeline.configure([]) { $0.always.countsInBadge = false }
        #expect(timeline.state.live.badges.badge(of: Self.chat) == 0)
        let isUnmuted = timeline.change {
            $0.unmute(Self.chat, at: Timestamp(rawValue: 0), Zone("Europe/Berlin"), into: &$1)
        }
        #expect(isUnmuted)
        #expect(timeline.state.live.badges.badge(of: Self.chat) == 1)
    }

    /// Found by review: an app that is listed by its desktop file kept its badge.
    @Test func badgeOfAListedAppIsHiddenUnderItsOtherIdsToo() throws {
        let (file, mail) = (AppID("mail"), AppID("mail-default"))
        var timeline = EngineTimeline()
        timeline.aliases = [file: [mail]]
        let steps: [(Bool, [AppID: UInt32])] = [
            (true, [mail: 1, Self.chat: 1]), (false, [Self.chat: 2]),
        ]
        for (counts, badges) in steps {
            timeline.configure([]) {
                $0.always.apps = ListPolicy(mode: .silence, members: [file])
                $0.always.countsInBadge = counts
            }
            #expect(try timeline.notify(app: mail).state == .silenced)
            #expect(timeline.lastReason == .alwaysApp)
            try timeline.notify(app: Self.chat)
            #expect(timeline.state.live.badges.all == badges)
        }
        // An allow list hides no badges.
        timeline.configure([]) {
            $0.always.apps = ListPolicy(mode: .allow, members: [file])
            $0.always.countsInBadge = false
        }
        #expect(timeline.state.live.badges.all == [mail: 2, Self.chat: 2])
    }

    @Test func neverCountedAppHasNoBadge() throws {
        var timeline = Self.timeline { $0.uncountedApps = [AppID("ORG.example.chat")] }
        try timeline.notify()
        try timeline.notify(app: Self.shop)
        #expect(timeline.state.live.badges.all == [Self.shop: 1])
        _ = timeline.change { $0.setBadge(7, of: Self.chat, into: &$1) }
        #expect(timeline.state.live.badges.badge(of: Self.chat) == 0)
        timeline.configure([])
        #expect(timeline.state.live.badges.badge(of: Self.chat) == 7)
    }

    // MARK: New apps

    @Test func newAppsAreSilencedUntilUnmuted() throws {
        var timeline = EngineTimeline()
        timeline.configure([]) { $0.always.newApps = .silence }
        #expect(timeline.effects.contains(.request(.learnApps)))
        timeline.change { $0.learnApps([Self.chat], into: &$1) }
        #expect(try timeline.notify().state == .queued)
        #expect(try timeline.notify(app: Self.shop).state == .silenced)
        #expect(timeline.lastReason == .newApp)
        #expect(timeline.state.mutes.all.map(\.isNewApp) == [true])
        let (now, zone) = (timeline.now, timeline.zone)
        _ = timeline.change { $0.unmute(Self.shop, at: now, zone, into: &$1) }
        #expect(try timeline.notify(app: Self.shop).state == .queued)
    }

    @Test func newAppIsAskedAboutOnce() throws {
        var timeline = Self.timeline { $0.always.newApps = .ask }
        timeline.change { $0.learnApps([], into: &$1) }
        #expect(try timeline.notify().state == .queued)
        #expect(try timeline.notify().state == .queued)
        #expect(timeline.questions == [Self.chat])
        // The user answers Mute.
        let question = timeline.change { $0.admitOwn(replacing: nil, into: &$1) }
        timeline.state.asked(about: Self.chat, by: question.id)
        timeline.state.queue(question)
        timeline.serveAll()
        let server = try #require(timeline.entry(question.id)?.server)
        timeline.invoke(server, AppQuestion.mute)
        #expect(timeline.entry(question.id) == nil)
        #expect(try timeline.notify().state == .silenced)
        #expect(timeline.questions == [Self.chat])
    }

    /// The question would show the app's name through the Focus that silences the app.
    @Test func newAppThatIsSilencedIsAskedAboutLater() throws {
        var timeline = Self.timeline { $0.always.newApps = .ask }
        timeline.configure([EngineStateTests.quiet()]) { $0.always.newApps = .ask }
        timeline.change { $0.learnApps([], into: &$1) }
        timeline.turnOn("quiet")
        #expect(try timeline.notify().state == .silenced)
        #expect(timeline.questions.isEmpty)
        timeline.turnOff()
        #expect(try timeline.notify().state == .queued)
        #expect(timeline.questions == [Self.chat])
    }

    @Test func appsOfTheTimeWithoutTheSettingAreNotNew() throws {
        var timeline = Self.timeline()
        try timeline.notify()
        #expect(timeline.state.appsHeardBefore == nil)
        timeline.configure([]) { $0.always.newApps = .ask }
        timeline.change { $0.learnApps([Self.chat], into: &$1) }
        try timeline.notify()
        #expect(timeline.questions.isEmpty)
        timeline.configure([])
        #expect(timeline.state.appsHeardBefore == nil)
        #expect(timeline.effects.contains(.row(.setAppsHeardBefore)))
    }

    @Test func appsBeyondTheLimitAreNotNew() {
        var known = AppsHeardBefore((1..<Limits.appsHeardBefore).map { AppID("app\($0)") })
        #expect(known.contains(AppID("App1")))
        #expect(!known.contains(Self.chat))
        known.insert(AppID("last"))
        #expect(known.contains(Self.chat))
    }

    @Test func questionsAreLimited() throws {
        var timeline = Self.timeline { $0.always.newApps = .ask }
        timeline.change { $0.learnApps([], into: &$1) }
        var questions: [ClientID] = []
        for number in 0..<Limits.appQuestions {
            let app = AppID("app\(number)")
            try timeline.notify(app: app)
            let question = timeline.change { $0.admitOwn(replacing: nil, into: &$1) }
            timeline.state.asked(about: app, by: question.id)
            timeline.state.queue(question)
            questions.append(question.id)
        }
        try timeline.notify(app: Self.shop)
        #expect(timeline.questions.count == Limits.appQuestions)
        // The popup of a question goes, and the app's next notification asks.
        timeline.serveAll()
        let popup = try #require(timeline.entry(questions[0])?.server)
        timeline.close(popup, CloseReason.dismissed.rawValue)
        try timeline.notify(app: Self.shop)
        #expect(timeline.questions.last == Self.shop)
    }
}
