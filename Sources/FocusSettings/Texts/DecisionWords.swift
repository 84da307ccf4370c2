// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire

/// Decisions in words.
enum DecisionWords {
    /// Returns a sentence such as `Silenced: Work does not allow Chat`.
    static func sentence(_ entry: EntryWire, app: String, focus: String?) -> String {
        let verb = entry.record.verdict == .deliver ? "Delivered" : "Silenced"
        return "\(verb): \(reason(entry.record, app: app, focus: focus ?? "the Focus"))"
    }

    private static func reason(_ record: EntryRecord, app: String, focus: String) -> String {
        switch record.reason {
        case .noFocus: "no Focus was on"
        case .feedback: "it is feedback, such as the volume"
        case .critical: "it is critical, and you trust \(app) with that"
        case .rule(let name): "the rule “\(name)” of \(focus) decides it"
        case .timeSensitive: "\(focus) lets time-sensitive notifications through"
        case .site: "\(focus) silences the web site \(record.site ?? "")"
        case .person: "\(focus) does not allow \(record.people.first ?? "this person")"
        case .app: "\(focus) does not allow \(app)"
        case .repeated: "the same person called twice within three minutes"
        case .filter: "\(app)'s own filter for \(focus) keeps it back"
        case .allowed: "nothing in \(focus) silences it"
        case .admitted(.person(let person)): "\(focus) allows \(person)"
        case .admitted(.site(let site)): "\(focus) allows the web site \(site)"
        case .tooMany: "\(app) sent too many at once"
        case .always(let name): "the rule “\(name)” of always.focus decides it"
        case .muted: "you muted \(app)"
        case .newApp: "\(app) is a new app, and always.focus silences new apps"
        case .alwaysSite: "always.focus silences the web site \(record.site ?? "")"
        case .alwaysPerson:
            "always.focus does not allow \(record.people.first ?? "this person")"
        case .alwaysApp: "always.focus does not allow \(app)"
        case .duplicate: "an app here has shown the same notification"
        }
    }

    /// Returns the state of a past notification.
    static func state(_ entry: EntryWire) -> String {
        if entry.record.isRead { return "read" }
        return switch entry.record.state {
        case .queued: "waiting"
        case .shown: "on the screen"
        case .silenced: "missed"
        case .expired: "popup gone"
        case .parked: "the server crashed on it"
        case .dismissed: "dismissed"
        case .actedOn: "acted on"
        case .closedByApp: "closed by its app"
        case .read: "read"
        case .replaced: "replaced"
        case .evicted: "ended to make room"
        }
    }
}

extension String {
    /// The body of a notification without its tags, and with the characters of its entities.
    var withoutMarkup: String {
        var text = ""
        var isInTag = false
        for (index, character) in zip(indices, self) {
            if character == "<" {
                // A lone sign, as in `1 < 2`, begins no tag.
                let next = self[self.index(after: index)...].first
                isInTag = next.map { $0.isLetter || $0 == "/" } ?? false
                if isInTag { continue }
            }
            if !isInTag { text.append(character) }
            if character == ">" { isInTag = false }
        }
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"),
            ("&amp;", "&"),
        ]
        for (entity, sign) in entities { text = text.replacing(entity, with: sign) }
        return text
    }

    /// The text in one line, cut after so many characters.
    func line(upTo count: Int = 200) -> String {
        let line = split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
        return line.count > count ? line.prefix(count) + "…" : line
    }
}
