// SPDX-License-Identifier: Apache-2.0

/// A type that parameters, entity properties and results can have.
///
/// Source: Apple's documentation of `IntentParameter`. An app's own types conform through
/// ``AppEntity`` or ``AppEnum``.
@_alwaysEmitConformanceMetadata
public protocol _IntentValue: Sendable {
    /// The type of a single value: the element of a collection, or the wrapped type of an optional.
    associatedtype ValueType: _IntentValue = Self
    /// The type without its optionality. A collection remains a collection.
    associatedtype UnwrappedType: _IntentValue = Self

    /// The coding of the type's values on the bus.
    static var _parameterCoding: _ParameterCoding<Self> { get }
}

extension _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Self> { .unsupported }
}

/// A collection of values that a parameter can have.
@_alwaysEmitConformanceMetadata
public protocol _SequenceIntentValue: _IntentValue {}

extension Optional: _IntentValue where Wrapped: _IntentValue {
    /// The type of a single value.
    public typealias ValueType = Wrapped.ValueType
    /// The type without its optionality.
    public typealias UnwrappedType = Wrapped.UnwrappedType

    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Self> {
        let wrapped = Wrapped._parameterCoding
        return _ParameterCoding(
            type: wrapped.isOptional ? nil : wrapped.type, absent: .some(.none),
            encode: { value, context throws(ParameterProblem) in
                guard let value else { return nil }
                return try wrapped.encode(value, context)
            },
            decode: { values, context in
                // A deleted entity is nil.
                try await wrapped.decode(values, context).map { .some($0) }
            }, cases: wrapped.cases, entities: wrapped.entities)
    }
}

extension Array: _IntentValue, _SequenceIntentValue where Element: _IntentValue {
    /// The type of a single value.
    public typealias ValueType = Element
    /// The type without its optionality.
    public typealias UnwrappedType = [Element]

    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Self> {
        .list(of: Element._parameterCoding)
    }
}

extension Set: _IntentValue, _SequenceIntentValue where Element: _IntentValue {
    /// The type of a single value.
    public typealias ValueType = Element
    /// The type without its optionality.
    public typealias UnwrappedType = Set<Element>

    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Self> {
        .list(of: Element._parameterCoding)
    }
}

extension Never: _IntentValue {
    /// The type of a single value.
    public typealias ValueType = Never
    /// The type without its optionality.
    public typealias UnwrappedType = Never
}

/// A parameter or a property of any type.
///
/// Source: Apple's documentation of `AnyIntentValue`.
@_alwaysEmitConformanceMetadata
public protocol AnyIntentValue: Sendable {
    /// The type of the value.
    associatedtype Value: _IntentValue, Sendable

    /// True if the value may be nil.
    var isOptional: Bool { get }
    /// The name of the parameter for the user.
    var title: LocalizedStringResource { get }
}
