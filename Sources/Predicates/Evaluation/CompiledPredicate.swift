// SPDX-License-Identifier: Apache-2.0

/// A predicate prepared for evaluation: names looked up, patterns compiled, members hashed.
indirect enum CompiledPredicate: Sendable {
    case constant(Bool)
    case and([CompiledPredicate])
    case or([CompiledPredicate])
    case not(CompiledPredicate)
    case comparison(ComparisonModifier, CompiledExpression, ComparisonTest)
}

/// The test of a comparison's left side.
enum ComparisonTest: Sendable {
    /// `IN` constant members.
    case member(LiteralSet)
    /// `==` or `!=` a constant.
    case equal(PredicateValue, Folding, isNegated: Bool)
    /// A search for a constant text.
    case search(SearchNeedle, SearchPlace, Folding, ComparisonOperator)
    /// `LIKE` a constant pattern.
    case like(LikePattern)
    /// `MATCHES` a constant pattern.
    case matches(RegularExpression, Folding)
    /// Every other operator, with a right side to evaluate.
    case general(ComparisonOperator, CompiledExpression, Folding)
}

/// An expression prepared for evaluation.
indirect enum CompiledExpression: Sendable {
    case literal(PredicateValue)
    case selfObject
    /// A path for the subject, and the steps to apply to its value.
    case keyPath(String, [PathStep])
    case member(CompiledExpression, [PathStep])
    case variable(String)
    case assignment(String, CompiledExpression)
    case aggregate([CompiledExpression])
    case binary(BinaryOperator, CompiledExpression, CompiledExpression)
    case negation(CompiledExpression)
    case function(PredicateFunction, [CompiledExpression])
    case element(CompiledExpression, CompiledSelector)
    case subquery(CompiledExpression, variable: String, CompiledPredicate)
    case ternary(CompiledPredicate, CompiledExpression, CompiledExpression)
    case cast(CompiledExpression, CastType)
}

/// A step along a key path.
enum PathStep: Sendable {
    case key(String)
    case collectionOperator(CollectionOperator)
}

/// A part of a collection.
enum CompiledSelector: Sendable {
    case at(CompiledExpression)
    case first
    case last
    case size
}
