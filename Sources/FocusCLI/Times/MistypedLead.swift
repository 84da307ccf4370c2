// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// A mistyped word between names and an end: `Slack fo 1h`, `Slack unitl 5pm`.
@LoopActor struct MistypedLead {
    /// The words before it.
    let names: [String]
    let typed: String
    let meant: String
    /// The option with the end.
    let option: String

    /// Returns nil for words without such a word behind others.
    init?(_ words: [String], _ invocation: Invocation) {
        for place in words.indices.dropFirst().dropLast() {
            let word = words[place]
            guard !EndTime.leads.contains(word.lowercased()), !word.means(.little),
                let meant = NearestWord.find(word, in: ["for", "until"]),
                (try? invocation.apps.isUnknown(word)) == true
            else { continue }
            let corrected = words[..<place] + [meant] + words[(place + 1)...]
            guard let (names, end) = try? EndTime.trailing(Array(corrected), now: invocation.now),
                names.count == place
            else { continue }
            self.names = names
            typed = word
            self.meant = meant
            option =
                EndTime.lengthOption(end) ?? EndTime.option(Array(corrected[place...]), end)
            return
        }
        return nil
    }

    /// The sentence of a refusal.
    var message: String {
        "“\(typed.printable)” is no app" + CommandLineReader.suggestion(meant)
    }
}
