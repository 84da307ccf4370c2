// SPDX-License-Identifier: Apache-2.0

/// A value under the equality of the predicate language, for sets and dictionaries.
///
/// Numbers of all kinds are equal if they are the same number, strings if their code units are the
/// same, as in `NSObject.isEqual`, and NaN equals itself. A collection hashes by all its members: a
/// set of colliding keys compares each key with each. The nesting of values bounds the recursion.
struct ObjectKey: Hashable, Sendable {
    let value: PredicateValue

    init(_ value: PredicateValue) {
        self.value = value
    }

    static func == (left: ObjectKey, right: ObjectKey) -> Bool {
        switch (left.value, right.value) {
        case (.null, .null): true
        case (.string(let left), .string(let right)): isLiterallyEqual(left, right)
        case (.date(let left), .date(let right)): Self.areSame(left, right)
        case (.array(let left), .array(let right)):
            left.count == right.count
                && left.indices.allSatisfy { ObjectKey(left[$0]) == ObjectKey(right[$0]) }
        case (.dictionary(let left), .dictionary(let right)):
            left.count == right.count
                && left.allSatisfy { key, value in
                    right[key].map { ObjectKey(value) == ObjectKey($0) } ?? false
                }
        case (let left, let right):
            if let left = left.number, let right = right.number {
                left.isSame(as: right) || left.double.isNaN && right.double.isNaN
            } else {
                false
            }
        }
    }

    private static func areSame(_ left: Double, _ right: Double) -> Bool {
        left == right || left.isNaN && right.isNaN
    }

    /// Hashes the kind before the content. Without it `nil`, 0 and `{}` would collide, and so would
    /// all the arrays made of them.
    func hash(into hasher: inout Hasher) {
        switch value {
        case .null:
            hasher.combine(UInt8(0))
        case .string(let text):
            hasher.combine(UInt8(1))
            hashLiterally(text, into: &hasher)
        case .date(let seconds):
            hasher.combine(UInt8(2))
            Self.hash(seconds, into: &hasher)
        case .array(let elements):
            hasher.combine(UInt8(3))
            hasher.combine(elements.count)
            for element in elements { ObjectKey(element).hash(into: &hasher) }
        case .dictionary(let entries):
            hasher.combine(UInt8(4))
            hasher.combine(entries.mapValues { ObjectKey($0) })
        case .boolean(let flag):
            Self.hash(Int64(flag ? 1 : 0), into: &hasher)
        case .integer(let number):
            Self.hash(number, into: &hasher)
        case .double(let number):
            if let whole = Int64(exactly: number) {
                Self.hash(whole, into: &hasher)
            } else {
                hasher.combine(UInt8(6))
                Self.hash(number, into: &hasher)
            }
        }
    }

    private static func hash(_ number: Int64, into hasher: inout Hasher) {
        hasher.combine(UInt8(5))
        hasher.combine(number)
    }

    private static func hash(_ number: Double, into hasher: inout Hasher) {
        hasher.combine(number.isNaN ? Double.nan : number)
    }
}

/// Constant members of a collection, prepared for `IN`.
///
/// The hashes are seeded per process, so no choice of members slows the search down.
struct LiteralSet: Sendable {
    private let members: Set<ObjectKey>
    let folding: Folding

    init(_ elements: [PredicateValue], _ folding: Folding) {
        self.folding = folding
        members = Set(
            elements.map { element -> ObjectKey in
                guard case .string(let text) = element else { return ObjectKey(element) }
                return ObjectKey(.string(folding.string(of: text)))
            })
    }

    /// Returns true if a value equals a member. Allocates nothing without a folding.
    func contains(_ value: PredicateValue, _ folded: inout FoldedTexts) -> Bool {
        guard case .string(let text) = value else { return members.contains(ObjectKey(value)) }
        return members.contains(ObjectKey(.string(folded.string(of: text, folding))))
    }
}
