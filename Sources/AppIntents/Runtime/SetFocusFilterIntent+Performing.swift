// SPDX-License-Identifier: Apache-2.0

import FocusCore

// The operations on the app's types: making a filter from focusd's values, performing it, and
// describing it. They are extensions of the protocol, so that each operation runs with the concrete
// type and not with an existential.

extension SetFocusFilterIntent {
    /// Returns the declarations of the type's parameters for focusd.
    static func parameterDeclarations() async -> [ParameterDeclaration] {
        await IntentParameters(of: Self()).declarations()
    }

    /// Makes an instance with values for its parameters.
    ///
    /// - Throws: `MissingParameter` for a required parameter without a value;
    ///   ``ParameterProblem/In``; the errors of the app's dependencies and queries.
    static func made(with values: ParameterValues) async throws -> Self {
        let intent = Self()
        try await Dependencies.prepare(intent)
        let parameters = IntentParameters(of: intent)
        try await parameters.decode(values)
        // Reading this parameter would end the process.
        if let name = parameters.missing { throw MissingParameter(name: name) }
        return intent
    }

    /// Performs an instance, and returns its context.
    static func performed(with values: ParameterValues) async throws -> FilterContext {
        let intent = try await made(with: values)
        _ = try await intent.perform()
        return try context(of: intent)
    }

    /// Returns the values of the filters that the app suggests.
    static func suggestedValues() async throws -> [ParameterValues] {
        try await suggestedFocusFilters(for: FocusFilterSuggestionContext())
            .prefix(Limits.filterSuggestions).map {
                try IntentParameters(of: $0).encoded()
            }
    }
}

/// Returns the context that follows from a filter's values.
///
/// A predicate that cannot be sent is reported and omitted: it filters no notifications.
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
