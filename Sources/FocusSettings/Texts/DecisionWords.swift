// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Presentation

/// Decisions in words.
enum DecisionWords {
    /// Returns a sentence such as `Silenced: Work does not allow Chat`.
    static func sentence(_ entry: EntryWire, app: String, focus: String?) -> String {
        let record = entry.record
        let reason = reason(
            record.reason, app: app, focus: focus ?? tr("the Focus"),
            person: record.people.first, site: record.site)
        guard record.verdict == .deliver else { return tr("Silenced: \(reason)") }
        return record.state == .queued
            ? tr("To be delivered: \(reason)") : tr("Delivered: \(reason)")
    }

    /// Returns the same about a notification that nobody has sent.
    static func sentence(
        _ answer: ExplainAnswer, app: String, focus: String?, site: String?
    ) -> String {
        let reason = reason(
            answer.reason, app: app, focus: focus ?? tr("the Focus"),
            person: answer.people.first, site: site)
        return answer.verdict == .deliver
            ? tr("Comes through: \(reason)") : tr("Is silenced: \(reason)")
    }

    private static func reason(
        _ reason: Reason, app: String, focus: String, person: String?, site: String?
    ) -> String {
        switch reason {
        case .noFocus: tr("no Focus was on")
        case .feedback: tr("it is feedback, such as the volume")
        case .critical: tr("it is critical, and you trust \(app) with that")
        case .rule(let name): tr("the rule “\(name)” of \(focus) decides it")
        case .timeSensitive: tr("\(focus) lets time-sensitive notifications through")
        case .site: tr("\(focus) silences the web site \(site ?? "")")
        case .person: tr("\(focus) does not allow \(person ?? tr("this person"))")
        case .app: tr("\(focus) does not allow \(app)")
        case .repeated: tr("the same person called twice within three minutes")
        case .filter: tr("\(app)'s own filter for \(focus) keeps it back")
        case .allowed: tr("the lists of \(focus) let it through")
        case .admitted(.person(let person)): tr("\(focus) allows \(person)")
        case .admitted(.site(let site)): tr("\(focus) allows the web site \(site)")
        case .tooMany: tr("\(app) sent too many at once")
        case .always(let name): tr("the rule “\(name)” of always.focus decides it")
        case .muted: tr("you muted \(app)")
        case .newApp: tr("\(app) is a new app, and always.focus silences new apps")
        case .alwaysSite: tr("always.focus silences the web site \(site ?? "")")
        case .alwaysPerson:
            tr("always.focus does not allow \(person ?? tr("this person"))")
        case .alwaysApp: tr("always.focus does not allow \(app)")
        case .duplicate: tr("an app here has shown the same notification")
        }
    }

    /// Returns what became of a notification: `delivered`, `silenced` or `delivered later`; nil
    /// while it waits for the server, which is its state.
    static func outcome(_ entry: EntryWire) -> String? {
        if entry.record.state == .queued { return nil }
        if entry.isReturned { return tr("snoozed, then delivered") }
        if entry.isLate { return tr("delivered later") }
        return entry.record.verdict == .deliver ? tr("delivered") : tr("silenced")
    }

    /// Returns the state of a past notification.
    static func state(_ entry: EntryWire, now: Timestamp) -> String {
        if let until = entry.snoozedUntil {
            return tr("snoozed, comes back \(ClockText.text(until, seenFrom: now))")
        }
        if entry.record.isRead { return tr("read") }
        return switch entry.record.state {
        case .queued: tr("waiting for the server")
        case .shown: tr("on the screen")
        case .silenced: tr("missed")
        case .expired: tr("popup gone")
        case .parked: tr("the server crashed on it")
        case .dismissed: tr("dismissed")
        case .actedOn: tr("acted on")
        case .closedByApp: tr("closed by its app")
        case .read: tr("read")
        case .replaced: tr("replaced")
        case .evicted: tr("ended to make room")
        }
    }
}

extension EntryRecord {
    /// The title of the notification: its summary, or the body of one without a summary; nil for a
    /// notification whose text is not kept.
    var headline: String? { headline(upTo: 100) }

    /// Returns the ``headline`` with more or fewer of its characters.
    func headline(upTo count: Int) -> String? {
        let texts = [summary, body.withoutMarkup].lazy.map { $0.line(upTo: count) }
        return texts.first { $0.contains { !$0.isWhitespace } }
    }

    /// The body in one line, with its links; empty if it is the ``headline``.
    func linkedBody(upTo count: Int) -> [LinkedBody.Part] {
        guard summary.contains(where: { !$0.isWhitespace }) else { return [] }
        var parts: [LinkedBody.Part] = []
        var room = count
        for part in LinkedBody(body: body).parts where room > 0 {
            var part = part
            part.text = part.text.inOneLine
            if part.text.count > room { part.text = part.text.prefix(room) + "…" }
            room -= part.text.count
            parts.append(part)
        }
        return parts
    }
}

extension String {
    /// The text in one line, cut after so many characters.
    func line(upTo count: Int = 200) -> String {
        let line = split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
        return line.count > count ? line.prefix(count) + "…" : line
    }

    /// The text with a blank in place of tabs and lines' ends.
    fileprivate var inOneLine: String {
        var line = ""
        for character in self {
            let isBreak = character.isNewline || character == "\t"
            if isBreak, line.last == " " { continue }
            line.append(isBreak ? " " : character)
        }
        return line
    }
}
