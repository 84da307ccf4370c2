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
        try refuseOwn(words, end, isAgreed: isAgreed, invocation)
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

    /// Returns true for a word that `mute` does not take for an app without consent.
    static func needsConsent(_ word: String, _ invocation: Invocation) -> Bool {
        do throws(CommandFailure) {
            try refuse([word], "", isAgreed: false, invocation)
            return false
        } catch {
            return true
        }
    }

    /// Words for the user or the whole machine, in lower case.
    private static let own: Set = [
        "computer", "desktop", "device", "laptop", "machine", "me", "myself", "pc", "phone", "us",
    ]
    /// Words for something that was named before, in lower case.
    private static let pointing: Set = [
        "her", "him", "it", "that", "them", "these", "this", "those",
    ]

    /// Throws for `me`, `the computer` and `it`, which hardly name an app.
    private static func refuseOwn(
        _ words: [String], _ end: String, isAgreed: Bool, _ invocation: Invocation
    ) throws(CommandFailure) {
        let meant = words.drop { ["my", "the", "this", "whole"].contains($0.lowercased()) }
        let name = meant.count == 1 ? meant[meant.startIndex] : words[0]
        let isOwn = meant.count == 1 && own.contains(name.lowercased())
        let isPointing = words.count == 1 && pointing.contains(name.lowercased())
        guard !isAgreed, isOwn || isPointing, try invocation.apps.isUnknown(name) else { return }
        throw .refused(
            "there is no app “\(name.printable)”",
            details: [
                isOwn
                    ? NearMiss.silencingAll + end
                    : "The newest notification and its app: focus-switch history --limit 1"
            ] + (words.count == 1 ? ["To mute an app of that name: \(invocation.agreeing)"] : []))
    }
}
