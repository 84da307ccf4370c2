// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire

// Requests about the apps' Focus filters.

extension ControlRequest where Answer == [FilterSummary] {
    /// Requests all Focus filters that apps declare, with their values in a Focus (nil: no Focus).
    /// Includes filters with values in the Focus that no app declares.
    package static func filters(of focus: FocusID?) -> Self {
        Self(.listFilters, [.string(focus?.rawValue ?? "")]) { list($0, FilterSummary.init) }
    }
}

extension ControlRequest where Answer == FilterDisplay {
    /// Requests the app's description of its filter with these values and the defaults of the
    /// others.
    package static func describe(_ filter: FilterKey, _ values: ParameterValues) -> Self {
        asking(filter, .describeFilter, [values.wire]) { values in
            let texts = values.compactMap(\.asString)
            guard texts.count == 3, values.count == 3 else { return nil }
            return FilterDisplay(title: texts[0], subtitle: texts[1], image: texts[2])
        }
    }
}

extension ControlRequest where Answer == [FilterSuggestion] {
    /// Requests the app's suggested values.
    package static func suggestions(for filter: FilterDeclaration) -> Self {
        asking(filter.key, .suggestFilters, []) { values in
            list(values) { FilterSuggestion($0, of: filter) }
        }
    }
}

extension ControlRequest where Answer == [ParameterChoice] {
    /// Requests the choices for a parameter; with a text, the matching ones.
    package static func choices(
        of parameter: String, in filter: FilterKey, matching text: String = ""
    ) -> Self {
        asking(filter, .filterChoices, [.string(parameter), .string(text)]) {
            $0.first.flatMap(ParameterChoice.list)
        }
    }

    /// Requests the entities with these identifiers, except those that no longer exist.
    package static func entities(
        _ identifiers: [String], of parameter: String, in filter: FilterKey
    ) -> Self {
        asking(filter, .filterEntities, [.string(parameter), .strings(identifiers)]) {
            $0.first.flatMap(ParameterChoice.list)
        }
    }
}

extension ControlRequest {
    /// Creates a request for which focusd asks the app, or starts its extension.
    private static func asking(
        _ filter: FilterKey, _ method: ControlMethod, _ arguments: [Value],
        decode: @escaping @Sendable ([Value]) -> Answer?
    ) -> Self {
        Self(
            method, [.string(filter.app.rawValue), .string(filter.filter)] + arguments,
            timeout: BusService.appTimeout, decode: decode)
    }
}
