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
        let kinds: [Trigger.Kind] = [.locked]
        var onChange: ((Set<Trigger>) -> Void)?
        let problems: [TriggerProblem] = []
        var surveys: [@LoopActor ([Trigger.Kind: KindFinding]) -> Void] = []

        func follow(_ triggers: Set<Trigger>) {}

        func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
            surveys.append(body)
        }
    }

    @LoopActor private final class Answers {
        var all: [[TriggerKindState]] = []
    }

    /// Found by review: each question started a program, or a connection to the display, that
    /// lived for up to two seconds.
    @Test func oneSurveyAnswersAllThatAskDuringIt() throws {
        let source = Source()
        let watch = TriggerWatch([source], log: Log())
        let answers = Answers()
        for _ in 1...TriggerWatch.maximumQuestions {
            let isAccepted = watch.survey { answers.all.append($0) }
            #expect(isAccepted)
        }
        let isOneTooMany = !watch.survey { answers.all.append($0) }
        #expect(isOneTooMany)
        #expect(source.surveys.count == 1 && answers.all.isEmpty)
        source.surveys.removeLast()([.locked: .missing("no logind")])
        #expect(answers.all.count == TriggerWatch.maximumQuestions)
        let kinds = try #require(answers.all.last)
        #expect(kinds.first(where: { $0.kind == "locked" })?.reason == "no logind")
        // The next question begins another survey.
        let isAccepted = watch.survey { answers.all.append($0) }
        #expect(isAccepted && source.surveys.count == 1)
    }
}
