// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words behind `mute` for all apps, which Do Not Disturb silences.
@LoopActor enum MuteAll {
    /// Throws for words such as “all notifications” and “everything except Chat”, with the commands
    /// that do it.
    ///
    /// - Parameters:
    ///   - end: the option with the end of the mute, behind a blank.
    ///   - isAgreed: true to take “notifications” for an app.
    static func refuse(
        _ words: [String], _ end: String, isAgreed: Bool, _ invocation: Invocation
    ) throws(CommandFailure) {
        let phrase = SpokenPhrase(words, invocation, end: end)
        guard phrase.subjects.isAll, phrase.focus == nil else {
            if words.count == 1 { try ListWords.refuseAll(words, invocation.apps, []) }
            return
        }
        let isWord = OtherUse.everythingWords.contains(words[0].lowercased())
        guard isWord || !isAgreed, let steps = phrase.steps(to: .silence, invocation) else {
            return
        }
        throw .refused("there is no app “\(words[0].printable)”", details: steps)
    }
}
