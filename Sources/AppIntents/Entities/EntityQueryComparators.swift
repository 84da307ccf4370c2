// SPDX-License-Identifier: Apache-2.0

/// A way in which a property can be asked for.
///
/// Source: Apple's documentation of `EntityQueryComparator`.
public struct EntityQueryComparator<Value, ComparatorMappingType> {
    /// What a text becomes that the property must contain; nil for every other way.
    var contains: ((String) -> ComparatorMappingType)?
}

/// Something that makes a comparator of a certain property.
public protocol _EntityQueryComparing<Value, ComparatorMappingType> {
    /// The property's type.
    associatedtype Value
    /// What the comparator with its value becomes.
    associatedtype ComparatorMappingType

    /// The comparator.
    var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { get }
}

/// Collects the ways in which a property can be asked for.
///
/// Source: Apple's documentation of `EntityQueryComparatorsBuilder`.
@resultBuilder
public enum EntityQueryComparatorsBuilder<Value, ComparatorMappingType> {
    /// A comparator.
    ///
    /// - Parameter expression: The comparator.
    /// - Returns: the comparator.
    public static func buildExpression<Comparator: _EntityQueryComparing>(
        _ expression: Comparator
    ) -> EntityQueryComparator<Value, ComparatorMappingType>
    where Comparator.Value == Value, Comparator.ComparatorMappingType == ComparatorMappingType {
        expression._comparator
    }

    /// One after the other.
    ///
    /// - Parameter components: The comparators.
    /// - Returns: all of them.
    public static func buildBlock(
        _ components: EntityQueryComparator<Value, ComparatorMappingType>...
    ) -> [EntityQueryComparator<Value, ComparatorMappingType>] { components }
}

/// Whether a property is a value.
///
/// Source: Apple's documentation of `EqualToComparator`.
public struct EqualToComparator<Value: _IntentValue & Equatable, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its value.
    public init(mappingTransform: @escaping (Value) -> ComparatorMappingType) {}
}

/// Whether a property is another value.
///
/// Source: Apple's documentation of `NotEqualToComparator`.
public struct NotEqualToComparator<Value: _IntentValue & Equatable, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its value.
    public init(mappingTransform: @escaping (Value) -> ComparatorMappingType) {}
}

/// Whether a property is less than a value.
///
/// Source: Apple's documentation of `LessThanComparator`.
public struct LessThanComparator<Value: _IntentValue, ComparatorMappingType>: _EntityQueryComparing
{
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its value.
    public init(mappingTransform: @escaping (Value.UnwrappedType) -> ComparatorMappingType) {}
}

/// Whether a property is greater than a value.
///
/// Source: Apple's documentation of `GreaterThanComparator`.
public struct GreaterThanComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its value.
    public init(mappingTransform: @escaping (Value.UnwrappedType) -> ComparatorMappingType) {}
}

/// Whether a property is at most a value.
///
/// Source: Apple's documentation of `LessThanOrEqualToComparator`.
public struct LessThanOrEqualToComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its value.
    public init(mappingTransform: @escaping (Value.UnwrappedType) -> ComparatorMappingType) {}
}

/// Whether a property is at least a value.
///
/// Source: Apple's documentation of `GreaterThanOrEqualToComparator`.
public struct GreaterThanOrEqualToComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its value.
    public init(mappingTransform: @escaping (Value.UnwrappedType) -> ComparatorMappingType) {}
}

/// Whether a property is between two values.
///
/// Source: Apple's documentation of `IsBetweenComparator`.
public struct IsBetweenComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its two values.
    public init(
        mappingTransform:
            @escaping (Value.UnwrappedType, Value.UnwrappedType) ->
            ComparatorMappingType
    ) {}
}

/// Whether a property contains a value: a text another, a list an element.
///
/// Source: Apple's documentation of `ContainsComparator`.
public struct ContainsComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// The comparator.
    public let _comparator: EntityQueryComparator<Value, ComparatorMappingType>

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its value.
    public init(mappingTransform: @escaping (Value.ValueType) -> ComparatorMappingType) {
        // Of a text, not of a list of them.
        let isText = Value.UnwrappedType.self == String.self
        let transform = mappingTransform as? (String) -> ComparatorMappingType
        _comparator = EntityQueryComparator(contains: isText ? transform : nil)
    }
}

/// Whether a property begins with a text.
///
/// Source: Apple's documentation of `HasPrefixComparator`.
public struct HasPrefixComparator<Value: _IntentValue, ComparatorMappingType>: _EntityQueryComparing
where Value.UnwrappedType == String {
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its text.
    public init(mappingTransform: @escaping (String) -> ComparatorMappingType) {}
}

/// Whether a property ends with a text.
///
/// Source: Apple's documentation of `HasSuffixComparator`.
public struct HasSuffixComparator<Value: _IntentValue, ComparatorMappingType>: _EntityQueryComparing
where Value.UnwrappedType == String {
    /// The comparator.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: What it becomes with its text.
    public init(mappingTransform: @escaping (String) -> ComparatorMappingType) {}
}
