// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// What a query or an options provider answers: an array, or an ``IntentItemCollection``.
///
/// Source: Apple's documentation of `ResultsCollection`.
@_alwaysEmitConformanceMetadata
public protocol ResultsCollection<Result> {
    /// The type of its values.
    associatedtype Result: _IntentValue

    /// What the user is asked for.
    var promptLabel: LocalizedStringResource? { get }
    /// Whether an index of first letters is shown beside it.
    var usesIndexedCollation: Bool { get }
    /// The values.
    var items: [Result.ValueType] { get }
    /// A collection without values.
    static var empty: Self { get }
}

extension Array: ResultsCollection where Element: _IntentValue {
    /// The type of its values.
    public typealias Result = Element

    /// What the user is asked for.
    public var promptLabel: LocalizedStringResource? { nil }
    /// Whether an index of first letters is shown beside it.
    public var usesIndexedCollation: Bool { false }
    /// The values.
    public var items: [Element.ValueType] {
        // An element is its own ValueType unless it is an optional or a collection; of those
        // there are no options.
        compactMap { $0 as? Element.ValueType }
    }
    /// A collection without values.
    public static var empty: [Element] { [] }
}

/// A value to choose, and how it is shown.
///
/// Source: Apple's documentation of `IntentItem`.
public struct IntentItem<Value: _IntentValue>: Sendable {
    /// The value.
    public var value: Value
    /// How it is shown.
    public var description: DisplayRepresentation

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - title: Its name.
    ///   - subtitle: A second line.
    ///   - image: A picture.
    public init(
        _ value: Value, title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil
    ) {
        self.value = value
        description = DisplayRepresentation(title: title, subtitle: subtitle, image: image)
    }

    /// Makes an item that is shown as its value is.
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
    public enum Builder {
        /// An item that is shown as its value is.
        ///
        /// - Parameter expression: The value.
        /// - Returns: the item.
        public static func buildExpression(_ expression: Value) -> [IntentItem<Value>] {
            [IntentItem(expression)]
        }

        /// An item as it stands.
        ///
        /// - Parameter expression: The item.
        /// - Returns: the item.
        public static func buildExpression(
            _ expression: IntentItem<Value>
        ) -> [IntentItem<Value>] { [expression] }

        /// Items as they stand.
        ///
        /// - Parameter expression: The items.
        /// - Returns: the items.
        public static func buildExpression(
            _ expression: [IntentItem<Value>]
        ) -> [IntentItem<Value>] { expression }

        /// One after the other.
        ///
        /// - Parameter items: The items of each line.
        /// - Returns: all items.
        public static func buildBlock(_ items: [IntentItem<Value>]...) -> [IntentItem<Value>] {
            items.flatMap { $0 }
        }

        /// The items of a loop.
        ///
        /// - Parameter components: The items of each round.
        /// - Returns: all items.
        public static func buildArray(_ components: [[IntentItem<Value>]]) -> [IntentItem<Value>] {
            components.flatMap { $0 }
        }

        /// The items of a condition without an alternative.
        ///
        /// - Parameter component: The items, nil when the condition does not hold.
        /// - Returns: the items.
        public static func buildOptional(_ component: [IntentItem<Value>]?) -> [IntentItem<Value>] {
            component ?? []
        }

        /// The items of a condition that holds.
        ///
        /// - Parameter component: The items.
        /// - Returns: the items.
        public static func buildEither(first component: [IntentItem<Value>]) -> [IntentItem<Value>]
        { component }

        /// The items of the alternative.
        ///
        /// - Parameter component: The items.
        /// - Returns: the items.
        public static func buildEither(second component: [IntentItem<Value>]) -> [IntentItem<Value>]
        { component }
    }
}
