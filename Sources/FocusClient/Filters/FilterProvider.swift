// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The provider of an app's Focus filters; `org.focusd.FocusFilter1` without the bus.
///
/// Any thread may call the methods, which may take long. A thrown error is answered with its text;
/// ``MissingParameter`` and ``FilterProblem`` have error names of their own.
package protocol FilterProvider: Sendable {
    /// The ids of the filters, which never change.
    var filterIDs: [String] { get }

    /// Returns the filters' declarations for focusd.
    func declarations() async -> [FilterDeclaration]

    /// Returns the parameters of a filter, which give the types of the arriving values.
    func parameters(of filter: String) async -> [ParameterDeclaration]

    /// Adopts new values and returns the resulting context.
    ///
    /// Calls about one filter run one after the other.
    func perform(_ filter: String, _ values: ParameterValues) async throws -> FilterContext

    /// Returns the context that the values would have, without adopting them.
    func appContext(_ filter: String, _ values: ParameterValues) async throws -> FilterContext

    /// Returns the description of the filter with these values.
    func display(_ filter: String, _ values: ParameterValues) async throws -> FilterDisplay

    /// Returns suggested values for a user who sets the filter for the first time.
    func suggestions(_ filter: String) async throws -> [ParameterValues]

    /// Returns entities of a type.
    func entities(
        _ filter: String, type: String, _ query: EntityRequest
    ) async throws -> [ParameterChoice]

    /// Returns the choices of a parameter with options.
    func options(_ filter: String, parameter: String) async throws -> [ParameterChoice]
}

/// A query for entities.
package enum EntityRequest: Hashable, Sendable {
    /// The entities with the identifiers, except those that no longer exist.
    case identifiers([String])
    /// The suggested entities.
    case suggested
    /// The entities that match the user's text.
    case matching(String)
}

/// A reason to refuse a question to a filter.
package enum FilterProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such filter, entity type or parameter; the text says which.
    case notFound(String)
    /// The value in the text is invalid.
    case invalid(String)

    package var description: String {
        switch self {
        case .notFound(let text), .invalid(let text): text
        }
    }
}
