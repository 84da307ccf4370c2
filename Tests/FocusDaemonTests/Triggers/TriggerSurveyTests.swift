// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusDaemon

/// Questions about the kinds of triggers (issue 15).
@Suite @LoopActor struct TriggerSurveyTests {
    /// A source that answers when the test wants.
    @LoopActor private final class Source: TriggerSource {
        let source = Trigger.Source.lock
        var onChange: ((Set<Trigger>) -> Void)?
        let problems: [TriggerProblem] = []
        var isSettled = true
        var surveys: [@LoopActor ([Trigger.Kind: KindFinding]) -> Void] = []

        func follow(_ triggers: Set<Trigger>) {}

        func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
            surveys.append(body)
        }
    }

    @LoopActor private final class Answers {
        var all: [[TriggerKindState]] = []
        var settled = 0
    }

    /// Found by review: each question started a program, or a connection to the display, that
    /// lived for up to two seconds.
    @Test func oneSurveyAnswersAllThatAskDuringIt() throws {
        let source = Source()
        let watch = TriggerWatch([source], log: Log())
        let answers = Answers()
        for _ in 1...3 { watch.survey { answers.all.append($0) } }
        #expect(source.surveys.count == 1 && answers.all.isEmpty)
        source.surveys.removeLast()([.locked: .missing("no logind")])
        #expect(answers.all.count == 3)
        let kinds = try #require(answers.all.last)
        #expect(kinds.first(where: { $0.kind == "locked" })?.reason == "no logind")
        // The next question begins another survey.
        watch.survey { answers.all.append($0) }
        #expect(source.surveys.count == 1)
    }

    /// A trial with a newcomer: of several calendars, none was said to be busy.
    @Test func aSurveySaysWhichTriggersHold() throws {
        let source = Source()
        let watch = TriggerWatch([source], log: Log())
        watch.follow([.locked])
        let answers = Answers()
        for present: Set<Trigger> in [[.locked], []] {
            source.onChange?(present)
            watch.survey { answers.all.append($0) }
            source.surveys.removeLast()([:])
            let kinds = try #require(answers.all.last)
            let locked = try #require(kinds.first { $0.kind == "locked" })
            #expect(locked.holding == present.map(\.text))
            #expect(locked.holds == !present.isEmpty)
            #expect(kinds.contains { $0.kind == "vpn" && $0.holding == nil })
        }
    }

    @Test func doctorsBeyondTheLimitAreAnsweredAtOnce() {
        let source = Source()
        source.isSettled = false
        let watch = TriggerWatch([source], log: Log())
        let answers = Answers()
        for _ in 1...TriggerWatch.maximumQuestions {
            watch.whenSettled { answers.settled += 1 }
        }
        #expect(answers.settled == 0)
        watch.whenSettled { answers.settled += 1 }
        #expect(answers.settled == 1)
    }
}
