// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire

/// A filter of a Focus.
struct FilterPlace: Hashable, Sendable {
    let focus: FocusID
    let key: FilterKey

    init(_ focus: FocusID, _ key: FilterKey) {
        self.focus = focus
        self.key = key
    }
}

/// The choices and suggestions that apps offered for the parameters of their filters.
struct FilterOffers: Sendable {
    enum Answer: Hashable, Sendable {
        case known([ParameterChoice])
        case failed(String)
    }

    /// The chosen entities of a parameter that an app knows.
    private struct Entities: Sendable {
        /// The identifiers about which the app was asked.
        var asked: Set<String> = []
        var known: [String: ParameterChoice] = [:]
    }

    private struct Key: Hashable { let filter: FilterKey, parameter: String }
    private var answers: [Key: Answer] = [:]
    private var entities: [Key: Entities] = [:]
    /// The settings that apps suggest.
    var suggestions: [FilterKey: [FilterSuggestion]] = [:]

    subscript(filter: FilterKey, parameter: String) -> Answer? {
        get { answers[Key(filter: filter, parameter: parameter)] }
        set { answers[Key(filter: filter, parameter: parameter)] = newValue }
    }

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
