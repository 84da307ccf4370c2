// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Questions to the user about holds of sandboxed apps.
@Suite struct HoldQuestionTests {
    private static let chat = AppID("org.example.Chat")
    private static let start = ContinuousClock.now

    @Test func appHasOneQuestionAtATime() throws {
        var questions = HoldQuestions()
        try questions.begin(for: Self.chat, at: Self.start)
        #expect(throws: HoldQuestions.Refusal.asking) {
            try questions.begin(for: Self.chat, at: Self.start)
        }
        try questions.begin(for: AppID("org.example.Other"), at: Self.start)
        questions.end(for: Self.chat, .granted, at: Self.start)
        try questions.begin(for: Self.chat, at: Self.start)
    }

    @Test(arguments: [
        (HoldAnswer.declined, Limits.holdDeclinedPause),
        (.unanswered, Limits.holdUnansweredPause),
    ])
    func appWaitsAfterAQuestionWithoutAGrant(
        _ answer: HoldAnswer, _ pause: Duration
    ) throws {
        var questions = HoldQuestions()
        try questions.begin(for: Self.chat, at: Self.start)
        questions.end(for: Self.chat, answer, at: Self.start)
        let nearly = Self.start + pause - .seconds(1)
        #expect(throws: HoldQuestions.Refusal.waiting(.seconds(1))) {
            try questions.begin(for: Self.chat, at: nearly)
        }
        // The refused try does not make the app wait for longer.
        try questions.begin(for: Self.chat, at: Self.start + pause)
    }

    @Test func appsThatWaitAreLimited() throws {
        var questions = HoldQuestions()
        for number in 0..<Limits.holdAskers {
            let app = AppID("app\(number)")
            try questions.begin(for: app, at: Self.start)
            questions.end(for: app, .declined, at: Self.start)
        }
        #expect(throws: HoldQuestions.Refusal.tooMany) {
            try questions.begin(for: Self.chat, at: Self.start)
        }
        try questions.begin(for: Self.chat, at: Self.start + Limits.holdDeclinedPause)
    }

    // MARK: The popup

    private static func asked() throws -> (EngineTimeline, ClientID, ServerID) {
        var timeline = EngineTimeline()
        timeline.serverStarts()
        let question = timeline.change { $0.admitOwn(replacing: nil, into: &$1) }
        timeline.state.asked(aboutHoldOf: chat, by: question.id)
        timeline.state.queue(question)
        timeline.serveAll()
        return (timeline, question.id, try #require(timeline.entry(question.id)?.server))
    }

    @Test(arguments: [(HoldQuestion.allow, HoldAnswer.granted), (HoldQuestion.decline, .declined)])
    func actionIsTheAnswer(_ action: String, _ answer: HoldAnswer) throws {
        var (timeline, id, popup) = try Self.asked()
        // A click on the popup grants nothing.
        timeline.invoke(popup, "default")
        #expect(timeline.holdAnswers.isEmpty)
        timeline.invoke(popup, action)
        #expect(timeline.holdAnswers == [id: answer])
        #expect(timeline.entry(id) == nil)
        timeline.serveAll()
        #expect(timeline.popups.isEmpty)
        #expect(timeline.holdAnswers == [id: answer])
    }

    @Test(arguments: [
        (UInt32(1), HoldAnswer.unanswered), (2, .declined), (3, .declined), (99, .unanswered),
    ])
    func popupThatGoesIsNoGrant(_ reason: UInt32, _ answer: HoldAnswer) throws {
        var (timeline, id, popup) = try Self.asked()
        timeline.close(popup, reason)
        #expect(timeline.holdAnswers == [id: answer])
    }

    @Test func endOfTheServerLeavesTheQuestionUnanswered() throws {
        var (timeline, id, _) = try Self.asked()
        timeline.serverEnds()
        #expect(timeline.holdAnswers == [id: .unanswered])
    }

    @Test func withdrawnQuestionLeavesTheScreenWithoutAnAnswer() throws {
        var (timeline, id, popup) = try Self.asked()
        timeline.change { $0.withdrawQuestion(id, into: &$1) }
        timeline.serveAll()
        #expect(timeline.popups.isEmpty)
        timeline.invoke(popup, HoldQuestion.allow)
        #expect(timeline.holdAnswers.isEmpty)
    }
}
