// SPDX-License-Identifier: Apache-2.0
import Foundation
import Predicates

/// An object of any type as the subject of a predicate.
///
/// Swift has no key-value coding. An object's keys are therefore the names of its stored
/// properties, found by reflection; computed properties are not found. Dictionaries have their
/// entries, strings their `length`. A key of a collection applies to each element, as in key-value
/// coding.
struct ObjectSubject: PredicateSubject {
    private let object: Any?

    /// Maximum depth of nested objects that become dictionaries. A deeper object is nil, which also
    /// ends reference cycles.
    private static let maximumDepth = 4

    init(_ object: Any?) {
        self.object = object
    }

    var selfValue: PredicateValue { Self.value(of: object, depth: 0) }

    func value(forKeyPath keyPath: String) -> PredicateValue? {
        let keys = keyPath.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let path = keys.map { String(Substring($0)) }
        return Self.step(object, path[...])
    }

    /// Follows the rest of a key path; nil if a key does not exist.
    private static func step(_ object: Any?, _ path: ArraySlice<String>) -> PredicateValue? {
        guard let key = path.first else { return value(of: object, depth: 0) }
        guard let object = object.flatMap(Reflected.unwrapped), !(object is NSNull) else {
            return .null
        }
        let rest = path.dropFirst()
        if let entries = Reflected.entries(of: object) { return step(entries[key], rest) }
        if let text = object as? String {
            return key == "length" ? step(text.utf16.count, rest) : nil
        }
        if let elements = Reflected.elements(of: object) {
            var values: [PredicateValue] = []
            for element in elements {
                guard let value = step(element, path) else { return nil }
                values.append(value)
            }
            return .array(values)
        }
        return Reflected.properties(of: object).first { $0.name == key }.flatMap {
            step($0.value, rest)
        }
    }

    /// Returns the value of an object. An object that is not a constant becomes a dictionary of its
    /// properties.
    private static func value(of object: Any?, depth: Int) -> PredicateValue {
        if let value = PredicateValue(object: object) { return value }
        guard depth < maximumDepth, let object = object.flatMap(Reflected.unwrapped) else {
            return .null
        }
        if let entries = Reflected.entries(of: object) {
            return .dictionary(entries.mapValues { value(of: $0, depth: depth + 1) })
        }
        if let elements = Reflected.elements(of: object) {
            return .array(elements.map { value(of: $0, depth: depth + 1) })
        }
        if let raw = object as? any RawRepresentable {
            return PredicateValue(object: raw.rawValue) ?? .null
        }
        let properties = Reflected.properties(of: object)
            .map { ($0.name, value(of: $0.value, depth: depth + 1)) }
        return .dictionary(Dictionary(properties) { first, _ in first })
    }
}
