// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The next steps below a failure, each rehearsed before it is printed: users paste it, and a step
/// that fails as well is worse than none.
///
/// A step that works is printed. In place of one that fails stand the steps of its own failure that
/// work: below `permit Ann`, `allow Ann` fails for a person, and `allow --person Ann` is there. If
/// no step is left, the way to the help is. ``Rehearsal`` tells what a rehearsal is, and why it has
/// no effect; ``StepLine/words`` tells which lines are printed without one. A step with an effect
/// that leaves out a typed name says so; see ``DroppedNames``.
///
/// The limits: without focusd, whose answers decide, and with `--json`, the steps are printed as
/// they are, and so are those beyond ``maximumTrials`` or ``patience``. A step that goes on from
/// another one, as “Then …”, has the fate of that one. A step that works need not be what the user
/// meant.
@LoopActor final class RehearsedSteps {
    /// Maximum number of rehearsals for one failure, with those of the steps' own failures.
    static let maximumTrials = 12
    /// Maximum number of lines in place of one step.
    private static let maximumOthers = 4
    /// Time after which no further rehearsal begins. One that has begun goes on: each of its
    /// requests may take ``CompletionSources/patience``, and a longer one is the last.
    static let patience = Duration.seconds(2)
    /// Maximum number of failures between the user's command and a step.
    private static let maximumDepth = 2

    private enum Outcome {
        case works
        /// It fails; the steps of its failure that work.
        case fails([String])
    }

    private let invocation: Invocation
    private var trials = 0
    private let end = ContinuousClock.now + patience
    /// The lines with a help text below the failures of steps.
    private var helps: [String] = []
    /// The words of the first step that fails.
    private var failed: [String]?
    /// The words of the steps that would change something.
    private var effective: Set<[String]> = []

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    /// Returns the failure with one command a line, and with the steps that work.
    func checked(_ failure: CommandFailure) -> CommandFailure {
        guard invocation.rehearsesSteps, !invocation.isJSON, !invocation.words.contains("--json"),
            failure.code != .notReachable, let message = failure.message
        else { return failure }
        var (sentence, lines) = StepLine.parted(message)
        lines = working(lines: lines, Self.maximumDepth)
        if let step = StepLine(sentence), let rest = step.beforeClause,
            case .fails(let others) = outcome(of: step, Self.maximumDepth)
        {
            sentence = rest
            lines += others
        }
        lines += working(lines: failure.details.flatMap(StepLine.split), Self.maximumDepth)
        let told = withoutDroppedNames(lines, sentence)
        let isShorter = told.count < lines.count
        lines = told
        if failed != nil || isShorter, !lines.contains(where: { StepLine($0) != nil }) {
            lines += helps.isEmpty ? [helpLine] : helps
        }
        return CommandFailure(failure.code, sentence, details: Self.withoutRepeated(lines))
    }

    /// Returns the lines in which no step leaves out a name without a word.
    private func withoutDroppedNames(_ lines: [String], _ sentence: String) -> [String] {
        guard !effective.isEmpty, let reading = invocation.invocationForSteps() else {
            return lines
        }
        return DroppedNames(invocation.words, reading)
            .told(in: lines, below: sentence) { $0.words.map(effective.contains) ?? false }
    }

    /// Returns the lines without the steps that fail, and with the steps of their failures.
    private func working(lines: [String], _ depth: Int) -> [String] {
        var working: [String] = []
        var isLeftOut = false
        for line in lines {
            guard let step = StepLine(line) else {
                working.append(line)
                continue
            }
            if step.goesOn {
                if !isLeftOut { working.append(line) }
                continue
            }
            switch outcome(of: step, depth) {
            case .works:
                isLeftOut = false
                working.append(line)
            case .fails(let others):
                isLeftOut = others.isEmpty
                working += others
            }
        }
        return working
    }

    private func outcome(of step: StepLine, _ depth: Int) -> Outcome {
        guard !step.isHelp, let words = step.words, let failure = failure(of: words) else {
            return .works
        }
        if failed == nil { failed = words }
        guard depth > 0 else { return .fails([]) }
        let others = steps(of: failure, in: step, depth - 1)
        let isWithoutFocus =
            failure.message == FocusEditor.noFocusIsOn
            && !words.contains { $0 == "--" || $0.hasPrefix("--focus") }
        guard others.isEmpty, isWithoutFocus else { return .fails(others) }
        return .fails(steps(naming: step, words, depth))
    }

    /// Returns the first steps of a step's failure that work. Those without words of their own have
    /// the step's words.
    private func steps(
        of failure: CommandFailure, in step: StepLine, _ depth: Int
    ) -> [String] {
        var lines = failure.details.flatMap(StepLine.split)
        if let clause = failure.message.flatMap({ StepLine($0) })?.clause {
            lines.insert(contentsOf: StepLine.split(clause.text), at: 0)
        }
        let steps = lines.filter { line in StepLine(line).map { !$0.isHelp } ?? false }
        helps += lines.filter { line in StepLine(line)?.isHelp == true && !helps.contains(line) }
        return working(lines: steps, depth).prefix(Self.maximumOthers).map { line in
            guard let other = StepLine(line), other.lead.allSatisfy({ $0 == " " }) else {
                return line
            }
            return StepLine(lead: step.lead, command: other.command).text
        }
    }

    /// Returns the lines for a step that needs a Focus while none is on, with the place for its
    /// name. The step is rehearsed with the Focus that always exists.
    private func steps(naming step: StepLine, _ words: [String], _ depth: Int) -> [String] {
        let option = " --focus \(FocusID.doNotDisturb.rawValue)"
        let named = StepLine(lead: step.lead, command: step.command + option)
        // The lists of another Focus have other members.
        let isCertain = !words.contains("--remove")
        let lines: [String] =
            if isCertain, case .fails(let others) = outcome(of: named, depth) {
                others
            } else {
                [named.text]
            }
        return lines.map { $0.replacing(option, with: " --focus FOCUS") }
    }

    // MARK: Rehearsals

    /// Returns the failure of a command; nil if it works, or if that cannot be known.
    private func failure(of words: [String]) -> CommandFailure? {
        guard trials < Self.maximumTrials, ContinuousClock.now < end,
            let connection = try? invocation.connectionForSteps(), connection.isRunning
        else { return nil }
        trials += 1
        switch invocation.rehearse(words) {
        case .works(let hasEffect):
            if hasEffect { effective.insert(words) }
            return nil
        case .unknown: return nil
        case .takesLittleWord: return .refused("an app of that name")
        case .fails(let failure): return failure
        }
    }

    // MARK: Lines

    /// The line with the help of the command that was meant.
    private var helpLine: String {
        let command = [failed, invocation.words].lazy.compactMap(\.self).compactMap { words in
            CommandTable.all.filter { words.starts(with: $0.words.map(String.init)) }
                .max { $0.words.count < $1.words.count }
        }.first
        return command.map { "For help: focus-switch \($0.name) --help" }
            ?? "All commands: focus-switch --help"
    }

    /// Returns the lines without a command that stands in a line above.
    private static func withoutRepeated(_ lines: [String]) -> [String] {
        var seen: Set<String> = []
        return lines.filter { seen.insert(StepLine($0)?.command ?? $0).inserted }
    }
}
