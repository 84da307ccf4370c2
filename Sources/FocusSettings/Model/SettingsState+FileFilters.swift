// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Predicates

/// The apps' Focus filters without focusd: as the files have them.
extension SettingsState {
    /// The filters of a Focus as focusd tells them; without focusd, those that the apps declare in
    /// files and those that the Focus's file sets. Nil while they are not known.
    func knownFilters(of id: FocusID) -> [FilterSummary]? {
        guard service.isWrong else { return filters[id] }
        guard let focus = files[id]?.focus else { return nil }
        let configured = Dictionary(
            focus.filters.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let declared = declarations.map { declaration in
            configured[declaration.key].map { Self.summary(declaration, $0) }
                ?? FilterSummary(declaration, source: .file)
        }
        let keys = Set(declarations.map(\.key))
        let others = focus.filters.filter { !keys.contains($0.key) }.map(Self.undeclared)
        return (declared + others).sorted { $0.key < $1.key }
    }

    private static func summary(
        _ declaration: FilterDeclaration, _ configuration: FilterConfiguration
    ) -> FilterSummary {
        let (values, problems) = declaration.read(configuration)
        return FilterSummary(
            declaration, source: .file, isConfigured: true, values: values,
            predicate: configuration.predicate?.description, problems: problems)
    }

    /// Returns a filter whose declaration only the app has, with its values as texts.
    private static func undeclared(_ configuration: FilterConfiguration) -> FilterSummary {
        FilterSummary(
            FilterDeclaration(configuration.key, title: ""), isConfigured: true,
            values: configuration.parameters.mapValues {
                .text(FilterValue.text(written: $0) ?? $0)
            },
            predicate: configuration.predicate?.description)
    }

    /// Reads the apps' declarations for a page that shows filters, while focusd does not tell them.
    func readDeclared(into effects: inout [Effect]) {
        guard service.isWrong else { return }
        switch place {
        case .focus, .filter, .choices: effects.append(.readDeclarations)
        default: break
        }
    }
}
