// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Sentences about feedback, such as the popup of the volume: every Focus lets it through, and
/// focusd does not store it, so it has no id to ask about.
enum FeedbackAdvice {
    /// Returns the sentence with the command that silences an app's feedback; nil for other
    /// notifications.
    static func text(_ reason: Reason, _ app: AppID) -> String? {
        guard reason == .feedback else { return nil }
        let name = app.rawValue.isEmpty ? "APP" : shellQuoted(app.rawValue).printable
        return "To silence all of its app, feedback too: focus-switch mute \(name)"
    }

    /// Words, in lower case, that a user types to learn about feedback.
    static let words: Set = ["feedback", "volume", "brightness", "osd"]

    /// Returns the failure for one of ``words`` in place of the id of a notification.
    static func noID(_ word: String) -> CommandFailure {
        CommandFailure.usage(
            "“\(word.printable)” is not the id of a notification; feedback, such as the popup of"
                + " the volume, is not kept and has none",
            "Feedback passes every Focus; to see why: focus-switch explain --hint"
                + " synchronous=volume")
    }

    /// Sentence below the error about an id without a notification.
    static let withoutEntry =
        "Not kept: deleted notifications, focusd's own, and feedback, such as the volume's popup."
}
