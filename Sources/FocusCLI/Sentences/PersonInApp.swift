// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// People in apps, which a list cannot tell apart: `Ben and Eve on Slack`, `Slack except Ben`.
@LoopActor struct PersonInApp {
    private let people: [String]
    /// The names that the notifications of the apps have.
    private let apps: [String]
    /// The member that is to be on the list, of which the others are an exception.
    private let whole: SpokenMembers?

    /// Returns nil for other words.
    init?(_ words: [String], _ invocation: Invocation) {
        let directory = invocation.apps
        func members(_ words: some Sequence<String>) -> SpokenMembers? {
            let members = SpokenMembers(Array(words), invocation)
            let isKnown = members.isSorted && members.isKnown && !members.isAll
            return isKnown && members.count == members.apps.count + members.people.count
                ? members : nil
        }
        for place in words.indices.dropFirst().dropLast() where !directory.isName(words[place]) {
            let isException = words[place].means(.except)
            guard isException || words[place].means(.between),
                let first = members(words[..<place]),
                let second = members(
                    words[(place + 1)...].drop {
                        isException && $0.means(.between, .deny) && !directory.isName($0)
                    }),
                first.people.isEmpty != second.people.isEmpty,
                first.apps.isEmpty != second.apps.isEmpty
            else { continue }
            apps = (first.apps + second.apps).compactMap { name in
                ((try? directory.find(name)) ?? nil).map { $0.likelyName ?? $0.id.rawValue }
            }
            guard apps.count == first.apps.count + second.apps.count else { return nil }
            people = first.people + second.people
            whole = isException ? first : nil
            if isException, first.count > 1 || apps.count > 1 { return nil }
            return
        }
        return nil
    }

    /// Returns the line with the commands.
    ///
    /// - Parameters:
    ///   - verb: `allow` or `silence`.
    ///   - focus: the option with the Focus.
    func step(_ verb: String, _ focus: String, in file: FocusFile) -> String {
        if let whole {
            let rule = rule(verb == "allow" ? "silence" : "allow", file)
            return
                "With that exception: focus-switch \(verb) \(whole.arguments()) \(focus) && \(rule)"
        }
        let person = people.count > 1 ? "these people" : "that person"
        let app = apps.count > 1 ? "these apps" : "that app"
        return "For \(person) in \(app): \(rule(verb, file))"
    }

    /// The command of `allow --help` for a person in one app, or one like it.
    private func rule(_ effect: String, _ file: FocusFile) -> String {
        func anyOf(_ conditions: [String]) -> String {
            conditions.count > 1 ? "(\(conditions.joined(separator: " OR ")))" : conditions[0]
        }
        let isApp = anyOf(apps.map { "appName ==[c] \(WordRules.literal($0))" })
        let isPerson = anyOf(people.map { "ANY people ==[c] \(WordRules.literal($0))" })
        let name = "\(people.joined(separator: " and ")) in \(apps.joined(separator: " and "))"
        return RuleStep.adding(name, "\(isApp) AND \(isPerson)", effect, to: file)
    }
}
