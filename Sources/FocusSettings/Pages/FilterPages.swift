// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The apps' Focus filters of a Focus: those that it sets first.
    func filtersGroup(_ focus: Focus) -> Group? {
        guard let filters = filters[focus.id], !filters.isEmpty else { return nil }
        let sorted = filters.filter(\.isConfigured) + filters.filter { !$0.isConfigured }
        return Group(
            "filters", tr("Focus Filters"),
            description: tr("Apps can behave differently meanwhile."),
            sorted.map { filter in
                let display = displays[FilterPlace(focus.id, filter.key)]
                let title = display?.title ?? filter.declaration.title
                let state =
                    filter.problems.first?.line()
                    ?? (filter.isConfigured
                        ? display?.subtitle ?? tr("Set") : filter.declaration.description)
                var row = SettingsRow(
                    "filter \(filter.key.app.rawValue) \(filter.key.filter)",
                    title.isEmpty ? filter.key.filter : title.line(upTo: 80),
                    [name(of: filter.key.app), state.line(upTo: 120)].filter { !$0.isEmpty }
                        .joined(separator: " · "),
                    icon: filter.declaration.icon.isEmpty ? nil : filter.declaration.icon,
                    .link(.push(.filter(focus.id, filter.key))))
                row.isFaulty = !filter.problems.isEmpty
                return row
            })
    }

    /// The values of an app's Focus filter.
    func filterPage(_ id: FocusID, _ key: FilterKey) -> Page {
        var page = Page(Place.filter(id, key).name, key.filter)
        page.subtitle = files[id]?.focus.name.line(upTo: 60) ?? ""
        page.empty = waiting(tr("The list of filters"))
        guard page.empty == nil else { return page }
        guard let filter = filters[id]?.first(where: { $0.key == key }) else {
            page.empty = EmptyState(icon: "edit-delete-symbolic", tr("This filter is gone"))
            return page
        }
        let declaration = filter.declaration
        if !declaration.title.isEmpty { page.title = declaration.title.line(upTo: 60) }
        page.groups = [
            Group("app", [appRow(filter)]),
            Group(
                "values", tr("Settings"), description: declaration.description,
                declaration.parameters.map { parameterRow(id, filter, $0) }),
            Group(
                "predicate", tr("Your Own Condition"),
                description: tr("The app's notifications must match it to come through."),
                [
                    checked(
                        SettingsRow(
                            "predicate", tr("Predicate over the criteria"),
                            .entry(filter.predicate ?? "", apply: .edit(id, .filterPredicate(key)))),
                        .filterPredicate(key))
                ]),
        ].filter { !$0.rows.isEmpty }
        page.groups.append(useGroup(id, filter))
        return page
    }

    private func appRow(_ filter: FilterSummary) -> SettingsRow {
        let presence =
            switch filter.appState {
            case .running: tr("The app runs")
            case .activatable: tr("Its extension starts when it is needed")
            case .absent: tr("The app does not run and has no extension: it is told when it starts")
            }
        return SettingsRow(
            "app", name(of: filter.key.app).line(upTo: 60),
            ([presence] + filter.problems.map { $0.line() }).joined(separator: " · "),
            icon: icon(of: filter.key.app))
    }

    private func useGroup(_ id: FocusID, _ filter: FilterSummary) -> Group {
        let button =
            filter.isConfigured
            ? SettingsButton(
                tr("Remove"), name: tr("Remove this filter"), style: .destructive,
                .edit(id, .removeFilter(filter.key)))
            : SettingsButton(
                tr("Use"), name: tr("Use this filter"), style: .suggested,
                .edit(id, .useFilter(filter.key))
            )
        let title = filter.isConfigured ? tr("Remove this filter") : tr("Use this filter as it is")
        return Group("use", [.action("use", title, button)])
    }

    // MARK: Parameters

    private func parameterRow(
        _ id: FocusID, _ filter: FilterSummary, _ parameter: ParameterDeclaration
    ) -> SettingsRow {
        let key = filter.key
        let value = filter.values[parameter.name] ?? parameter.defaultValue
        let title = parameter.title.isEmpty ? parameter.name : parameter.title.line(upTo: 60)
        let edit = FocusEdit.typedParameter(filter.declaration, parameter.name)
        let control: SettingsRow.Control
        switch (parameter.type.kind, parameter.type.isList) {
        case (.bool, false):
            let isOn = value == .bool(true)
            control = .toggle(
                isOn: isOn, flip: .edit(id, .parameter(key, parameter.name, .bool(!isOn))))
        case (.enumeration, false):
            control = .choice(
                choices(id, key, parameter), selected: selected(value, parameter))
        case (.entity, _), (.enumeration, true):
            control = .link(.push(.choices(id, key, parameter.name)))
        default:
            control =
                stepper(value, parameter, .edit(id, edit))
                ?? .entry(value?.words ?? "", apply: .edit(id, edit))
        }
        var row = SettingsRow(
            "parameter \(parameter.name)", title, parameter.description.line(), control)
        if case .link = control, let words = value?.words, !words.isEmpty { row.subtitle = words }
        if case .entry = control, parameter.type == ParameterType(.date),
            parameter.dateParts != .time
        {
            row.buttons = [
                SettingsButton(
                    tr("Calendar"), icon: "x-office-calendar-symbolic",
                    name: tr("Choose \(title) in a calendar"),
                    .askForDate(id, filter.declaration, parameter.name))
            ]
        }
        if filter.values[parameter.name] != nil, parameter.isOptional || value != nil {
            row.buttons.append(
                SettingsButton(
                    tr("Reset"), icon: "edit-clear-symbolic", name: tr("Reset \(title)"),
                    .edit(id, .parameter(key, parameter.name, nil))))
        }
        return checked(row, edit)
    }

    private func choices(
        _ id: FocusID, _ key: FilterKey, _ parameter: ParameterDeclaration
    ) -> [SettingsRow.Choice] {
        [SettingsRow.Choice(tr("Not set"), .edit(id, .parameter(key, parameter.name, nil)))]
            + parameter.cases.map {
                SettingsRow.Choice(
                    $0.title, .edit(id, .parameter(key, parameter.name, .text($0.value))))
            }
    }

    private func selected(_ value: ParameterValue?, _ parameter: ParameterDeclaration) -> Int {
        guard case .text(let text) = value,
            let place = parameter.cases.firstIndex(where: { $0.value == text })
        else { return 0 }
        return place + 1
    }

    /// The choices of a parameter, which the app names.
    func choicesPage(_ id: FocusID, _ key: FilterKey, _ name: String) -> Page {
        var page = Page(Place.choices(id, key, name).name, name)
        guard let filter = filters[id]?.first(where: { $0.key == key }),
            let parameter = filter.declaration.parameters.first(where: { $0.name == name })
        else { return page }
        if !parameter.title.isEmpty { page.title = parameter.title.line(upTo: 60) }
        page.subtitle = self.name(of: key.app)
        let offered = parameter.type.kind == .entity ? offers[key, name] : .known(parameter.cases)
        switch offered {
        case nil:
            page.empty = EmptyState(icon: nil, tr("Asking \(self.name(of: key.app))…"))
            return page
        case .failed(let reason):
            page.empty = EmptyState(
                icon: "dialog-warning-symbolic", tr("The app does not answer"), reason)
            return page
        case .known(let choices):
            page.search = searchField(tr("Search"))
            let value = filter.values[name]
            let found = choices.filter { matches($0.title) }
            page.groups = [
                found.isEmpty && !choices.isEmpty
                    ? nothingFound("choices", "")
                    : Group(
                        "choices",
                        description: choices.isEmpty ? tr("The app offers nothing.") : "",
                        found.map { choiceRow(id, key, parameter, $0, value) })
            ]
        }
        return page
    }

    private func choiceRow(
        _ id: FocusID, _ key: FilterKey, _ parameter: ParameterDeclaration,
        _ choice: ParameterChoice, _ value: ParameterValue?
    ) -> SettingsRow {
        var members: [ParameterValue] = []
        if case .list(_, let values) = value {
            members = values
        } else {
            members = [value].compactMap { $0 }
        }
        let own = ParameterValue.text(choice.value)
        let isOn = members.contains(own)
        let others = members.filter { $0 != own }
        let next: ParameterValue? =
            parameter.type.isList
            ? .list(parameter.type.kind, isOn ? others : members + [own]) : (isOn ? nil : own)
        return SettingsRow(
            "choice \(choice.value)", choice.title.line(upTo: 80), choice.subtitle.line(),
            .toggle(isOn: isOn, flip: .edit(id, .parameter(key, parameter.name, next))))
    }
}

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

    private struct Key: Hashable { let filter: FilterKey, parameter: String }
    private var answers: [Key: Answer] = [:]

    subscript(filter: FilterKey, parameter: String) -> Answer? {
        get { answers[Key(filter: filter, parameter: parameter)] }
        set { answers[Key(filter: filter, parameter: parameter)] = newValue }
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
