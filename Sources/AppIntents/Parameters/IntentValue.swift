// SPDX-License-Identifier: Apache-2.0

/// A type that parameters, entity properties and results can have.
///
/// Source: Apple's documentation of `IntentParameter`. An app's own types become such types as
/// ``AppEntity`` or ``AppEnum``.
@_alwaysEmitConformanceMetadata
public protocol _IntentValue: Sendable {
    /// The type of one value: the element of a collection, what an optional wraps.
    associatedtype ValueType: _IntentValue = Self
    /// The type without its optionality; collections stay collections.
    associatedtype UnwrappedType: _IntentValue = Self

    /// How its values are sent.
    static var _parameterCoding: _ParameterCoding<Self> { get }
}

extension _IntentValue {
    /// How its values are sent.
    public static var _parameterCoding: _ParameterCoding<Self> { .unsupported }
}

/// A collection of values that a parameter can have.
@_alwaysEmitConformanceMetadata
public protocol _SequenceIntentValue: _IntentValue {}

extension Optional: _IntentValue where Wrapped: _IntentValue {
    /// The type of one value.
    public typealias ValueType = Wrapped.ValueType
    /// The type without its optionality.
    public typealias UnwrappedType = Wrapped.UnwrappedType

    /// How its values are sent.
    public static var _parameterCoding: _ParameterCoding<Self> {
        let wrapped = Wrapped._parameterCoding
        return _ParameterCoding(
            type: wrapped.isOptional ? nil : wrapped.type, absent: .some(.none),
            encode: { value, context throws(ParameterProblem) in
                guard let value else { return nil }
                return try wrapped.encode(value, context)
            },
            decode: { values, context in
                // What is gone is nil.
                try await wrapped.decode(values, context).map { .some($0) }
            }, cases: wrapped.cases, entities: wrapped.entities)
    }
}

extension Array: _IntentValue, _SequenceIntentValue where Element: _IntentValue {
    /// The type of one value.
    public typealias ValueType = Element
    /// The type without its optionality.
    public typealias UnwrappedType = [Element]

    /// How its values are sent.
    public static var _parameterCoding: _ParameterCoding<Self> {
        .list(of: Element._parameterCoding)
    }
}

extension Set: _IntentValue, _SequenceIntentValue where Element: _IntentValue {
    /// The type of one value.
    public typealias ValueType = Element
    /// The type without its optionality.
    public typealias UnwrappedType = Set<Element>

    /// How its values are sent.
    public static var _parameterCoding: _ParameterCoding<Self> {
        .list(of: Element._parameterCoding)
    }
}

extension Never: _IntentValue {
    /// The type of one value.
    public typealias ValueType = Never
    /// The type without its optionality.
    public typealias UnwrappedType = Never
}

/// A parameter or a property, whatever its type.
///
/// Source: Apple's documentation of `AnyIntentValue`.
@_alwaysEmitConformanceMetadata
public protocol AnyIntentValue: Sendable {
    /// The type of its value.
    associatedtype Value: _IntentValue, Sendable

    /// Whether it may be nil.
    var isOptional: Bool { get }
    /// What the user sees as its name.
    var title: LocalizedStringResource { get }
}
