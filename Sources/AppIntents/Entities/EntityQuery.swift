// SPDX-License-Identifier: Apache-2.0

/// Offers values for a parameter.
///
/// Source: Apple's documentation of `DynamicOptionsProvider`.
@_alwaysEmitConformanceMetadata
public protocol DynamicOptionsProvider: _SupportsAppDependencies, Sendable {
    /// The type of ``results()``.
    associatedtype Result: ResultsCollection
    /// The type of ``defaultResult()``.
    associatedtype DefaultValue: _IntentValue = Result.Result
    where DefaultValue.ValueType == Result.Result.ValueType

    /// The values to offer.
    ///
    /// - Returns: the values, in the order in which they are shown.
    /// - Throws: whatever keeps the app from answering.
    func results() async throws -> Result

    /// The value of a required parameter that has no default; nil by default.
    ///
    /// - Returns: the value.
    func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider {
    /// Values in sections.
    public typealias ItemCollection = IntentItemCollection
    /// Values under a title.
    public typealias ItemSection<R> = IntentItemSection<R> where R == Result.Result
    /// A value and how it is shown.
    public typealias Item<R> = IntentItem<R> where R == Result.Result

    /// No value.
    ///
    /// - Returns: nil.
    public func defaultResult() async -> DefaultValue? { nil }
}

/// Finds entities of one type.
///
/// Source: Apple's documentation of `EntityQuery`.
@_alwaysEmitConformanceMetadata
public protocol EntityQuery: DynamicOptionsProvider, PersistentlyIdentifiable, Sendable {
    /// The entities that it finds.
    associatedtype Entity: AppEntity = Result.Result.ValueType where Entity == Result.Result
    /// The type of ``suggestedEntities()``.
    associatedtype Result = [Entity]

    /// Makes the query.
    init()

    /// Finds entities again.
    ///
    /// - Parameter identifiers: The identifiers of those that are wanted.
    /// - Returns: those that still exist, in any order.
    /// - Throws: whatever keeps the app from answering.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]

    /// The entities to offer to a user; by default none.
    ///
    /// - Returns: the entities, in the order in which they are shown.
    /// - Throws: whatever keeps the app from answering.
    func suggestedEntities() async throws -> Result
}

extension EntityQuery {
    /// No entities.
    ///
    /// - Returns: an empty collection.
    public func suggestedEntities() async throws -> Result { .empty }

    /// The entities that are suggested.
    ///
    /// - Returns: the entities.
    /// - Throws: what ``suggestedEntities()`` throws.
    public func results() async throws -> Result { try await suggestedEntities() }
}

/// Finds entities by what a user types.
///
/// Source: Apple's documentation of `EntityStringQuery`.
@_alwaysEmitConformanceMetadata
public protocol EntityStringQuery: EntityQuery {
    /// Finds entities by a text.
    ///
    /// - Parameter string: What the user typed.
    /// - Returns: the entities that may be meant, the likeliest first.
    /// - Throws: whatever keeps the app from answering.
    func entities(matching string: String) async throws -> Result
}

/// Knows all entities of its type, and can list them.
///
/// Source: Apple's documentation of `EnumerableEntityQuery`.
@_alwaysEmitConformanceMetadata
public protocol EnumerableEntityQuery: EntityQuery {
    /// All entities.
    ///
    /// - Returns: the entities, in the order in which they are shown.
    /// - Throws: whatever keeps the app from answering.
    func allEntities() async throws -> Result
}

extension EnumerableEntityQuery {
    /// All entities.
    ///
    /// - Returns: the entities.
    /// - Throws: what ``allEntities()`` throws.
    public func suggestedEntities() async throws -> Result { try await allEntities() }
}
