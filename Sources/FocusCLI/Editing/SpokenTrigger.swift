// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words of `trigger add` that are no triggers, but say when a Focus is to be on.
@LoopActor enum SpokenTrigger {
    /// The kinds with a name behind them.
    private static let named: Set<Trigger.Kind> = [.app, .calendar, .network]

    /// Throws for a Focus beside a trigger, with the command that was meant: `trigger add work wifi
    /// Home`, `trigger add vpn to work`.
    static func refuseFocus(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        var words = values.arguments
        guard values.string("focus") == nil, let first = words.first else { return }
        // The name behind a kind may be that of a Focus: `calendar Work`.
        let kind = TriggerNames.kind(first.prefix { $0 != ":" })
        // “gaming fullscreen”: in the words of a person, the Focus comes before the kind.
        let editor = FocusEditor(invocation)
        let isFocus =
            words.count > 1
            && words.contains { word in
                TriggerNames.kind(word).map { $0.rawValue != word } == true && editor.isNamed(word)
            }
        let isKind = kind != nil && (!isFocus || kind.map(Self.named.contains) == true)
        // “calendar On Call” is a name, too.
        let isLead = { (word: String) in word.means(.lead) && word == word.lowercased() }
        guard !isKind || words.contains(where: isLead),
            let focus = SpokenPhrase.takeFocus(from: &words, invocation)
        else { return }
        let own = words.drop { $0.means(.little) && TriggerNames.kind($0) == nil }
        let triggers = TriggerNames.joined(Array(own)).map(TriggerNames.resolved).map { word in
            Trigger(text: word)?.kind == nil && invocation.apps.isName(word) ? "app:\(word)" : word
        }
        // “when not vpn” is the opposite.
        let isPlain =
            !ListWords.excludes(words, invocation.apps)
            && ListWords.withoutOnly(words, invocation.apps) == nil
        let areKnown = isPlain && triggers.allSatisfy { isKnown($0, invocation) }
        let options = grace(values)
        let message = "“\(focus)” is a Focus, not a trigger".printable
        if areKnown, !triggers.isEmpty {
            let texts = triggers.map(shellQuoted).joined(separator: " ")
            throw .usage(
                message,
                "For that Focus: focus-switch trigger add \(texts)\(options)"
                    + " --focus \(shellQuoted(focus))")
        }
        let steps = SpokenCondition(words, invocation).steps(focus, invocation, options)
        throw .usage(
            message, details: steps.isEmpty ? ["For help: focus-switch trigger add --help"] : steps)
    }

    /// Returns true for triggers; an app is one that is known.
    private static func isKnown(_ text: String, _ invocation: Invocation) -> Bool {
        guard text.contains(":") else {
            return ListWords.split([text]).allSatisfy {
                Trigger(text: TriggerNames.resolved($0))?.kind != nil
            }
        }
        guard let kind = Trigger(text: TriggerNames.resolved(text))?.kind else { return false }
        let name = String(text.drop { $0 != ":" }.dropFirst())
        return kind == .app
            ? invocation.apps.isName(name)
            : !name.split(separator: " ").contains { $0.means(.and) }
    }

    /// The option of that name, behind a blank; empty without it.
    private static func grace(_ values: OptionValues) -> String {
        values.string("grace").map { " --grace \(shellQuoted($0))" } ?? ""
    }

    /// Maximum number of Focuses of which each has a line.
    private static let maximumLines = 4

    /// Returns a line with the place for a Focus once for each Focus of the user, if these are few.
    private static func naming(_ line: String, _ invocation: Invocation) -> [String] {
        let option = " --focus FOCUS"
        let files = FocusEditor(invocation).catalog.files.ordered
        guard line.hasSuffix(option), (1...maximumLines).contains(files.count),
            let step = StepLine(line)
        else { return [line] }
        return files.map { file in
            let id = shellQuoted(file.id.rawValue)
            let command = step.command.dropLast(option.count)
            return StepLine(
                lead: "To turn \(file.focus.name.printable) on by itself then: ",
                command: "\(command) --focus \(id)"
            ).text
        }
    }

    /// Returns the failure for words such as `when Zoom runs` and `location home`, with their
    /// commands; nil for other words.
    ///
    /// - Parameter failure: the failure for the first word alone.
    static func failure(
        _ values: OptionValues, _ failure: CommandFailure, _ invocation: Invocation
    ) -> CommandFailure? {
        let words = values.arguments
        let focus = values.string("focus") ?? invocation.activeFocus?.rawValue ?? "FOCUS"
        let steps = SpokenCondition(words, invocation).steps(focus, invocation, grace(values))
            .flatMap { naming($0, invocation) }
        guard !steps.isEmpty else { return nil }
        if words.count == 1 { return failure.adding(steps) }
        let text = words.joined(separator: " ").printable
        return .usage("“\(text)” is not a trigger", details: steps)
    }
}
