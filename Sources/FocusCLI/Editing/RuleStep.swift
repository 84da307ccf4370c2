// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Command that adds a rule to a Focus, for the user to copy.
enum RuleStep {
    /// Returns the command for a rule of that name, or of one like it that no rule has.
    ///
    /// - Parameters:
    ///   - condition: the predicate.
    ///   - effect: `allow` or `silence`.
    static func adding(
        _ name: String, _ condition: String, _ effect: String, to file: FocusFile
    ) -> String {
        // Commands find a rule in any letter case.
        let taken = Set(file.focus.rules.map { $0.name.lowercased() })
        let base = base(of: name)
        let names = [base] + (2...(taken.count + 2)).map { "\(base) \($0)" }
        let free = names.first { !taken.contains($0.lowercased()) } ?? base
        return "focus-switch rule add \(shellQuoted(free)) --do \(effect)"
            + " --focus \(shellQuoted(file.id.rawValue)) --when \(shellQuoted(condition))"
    }

    /// Returns the name without what the header of a group and the command line cannot have.
    private static func base(of name: String) -> String {
        let text = name.filter { !"[]".contains($0) && !$0.isNewline }.drop { $0 == "-" }
        let base = String(text).trimmingBlanks
        return base.isEmpty ? "rule" : base
    }
}
