// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words of `trigger add` that are no triggers, but say when a Focus is to be on.
@LoopActor enum SpokenTrigger {
    /// Throws for a Focus beside a trigger, with the command that was meant: `trigger add work wifi
    /// Home`, `trigger add vpn to work`.
    static func refuseFocus(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        var words = values.arguments
        guard values.string("focus") == nil, let first = words.first else { return }
        // The name behind a kind may be that of a Focus: `calendar Work`.
        let isKind = TriggerNames.kind(first.prefix { $0 != ":" }) != nil
        guard !isKind || words.contains(where: ListHabits.isLead),
            let focus = SpokenMember.removeFocus(from: &words, invocation)
        else { return }
        let own = words.drop { StrayWords.isLittle($0) && TriggerNames.kind($0) == nil }
        let triggers = TriggerNames.joined(Array(own)).map(TriggerNames.resolved).map { word in
            Trigger(text: word)?.kind == nil && invocation.apps.isName(word) ? "app:\(word)" : word
        }
        let areKnown = triggers.allSatisfy { text in
            (text.contains(":") ? [text] : ListWords.split([text])).allSatisfy {
                Trigger(text: TriggerNames.resolved($0))?.kind != nil
            }
        }
        let message = "“\(focus)” is a Focus, not a trigger".printable
        if areKnown, !triggers.isEmpty {
            let texts = triggers.map(shellQuoted).joined(separator: " ")
            throw .usage(
                message,
                "For that Focus: focus-switch trigger add \(texts) --focus \(shellQuoted(focus))")
        }
        let steps = SpokenCondition(words, invocation).steps(focus, invocation)
        throw .usage(
            message, details: steps.isEmpty ? ["For help: focus-switch trigger add --help"] : steps)
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
        let steps = SpokenCondition(words, invocation).steps(focus, invocation)
        guard !steps.isEmpty else { return nil }
        if words.count == 1 { return failure.adding(steps) }
        let text = words.joined(separator: " ").printable
        return .usage("“\(text)” is not a trigger", details: steps)
    }
}
