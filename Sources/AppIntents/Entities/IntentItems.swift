// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The result of a query or an options provider: an array or an ``IntentItemCollection``.
///
/// Source: Apple's documentation of `ResultsCollection`.
@_alwaysEmitConformanceMetadata
public protocol ResultsCollection<Result> {
    /// The type of the values.
    associatedtype Result: _IntentValue

    /// The question to the user. Unused.
    var promptLabel: LocalizedStringResource? { get }
    /// True to show an index of first letters beside the values. Unused.
    var usesIndexedCollation: Bool { get }
    /// The values.
    var items: [Result.ValueType] { get }
    /// A collection without values.
    static var empty: Self { get }
}

extension Array: ResultsCollection where Element: _IntentValue {
    /// The type of the values.
    public typealias Result = Element

    /// The question to the user. Unused.
    public var promptLabel: LocalizedStringResource? { nil }
    /// True to show an index of first letters beside the values. Unused.
    public var usesIndexedCollation: Bool { false }
    /// The values.
    public var items: [Element.ValueType] {
        // An element is its own ValueType unless it is an optional or a collection. Options of
        // those types do not exist.
        compactMap { $0 as? Element.ValueType }
    }
    /// A collection without values.
    public static var empty: [Element] { [] }
}

/// A value to choose, with its representation.
///
/// Source: Apple's documentation of `IntentItem`.
public struct IntentItem<Value: _IntentValue>: Sendable {
    /// The value.
    public var value: Value
    /// The title, subtitle and image of the value.
    public var description: DisplayRepresentation

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - title: The name of the value.
    ///   - subtitle: A second line.
    ///   - image: A picture.
    public init(
        _ value: Value, title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil
    ) {
        self.value = value
        description = DisplayRepresentation(title: title, subtitle: subtitle, image: image)
    }

    /// Makes an item that takes its representation from its value.
    ///
    /// - Parameter value: The value.
    public init(_ value: Value) {
        self.value = value
        description =
            (value as? any InstanceDisplayRepresentable)?.displayRepresentation
            ?? (value as? any CaseDisplayRepresentable)?.caseDisplay
            ?? DisplayRepresentation(stringLiteral: choice(of: value)?.title ?? "")
    }

    /// Collects the items of a section.
    @resultBuilder
    public enum Builder: _ListBuilder {
        /// The type of the collected items.
        public typealias Element = IntentItem<Value>

        /// Makes an item that takes its representation from its value.
        ///
        /// - Parameter expression: The value.
        /// - Returns: the item.
        public static func buildExpression(_ expression: Value) -> [Element] {
            [IntentItem(expression)]
        }

        /// Returns items unchanged.
        ///
        /// - Parameter expression: The items.
        /// - Returns: the items.
        public static func buildExpression(_ expression: [Element]) -> [Element] { expression }
    }
}

/// A result builder that collects elements from lines, conditions and loops, in their order.
public protocol _ListBuilder<Element> {
    /// The type of the collected elements.
    associatedtype Element
}

extension _ListBuilder {
    /// Wraps an element in an array.
    public static func buildExpression(_ expression: Element) -> [Element] { [expression] }

    /// Joins the elements of a block's lines.
    public static func buildBlock(_ components: [Element]...) -> [Element] {
        components.flatMap { $0 }
    }

    /// Joins the elements of a loop's iterations.
    public static func buildArray(_ components: [[Element]]) -> [Element] {
        components.flatMap { $0 }
    }

    /// Returns the elements of a condition without an alternative; none if it does not hold.
    public static func buildOptional(_ component: [Element]?) -> [Element] { component ?? [] }

    /// Returns the elements of a condition that holds.
    public static func buildEither(first component: [Element]) -> [Element] { component }

    /// Returns the elements of the alternative.
    public static func buildEither(second component: [Element]) -> [Element] { component }
}
