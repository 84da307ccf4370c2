// SPDX-License-Identifier: Apache-2.0

/// A query that finds entities by the values of their properties.
///
/// A text that a user types is searched in every property with a ``ContainsComparator`` over text.
/// The other comparators are for Shortcuts and unused here.
///
/// Source: Apple's documentation of `EntityPropertyQuery`.
@_alwaysEmitConformanceMetadata
public protocol EntityPropertyQuery: EntityQuery {
    /// The type that a comparator and its value map to, such as a predicate.
    associatedtype ComparatorMappingType

    /// The properties that can be searched.
    static var properties: QueryProperties { get }

    /// The properties by which entities can be sorted.
    static var sortingOptions: SortingOptions { get }

    /// Finds entities.
    ///
    /// - Parameters:
    ///   - comparators: The conditions on the properties.
    ///   - mode: All conditions must hold, or at least one.
    ///   - sortedBy: The order of the entities.
    ///   - limit: Maximum number of entities; nil for no limit.
    /// - Returns: the entities.
    /// - Throws: an error of the app.
    func entities(
        matching comparators: [ComparatorMappingType], mode: ComparatorMode,
        sortedBy: [EntityQuerySort<Entity>], limit: Int?
    ) async throws -> Result
}

extension EntityPropertyQuery {
    /// The choice between all comparators and at least one.
    public typealias ComparatorMode = EntityQueryComparatorMode
    /// The properties that can be searched.
    public typealias QueryProperties = EntityQueryProperties<Entity, ComparatorMappingType>
    /// A property that can be searched.
    public typealias Property = EntityQueryProperty
    /// The properties by which entities can be sorted.
    public typealias SortingOptions = EntityQuerySortingOptions<Entity>
    /// A property by which entities can be sorted.
    public typealias SortableBy = EntityQuerySortableByProperty<Entity>
    /// A sort order.
    public typealias Sort = EntityQuerySort

    /// Returns a comparator for the user's text for each property that can contain a text.
    func comparators(for text: String) -> [ComparatorMappingType] {
        Self.properties.all.compactMap { $0.contains?(text) }
    }
}

/// The choice between all comparators and at least one.
///
/// Source: Apple's documentation of `EntityQueryComparatorMode`.
public enum EntityQueryComparatorMode: Hashable, Sendable {
    /// All comparators must hold.
    case and
    /// At least one comparator must hold.
    case or
}

/// A sort order of entities.
///
/// Source: Apple's documentation of `EntityQuerySort`.
public struct EntityQuerySort<Entity: AppEntity>: @unchecked Sendable {
    // Unchecked because of the key path, which is immutable.

    /// The direction of a sort order.
    public enum Ordering: Hashable, Sendable {
        /// The least value first.
        case ascending
        /// The greatest value first.
        case descending
    }

    /// The property to sort by.
    public let by: PartialKeyPath<Entity>
    /// The direction of the order.
    public let order: Ordering
}

/// A property by which entities can be sorted.
///
/// Source: Apple's documentation of `EntityQuerySortableByProperty`.
public struct EntityQuerySortableByProperty<Entity: AppEntity>: Sendable {
    /// Makes an option from a property. The key path has no effect: only Shortcuts sorts entities.
    ///
    /// - Parameter keyPath: The key path of the property, as in `\Account.$name`.
    public init<Property: AnyIntentValue>(_ keyPath: KeyPath<Entity, Property>) {}
}

/// The properties by which entities can be sorted.
///
/// Source: Apple's documentation of `EntityQuerySortingOptions`.
public struct EntityQuerySortingOptions<Entity: AppEntity>: Sendable {
    /// Makes an empty list.
    public init() {}

    /// Makes a list of properties. The list has no effect: only Shortcuts sorts entities.
    ///
    /// - Parameter content: Makes the properties.
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
    /// Joins the lines of a block.
    ///
    /// - Parameter components: The properties.
    /// - Returns: the properties.
    public static func buildBlock(
        _ components: EntityQuerySortableByProperty<Entity>...
    ) -> [EntityQuerySortableByProperty<Entity>] { components }
}

/// The properties that can be searched.
///
/// Source: Apple's documentation of `EntityQueryProperties`.
public struct EntityQueryProperties<Entity: AppEntity, ComparatorMappingType>: @unchecked Sendable {
    // Unchecked because of the closures, which map one value to another and have no state.

    let all: [EntityQueryProperty<Entity, ComparatorMappingType>]

    /// Makes a list of properties.
    ///
    /// - Parameter properties: Makes the properties.
    public init(
        @EntityQueryPropertiesBuilder<Entity, ComparatorMappingType> properties: () ->
            [EntityQueryProperty<Entity, ComparatorMappingType>]
    ) {
        all = properties()
    }
}

/// Collects the properties that can be searched.
///
/// Source: Apple's documentation of `EntityQueryPropertiesBuilder`.
@resultBuilder
public enum EntityQueryPropertiesBuilder<Entity: AppEntity, ComparatorMappingType> {
    /// Returns a property unchanged.
    ///
    /// - Parameter expression: The property.
    /// - Returns: the property.
    public static func buildExpression(
        _ expression: EntityQueryProperty<Entity, ComparatorMappingType>
    ) -> EntityQueryProperty<Entity, ComparatorMappingType> { expression }

    /// Joins the lines of a block.
    ///
    /// - Parameter components: The properties.
    /// - Returns: the properties.
    public static func buildBlock(
        _ components: EntityQueryProperty<Entity, ComparatorMappingType>...
    ) -> [EntityQueryProperty<Entity, ComparatorMappingType>] { components }
}

/// A property that can be searched, with its comparators.
///
/// Source: Apple's documentation of `EntityQueryProperty`.
public struct EntityQueryProperty<Entity: AppEntity, ComparatorMappingType> {
    let contains: ((String) -> ComparatorMappingType)?

    /// Makes a searchable property.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of the property, as in `\Account.$name`.
    ///   - comparators: Makes the comparators that the property supports.
    public init<Value: _IntentValue & Sendable>(
        _ keyPath: KeyPath<Entity, EntityProperty<Value>>,
        @EntityQueryComparatorsBuilder<Value, ComparatorMappingType> comparators: () ->
            [EntityQueryComparator<Value, ComparatorMappingType>]
    ) {
        contains = comparators().lazy.compactMap(\.contains).first
    }
}
