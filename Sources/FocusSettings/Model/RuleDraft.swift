// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates

/// A field of a notification, as the rule builder offers it.
enum RuleField: String, Hashable, Sendable, CaseIterable {
    /// The title or the text.
    case words
    case summary
    case body
    case appName
    case appID
    case people
    case site
    case category
    case level

    /// The key of the predicate language; nil for ``words``.
    fileprivate var key: String? { self == .words ? nil : rawValue }
}

/// A comparison of a field with a text.
enum RuleRelation: Hashable, Sendable, CaseIterable {
    case contains
    case containsWord
    case containsNot
    case equals
    case equalsNot
    case beginsWith
    case endsWith
    case like

    /// The comparison and true if its result is negated.
    fileprivate var comparison: (ComparisonOperator, isNegated: Bool) {
        switch self {
        case .contains, .containsWord: (.contains, false)
        case .containsNot: (.contains, true)
        case .equals: (.equal, false)
        case .equalsNot: (.equal, true)
        case .beginsWith: (.beginsWith, false)
        case .endsWith: (.endsWith, false)
        case .like: (.like, false)
        }
    }
}

/// A line of the rule builder: *Field*, *relation*, *text*.
struct RuleLine: Hashable, Sendable {
    var field = RuleField.words
    var relation = RuleRelation.contains
    var text = ""
    /// The comparison of strings; letter case and accents do not count by default.
    var options: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive]

    /// True if there is no text to compare with.
    fileprivate var isGap: Bool { text.allSatisfy(\.isWhitespace) }

    /// The line as a part of a predicate.
    fileprivate var node: PredicateNode {
        let isWord = relation == .containsWord
        let (relation, isNegated) = relation.comparison
        let options =
            isWord ? self.options.union(.wholeWords) : self.options.subtracting(.wholeWords)
        func comparison(_ key: String, _ modifier: ComparisonModifier) -> PredicateNode {
            .comparison(
                PredicateComparison(
                    .keyPath(key), relation, .literal(.string(text)), modifier: modifier,
                    options: options))
        }
        let node: PredicateNode =
            if let key = field.key {
                comparison(key, field == .people ? .any : .direct)
            } else {
                .or([comparison("summary", .direct), comparison("body", .direct)])
            }
        return isNegated ? .not(node) : node
    }
}

extension RuleLine {
    /// Reads a part of a predicate; nil for one that the builder cannot show.
    fileprivate init?(_ node: PredicateNode) {
        switch node {
        case .not(let inner):
            guard let line = RuleLine(inner) else { return nil }
            self = line
            switch relation {
            case .contains: relation = .containsNot
            case .equals: relation = .equalsNot
            default: return nil
            }
        case .or(let members):
            guard members.count == 2, let first = RuleLine(members[0]),
                let second = RuleLine(members[1]), first.field == .summary, second.field == .body,
                first.relation == second.relation, first.text == second.text,
                first.options == second.options,
                ![.containsNot, .equalsNot].contains(first.relation)
            else { return nil }
            self = first
            field = .words
        case .comparison(let comparison):
            guard case .keyPath(let key) = comparison.left,
                case .literal(.string(let text)) = comparison.right,
                let field = RuleField(rawValue: key), field != .words,
                comparison.modifier == (field == .people ? .any : .direct)
            else { return nil }
            let isNot = comparison.comparisonOperator == .notEqual && field != .people
            let wanted = isNot ? .equal : comparison.comparisonOperator
            guard
                let relation = RuleRelation.allCases.first(where: {
                    $0.comparison.0 == wanted && $0.comparison.isNegated == isNot
                })
            else { return nil }
            let isWord = comparison.options.contains(.wholeWords)
            self.init(
                field: field, relation: isWord ? .containsWord : relation, text: text,
                options: comparison.options)
        case .constant, .and: return nil
        }
    }
}

/// The rule that the builder shows.
struct RuleDraft: Hashable, Sendable {
    /// The name of the rule in the file; nil for a new rule.
    var rule: String?
    /// The typed name of a new rule.
    var name = ""
    var effect = RuleEffect.silence
    /// True if one line is enough.
    var isAny = false
    var lines = [RuleLine()]
    /// The predicate as the user typed it.
    var text = ""
    /// True while the predicate is shown in place of the lines.
    var isText = false
    /// True once the user wanted the rule although a line had no text.
    var showsGaps = false

    /// Creates a new rule.
    init() {}

    /// Reads a rule of a file.
    ///
    /// - Parameter text: The predicate in the spelling of the file.
    init(_ rule: Rule, text: String) {
        self.rule = rule.name
        effect = rule.effect
        self.text = text
        if !read(rule.when) { isText = true }
    }

    /// The positions of lines without a text. Without such a line, the rule would match more.
    var gaps: [Int] { isText ? [] : lines.indices.filter { lines[$0].isGap } }

    /// The predicate that the lines or the text stand for; empty while a line has no text.
    var condition: String { gaps.isEmpty ? filledCondition : "" }

    /// The predicate of the lines that have a text, or the typed one.
    var filledCondition: String {
        if isText { return text }
        let nodes = lines.filter { !$0.isGap }.map(\.node)
        guard let first = nodes.first else { return "" }
        let tree = nodes.count == 1 ? first : isAny ? .or(nodes) : .and(nodes)
        // A pattern that the language refuses shows its reason where the file is changed.
        return (try? Predicate(tree))?.description ?? text
    }

    /// True if the lines can be shown in place of the predicate.
    var isBuildable: Bool {
        guard isText, !text.isEmpty else { return true }
        var copy = self
        guard let predicate = try? Predicate(format: text) else { return false }
        return copy.read(predicate)
    }

    /// Shows the predicate in place of the lines, or the other way round if that is possible.
    mutating func toggleText() {
        if !isText {
            text = filledCondition
            isText = true
        } else if text.isEmpty {
            isText = false
        } else if let predicate = try? Predicate(format: text), read(predicate) {
            isText = false
        }
    }

    /// Reads the lines of a predicate. Returns false for one that the builder cannot show.
    private mutating func read(_ predicate: Predicate) -> Bool {
        if let line = RuleLine(predicate.tree) {
            (lines, isAny) = ([line], false)
            return true
        }
        let members: [PredicateNode]
        let isAny: Bool
        switch predicate.tree {
        case .and(let nodes): (members, isAny) = (nodes, false)
        case .or(let nodes): (members, isAny) = (nodes, true)
        default: return false
        }
        let lines = members.compactMap { RuleLine($0) }
        guard lines.count == members.count, !lines.isEmpty else { return false }
        (self.lines, self.isAny) = (lines, isAny)
        return true
    }

    /// Changes the draft by what the user does.
    mutating func change(_ edit: RuleDraftEdit, _ text: String) {
        switch edit {
        case .name: name = text
        case .any(let isAny): self.isAny = isAny
        case .field(let index, let field): change(index) { $0.field = field }
        case .relation(let index, let relation): change(index) { $0.relation = relation }
        case .text(let index): change(index) { $0.text = text }
        case .add: lines.append(RuleLine())
        case .remove(let index):
            if lines.indices.contains(index) { lines.remove(at: index) }
            if lines.isEmpty { lines = [RuleLine()] }
        case .effect(let effect): self.effect = effect
        case .predicate: self.text = text
        case .toggle: toggleText()
        }
        // A rule of the file stays as it is until the line has a text again.
        if case .text = edit, rule != nil { showsGaps = true }
    }

    private mutating func change(_ index: Int, _ body: (inout RuleLine) -> Void) {
        if lines.indices.contains(index) { body(&lines[index]) }
    }
}

/// A change of the rule that the builder shows.
enum RuleDraftEdit: Hashable, Sendable {
    case name
    case any(Bool)
    case field(Int, RuleField)
    case relation(Int, RuleRelation)
    case text(Int)
    case add
    case remove(Int)
    case effect(RuleEffect)
    /// The predicate that the user typed.
    case predicate
    /// Shows the predicate in place of the lines, or the other way round.
    case toggle
}
