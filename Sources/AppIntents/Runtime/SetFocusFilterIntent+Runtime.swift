// SPDX-License-Identifier: Apache-2.0

import FocusCore

// What is done with the app's own types. Extensions of the protocol, so that each runs with the
// type itself and not with a box around it.

extension SetFocusFilterIntent {
    /// What focusd is told of the type's parameters.
    static func parameterDeclarations() async -> [ParameterDeclaration] {
        await IntentParameters(of: Self()).declarations()
    }

    /// An instance with values for its parameters.
    ///
    /// - Throws: `MissingParameter` for a required one without; ``ParameterProblem/In``; what the
    ///   app's dependencies and queries throw.
    static func made(with values: ParameterValues) async throws -> Self {
        let intent = Self()
        try await Dependencies.prepare(intent)
        let parameters = IntentParameters(of: intent)
        try await parameters.decode(values)
        // Reading it would end the process.
        if let name = parameters.missing { throw MissingParameter(name: name) }
        return intent
    }

    /// Has an instance perform, and answers what it says then.
    static func performed(with values: ParameterValues) async throws -> FilterContext {
        let intent = try await made(with: values)
        _ = try await intent.perform()
        return try context(of: intent)
    }

    /// The values of the filters that the app suggests.
    static func suggestedValues() async throws -> [ParameterValues] {
        try await suggestedFocusFilters(for: FocusFilterSuggestionContext())
            .prefix(Limits.filterSuggestions).map {
                try IntentParameters(of: $0).encoded()
            }
    }
}

/// What a filter says follows from its values.
///
/// A predicate that cannot be sent is reported and left out: it filters nothing.
func context(of intent: some SetFocusFilterIntent) throws -> FilterContext {
    let said = intent.appContext
    var context = FilterContext(
        targetContentIdentifierPrefix: said.targetContentIdentifierPrefix)
    if let predicate = said.notificationFilterPredicate {
        do {
            context.predicate = try canonicalPredicateFormat(predicate)
        } catch {
            SDKReport.write(
                "the predicate of \(type(of: intent)) lets all notifications through: \(error)")
        }
    }
    return context
}
