// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// People in apps, and kinds of their notifications, which a list cannot tell apart.
extension SpokenList {
    /// Words before “calls”, in lower case.
    private static let manners: Set = ["incoming", "phone", "video", "voice"]

    /// The first of ``rules``.
    var rule: String? { rules?.first }

    /// The steps for people in one app, `Ben on Slack`, `Slack messages from Ben and Eve`, or for
    /// one kind of their notifications, `calls from Ann`.
    var rules: [String]? {
        var rest = words
        // “mails from kim@example.org”: an address is of mails.
        let place = rest.firstIndex { word in
            guard let kind = ListPhrase.categories[word.lowercased()], !isName(word) else {
                return false
            }
            return kind.category != "email" || !rest.contains(where: UnknownApps.isAddress)
        }
        let kind = place.flatMap { ListPhrase.categories[rest.remove(at: $0).lowercased()] }
        // “phone calls from Ann”.
        if kind?.noun == "calls" { rest.removeAll { Self.manners.contains($0.lowercased()) } }
        let known = peopleInApps(rest, needsApps: kind == nil)
        // “mails from Carol”, of whom focusd has not heard yet.
        let stranger = known == nil && kind != nil ? stranger(rest) : nil
        guard let (people, apps) = known ?? stranger.map({ ([$0], []) }) else { return nil }
        guard isPlain, !ListPhrase.isNarrow(rest, editor.invocation.apps) || kind == nil else {
            return [help]
        }
        let doubt = stranger.map { "If “\($0)” is a person: " } ?? ""
        let rule = addingRule(for: people, in: apps, verb, kind)
        let lead = Self.lead(people, apps, kind?.noun)
        let first = doubt.isEmpty ? "\(lead): \(rule)" : "\(doubt)\(rule)"
        // Not all programs for mails give their notifications a category.
        guard kind?.noun == "mails", apps.isEmpty else { return [first] }
        let members = people.map { "--person \(shellQuoted($0))" }.joined(separator: " ")
        return [
            first,
            "For all notifications from \(people.count > 1 ? "these people" : "that person"):"
                + " \(command) \(members) \(focus)",
        ]
    }

    static func lead(
        _ people: [String], _ apps: [String], _ noun: String? = nil
    ) -> String {
        let person = people.count > 1 ? "these people" : "that person"
        let app = apps.isEmpty ? "" : apps.count > 1 ? " in these apps" : " in that app"
        return "For \(noun.map { "\($0) from " } ?? "")\(person)\(app)"
    }

    /// Returns the known people and the apps of words such as `Ben and Eve on Slack`.
    ///
    /// - Parameter needsApps: false for words that may name people alone.
    private func peopleInApps(
        _ words: [String], needsApps: Bool
    ) -> (people: [String], apps: [String])? {
        for place in words.indices.dropFirst().dropLast()
        where Self.between.contains(words[place].lowercased()) && !isName(words[place]) {
            let sides = [Array(words[..<place]), Array(words[(place + 1)...])]
            for (first, second) in [(sides[0], sides[1]), (sides[1], sides[0])] {
                if let people = people(first), let apps = apps(second) { return (people, apps) }
            }
        }
        return needsApps ? nil : people(words).map { ($0, []) }
    }

    /// Returns the people whom words name; nil for other words.
    private func people(_ words: [String]) -> [String]? {
        let name = ListPhrase.names(words, editor).joined(separator: " ")
        if !name.isEmpty, let person = person(name) { return [person] }
        guard let phrase = ListPhrase(words, editor), phrase.apps.isEmpty, phrase.strangers.isEmpty
        else { return nil }
        return phrase.people
    }

    /// Returns the names that the notifications of apps have; nil for other words.
    private func apps(_ words: [String]) -> [String]? {
        let name = ListPhrase.names(words, editor).joined(separator: " ")
        if !name.isEmpty, let app = app(name) { return [app] }
        guard let phrase = ListPhrase(words, editor), phrase.people.isEmpty else { return nil }
        let apps = phrase.apps.compactMap(app)
        return apps.count == phrase.apps.count ? apps : nil
    }

    /// Returns the name behind “from” that no known person has; nil for other words.
    private func stranger(_ words: [String]) -> String? {
        guard words.count > 1, ["by", "from", "of"].contains(words[0].lowercased()),
            let phrase = ListPhrase(words, editor), phrase.apps.isEmpty, phrase.people.count == 1,
            let name = phrase.strangers.first, !editor.isNamed(name)
        else { return nil }
        return name
    }

    /// The command of `allow --help` for a person in one app, or one like it.
    func addingRule(
        for people: [String], in apps: [String], _ effect: String,
        _ kind: (noun: String, category: String)? = nil
    ) -> String {
        func anyOf(_ conditions: [String]) -> String {
            conditions.count > 1 ? "(\(conditions.joined(separator: " OR ")))" : conditions[0]
        }
        let parts = [
            kind.map { "category BEGINSWITH \(WordRules.literal($0.category))" },
            apps.isEmpty ? nil : anyOf(apps.map { "appName ==[c] \(WordRules.literal($0))" }),
            anyOf(people.map { "ANY people ==[c] \(WordRules.literal($0))" }),
        ]
        let name =
            (kind.map { "\($0.noun) from " } ?? "") + people.joined(separator: " and ")
            + (apps.isEmpty ? "" : " in \(apps.joined(separator: " and "))")
        return addingRule(name, parts.compactMap(\.self).joined(separator: " AND "), effect)
    }
}
