// SPDX-License-Identifier: Apache-2.0

/// The values under one title.
///
/// Source: Apple's documentation of `IntentItemSection`.
public struct IntentItemSection<Result: _IntentValue>: Sendable {
    /// The title, subtitle and image of the section; nil for a section without a title.
    public var description: DisplayRepresentation?
    /// The items of the section.
    public var items: [IntentItem<Result>]

    /// Makes a section without a title.
    ///
    /// - Parameter items: The items of the section.
    public init(items: [IntentItem<Result>]) {
        self.items = items
    }

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - title: The title of the section.
    ///   - items: The items of the section.
    public init(title: LocalizedStringResource, items: [IntentItem<Result>]) {
        description = DisplayRepresentation(title: title)
        self.items = items
    }

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - title: The title of the section.
    ///   - items: The items of the section.
    public init(_ title: LocalizedStringResource, items: [IntentItem<Result>]) {
        self.init(title: title, items: items)
    }

    /// Makes a section whose items take their representations from their values.
    ///
    /// - Parameters:
    ///   - title: The title of the section.
    ///   - items: The values.
    public init(_ title: LocalizedStringResource, items: [Result]) {
        self.init(title: title, items: items.map { IntentItem($0) })
    }

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - title: The title of the section; nil for none.
    ///   - subtitle: A second line under the title.
    ///   - image: A picture beside the title.
    ///   - itemsBuilder: Makes the items of the section.
    public init(
        _ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
        image: DisplayRepresentation.Image? = nil,
        @IntentItem<Result>.Builder itemsBuilder: () -> [IntentItem<Result>]
    ) {
        description = title.map {
            DisplayRepresentation(title: $0, subtitle: subtitle, image: image)
        }
        items = itemsBuilder()
    }

    /// Collects the sections of a collection.
    @resultBuilder
    public enum Builder: _ListBuilder {
        /// The type of the collected sections.
        public typealias Element = IntentItemSection<Result>

        /// Wraps an item outside any section.
        ///
        /// - Parameter expression: The item.
        /// - Returns: a section without a title.
        public static func buildExpression(_ expression: IntentItem<Result>) -> [Element] {
            [IntentItemSection(items: [expression])]
        }
    }
}

/// The values to choose from, in sections.
///
/// Source: Apple's documentation of `IntentItemCollection`.
public struct IntentItemCollection<Result: _IntentValue>: ResultsCollection, Sendable {
    /// The sections.
    public var sections: [IntentItemSection<Result>]
    /// The question to the user. Unused.
    public var promptLabel: LocalizedStringResource?
    /// True to show an index of first letters beside the values. Unused.
    public var usesIndexedCollation: Bool

    /// Makes a collection.
    ///
    /// - Parameters:
    ///   - promptLabel: The question to the user.
    ///   - usesIndexedCollation: True to show an index of first letters beside the values.
    ///   - sectionsBuilder: Makes the sections.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        @IntentItemSection<Result>.Builder sectionsBuilder: () -> [IntentItemSection<Result>]
    ) {
        self.init(
            promptLabel: promptLabel, usesIndexedCollation: usesIndexedCollation,
            sections: sectionsBuilder())
    }

    /// Makes a collection of one section without a title.
    ///
    /// - Parameters:
    ///   - promptLabel: The question to the user.
    ///   - usesIndexedCollation: True to show an index of first letters beside the values.
    ///   - items: The values.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        items: [Result]
    ) {
        self.init(
            promptLabel: promptLabel, usesIndexedCollation: usesIndexedCollation,
            sections: [IntentItemSection(items: items.map { IntentItem($0) })])
    }

    /// Makes a collection.
    ///
    /// - Parameters:
    ///   - promptLabel: The question to the user.
    ///   - usesIndexedCollation: True to show an index of first letters beside the values.
    ///   - sections: The sections.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        sections: [IntentItemSection<Result>]
    ) {
        self.sections = sections
        self.promptLabel = promptLabel
        self.usesIndexedCollation = usesIndexedCollation
    }

    /// The values of all sections.
    public var items: [Result.ValueType] {
        sections.flatMap(\.items).compactMap { $0.value as? Result.ValueType }
    }

    /// A collection without values.
    public static var empty: IntentItemCollection<Result> { IntentItemCollection(sections: []) }
}
