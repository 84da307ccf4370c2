// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

/// The coding of one type's values on the bus, for internal use by this module.
public struct _ParameterCoding<Value: Sendable>: Sendable {
    /// The type on the bus; nil if values cannot be sent.
    let type: ParameterType?
    /// The value that means "no value"; nil for a type without such a value.
    var absent: Value?
    /// Encodes a value; nil for the value nil.
    let encode: @Sendable (Value, ParameterContext) throws(ParameterProblem) -> ParameterValue?
    /// Decodes several values in one call, because entities are requested together. Returns one
    /// element per value; nil for a deleted value.
    let decode: @Sendable ([ParameterValue], ParameterContext) async throws -> [Value?]
    /// Returns all cases of an enumeration; none for any other type.
    var cases: @Sendable () -> [ParameterChoice] = { [] }
    /// Returns the operations on entities; nil for any other type.
    var entities: (@Sendable () -> EntityChoices)?

    /// True if the type has a value that means "no value".
    var isOptional: Bool { absent != nil }
}

/// The parts of a parameter's declaration that affect its coding.
struct ParameterContext: Sendable {
    var dateKind = DateParts.dateTime
    /// The source of the parameter's entities; nil for the query of the entities' type.
    var entities: (any Sendable)?
    /// The unit of a measurement; nil for the dimension's base unit.
    var unit: (any Sendable)?

    static let plain = ParameterContext()
}

extension _ParameterCoding {
    /// Makes the coding of a type whose values are encoded and decoded one by one.
    static func one(
        _ kind: ParameterType.Kind,
        encode:
            @escaping @Sendable (Value, ParameterContext) throws(ParameterProblem)
            -> ParameterValue,
        decode: @escaping @Sendable (ParameterValue, ParameterContext) -> Value?
    ) -> Self {
        Self(
            type: ParameterType(kind),
            encode: { value, context throws(ParameterProblem) in try encode(value, context) },
            decode: { values, context in
                try values.map { value in
                    guard let value = decode(value, context) else {
                        throw ParameterProblem.unreadable(expected: kind.rawValue)
                    }
                    return value
                }
            })
    }

    /// Makes the coding of a type whose values are texts.
    static func text(
        _ kind: ParameterType.Kind, encode: @escaping @Sendable (Value) -> String,
        decode: @escaping @Sendable (String) -> Value?
    ) -> Self {
        .one(
            kind, encode: { value, _ in .text(encode(value)) },
            decode: { value, _ in
                guard case .text(let text) = value else { return nil }
                return decode(text)
            })
    }

    /// The coding of a type without a form on the bus.
    static var unsupported: Self {
        let problem = ParameterProblem.unsupported(String(describing: Value.self))
        return Self(
            type: nil, encode: { _, _ throws(ParameterProblem) in throw problem },
            decode: { _, _ in throw problem })
    }
}

extension _ParameterCoding
where Value: ElementCollection, Value.Element: Sendable {
    /// Makes the coding of a collection. Decoding omits deleted values.
    static func list(of element: _ParameterCoding<Value.Element>) -> Self {
        guard let kind = element.type?.kind, element.type?.isList == false, !element.isOptional
        else { return .unsupported }
        return Self(
            type: ParameterType(kind, isList: true),
            encode: { values, context throws(ParameterProblem) in
                var encoded: [ParameterValue] = []
                for value in values {
                    guard let value = try element.encode(value, context) else { continue }
                    encoded.append(value)
                }
                return .list(kind, encoded)
            },
            decode: { lists, context in
                var collections: [Value?] = []
                for list in lists {
                    guard case .list(_, let values) = list else {
                        throw ParameterProblem.wrongType(expected: "[\(kind.rawValue)]")
                    }
                    let elements = try await element.decode(values, context)
                    collections.append(Value(elements.compactMap { $0 }))
                }
                return collections
            }, cases: element.cases, entities: element.entities)
    }
}

/// A collection that is made from its elements.
protocol ElementCollection: Sequence {
    init(_ elements: [Element])
}

extension Array: ElementCollection {}
extension Set: ElementCollection {}

extension ParameterValue {
    /// A single value as text for a Focus file; nil for a list.
    var fileText: String? {
        switch self {
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .text(let text): text
        case .list: nil
        }
    }
}

// MARK: Texts and numbers

extension Bool: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Bool> {
        .one(
            .bool, encode: { value, _ in .bool(value) },
            decode: { value, _ in
                guard case .bool(let flag) = value else { return nil }
                return flag
            })
    }
}

extension Int: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Int> {
        .one(
            .int, encode: { value, _ in .int(Int64(value)) },
            decode: { value, _ in
                guard case .int(let number) = value else { return nil }
                return Int(exactly: number)
            })
    }
}

extension Double: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Double> {
        .one(
            .double, encode: { value, _ in .double(value) },
            decode: { value, _ in
                guard case .double(let number) = value else { return nil }
                return number
            })
    }
}

extension String: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<String> {
        .text(.string, encode: { $0 }, decode: { $0 })
    }
}

extension URL: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<URL> {
        .text(.url, encode: { $0.absoluteString }, decode: { URL(string: $0) })
    }
}

extension AttributedString: _IntentValue {
    /// The coding of the characters. Attributes are not sent.
    public static var _parameterCoding: _ParameterCoding<AttributedString> {
        .text(
            .string, encode: { String($0.characters) }, decode: { AttributedString($0) })
    }
}
