// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// Runs all sources of triggers as the Focuses need them.
@LoopActor final class TriggerWatch {
    private let sources: [any TriggerSource]
    private let log: Log
    private var followed: [Trigger.Source: Set<Trigger>] = [:]
    private var told: [Trigger.Source: [TriggerProblem]] = [:]
    /// Questions that wait until the problems of all sources are known.
    private var questions: [@LoopActor () -> Void] = []
    private var questionTimer: Timer?
    /// Questions that wait for the survey in progress.
    private var surveyed: [@LoopActor ([TriggerKindState]) -> Void] = []
    /// The last report of each source.
    private var present: [Trigger.Source: Set<Trigger>] = [:]
    /// Called with the triggers of a source that are true now.
    var onChange: ((Set<Trigger>, Trigger.Source) -> Void)?
    /// Called when the session's windows cannot be watched any more, possibly because its display
    /// is gone.
    var onDisplayFailure: (() -> Void)?

    init(_ sources: [any TriggerSource], log: Log) {
        self.sources = sources
        self.log = log
        for source in sources {
            source.onChange = { [weak self, weak source] present in
                guard let self, let source else { return }
                report(source)
                self.present[source.source] = present
                onChange?(present, source.source)
                answerIfSettled()
            }
        }
    }

    /// Follows exactly these triggers, which the Focuses use.
    func follow(_ triggers: Set<Trigger>) {
        for source in sources {
            let asked = triggers.filter { $0.source == source.source }
            guard asked != followed[source.source] ?? [] else { continue }
            followed[source.source] = asked
            source.follow(asked)
            report(source)
        }
        answerIfSettled()
    }

    /// Has the sources read their settings again.
    func settingsChanged() {
        for source in sources {
            source.settingsChanged()
            report(source)
        }
        answerIfSettled()
    }

    /// Stops all sources without a report: triggers that are true now stay true in the store, for
    /// the next focusd.
    func stop() {
        onChange = nil
        onDisplayFailure = nil
        for source in sources { source.follow([]) }
    }

    /// Calls the body with all kinds of triggers, and which of them can be detected here. One
    /// survey answers all that ask during it: a survey starts programs, and asks both buses. The
    /// caller limits the number of questions (``Limits/triggerQuestions``).
    func survey(_ body: @escaping @LoopActor ([TriggerKindState]) -> Void) {
        surveyed.append(body)
        guard surveyed.count == 1 else { return }
        retry()
        let survey = Survey()
        survey.open = sources.count
        for source in sources {
            source.survey { [weak self] found in
                survey.findings.merge(found) { _, new in new }
                survey.open -= 1
                guard survey.open == 0, let self else { return }
                answer(survey)
            }
        }
    }

    private func answer(_ survey: Survey) {
        let kinds = Trigger.Kind.allCases.map { state($0, survey.findings[$0] ?? .available) }
        let bodies = surveyed
        surveyed = []
        for body in bodies { body(kinds) }
    }

    @LoopActor private final class Survey {
        var findings: [Trigger.Kind: KindFinding] = [:]
        var open = 0
    }

    private func state(_ kind: Trigger.Kind, _ finding: KindFinding) -> TriggerKindState {
        let isUsed = followed.values.contains { $0.contains { $0.kind == kind } }
        let holding = present.values.joined().filter { $0.kind == kind }.map(\.text).sorted()
        return TriggerKindState(
            kind, isAvailable: finding.isAvailable, reason: finding.reason,
            holds: isUsed ? !holding.isEmpty : nil, holding: isUsed ? holding : nil)
    }

    /// True if any Focus uses triggers.
    var isInUse: Bool { followed.values.contains { !$0.isEmpty } }

    /// Problems that prevent the detection of triggers in use.
    var problems: [TriggerProblem] { sources.flatMap(\.problems) }

    /// Time that a program may take until it has printed the first state.
    static let patience = Duration.seconds(2)
    /// Maximum number of questions that wait for ``problems``.
    static let maximumQuestions = 64

    /// Looks again for programs that were missing, which the user may just have installed, and for
    /// the session's display.
    func retry() {
        for source in sources { source.retry() }
    }

    /// Follows the session to its display, which has appeared.
    func displayAppeared() {
        for source in sources { source.displayAppeared() }
    }

    /// Calls the body once ``problems`` are known, or when ``patience`` has passed. First looks
    /// again for missing programs.
    func whenSettled(_ body: @escaping @LoopActor () -> Void) {
        retry()
        guard !isSettled, questions.count < Self.maximumQuestions else { return body() }
        questions.append(body)
        guard questionTimer == nil else { return }
        questionTimer = Timer(after: Self.patience) { [weak self] in self?.answer() }
    }

    private var isSettled: Bool { sources.allSatisfy(\.isSettled) }

    private func answerIfSettled() {
        if isSettled { answer() }
    }

    private func answer() {
        questionTimer = nil
        let bodies = questions
        questions = []
        for body in bodies { body() }
    }

    /// Logs the new problems of a source.
    private func report(_ source: any TriggerSource) {
        let problems = source.problems
        let known = told[source.source] ?? []
        for problem in problems where !known.contains(problem) { log.warning(problem.detail) }
        told[source.source] = problems
    }
}
