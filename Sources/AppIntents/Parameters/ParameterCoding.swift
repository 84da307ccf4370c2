// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

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
    var dateKind = DateText.Kind.dateTime
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
