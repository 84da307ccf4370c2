// SPDX-License-Identifier: Apache-2.0

extension Predicate {
    /// The subject's key paths in the predicate, up to the first collection operator, as
    /// ``PredicateSubject`` receives them.
    ///
    /// Excludes the keys of variables and of other values. A predicate over the criteria string
    /// alone has no key paths.
    public var keyPaths: Set<String> {
        var search = KeyPathSearch()
        search.visit(tree)
        return search.keyPaths
    }
}

/// Collects the parts of its subject that a tree uses.
private struct KeyPathSearch {
    var keyPaths: Set<String> = []

    mutating func visit(_ node: PredicateNode) {
        switch node {
        case .constant: break
        case .comparison(let comparison):
            visit(comparison.left)
            visit(comparison.right)
        case .and(let members), .or(let members):
            for member in members { visit(member) }
        case .not(let member): visit(member)
        }
    }

    private mutating func visit(_ expression: PredicateExpression) {
        switch expression {
        case .literal, .variable, .selfObject: break
        case .keyPath(let path): visit(keyPath: path)
        case .member(let operand, _), .assignment(_, let operand), .negation(let operand),
            .cast(let operand, _):
            visit(operand)
        case .aggregate(let elements), .function(_, let elements):
            for element in elements { visit(element) }
        case .binary(_, let left, let right):
            visit(left)
            visit(right)
        case .element(let base, let selector):
            visit(base)
            if case .at(let index) = selector { visit(index) }
        case .subquery(let collection, _, let predicate):
            visit(collection)
            visit(predicate)
        case .ternary(let condition, let then, let otherwise):
            visit(condition)
            visit(then)
            visit(otherwise)
        }
    }

    private mutating func visit(keyPath: String) {
        let keys = keys(of: keyPath).prefix { !isCollectionOperator($0) }
        if !keys.isEmpty { keyPaths.insert(keys.joined(separator: ".")) }
    }
}

/// Returns the keys of a key path.
///
/// Dots separate them byte by byte: Swift joins a dot and a combining mark after it into one
/// character.
func keys(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
}

/// Returns true for a collection operator with its `@`.
func isCollectionOperator(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "@")
}
