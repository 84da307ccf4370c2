// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The lock screen behind the names of apps whose texts are to be hidden there: `Slack on the lock
/// screen`, `Slack when the screen is locked`.
@LoopActor struct HiddenPlace {
    /// The names before the place, without a word for the kind: “app Slack”.
    let names: [String]
    /// The words of the place.
    let place: [String]
    private let invocation: Invocation

    private static let texts: Set = [
        "lock", "locked", "lockscreen", "screenlocked", "screenislocked", "lockedscreen",
    ]

    /// Returns nil for words without such a place behind a name.
    init?(_ words: [String], _ invocation: Invocation) {
        let start = words.indices.dropFirst().first { start in
            let text = words[start...].filter { !$0.means(.lead, .condition, .article, .later) }
                .joined().lowercased().filter { $0 != "-" }
            return Self.texts.contains(text)
                && !invocation.apps.isName(words.joined(separator: " "))
                && !invocation.apps.isName(words[start...].joined(separator: " "))
        }
        guard let start else { return nil }
        let hasKind = start > 1 && words[0].means(.app) && !invocation.apps.isName(words[0])
        names = Array(words[(hasKind ? 1 : 0)..<start])
        place = Array(words[start...])
        self.invocation = invocation
    }

    /// The lines with the commands that hide the apps there.
    var steps: [String] {
        let members = SpokenMembers(names, invocation)
        let apps = members.isAll ? ["all"] : (try? ListWords.certain(names, invocation.apps)) ?? []
        guard !apps.isEmpty else { return ["For help: focus-switch lockscreen hide --help"] }
        let own = ("While the session is locked, their texts", "lockscreen hide")
        return OwnVerbs.steps([own], apps, invocation)
    }
}
