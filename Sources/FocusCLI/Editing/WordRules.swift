// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// Words that a Focus allows or silences: a rule for each word, which matches the title and the
/// text of a notification.
struct WordRules {
    let words: [String]
    let mode: ListPolicy<AppID>.Mode
    /// True to remove the rules.
    let removes: Bool

    /// Returns the name of a word's rule.
    static func name(of word: String) -> String { "word \(word)" }

    /// Returns the words that have rules.
    static func words(of file: FocusFile) -> [String] {
        let lead = name(of: "")
        return file.focus.rules.map(\.name).filter { $0.hasPrefix(lead) }
            .map { String($0.dropFirst(lead.count)) }
    }

    /// Returns the predicate of a word's rule. Letter case and accents do not count.
    static func condition(_ word: String) -> String {
        let text = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "summary CONTAINS[cd] \"\(text)\" OR body CONTAINS[cd] \"\(text)\""
    }

    /// Changes the rules. Returns a sentence for each word.
    func apply(to file: inout FocusFile) throws(FocusFileError) -> [String] {
        var sentences: [String] = []
        let focus = file.focus.name.printable
        let verb = mode == .allow ? "allows" : "silences"
        for word in words {
            let name = Self.name(of: word)
            let effect: RuleEffect = mode == .allow ? .allow : .silence
            let known = file.focus.rules.first { $0.name == name }
            let shown = "notifications with “\(word.printable)”"
            if removes {
                guard known != nil else {
                    sentences.append("\(focus) has no rule for \(shown).")
                    continue
                }
                try file.removeRule(name)
                sentences.append("\(focus) has no rule for \(shown) any more.")
            } else if known == nil {
                try file.addRule(name, when: Self.condition(word), do: effect)
                sentences.append("\(focus) now \(verb) \(shown), from all senders.")
            } else {
                let isSame = known?.effect == effect
                try file.replaceRule(name, do: effect)
                sentences.append("\(focus) \(isSame ? "already" : "now") \(verb) \(shown).")
            }
        }
        return sentences
    }
}
