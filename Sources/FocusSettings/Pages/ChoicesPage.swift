// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The entities, options and cases of filters' parameters: those that the app offers, those that
/// it finds for a text, and the chosen ones.
extension SettingsState {
    /// The choices of a parameter, which the app names.
    func choicesPage(_ id: FocusID, _ key: FilterKey, _ name: String) -> Page {
        var page = Page(Place.choices(id, key, name).name, name)
        guard let filter = knownFilters(of: id)?.first(where: { $0.key == key }),
            let parameter = filter.declaration.parameters.first(where: { $0.name == name })
        else { return page }
        if !parameter.title.isEmpty { page.title = parameter.title.line(upTo: 60) }
        page.subtitle = self.name(of: key.app)
        let offered = asksApp(parameter) ? offered(key, name) : .known(parameter.cases)
        guard let offered else {
            page.empty = EmptyState(icon: nil, asking(key))
            return page
        }
        page.search = searchField(tr("Search"))
        // An app has more to search than what it offers.
        page.search?.delay = Self.searchDelay
        let search = offers.search(key, name)
        let listed = list(offered, search, filter, parameter)
        let rows = listed.found.map { choiceRow(id, filter, parameter, $0) }
        let gone = goneGroup(id, filter, parameter)
        let failure = Self.failure(search?.answer ?? offered)
        let isEmpty = rows.isEmpty && listed.isAll
        page.groups = [
            failure.map { failedGroup(key, $0) },
            search?.isSlow == true ? askingGroup(key) : nil, gone,
            isEmpty && isSearching ? nothingFound("choices", "") : nil,
            isEmpty && !isSearching
                ? Group("choices", description: tr("The app offers nothing."), []) : nil,
            rows.isEmpty ? nil : Group("choices", rows),
            takesOther(parameter) || failure != nil ? otherGroup(id, filter, parameter) : nil,
        ].compactMap { $0 }
        return page
    }

    /// Returns the answer of the app. Without focusd, nobody can ask.
    private func offered(_ key: FilterKey, _ name: String) -> FilterOffers.Answer? {
        service.isWrong ? .failed(service.words) : offers[key, name]
    }

    /// Time from the last key to the search by an app, in milliseconds.
    private static var searchDelay: UInt32 { 250 }

    /// Returns true for a parameter whose choices only the app knows.
    func asksApp(_ parameter: ParameterDeclaration) -> Bool {
        parameter.type.kind == .entity || hasOptions(parameter)
    }

    /// Returns true for a parameter of texts for which the app has options.
    func hasOptions(_ parameter: ParameterDeclaration) -> Bool {
        guard parameter.hasOptions else { return false }
        switch parameter.type.kind {
        case .string, .url, .date, .enumeration: return true
        case .bool, .int, .double, .entity: return false
        }
    }

    /// Returns true if the user may type a value that the app does not offer.
    private func takesOther(_ parameter: ParameterDeclaration) -> Bool {
        hasOptions(parameter) && parameter.type.kind != .enumeration
    }

    /// Returns true for a parameter with entities, which the app searches.
    func isEntity(_ name: String, of key: FilterKey, in id: FocusID) -> Bool {
        let filter = knownFilters(of: id)?.first { $0.key == key }
        let parameter = filter?.declaration.parameters.first { $0.name == name }
        return parameter?.type.kind == .entity
    }

    // MARK: The list

    /// Returns the choices to list, and true if the app has told of all of them.
    private func list(
        _ offered: FilterOffers.Answer, _ search: FilterOffers.Search?, _ filter: FilterSummary,
        _ parameter: ParameterDeclaration
    ) -> (found: [ParameterChoice], isAll: Bool) {
        if case .known(let found) = search?.answer { return (chosenFirst(found), true) }
        let isAll = search == nil && Self.failure(offered) == nil
        let known = if case .known(let choices) = offered { choices } else { [ParameterChoice]() }
        // Until the app has answered, those of its offers that match.
        let found = withChosen(known, filter, parameter).filter {
            matches($0.title) || matches($0.subtitle)
        }
        guard Self.failure(offered) != nil else { return (found, isAll) }
        // Without the app, the chosen ones are known by their identifiers.
        let ids = Set(found.map(\.value))
        let chosen = filter.values[parameter.name].map(Self.members) ?? []
        return (
            found
                + chosen.filter { !ids.contains($0) && matches($0) }.map {
                    ParameterChoice($0, title: $0)
                }, false
        )
    }

    private static func failure(_ answer: FilterOffers.Answer) -> String? {
        if case .failed(let reason) = answer { reason } else { nil }
    }

    private func choiceRow(
        _ id: FocusID, _ filter: FilterSummary, _ parameter: ParameterDeclaration,
        _ choice: ParameterChoice
    ) -> SettingsRow {
        let isOn = Self.chosen(filter, parameter).contains(choice.value)
        let edit = FocusEdit.choice(
            filter.declaration, parameter.name, choice.value, isMember: !isOn)
        return SettingsRow(
            "choice \(choice.value)", choice.title.line(upTo: 80), choice.subtitle.line(),
            .toggle(isOn: isOn, flip: .edit(id, edit)))
    }

    // MARK: Besides the list

    private func asking(_ key: FilterKey) -> String { tr("Asking \(name(of: key.app))…") }

    private func askingGroup(_ key: FilterKey) -> Group {
        var row = SettingsRow("asking", asking(key))
        row.isBusy = true
        return Group("asking", [row])
    }

    /// Asks the app about what it did not answer.
    mutating func askAgain(into effects: inout [Effect]) {
        guard case .choices(_, let key, let name) = place else { return }
        offers.forget(key, name)
        readPage(into: &effects)
    }

    private func failedGroup(_ key: FilterKey, _ reason: String) -> Group {
        if service.isWrong {
            return Group(
                "failed",
                [
                    SettingsRow(
                        "failed", service.words, tr("The app's choices are known once it runs"),
                        icon: "dialog-warning-symbolic")
                ])
        }
        var row = SettingsRow(
            "failed", tr("\(name(of: key.app)) does not answer"), reason.line(),
            icon: "dialog-warning-symbolic",
            buttons: [
                SettingsButton(
                    tr("Try Again"), name: tr("Ask \(name(of: key.app)) again"), .askAgain)
            ])
        row.showsWholeSubtitle = true
        return Group("failed", [row])
    }

    /// The field for a value that the app does not offer.
    private func otherGroup(
        _ id: FocusID, _ filter: FilterSummary, _ parameter: ParameterDeclaration
    ) -> Group {
        let title =
            parameter.type.kind == .entity
            ? tr("Add one by the identifier that the app uses") : tr("Another value")
        let edit = FocusEdit.typedChoice(filter.declaration, parameter.name)
        return Group(
            "other",
            [checked(SettingsRow("other", title, .entry("", apply: .edit(id, edit))), edit)])
    }
}
