// SPDX-License-Identifier: Apache-2.0

/// A value under the equality of the predicate language, for sets and dictionaries.
///
/// Numbers of all kinds are equal if they are the same number, strings if their code units are the
/// same, as in `NSObject.isEqual`. A collection hashes by its size, which bounds the recursion.
struct ObjectKey: Hashable, Sendable {
    let value: PredicateValue

    init(_ value: PredicateValue) {
        self.value = value
    }

    static func == (left: ObjectKey, right: ObjectKey) -> Bool {
        switch (left.value, right.value) {
        case (.null, .null): true
        case (.string(let left), .string(let right)): isLiterallyEqual(left, right)
        case (.date(let left), .date(let right)): left == right
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
                left.isSame(as: right)
            } else {
                false
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        switch value {
        case .null: hasher.combine(0)
        case .string(let text): hashLiterally(text, into: &hasher)
        case .date(let seconds): hasher.combine(seconds)
        case .array(let elements): hasher.combine(elements.count)
        case .dictionary(let entries): hasher.combine(entries.count)
        case .boolean, .integer, .double:
            switch value.number {
            case .whole(let number)?: hasher.combine(number)
            case .real(let number)?:
                if let whole = Int64(exactly: number) {
                    hasher.combine(whole)
                } else {
                    hasher.combine(number)
                }
            case nil: hasher.combine(0)
            }
        }
    }
}

/// Constant members of a collection, prepared for `IN`.
///
/// The hashes are seeded per process, so no choice of members slows the search down.
struct LiteralSet: Sendable {
    private let members: Set<ObjectKey>
    private let folding: Folding

    init(_ elements: [PredicateValue], _ folding: Folding) {
        self.folding = folding
        members = Set(elements.map { ObjectKey(Self.fold($0, folding)) })
    }

    /// Returns true if a value equals a member. Allocates nothing without a folding.
    func contains(_ value: PredicateValue) -> Bool {
        members.contains(ObjectKey(Self.fold(value, folding)))
    }

    private static func fold(_ value: PredicateValue, _ folding: Folding) -> PredicateValue {
        guard !folding.isNone, case .string(let text) = value else { return value }
        return .string(folding.string(of: text))
    }
}
