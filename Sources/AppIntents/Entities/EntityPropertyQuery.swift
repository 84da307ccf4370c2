// SPDX-License-Identifier: Apache-2.0

/// Finds entities by what their properties are.
///
/// A text that a user types is looked for in every property that has a ``ContainsComparator``
/// over text; the other comparators are for Shortcuts.
///
/// Source: Apple's documentation of `EntityPropertyQuery`.
@_alwaysEmitConformanceMetadata
public protocol EntityPropertyQuery: EntityQuery {
    /// What a comparator with its value becomes, such as a predicate.
    associatedtype ComparatorMappingType

    /// The properties that can be asked for.
    static var properties: QueryProperties { get }

    /// The properties by which entities can be sorted.
    static var sortingOptions: SortingOptions { get }

    /// Finds entities.
    ///
    /// - Parameters:
    ///   - comparators: What their properties must be.
    ///   - mode: Whether all of it must hold, or some.
    ///   - sortedBy: In which order they come.
    ///   - limit: The most that are wanted.
    /// - Returns: the entities.
    /// - Throws: whatever keeps the app from answering.
    func entities(
        matching comparators: [ComparatorMappingType], mode: ComparatorMode,
        sortedBy: [EntityQuerySort<Entity>], limit: Int?
    ) async throws -> Result
}

extension EntityPropertyQuery {
    /// Whether all comparators must hold, or some.
    public typealias ComparatorMode = EntityQueryComparatorMode
    /// The properties that can be asked for.
    public typealias QueryProperties = EntityQueryProperties<Entity, ComparatorMappingType>
    /// One of them.
    public typealias Property = EntityQueryProperty
    /// The properties by which entities can be sorted.
    public typealias SortingOptions = EntityQuerySortingOptions<Entity>
    /// One of them.
    public typealias SortableBy = EntityQuerySortableByProperty<Entity>
    /// An order.
    public typealias Sort = EntityQuerySort

    /// What a text that a user typed becomes: one comparator for each property that may have it.
    func comparators(for text: String) -> [ComparatorMappingType] {
        Self.properties.all.compactMap { $0.contains?(text) }
    }
}

/// Whether all comparators must hold, or some.
///
/// Source: Apple's documentation of `EntityQueryComparatorMode`.
public enum EntityQueryComparatorMode: Hashable, Sendable {
    /// All of them.
    case and
    /// At least one.
    case or
}

/// An order of entities.
///
/// Source: Apple's documentation of `EntityQuerySort`.
public struct EntityQuerySort<Entity: AppEntity>: @unchecked Sendable {
    // Unchecked because of the key path, which nothing changes.

    /// Which way the order goes.
    public enum Ordering: Hashable, Sendable {
        /// The least first.
        case ascending
        /// The greatest first.
        case descending
    }

    /// The property that decides.
    public let by: PartialKeyPath<Entity>
    /// Which way the order goes.
    public let order: Ordering
}

/// A property by which entities can be sorted.
///
/// Source: Apple's documentation of `EntityQuerySortableByProperty`.
public struct EntityQuerySortableByProperty<Entity: AppEntity>: Sendable {
    /// Names the property.
    ///
    /// - Parameter keyPath: The key path to it, as in `\Account.$name`.
    public init<Property: AnyIntentValue>(_ keyPath: KeyPath<Entity, Property>) {}
}

/// The properties by which entities can be sorted.
///
/// Source: Apple's documentation of `EntityQuerySortingOptions`.
public struct EntityQuerySortingOptions<Entity: AppEntity>: Sendable {
    /// Names none.
    public init() {}

    /// Names them.
    ///
    /// - Parameter content: The properties.
    public init(
        @EntityQuerySortingOptionsBuilder<Entity> content: () -> [EntityQuerySortableByProperty<
            Entity
        >]
    ) {}
}

/// Collects the properties by which entities can be sorted.
///
/// Source: Apple's documentation of `EntityQuerySortingOptionsBuilder`.
@resultBuilder
public enum EntityQuerySortingOptionsBuilder<Entity: AppEntity> {
    /// One after the other.
    ///
    /// - Parameter components: The properties.
    /// - Returns: all of them.
    public static func buildBlock(
        _ components: EntityQuerySortableByProperty<Entity>...
    ) -> [EntityQuerySortableByProperty<Entity>] { components }
}

/// The properties that can be asked for.
///
/// Source: Apple's documentation of `EntityQueryProperties`.
public struct EntityQueryProperties<Entity: AppEntity, ComparatorMappingType>: @unchecked Sendable {
    // Unchecked because of the closures, which turn a value into another.

    let all: [EntityQueryProperty<Entity, ComparatorMappingType>]

    /// Names them.
    ///
    /// - Parameter properties: The properties.
    public init(
        @EntityQueryPropertiesBuilder<Entity, ComparatorMappingType> properties: () ->
            [EntityQueryProperty<Entity, ComparatorMappingType>]
    ) {
        all = properties()
    }
}

/// Collects the properties that can be asked for.
///
/// Source: Apple's documentation of `EntityQueryPropertiesBuilder`.
@resultBuilder
public enum EntityQueryPropertiesBuilder<Entity: AppEntity, ComparatorMappingType> {
    /// A property.
    ///
    /// - Parameter expression: The property.
    /// - Returns: the property.
    public static func buildExpression(
        _ expression: EntityQueryProperty<Entity, ComparatorMappingType>
    ) -> EntityQueryProperty<Entity, ComparatorMappingType> { expression }

    /// One after the other.
    ///
    /// - Parameter components: The properties.
    /// - Returns: all of them.
    public static func buildBlock(
        _ components: EntityQueryProperty<Entity, ComparatorMappingType>...
    ) -> [EntityQueryProperty<Entity, ComparatorMappingType>] { components }
}

/// A property that can be asked for, and in which ways.
///
/// Source: Apple's documentation of `EntityQueryProperty`.
public struct EntityQueryProperty<Entity: AppEntity, ComparatorMappingType> {
    let contains: ((String) -> ComparatorMappingType)?

    /// Names the property.
    ///
    /// - Parameters:
    ///   - keyPath: The key path to it, as in `\Account.$name`.
    ///   - comparators: The ways in which it can be asked for.
    public init<Value: _IntentValue & Sendable>(
        _ keyPath: KeyPath<Entity, EntityProperty<Value>>,
        @EntityQueryComparatorsBuilder<Value, ComparatorMappingType> comparators: () ->
            [EntityQueryComparator<Value, ComparatorMappingType>]
    ) {
        contains = comparators().lazy.compactMap(\.contains).first
    }
}
