// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The apps' Focus filters of a Focus as cards: those that it sets first.
    func filtersGroup(_ focus: Focus) -> Group? {
        let title = tr("Focus Filters")
        let description = tr("Apps can behave differently meanwhile.")
        let filters = knownFilters(of: focus.id) ?? []
        guard !filters.isEmpty else {
            guard service.isWrong else { return nil }
            return Group(
                "filters", title, description: description,
                [SettingsRow("filters", tr("Known once focusd runs"))])
        }
        let sorted = filters.filter(\.isConfigured) + filters.filter { !$0.isConfigured }
        return Group(
            "filters", title,
            description: service.isWrong
                ? tr("As the files have them. Apps may have more filters once focusd runs.")
                : description,
            [SettingsRow("filters", title, .cards(sorted.map { card($0, focus.id) }))])
    }

    private func card(_ filter: FilterSummary, _ focus: FocusID) -> Card<Intent> {
        let display =
            filter.isConfigured ? displays[FilterPlace(focus: focus, key: filter.key)] : nil
        let title = display?.title ?? filter.declaration.title
        let state =
            filter.problems.first?.line()
            ?? (filter.isConfigured
                ? display?.subtitle ?? tr("Set") : filter.declaration.description)
        var card = Card<Intent>(
            "filter \(filter.key.app.rawValue) \(filter.key.filter)",
            title.isEmpty ? filter.key.filter : title.line(upTo: 80),
            facts([name(of: filter.key.app), state.line(upTo: 120)]),
            image: [display?.image ?? "", filter.declaration.icon].first { !$0.isEmpty } ?? "",
            fallback: icon(of: filter.key.app), .push(.filter(focus, filter.key)))
        card.isFaulty = !filter.problems.isEmpty
        if !filter.isConfigured { card.invitation = tr("Set Up") }
        return card
    }

    /// The values of an app's Focus filter.
    func filterPage(_ id: FocusID, _ key: FilterKey) -> Page {
        var page = Page(Place.filter(id, key).name, key.filter)
        page.subtitle = files[id]?.focus.shownName.line(upTo: 60) ?? ""
        if !service.isWrong { page.empty = waiting(tr("The list of filters")) }
        guard page.empty == nil else { return page }
        guard let filter = knownFilters(of: id)?.first(where: { $0.key == key }) else {
            page.empty = EmptyState(icon: "edit-delete-symbolic", tr("This filter is gone"))
            return page
        }
        let declaration = filter.declaration
        if !declaration.title.isEmpty { page.title = declaration.title.line(upTo: 60) }
        page.groups = [
            Group("app", [appRow(filter)]),
            suggestionsGroup(id, filter),
            Group(
                "values", tr("Settings"), description: declaration.description,
                declaration.parameters.map { parameterRow(id, filter, $0) }),
            undeclaredGroup(filter),
            Group("condition", [conditionRow(id, filter)]),
        ].filter { !$0.rows.isEmpty }
        let gone = declaration.parameters.compactMap { goneGroup(id, filter, $0) }
        page.groups.insert(contentsOf: gone, at: page.groups.count - 1)
        page.groups.append(useGroup(id, filter))
        return page
    }

    private func appRow(_ filter: FilterSummary) -> SettingsRow {
        let presence =
            switch filter.appState {
            case _ where service.isWrong: tr("The app follows these settings once focusd runs")
            case .running: tr("The app is running, and follows a change at once")
            case .activatable: tr("The app's extension starts when a Focus needs it")
            case .absent: tr("The app is not running, and follows these settings once it starts")
            }
        return SettingsRow(
            "app", name(of: filter.key.app).line(upTo: 60),
            facts([presence] + filter.problems.map { $0.line() }),
            icon: icon(of: filter.key.app))
    }

    /// The values in the Focus's file of parameters that the app does not declare: their types are
    /// unknown, so the values are shown only.
    private func undeclaredGroup(_ filter: FilterSummary) -> Group {
        let declared = Set(filter.declaration.parameters.map(\.name))
        let rows = filter.values.filter { !declared.contains($0.key) }
            .sorted { $0.key < $1.key }.map { name, value in
                SettingsRow("written \(name)", name.line(upTo: 60), value.words.line())
            }
        return Group(
            "written", tr("As the File Has It"),
            description: tr("The app has not declared these, so only their text is known."), rows)
    }

    /// The condition of the user, which most filters do without.
    private func conditionRow(_ id: FocusID, _ filter: FilterSummary) -> SettingsRow {
        let edit = FocusEdit.filterPredicate(filter.key)
        let field = checked(
            SettingsRow(
                "predicate", tr("Predicate over the criteria"),
                .entry(filter.predicate ?? "", apply: .edit(id, edit))), edit)
        return SettingsRow(
            "condition", tr("Your Own Condition"),
            filter.predicate ?? tr("The app's notifications must match it to come through."),
            .details([field]))
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
        case _ where hasOptions(parameter):
            control = .link(.push(.choices(id, key, parameter.name)))
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
        if case .link = control, let value, let words = words(of: value, key, parameter) {
            row.subtitle = words
        }
        if case .entry = control, parameter.type == ParameterType(.date),
            parameter.dateParts != .time
        {
            row.buttons = [
                SettingsButton(
                    tr("Calendar"), icon: "x-office-calendar-symbolic",
                    name: tr("Choose \(title) in a calendar"), .nothing,
                    opens: datePopover(value, parameter, .edit(id, edit)))
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
}
