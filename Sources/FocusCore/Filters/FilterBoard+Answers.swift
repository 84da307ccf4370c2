// SPDX-License-Identifier: Apache-2.0

/// An answer to `CurrentFilter`.
package enum CurrentFilter: Hashable, Sendable {
    case values(ParameterValues)
    /// No app declares the filter.
    case notFound
    /// This required parameter has no value.
    case missing(String)
}

/// The state of a declared filter, for lists and for `doctor`.
package struct FilterReport: Hashable, Sendable {
    /// The source of a declaration.
    package enum Source: Hashable, Sendable {
        case file
        /// Declared at run time.
        case app
    }

    package let declaration: FilterDeclaration
    package let source: Source
    package let presence: AppPresence
    /// Problems in the filter's configuration of the active Focus.
    package let problems: [String]
    /// The error of the last call, or nil if it succeeded.
    package let failure: String?
}

extension FilterBoard {
    /// Returns the values that the filter should have now.
    package func currentFilter(_ key: FilterKey) -> CurrentFilter {
        switch filters[key]?.target {
        case nil: .notFound
        case .values(let values, _): .values(values)
        case .missing(let name): .missing(name)
        }
    }

    /// Returns the declaration in force.
    package func declaration(of key: FilterKey) -> FilterDeclaration? {
        filters[key]?.declaration
    }

    /// All declared filters, by app, in the order of their declarations.
    package var declaredFilters: [FilterKey] {
        apps.keys.sorted().flatMap { app in
            (apps[app]?.filters ?? []).map { FilterKey(app, $0) }
        }
    }

    /// The apps that declare filters. Only their presence matters.
    package var declaringAppIDs: Set<AppID> {
        Set(apps.lazy.filter { !$0.value.filters.isEmpty }.map(\.key))
    }

    /// Returns the state of a filter, or nil if no app declares it.
    package func report(on key: FilterKey) -> FilterReport? {
        guard let filter = filters[key], let app = apps[key.app] else { return nil }
        return FilterReport(
            declaration: filter.declaration, source: app.isDeclaredByApp ? .app : .file,
            presence: app.presence, problems: filter.problems, failure: filter.failure)
    }

    /// Returns the app's last answer for a Focus, even if it is not in force now.
    package func context(of key: FilterKey, under focus: FocusID) -> FilterContext? {
        memories[key]?.contexts[focus]?.context
    }

    /// Returns the presence of an app on the bus.
    package func presence(of app: AppID) -> AppPresence {
        apps[app]?.presence ?? .absent
    }
}
