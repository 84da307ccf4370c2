// SPDX-License-Identifier: Apache-2.0

/// A predicate of the NSPredicate format-string language: parsed once, evaluated many times.
///
/// The language is Apple's (Predicate Programming Guide, *Predicate Format String Syntax* and *BNF
/// Definition of Cocoa Predicates*). The guide leaves some cases open, and predicates may come from
/// untrusted sources, so these decisions were made:
/// - `AND` binds tighter than `OR`.
/// - `MATCHES` takes RE2's syntax; a literal pattern that RE2 refuses is a syntax error.
/// - `[c]` and `[d]` also apply to `IN` a collection; the language has no locales, so `[l]` has no
///   effect.
/// - `CONTAINS[w]` with a literal string looks for whole words. Apple's format strings have no such
///   option. In scripts without blanks between words, and in Korean, it finds every part of a text.
/// - An empty right side of `BEGINSWITH`, `ENDSWITH` and `CONTAINS` never matches.
/// - `FUNCTION`, `FETCH`, `ANYKEY` and the `UTI-` operators do not exist.
/// - A key that is not a name is written as a constant index: `hints["x-key"]`.
///
/// Parsing and evaluating have bounded cost and depth, see ``PredicateLimits``. Predicates with the
/// same ``tree`` are equal.
public struct Predicate: Sendable {
    /// The predicate in normal form.
    public let tree: PredicateNode
    private let compiled: CompiledPredicate
    /// Bytes of the programs of its `MATCHES` patterns, about.
    package let patternMemory: Int

    /// Parses a format string.
    ///
    /// - Parameters:
    ///   - format: The predicate as text.
    ///   - arguments: Values for `%@`, `%K`, `%d` and so on, in order. They are never parsed, and
    ///     excess arguments are ignored.
    public init(
        format: String, arguments: [PredicateValue] = []
    ) throws(PredicateSyntaxError) {
        let parsed = try Parser.parse(format, arguments: arguments)
        tree = parsed.tree
        (compiled, patternMemory) = try Compiler.measured(
            tree, patternOffsets: parsed.patternOffsets)
    }

    /// Creates a predicate from a tree, which is converted to normal form first.
    public init(_ tree: PredicateNode) throws(PredicateSyntaxError) {
        self.tree = try TreeBuilder().normalize(tree).content
        (compiled, patternMemory) = try Compiler.measured(self.tree, patternOffsets: [])
    }

    /// Returns true if the predicate is true for a subject.
    ///
    /// - Parameters:
    ///   - subject: The thing that the predicate is about.
    ///   - variables: Values for `$name`, by name without the sign.
    public func evaluate(
        with subject: some PredicateSubject, variables: [String: PredicateValue] = [:]
    ) throws(PredicateEvaluationError) -> Bool {
        var evaluation = Evaluation(subject: subject, variables: [:])
        for (name, value) in variables { evaluation.variables[name] = try evaluation.admit(value) }
        return try evaluation.isTrue(compiled)
    }

    /// Returns true if the predicate is true for a subject.
    ///
    /// - Parameter folded: The folded forms of the subject's texts, for all predicates that judge
    ///   this subject.
    package func evaluate(
        with subject: some PredicateSubject, _ folded: inout FoldedTexts
    ) throws(PredicateEvaluationError) -> Bool {
        var evaluation = Evaluation(subject: subject, variables: [:])
        // Two owners of the same forms would copy them at the next change.
        swap(&evaluation.folded, &folded)
        defer { swap(&evaluation.folded, &folded) }
        return try evaluation.isTrue(compiled)
    }
}

extension Predicate: Hashable {
    /// Compares the trees.
    public static func == (left: Predicate, right: Predicate) -> Bool {
        left.tree == right.tree
    }

    /// Hashes the tree.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(tree)
    }
}

extension Predicate: CustomStringConvertible {
    /// The canonical form, as Apple's `predicateFormat` prints it; parsing it gives the same tree.
    ///
    /// It may be longer than the parsed text: it adds spaces and quotes and contains the arguments.
    /// Only a form of up to ``PredicateLimits/maximumBytes`` can be parsed.
    public var description: String { tree.description }
}

extension PredicateNode: CustomStringConvertible {
    /// The canonical form of the tree.
    public var description: String {
        var printer = PredicatePrinter()
        printer.print(self)
        return printer.text
    }
}
