// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// A filter of a Focus.
struct FilterPlace: Hashable, Sendable {
    let focus: FocusID
    let key: FilterKey
}

/// The choices and suggestions that apps offered for the parameters of their filters.
struct FilterOffers: Sendable {
    enum Answer: Hashable, Sendable {
        case known([ParameterChoice])
        case failed(String)
    }

    /// A search among the choices of a parameter, which the app does.
    struct Search: Hashable, Sendable {
        var text: String
        /// The app's answer; nil before it has come.
        var answer: Answer?
        /// True if the app takes so long that the page says so.
        var isSlow = false
    }

    /// The chosen entities of a parameter that an app knows.
    private struct Entities: Sendable {
        /// The identifiers about which the app was asked.
        var asked: Set<String> = []
        var known: [String: ParameterChoice] = [:]
    }

    private struct Key: Hashable { let filter: FilterKey, parameter: String }
    private var answers: [Key: Answer] = [:]
    private var searches: [Key: Search] = [:]
    private var entities: [Key: Entities] = [:]
    /// The settings that apps suggest.
    var suggestions: [FilterKey: [FilterSuggestion]] = [:]

    /// The app's answer about what it offers; nil before it has come.
    subscript(filter: FilterKey, parameter: String) -> Answer? {
        answers[Key(filter: filter, parameter: parameter)]
    }

    /// Returns the present search; nil for none.
    func search(_ filter: FilterKey, _ parameter: String) -> Search? {
        searches[Key(filter: filter, parameter: parameter)]
    }

    /// Begins a search; an empty text ends it.
    mutating func search(for text: String, _ filter: FilterKey, _ parameter: String) {
        searches[Key(filter: filter, parameter: parameter)] =
            text.isEmpty ? nil : Search(text: text)
    }

    /// Drops answers that have failed.
    mutating func forget(_ filter: FilterKey, _ parameter: String) {
        let key = Key(filter: filter, parameter: parameter)
        if case .failed = answers[key] { answers[key] = nil }
        if case .failed = searches[key]?.answer { searches[key]?.answer = nil }
    }

    /// Takes the app's answer: its offers, or what it has found for a text that is not empty. Drops
    /// the answer to an older search.
    mutating func take(
        _ answer: Answer, for text: String, _ filter: FilterKey, _ parameter: String
    ) {
        let key = Key(filter: filter, parameter: parameter)
        if text.isEmpty {
            answers[key] = answer
        } else if searches[key]?.text == text {
            searches[key] = Search(text: text, answer: answer)
        }
    }

    /// Notes that the app has not answered for a while: after a long one, its answer is missing
    /// until it comes.
    mutating func delay(
        _ wait: Wait, for text: String, _ filter: FilterKey, _ parameter: String
    ) {
        let key = Key(filter: filter, parameter: parameter)
        switch wait {
        case .short:
            if searches[key]?.text == text, searches[key]?.answer == nil {
                searches[key]?.isSlow = true
            }
        case .long:
            let known = text.isEmpty ? answers[key] : searches[key]?.answer
            guard known == nil else { return }
            take(
                .failed(tr("It has not answered for five seconds.")), for: text, filter, parameter)
        }
    }

    enum Wait: Hashable, Sendable { case short, long }

    /// Returns the identifiers about which the app was not asked.
    func unknown(_ identifiers: [String], _ filter: FilterKey, _ parameter: String) -> [String] {
        let asked = entities[Key(filter: filter, parameter: parameter)]?.asked ?? []
        return identifiers.filter { !asked.contains($0) }
    }

    /// Takes the app's answer about identifiers.
    mutating func add(
        _ known: [ParameterChoice], asked: [String], _ filter: FilterKey, _ parameter: String
    ) {
        let key = Key(filter: filter, parameter: parameter)
        entities[key, default: Entities()].asked.formUnion(asked)
        for choice in known { entities[key]?.known[choice.value] = choice }
    }

    /// Returns the entity of an identifier; nil if the app does not know it or was not asked.
    func entity(_ id: String, _ filter: FilterKey, _ parameter: String) -> ParameterChoice? {
        entities[Key(filter: filter, parameter: parameter)]?.known[id]
    }

    /// Returns the entities that the app knows among those about which it was asked.
    func knownEntities(_ filter: FilterKey, _ parameter: String) -> [ParameterChoice] {
        let known = entities[Key(filter: filter, parameter: parameter)]?.known ?? [:]
        return known.values.sorted { ($0.title, $0.value) < ($1.title, $1.value) }
    }

    /// Returns true if the app was asked about the identifier and did not know it.
    func isGone(_ id: String, _ filter: FilterKey, _ parameter: String) -> Bool {
        let entities = entities[Key(filter: filter, parameter: parameter)]
        return entities.map { $0.asked.contains(id) && $0.known[id] == nil } ?? false
    }

    /// Drops the answers about chosen entities and the suggestions, which are asked for again.
    mutating func dropNews() {
        entities = [:]
        suggestions = [:]
    }
}

extension ParameterValue {
    /// The value as the user types it.
    var words: String {
        switch self {
        case .bool(let flag): flag ? "yes" : "no"
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .text(let text): text
        case .list(_, let values):
            values.map { $0.words.replacing(",", with: "\\,") }.joined(separator: ",")
        }
    }
}
