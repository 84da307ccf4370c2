// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// The reason of a decision: a sentence for `explain`, a few words for a column. Codes remain for
/// looking up a reason.
extension Wording {
    /// Circumstances of a decision.
    struct Circumstances {
        var app: AppID
        /// Name by which the user knows the app.
        var name: String?
        /// Name of the Focus, or nil if none was on.
        var focus: String?
        var criteria: String?
        /// True for a past notification, false for a described one.
        var isPast: Bool
        /// True for a notification that is to be delivered once there is a server.
        var isWaiting = false
        /// Web site of the notification.
        var site: String?
        /// True if the sender gave the notification the urgency `critical`.
        var isMarkedCritical = false
        /// Senders of the notification.
        var people: [String] = []
        /// Time of the call, for the end of a mute.
        var now: Timestamp?
        /// The list that lets the app through, as in `Chat is on Work's list of allowed apps`.
        var allowing: String?
    }

    /// Returns a sentence such as `Would be silenced: Work does not allow notifications from Chat.`
    static func sentence(
        _ verdict: Verdict, _ reason: Reason, _ circumstances: Circumstances
    ) -> String {
        let verb = verdict == .deliver ? "delivered" : "silenced"
        let auxiliary =
            circumstances.isWaiting ? "To be" : circumstances.isPast ? "Was" : "Would be"
        return "\(auxiliary) \(verb): \(clause(reason, verdict, circumstances))."
    }

    private static func clause(
        _ reason: Reason, _ verdict: Verdict, _ circumstances: Circumstances
    ) -> String {
        let focus =
            reason.isAlways ? "always.focus" : (circumstances.focus ?? "the Focus").printable
        let id = circumstances.app.rawValue
        let app = id.isEmpty ? "the app" : (circumstances.name ?? id).printable
        return switch reason {
        case .noFocus:
            circumstances.isPast ? "no Focus was on" : "no Focus is on"
        case .feedback:
            "it is feedback on what you just did, such as volume or brightness, so it passes every"
                + " Focus; only a mute or a silence list of always.focus silences it"
        case .critical:
            "it is critical, and \(app) is one of the apps whose critical notifications you trust"
        case .rule(let name), .always(let name):
            verdict == .deliver
                ? "the rule “\(name.printable)” of \(focus) allows it"
                : "the rule “\(name.printable)” of \(focus) silences it"
        case .timeSensitive:
            circumstances.isMarkedCritical
                ? "its urgency is critical, which counts as time-sensitive, and \(focus) lets such"
                    + " notifications through"
                : "it is time-sensitive, and \(focus) lets such notifications through"
        case .site, .alwaysSite:
            "\(focus) silences notifications from the web site"
                + (circumstances.site.map { " \($0.printable)" } ?? "")
        case .person, .alwaysPerson:
            "\(focus) does not allow notifications from "
                + (circumstances.people.isEmpty
                    ? "this person" : people(circumstances.people, .hint))
        case .app, .alwaysApp:
            "\(focus) does not allow notifications from \(app)"
        case .repeated:
            "it names the same person as another one of the last three minutes, and \(focus) lets"
                + " such notifications through"
        case .filter:
            "\(app)'s own Focus filter for \(focus) does not match its criteria"
                + (circumstances.criteria.map { " “\($0.printable.fitted(to: 80))”" } ?? "")
        case .allowed:
            circumstances.allowing
                ?? "no list of \(focus) \(circumstances.isPast ? "silenced" : "silences") it"
        case .admitted(.person(let name)):
            "\(focus) allows notifications from \(name.printable)"
        case .admitted(.site(let host)):
            "\(focus) allows notifications from the web site \(host.printable)"
        case .tooMany:
            "\(app) sent too many at once; the notification is in the missed list"
        case .duplicate:
            "it is the phone's copy of a notification that an app here had shown"
        case .muted(let end): muted(app, until: end, circumstances)
        case .newApp: "\(app) is a new app, and \(focus) silences new apps"
        }
    }

    private static func muted(
        _ app: String, until end: Timestamp?, _ circumstances: Circumstances
    ) -> String {
        let time = end.map { moment in
            circumstances.now.map { TimeText.upcoming(moment, now: $0) } ?? TimeText.full(moment)
        }
        let verb = circumstances.isPast ? "was" : "is"
        return "\(app) \(verb) muted" + (time.map { " until \($0)" } ?? "")
    }

    /// Returns a few words for a column.
    static func short(_ reason: Reason) -> String {
        switch reason {
        case .noFocus: "no Focus"
        case .feedback: "feedback"
        case .critical: "critical"
        case .rule(let name): rule(name)
        case .timeSensitive: "time-sensitive"
        case .site: "site silenced"
        case .person: "person not allowed"
        case .app: "not allowed"
        case .repeated: "repeat"
        case .filter: "app's filter"
        case .allowed: "allowed"
        case .admitted(let entry): "allowed: \(entry.text.printable)"
        case .tooMany: "too many at once"
        case .always(let name): "always \(rule(name))"
        case .muted: "muted"
        case .duplicate: "phone's copy"
        case .newApp: "new app"
        case .alwaysSite: "site always silenced"
        case .alwaysPerson: "person never allowed"
        case .alwaysApp: "never allowed"
        }
    }

    /// Returns `rule NAME`, or the name alone if it begins with that word.
    private static func rule(_ name: String) -> String {
        name.lowercased().hasPrefix("rule ") ? name.printable : "rule \(name.printable)"
    }
}
