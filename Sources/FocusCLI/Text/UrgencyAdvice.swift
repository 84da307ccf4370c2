// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Advice about a sender's mark “critical”: its effect on a decision, and the command that ends the
/// effect.
@LoopActor struct UrgencyAdvice {
    let invocation: Invocation
    let urgency: Urgency
    /// The reason of the decision.
    let reason: Reason
    let level: InterruptionLevel
    let app: AppID
    /// The Focus that decided.
    let focus: FocusID?

    /// The sentence about the mark, or nil if it had no effect.
    var text: String? {
        if let text = exception { return text }
        guard urgency == .critical else { return nil }
        if level != .critical, isListed(invocation.general.criticalApps) {
            return "[Critical] Apps= of focusd.conf names \(invocation.apps.name(of: app)), but"
                + " counts only the level critical (the hint interruption-level), not the urgency."
        }
        if let command { return "To stop this: \(command.printable)" }
        // Otherwise the sender has named another level.
        guard level < .timeSensitive, isListed(invocation.general.urgencyIgnored) else {
            return nil
        }
        return "Its sender marked it critical, which does not count from"
            + " \(invocation.apps.name(of: app)) ([Urgency] IgnoreFrom= of focusd.conf)."
    }

    /// The sentence about a time-sensitive notification that is silenced because the Focus excepts
    /// its app; nil for other decisions.
    private var exception: String? {
        guard level >= .timeSensitive, [.app, .person, .site, .filter].contains(reason), let focus,
            let file = FocusEditor(invocation).catalog.focuses[focus], file.timeSensitive
        else { return nil }
        let except = file.timeSensitiveExcept
        let listed = except.filter { entry in
            AppList([entry] + invocation.apps.aliases(of: entry)).contains(app)
        }
        guard !listed.isEmpty else { return nil }
        let others = except.subtracting(listed).map { shellQuoted($0.rawValue) }.sorted()
        let words = others.isEmpty ? "none" : others.joined(separator: " ")
        return "\(file.name.printable) lets time-sensitive notifications through, but not those of"
            + " \(invocation.apps.listedName(of: app)) (time-sensitive-except). To let them through:"
            + " focus-switch set time-sensitive-except \(words.printable) --focus"
            + " \(shellQuoted(focus.rawValue).printable)"
    }

    /// Returns true if a list of focusd.conf has the app, under any of its ids.
    private func isListed(_ apps: Set<AppID>) -> Bool {
        let list = AppList(apps)
        return list.contains(app)
            || invocation.apps.aliases(of: app).contains(where: list.contains)
    }

    /// The members for JSON.
    var members: KeyValuePairs<String, JSONValue> {
        [
            "markedCritical": .boolean(urgency == .critical),
            "remedy": .optional(urgency == .critical ? command : nil),
        ]
    }

    /// The command that adds the app to the existing exceptions, after which its
    /// notifications no longer pass.
    private var command: String? {
        guard reason == .timeSensitive, let focus, !app.rawValue.isEmpty else { return nil }
        let known = FocusEditor(invocation).catalog.focuses[focus]?.timeSensitiveExcept ?? []
        // The Focus may have changed since a past decision.
        guard !AppList(known).contains(app) else { return nil }
        let apps = known.union([app]).map(\.rawValue).sorted()
        let words = apps.map(shellQuoted)
        return "focus-switch set time-sensitive-except \(words.joined(separator: " "))"
            + " --focus \(shellQuoted(focus.rawValue))"
    }
}

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
