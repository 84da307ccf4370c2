// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The entities and cases of filters' parameters: those that the app offers, and the chosen ones.
extension SettingsState {
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
            let chosen = Set(value.map(Self.members) ?? [])
            let all = withChosen(choices, filter, parameter)
            let found = all.filter { matches($0.title) }
            page.groups = [
                goneGroup(id, filter, parameter),
                found.isEmpty && !all.isEmpty
                    ? nothingFound("choices", "")
                    : Group(
                        "choices",
                        description: all.isEmpty ? tr("The app offers nothing.") : "",
                        found.map { choiceRow(id, key, parameter, $0, chosen) }),
            ].compactMap { $0 }
        }
        return page
    }

    private func choiceRow(
        _ id: FocusID, _ key: FilterKey, _ parameter: ParameterDeclaration,
        _ choice: ParameterChoice, _ chosen: Set<String>
    ) -> SettingsRow {
        let isOn = chosen.contains(choice.value)
        let value = filters[id]?.first { $0.key == key }?.values[parameter.name]
        return SettingsRow(
            "choice \(choice.value)", choice.title.line(upTo: 80), choice.subtitle.line(),
            .toggle(
                isOn: isOn,
                flip: .edit(
                    id,
                    .parameter(
                        key, parameter.name,
                        Self.value(value, parameter, with: choice.value, isMember: !isOn)))))
    }
}
