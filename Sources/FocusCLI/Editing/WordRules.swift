// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Predicates

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

    /// Returns the sentence about notifications that come through by their words, whatever the
    /// lists say; empty if there are none.
    static func exceptions(in file: FocusFile) -> [String] {
        let words = words(of: file).filter { word in
            file.focus.rules.contains { $0.name == name(of: word) && $0.effect == .allow }
        }
        guard !words.isEmpty else { return [] }
        return [
            "Notifications with a word that \(file.focus.name.printable) allows still come through:"
                + " \(words.map { "“\($0.printable)”" }.joined(separator: ", "))."
        ]
    }

    /// Returns true for words that match the same notifications.
    static func isSame(_ word: String, _ other: String) -> Bool {
        word.withoutCaseAndAccents == other.withoutCaseAndAccents
    }

    /// Returns the names of a word's rules: first the one in the same letter case.
    private static func names(of word: String, in file: FocusFile) -> [String] {
        words(of: file).filter { isSame($0, word) }.sorted { $0 == word && $1 != word }
            .map(name)
    }

    /// Returns the predicate of a word's rule: whole words, in any letter case, with or without
    /// accents.
    static func condition(_ word: String) -> String { condition(word, options: "cdw") }

    private static func condition(_ word: String, options: String) -> String {
        let text = literal(word)
        return "summary CONTAINS[\(options)] \(text) OR body CONTAINS[\(options)] \(text)"
    }

    /// Returns the text as a string of a predicate, in quotes.
    static func literal(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// Returns true for the rule of an older release, which also matches parts of words.
    private static func isOfOldForm(_ rule: Rule, _ word: String) -> Bool {
        (try? Predicate(format: condition(word, options: "cd"))) == rule.when
    }

    /// Changes the rules. Returns a sentence for each word.
    func apply(to file: inout FocusFile) throws(FocusFileError) -> [String] {
        var sentences: [String] = []
        let focus = file.focus.name.printable
        let verb = mode == .allow ? "allows" : "silences"
        for word in words {
            let names = Self.names(of: word, in: file)
            let name = names.first ?? Self.name(of: word)
            let effect: RuleEffect = mode == .allow ? .allow : .silence
            let known = file.focus.rules.first { $0.name == name }
            let shown = "notifications with “\(word.printable)”"
            if removes {
                guard known != nil else {
                    sentences.append("\(focus) has no rule for \(shown).")
                    continue
                }
                for name in names { try file.removeRule(name) }
                sentences.append("\(focus) has no rule for \(shown) any more.")
            } else if known == nil {
                try file.addRule(name, when: Self.condition(word), do: effect)
                sentences.append("\(focus) now \(verb) \(shown), from all senders.")
            } else if let known {
                let listed = String(name.dropFirst(Self.name(of: "").count))
                let isOld = Self.isOfOldForm(known, listed)
                let isSame = known.effect == effect && !isOld
                try file.replaceRule(name, when: isOld ? Self.condition(listed) : nil, do: effect)
                sentences.append(
                    "\(focus) \(isSame ? "already" : "now") \(verb) \(shown)"
                        + (isOld ? " as a whole word" : "") + ", from all senders.")
            }
        }
        return sentences
    }
}
