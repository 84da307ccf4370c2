// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// What answers for the Focus filters of an app; `org.focusd.FocusFilter1` without the bus.
///
/// Every method may be called on any thread and may take its time. What it throws is answered as an
/// error with the error's text; ``MissingParameter`` and ``FilterProblem`` have names of their own.
package protocol FilterProvider: Sendable {
    /// The ids of the filters; they never change, and are known without asking anything.
    var filterIDs: [String] { get }

    /// The filters as they are told to focusd.
    func declarations() async -> [FilterDeclaration]

    /// The parameters of a filter, by which what arrives is read.
    func parameters(of filter: String) async -> [ParameterDeclaration]

    /// Takes over new values, and answers what follows from them.
    ///
    /// Calls about one filter come one after the other.
    func perform(_ filter: String, _ values: ParameterValues) async throws -> FilterContext

    /// What follows from the values, without taking them over.
    func appContext(_ filter: String, _ values: ParameterValues) async throws -> FilterContext

    /// How the filter is shown with these values.
    func display(_ filter: String, _ values: ParameterValues) async throws -> FilterDisplay

    /// Values to offer to a user who sets the filter for the first time.
    func suggestions(_ filter: String) async throws -> [ParameterValues]

    /// Entities of a type.
    func entities(
        _ filter: String, type: String, _ query: EntityRequest
    ) async throws -> [ParameterChoice]

    /// Values to offer for a parameter that has options.
    func options(_ filter: String, parameter: String) async throws -> [ParameterChoice]
}

/// Which entities are asked for.
package enum EntityRequest: Hashable, Sendable {
    /// Those with the identifiers; what is gone is left out.
    case identifiers([String])
    /// Those to offer.
    case suggested
    /// Those that a user who typed the text may mean.
    case matching(String)
}

/// What is wrong with a question to a filter.
package enum FilterProblem: Error, Hashable, Sendable {
    /// There is no such filter, entity type or parameter; the text says which.
    case notFound(String)
    /// A value cannot be what it says; the text says which.
    case invalid(String)
}
