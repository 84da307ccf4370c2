// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A place behind the names of apps that are to be hidden there: `Slack on the lock screen`, `Slack
/// while I share my screen`.
@LoopActor struct HiddenPlace {
    /// The words before the place, without one for the kind: “app Slack”.
    let names: [String]
    /// The words of the place.
    let place: [String]
    private let isLockScreen: Bool
    private let invocation: Invocation

    /// Words that mean nothing of their own in a place, in lower case.
    private static let fillers: Set = [
        "a", "am", "at", "during", "from", "i", "i'm", "i’m", "if", "im", "in", "is", "it", "its",
        "my", "of", "on", "our", "session", "the", "we", "when", "whenever", "while",
    ]
    /// The other words of a place, in lower case, without blanks and hyphens.
    private static let lockScreens: Set = [
        "lock", "locked", "lockedscreen", "lockscreen", "screenislocked", "screenlock",
        "screenlocked", "lockscreens",
    ]
    private static let sharing: Set = [
        "present", "presentation", "presenting", "recordscreen", "recordingscreen", "screencast",
        "screenrecording", "screenshare", "screenshared", "screensharing", "screenisshared",
        "sharescreen", "sharing", "sharingscreen",
    ]

    /// Returns nil for words without such a place behind a name.
    init?(_ words: [String], _ invocation: Invocation) {
        for start in words.indices.dropFirst() {
            let text = words[start...].map { $0.lowercased() }
                .filter { !Self.fillers.contains($0) }.joined().filter { $0 != "-" }
            let isLockScreen = Self.lockScreens.contains(text)
            guard isLockScreen || Self.sharing.contains(text),
                !invocation.apps.isName(words.joined(separator: " ")),
                !invocation.apps.isName(words[start...].joined(separator: " "))
            else { continue }
            let hasKind =
                start > 1 && SpokenMember.appWords.contains(words[0].lowercased())
                && !invocation.apps.isName(words[0])
            names = Array(words[(hasKind ? 1 : 0)..<start])
            place = Array(words[start...])
            self.isLockScreen = isLockScreen
            self.invocation = invocation
            return
        }
        return nil
    }

    /// The lines with the commands that hide the apps there.
    var steps: [String] {
        guard isLockScreen else { return sharingSteps }
        guard let apps = apps else { return ["For help: focus-switch lockscreen hide --help"] }
        return ForeignVerb.steps(
            "lockscreen hide", "While the session is locked, their texts", apps, invocation)
    }

    /// The names of apps; nil if a word may be none.
    private var apps: [String]? {
        // “all notifications”.
        let isAll = names.allSatisfy { word in
            (OtherUse.everythingWords.contains(word.lowercased()) || StrayWords.isLittle(word))
                && !ListWords.isNothing(word) && !invocation.apps.isName(word)
        }
        if isAll { return ["all"] }
        guard let apps = try? ListWords.certain(names, invocation.apps), !apps.isEmpty else {
            return nil
        }
        return apps
    }

    /// A Focus is on while the screen is shared: one of the user, or else the ready-made one.
    private var sharingSteps: [String] {
        let focuses = FocusEditor(invocation).catalog.focuses.ordered
        guard
            let focus = focuses.first(where: { $0.triggers.contains { $0.kind == .screenShared } })
        else {
            let template = FocusTemplate.meant(by: "share")
            return template.map { template in
                ["A Focus can be on while the screen is shared, and silence all; \(template.hint)"]
            } ?? ["For help: focus-switch trigger add --help"]
        }
        guard !names.isEmpty else { return ["For help: focus-switch silence --help"] }
        return ForeignVerb.steps(
            "silence", "While the screen is shared", names + ["--focus", focus.id.rawValue],
            invocation)
    }
}
