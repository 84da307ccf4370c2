// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

@Suite struct MutesTests {
    private static let chat = AppID("org.example.Chat")

    private static func time(_ minutes: Int64) -> Timestamp {
        Timestamp(rawValue: 1_000_000_000 + minutes * 60_000)
    }

    private static func mutes(_ end: Agenda.End, aliases: [AppID] = []) -> Mutes {
        var mutes = Mutes()
        let span = UserSpan(since: time(0), end: end)
        let isDone1 = mutes.add(Mute(chat, aliases: aliases, span: span))
        #expect(isDone1)
        return mutes
    }

    @Test func idsMatchInAnyLetterCaseAndByAlias() {
        let mutes = Self.mutes(.never, aliases: [AppID("Chat"), AppID("chat-desktop")])
        for id in ["org.example.Chat", "ORG.EXAMPLE.CHAT", "chat", "Chat-Desktop"] {
            #expect(mutes.mute(of: Notification(app: AppID(id)), at: Self.time(1)) != nil, "\(id)")
        }
        #expect(mutes.mute(of: Notification(app: AppID("org.example")), at: nil) == nil)
    }

    @Test func scriptBehindAToolIsMuted() {
        let mutes = Self.mutes(.never)
        let sent = Notification(app: AppID("notify-send"), program: Self.chat)
        #expect(mutes.mute(of: sent, at: Self.time(1))?.app == Self.chat)
    }

    @Test func endComesAtItsMoment() {
        var mutes = Self.mutes(.at(Self.time(60)))
        let sent = Notification(app: Self.chat)
        #expect(mutes.mute(of: sent, at: Self.time(59)) != nil)
        // The timer may be late; the decision is not.
        #expect(mutes.mute(of: sent, at: Self.time(60)) == nil)
        let isDone2 = mutes.advance(to: Self.time(59))
        #expect(!isDone2)
        #expect(mutes.nextEnd == Self.time(60))
        let isDone3 = mutes.advance(to: Self.time(60))
        #expect(isDone3)
        #expect(mutes.isEmpty)
    }

    /// A duration stays the same under a set clock; a time of the clock stays, too.
    @Test(arguments: [
        (Agenda.End.after(time(60)), Int64(-600), Int64(-540)),
        (.after(time(60)), 600, 660),
        (.at(time(60)), -600, 60),
    ])
    func clockIsSet(_ end: Agenda.End, _ step: Int64, _ expected: Int64) {
        var mutes = Self.mutes(end)
        mutes.clockWasSet(by: step * 60_000)
        #expect(mutes.nextEnd == Self.time(expected))
    }

    @Test func clockSetBackWhileFocusdDidNotRunKeepsTheDuration() {
        var mutes = Mutes(text: Self.mutes(.after(Self.time(60))).text)
        let isDone4 = mutes.advance(to: Self.time(-600))
        #expect(!isDone4)
        #expect(mutes.nextEnd == Self.time(-540))
    }

    @Test(arguments: [
        Agenda.End.never, .at(time(5)), .after(time(5)), .session("bus-1"),
    ])
    func textRestoresAllOfIt(_ end: Agenda.End) {
        var mutes = Self.mutes(end, aliases: [AppID("Two words"), AppID("チャット")])
        _ = mutes.add(
            Mute(
                AppID("new"), span: UserSpan(since: Self.time(1), end: .never), isNewApp: true))
        #expect(Mutes(text: mutes.text) == mutes)
    }

    @Test func damagedTextLosesOnlyItsLines() {
        let text = "x\n5 at\t\tapp\n\t\t\n" + Self.mutes(.never).text
        #expect(Mutes(text: text) == Self.mutes(.never))
    }

    @Test func otherSessionEndsTheMute() {
        var mutes = Self.mutes(.session("bus-1"))
        mutes.enter(session: "bus-1")
        #expect(!mutes.isEmpty)
        mutes.enter(session: "bus-2")
        #expect(mutes.isEmpty)
    }

    @Test func numberOfMutesIsLimited() {
        var mutes = Mutes()
        let span = UserSpan(since: Self.time(0), end: .never)
        for number in 0..<Limits.mutes {
            let isDone5 = mutes.add(Mute(AppID("app\(number)"), span: span))
            #expect(isDone5)
        }
        let isDone6 = mutes.add(Mute(AppID("one more"), span: span))
        #expect(!isDone6)
        let isDone7 = mutes.add(Mute(AppID("APP7"), span: span))
        #expect(isDone7)
        #expect(mutes.all.count == Limits.mutes)
    }

    @Test(arguments: ["", "a\nb", "a\tb", String(repeating: "x", count: 256)])
    func idThatTheStoreCannotKeepIsRefused(_ id: String) {
        var mutes = Mutes()
        let span = UserSpan(since: Self.time(0), end: .never)
        let isDone8 = mutes.add(Mute(AppID(id), span: span))
        #expect(!isDone8)
    }
}
