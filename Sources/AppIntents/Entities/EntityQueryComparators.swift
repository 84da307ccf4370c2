// SPDX-License-Identifier: Apache-2.0

/// A comparison that a query supports for a property.
///
/// Source: Apple's documentation of `EntityQueryComparator`.
public struct EntityQueryComparator<Value, ComparatorMappingType> {
    /// Maps a text that the property must contain; nil for every other comparison.
    var contains: ((String) -> ComparatorMappingType)?
}

/// A type that makes a comparator for a property.
public protocol _EntityQueryComparing<Value, ComparatorMappingType> {
    /// The type of the property.
    associatedtype Value
    /// The type that the comparator and its value map to.
    associatedtype ComparatorMappingType

    /// The comparator.
    var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { get }
}

extension _EntityQueryComparing {
    /// A comparator that maps no text.
    public var _comparator: EntityQueryComparator<Value, ComparatorMappingType> { .init() }
}

/// Collects the comparators of a property.
///
/// Source: Apple's documentation of `EntityQueryComparatorsBuilder`.
@resultBuilder
public enum EntityQueryComparatorsBuilder<Value, ComparatorMappingType> {
    /// Returns the comparator of an expression.
    ///
    /// - Parameter expression: The comparator.
    /// - Returns: the comparator.
    public static func buildExpression<Comparator: _EntityQueryComparing>(
        _ expression: Comparator
    ) -> EntityQueryComparator<Value, ComparatorMappingType>
    where Comparator.Value == Value, Comparator.ComparatorMappingType == ComparatorMappingType {
        expression._comparator
    }

    /// Joins the lines of a block.
    ///
    /// - Parameter components: The comparators.
    /// - Returns: the comparators.
    public static func buildBlock(
        _ components: EntityQueryComparator<Value, ComparatorMappingType>...
    ) -> [EntityQueryComparator<Value, ComparatorMappingType>] { components }
}

/// Compares a property for equality with a value.
///
/// Source: Apple's documentation of `EqualToComparator`.
public struct EqualToComparator<Value: _IntentValue & Equatable, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the value into the app's mapping type.
    public init(mappingTransform: @escaping (Value) -> ComparatorMappingType) {}
}

/// Compares a property for inequality with a value.
///
/// Source: Apple's documentation of `NotEqualToComparator`.
public struct NotEqualToComparator<Value: _IntentValue & Equatable, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the value into the app's mapping type.
    public init(mappingTransform: @escaping (Value) -> ComparatorMappingType) {}
}

/// Compares a property with a greater value.
///
/// Source: Apple's documentation of `LessThanComparator`.
public struct LessThanComparator<Value: _IntentValue, ComparatorMappingType>: _EntityQueryComparing
{
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the value into the app's mapping type.
    public init(mappingTransform: @escaping (Value.UnwrappedType) -> ComparatorMappingType) {}
}

/// Compares a property with a lesser value.
///
/// Source: Apple's documentation of `GreaterThanComparator`.
public struct GreaterThanComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the value into the app's mapping type.
    public init(mappingTransform: @escaping (Value.UnwrappedType) -> ComparatorMappingType) {}
}

/// Compares a property with its maximum value.
///
/// Source: Apple's documentation of `LessThanOrEqualToComparator`.
public struct LessThanOrEqualToComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the value into the app's mapping type.
    public init(mappingTransform: @escaping (Value.UnwrappedType) -> ComparatorMappingType) {}
}

/// Compares a property with its minimum value.
///
/// Source: Apple's documentation of `GreaterThanOrEqualToComparator`.
public struct GreaterThanOrEqualToComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the value into the app's mapping type.
    public init(mappingTransform: @escaping (Value.UnwrappedType) -> ComparatorMappingType) {}
}

/// Compares a property with a range of values.
///
/// Source: Apple's documentation of `IsBetweenComparator`.
public struct IsBetweenComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the two values into the app's mapping type.
    public init(
        mappingTransform:
            @escaping (Value.UnwrappedType, Value.UnwrappedType) ->
            ComparatorMappingType
    ) {}
}

/// Searches a property for a value: a text for another text, a list for an element.
///
/// Source: Apple's documentation of `ContainsComparator`.
public struct ContainsComparator<Value: _IntentValue, ComparatorMappingType>:
    _EntityQueryComparing
{
    /// The comparator.
    public let _comparator: EntityQueryComparator<Value, ComparatorMappingType>

    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the value into the app's mapping type.
    public init(mappingTransform: @escaping (Value.ValueType) -> ComparatorMappingType) {
        // Only a text can be searched for a text, not a list of texts.
        let isText = Value.UnwrappedType.self == String.self
        let transform = mappingTransform as? (String) -> ComparatorMappingType
        _comparator = EntityQueryComparator(contains: isText ? transform : nil)
    }
}

/// Compares the beginning of a property with a text.
///
/// Source: Apple's documentation of `HasPrefixComparator`.
public struct HasPrefixComparator<Value: _IntentValue, ComparatorMappingType>: _EntityQueryComparing
where Value.UnwrappedType == String {
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the text into the app's mapping type.
    public init(mappingTransform: @escaping (String) -> ComparatorMappingType) {}
}

/// Compares the end of a property with a text.
///
/// Source: Apple's documentation of `HasSuffixComparator`.
public struct HasSuffixComparator<Value: _IntentValue, ComparatorMappingType>: _EntityQueryComparing
where Value.UnwrappedType == String {
    /// Makes a comparator.
    ///
    /// - Parameter mappingTransform: Turns the text into the app's mapping type.
    public init(mappingTransform: @escaping (String) -> ComparatorMappingType) {}
}
