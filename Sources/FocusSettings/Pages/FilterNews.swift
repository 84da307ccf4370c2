// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The parts of a filter's pages that the app tells: suggestions, and the names of chosen entities.
extension SettingsState {
    /// The effects that ask the app about what the open page shows of it.
    func filterNews(_ focus: FocusID) -> [Effect] {
        let key: FilterKey
        switch place {
        case .filter(focus, let open), .choices(focus, let open, _): key = open
        default: return []
        }
        guard let filter = filters[focus]?.first(where: { $0.key == key }),
            filter.appState != .absent
        else { return [] }
        var effects: [Effect] = []
        if offers.suggestions[key] == nil, place == .filter(focus, key) {
            effects.append(.readSuggestions(filter.declaration))
        }
        for parameter in filter.declaration.parameters where parameter.type.kind == .entity {
            let chosen = Self.chosen(filter, parameter)
            let asked = offers.unknown(chosen, key, parameter.name)
            if !asked.isEmpty { effects.append(.readEntities(key, parameter.name, asked)) }
        }
        return effects
    }

    // MARK: Suggestions

    func suggestionsGroup(_ id: FocusID, _ filter: FilterSummary) -> Group {
        let suggestions = offers.suggestions[filter.key] ?? []
        let chips = suggestions.enumerated().map { index, suggestion in
            let title = suggestion.display.title.line(upTo: 60)
            let subtitle = suggestion.display.subtitle.line(upTo: 120)
            let isSet = filter.isConfigured && filter.values == suggestion.values
            return Chip<Intent>(
                "suggestion \(index)", title,
                name: [title, subtitle, isSet ? tr("set") : ""].filter { !$0.isEmpty }
                    .joined(separator: ", "),
                icon: isSet ? "object-select-symbolic" : nil,
                .edit(id, .suggestion(filter.declaration, suggestion)))
        }
        return Group(
            "suggestions", tr("As the App Suggests"),
            chips.isEmpty
                ? [] : [SettingsRow("suggestions", tr("As the App Suggests"), .chips(chips))])
    }

    // MARK: Entities

    /// Returns the chosen entities that the app no longer knows, to be removed; nil for none.
    func goneGroup(
        _ id: FocusID, _ filter: FilterSummary, _ parameter: ParameterDeclaration
    ) -> Group? {
        let gone = Self.chosen(filter, parameter).filter {
            parameter.type.kind == .entity && offers.isGone($0, filter.key, parameter.name)
        }
        guard !gone.isEmpty else { return nil }
        let title = parameter.title.isEmpty ? parameter.name : parameter.title.line(upTo: 60)
        let app = name(of: filter.key.app).line(upTo: 40)
        let chips = gone.map { entity in
            Chip<Intent>(
                "gone \(entity)", entity.line(upTo: 60),
                name: tr("\(entity.line(upTo: 60)), gone, remove"), isGone: true,
                .edit(
                    id, .choice(filter.declaration, parameter.name, entity, isMember: false)))
        }
        return Group(
            "gone \(parameter.name)", tr("\(title): Gone"),
            description: tr("\(app) no longer knows these. Press one to remove it."),
            [SettingsRow("gone \(parameter.name)", tr("\(title): Gone"), .chips(chips))])
    }

    /// Returns a value in words: entities and cases by their titles; nil for an empty value.
    func words(
        of value: ParameterValue, _ key: FilterKey, _ parameter: ParameterDeclaration
    ) -> String? {
        let titles = Self.members(value).map { member in
            switch parameter.type.kind {
            case .entity:
                offers.isGone(member, key, parameter.name)
                    ? tr("\(member) (gone)")
                    : offers.entity(member, key, parameter.name)?.title ?? member
            case .enumeration: parameter.cases.first { $0.value == member }?.title ?? member
            default: member
            }
        }
        return titles.isEmpty ? nil : listed(titles).line(upTo: 120)
    }

    /// Returns the choices, those on top that were chosen when the page was opened. An entity
    /// that was chosen, and that the app does not offer and knows, is added.
    func withChosen(
        _ choices: [ParameterChoice], _ filter: FilterSummary, _ parameter: ParameterDeclaration
    ) -> [ParameterChoice] {
        let offered = Set(choices.map(\.value))
        // One that was chosen on this page stays, so that no row goes under the pointer.
        let others = offers.knownEntities(filter.key, parameter.name).filter {
            !offered.contains($0.value)
        }
        return chosenFirst(others + choices)
    }

    /// Returns the choices with those on top that were chosen when the page was opened.
    func chosenFirst(_ choices: [ParameterChoice]) -> [ParameterChoice] {
        choices.filter { choicesOnTop.contains($0.value) }
            + choices.filter { !choicesOnTop.contains($0.value) }
    }

    /// The chosen identifiers of a parameter: those of its value in the Focus, or of its default.
    static func chosen(_ filter: FilterSummary, _ parameter: ParameterDeclaration) -> [String] {
        (filter.values[parameter.name] ?? parameter.defaultValue).map(members) ?? []
    }

    /// The identifiers of a value of type Entity or Enum, or of a list of them.
    static func members(_ value: ParameterValue) -> [String] {
        switch value {
        case .text(let text): [text]
        case .list(_, let values):
            values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        default: []
        }
    }
}
