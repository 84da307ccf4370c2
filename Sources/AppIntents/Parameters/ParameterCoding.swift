// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

/// How values of one type are sent; the module's own business.
public struct _ParameterCoding<Value: Sendable>: Sendable {
    /// nil when they cannot be sent.
    let type: ParameterType?
    /// The value that stands for none; nil for a type that has no such value.
    var absent: Value?
    /// nil for nil.
    let encode: @Sendable (Value, ParameterContext) throws(ParameterProblem) -> ParameterValue?
    /// Reads several values at a time, because entities are asked for together; nil for one that
    /// is gone. As many as were given.
    let decode: @Sendable ([ParameterValue], ParameterContext) async throws -> [Value?]
    /// All that an enumeration has.
    var cases: @Sendable () -> [ParameterChoice] = { [] }
    /// What there is to know of entities; nil for any other type.
    var entities: (@Sendable () -> EntityChoices)?

    /// Whether the type has a value that stands for none.
    var isOptional: Bool { absent != nil }
}

/// What the declaration of a parameter says about reading its values.
struct ParameterContext: Sendable {
    var dateKind = DateText.Kind.dateTime
    /// The source of the parameter's entities when its declaration names one; otherwise it is
    /// their type's own query.
    var entities: (any Sendable)?
    /// The unit of a measurement; nil for the dimension's base unit.
    var unit: (any Sendable)?

    static let plain = ParameterContext()
}

extension _ParameterCoding {
    /// A type whose values are told from what is sent, one by one.
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

    /// A type without a form on the bus.
    static var unsupported: Self {
        let problem = ParameterProblem.unsupported(String(describing: Value.self))
        return Self(
            type: nil, encode: { _, _ throws(ParameterProblem) in throw problem },
            decode: { _, _ in throw problem })
    }
}

extension _ParameterCoding
where Value: ElementCollection, Value.Element: Sendable {
    /// A collection of values, from which those that are gone are left out.
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

/// A collection that can be made from its elements.
protocol ElementCollection: Sequence {
    init(_ elements: [Element])
}

extension Array: ElementCollection {}
extension Set: ElementCollection {}

extension ParameterValue {
    /// One value as it stands in a Focus's file; nil for a list.
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
