// SPDX-License-Identifier: Apache-2.0

/// A JSON value whose objects keep the order of their members, so that output is stable.
package enum JSONValue: Hashable, Sendable {
    /// A name in an object, and its value.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// Returns the string, or null for nil.
    package static func optional(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// Returns an array of strings.
    package static func strings(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }

    /// Returns the object with the members appended; returns any other value unchanged.
    package func adding(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        guard case .object(let own) = self else { return self }
        return .object(own + members.map { Member(name: $0.key, value: $0.value) })
    }

    /// Returns the last member of that name; nil for values that are not objects.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        // By bytes: to compare characters takes quadratic time for a name of combining marks.
        return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
}
