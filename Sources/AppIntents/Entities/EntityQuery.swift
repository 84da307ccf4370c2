// SPDX-License-Identifier: Apache-2.0

/// A provider of the values that a user can choose for a parameter.
///
/// Source: Apple's documentation of `DynamicOptionsProvider`.
@_alwaysEmitConformanceMetadata
public protocol DynamicOptionsProvider: _SupportsAppDependencies, Sendable {
    /// The type of ``results()``.
    associatedtype Result: ResultsCollection
    /// The type of ``defaultResult()``.
    associatedtype DefaultValue: _IntentValue = Result.Result
    where DefaultValue.ValueType == Result.Result.ValueType

    /// Returns the values to offer.
    ///
    /// - Returns: the values in display order.
    /// - Throws: an error of the app.
    func results() async throws -> Result

    /// Returns the value of a required parameter without a default; nil by default.
    ///
    /// - Returns: the value.
    func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider {
    /// The values in sections.
    public typealias ItemCollection = IntentItemCollection
    /// The values under a title.
    public typealias ItemSection<R> = IntentItemSection<R> where R == Result.Result
    /// A value and its representation.
    public typealias Item<R> = IntentItem<R> where R == Result.Result

    /// Returns nil.
    ///
    /// - Returns: nil.
    public func defaultResult() async -> DefaultValue? { nil }
}

/// A query that finds entities of one type.
///
/// Source: Apple's documentation of `EntityQuery`.
@_alwaysEmitConformanceMetadata
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable, Sendable {
    /// The type of the entities that the query finds.
    associatedtype Entity: AppEntity = Result.Result.ValueType where Entity == Result.Result
    /// The type of ``suggestedEntities()``.
    associatedtype Result = [Entity]

    /// Makes the query.
    init()

    /// Finds entities by their identifiers.
    ///
    /// - Parameter identifiers: The identifiers of the wanted entities.
    /// - Returns: the entities that still exist, in any order.
    /// - Throws: an error of the app.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]

    /// Returns the entities to offer to a user; none by default.
    ///
    /// - Returns: the entities in display order.
    /// - Throws: an error of the app.
    func suggestedEntities() async throws -> Result
}

extension EntityQuery {
    /// Returns no entities.
    ///
    /// - Returns: an empty collection.
    public func suggestedEntities() async throws -> Result { .empty }

    /// Returns the suggested entities.
    ///
    /// - Returns: the entities.
    /// - Throws: the error of ``suggestedEntities()``.
    public func results() async throws -> Result { try await suggestedEntities() }
}

/// A query that finds entities by a text that a user types.
///
/// Source: Apple's documentation of `EntityStringQuery`.
@_alwaysEmitConformanceMetadata
public protocol EntityStringQuery: EntityQuery {
    /// Finds entities by a text.
    ///
    /// - Parameter string: The text that the user typed.
    /// - Returns: the matching entities, the best match first.
    /// - Throws: an error of the app.
    func entities(matching string: String) async throws -> Result
}

/// A query that can list all entities of its type.
///
/// Source: Apple's documentation of `EnumerableEntityQuery`.
@_alwaysEmitConformanceMetadata
public protocol EnumerableEntityQuery: EntityQuery {
    /// Returns all entities.
    ///
    /// - Returns: the entities in display order.
    /// - Throws: an error of the app.
    func allEntities() async throws -> Result
}

extension EnumerableEntityQuery {
    /// Returns all entities.
    ///
    /// - Returns: the entities.
    /// - Throws: the error of ``allEntities()``.
    public func suggestedEntities() async throws -> Result { try await allEntities() }
}
