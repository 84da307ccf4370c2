// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Advice about a rule that silences a notification: the command after which the notification comes
/// through.
@LoopActor struct RuleAdvice {
    let invocation: Invocation
    let file: FocusFile
    let rule: String

    /// Returns the command. It removes the rule of a word (`silence --word`) where that is enough;
    /// else it turns the rule into one that allows.
    func command(_ notification: Notification) -> String {
        let focus = "--focus \(shellQuoted(file.id.rawValue))"
        let word = WordRules.words(of: file).first { WordRules.name(of: $0) == rule }
        guard let word else {
            return "focus-switch rule change \(shellQuoted(rule)) --do allow \(focus)"
        }
        var without = file.focus
        without.rules.removeAll { $0.name == rule }
        let isEnough = invocation.policy(of: without).decide(notification).verdict == .deliver
        return "focus-switch \(isEnough ? "silence --remove" : "allow") --word"
            + " \(shellQuoted(word)) \(focus)"
    }
}
