// SPDX-License-Identifier: Apache-2.0

/// Values to choose, under a title.
///
/// Source: Apple's documentation of `IntentItemSection`.
public struct IntentItemSection<Result: _IntentValue>: Sendable {
    /// How the section is shown; nil for one without a title.
    public var description: DisplayRepresentation?
    /// Its items.
    public var items: [IntentItem<Result>]

    /// Makes a section without a title.
    ///
    /// - Parameter items: Its items.
    public init(items: [IntentItem<Result>]) {
        self.items = items
    }

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - title: Its title.
    ///   - items: Its items.
    public init(title: LocalizedStringResource, items: [IntentItem<Result>]) {
        description = DisplayRepresentation(title: title)
        self.items = items
    }

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - title: Its title.
    ///   - items: Its items.
    public init(_ title: LocalizedStringResource, items: [IntentItem<Result>]) {
        self.init(title: title, items: items)
    }

    /// Makes a section whose items are shown as their values are.
    ///
    /// - Parameters:
    ///   - title: Its title.
    ///   - items: The values.
    public init(_ title: LocalizedStringResource, items: [Result]) {
        self.init(title: title, items: items.map { IntentItem($0) })
    }

    /// Makes a section.
    ///
    /// - Parameters:
    ///   - title: Its title; nil for none.
    ///   - subtitle: A second line under the title.
    ///   - image: A picture beside the title.
    ///   - itemsBuilder: Its items.
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
    public enum Builder {
        /// A section as it stands.
        ///
        /// - Parameter expression: The section.
        /// - Returns: the section.
        public static func buildExpression(
            _ expression: IntentItemSection<Result>
        ) -> [IntentItemSection<Result>] { [expression] }

        /// An item outside any section.
        ///
        /// - Parameter expression: The item.
        /// - Returns: a section without a title.
        public static func buildExpression(
            _ expression: IntentItem<Result>
        ) -> [IntentItemSection<Result>] { [IntentItemSection(items: [expression])] }

        /// One after the other.
        ///
        /// - Parameter sections: The sections of each line.
        /// - Returns: all sections.
        public static func buildBlock(
            _ sections: [IntentItemSection<Result>]...
        ) -> [IntentItemSection<Result>] { sections.flatMap { $0 } }

        /// The sections of a loop.
        ///
        /// - Parameter components: The sections of each round.
        /// - Returns: all sections.
        public static func buildArray(
            _ components: [[IntentItemSection<Result>]]
        ) -> [IntentItemSection<Result>] { components.flatMap { $0 } }

        /// The sections of a condition without an alternative.
        ///
        /// - Parameter component: The sections, nil when the condition does not hold.
        /// - Returns: the sections.
        public static func buildOptional(
            _ component: [IntentItemSection<Result>]?
        ) -> [IntentItemSection<Result>] { component ?? [] }

        /// The sections of a condition that holds.
        ///
        /// - Parameter component: The sections.
        /// - Returns: the sections.
        public static func buildEither(
            first component: [IntentItemSection<Result>]
        ) -> [IntentItemSection<Result>] { component }

        /// The sections of the alternative.
        ///
        /// - Parameter component: The sections.
        /// - Returns: the sections.
        public static func buildEither(
            second component: [IntentItemSection<Result>]
        ) -> [IntentItemSection<Result>] { component }
    }
}

/// Values to choose, in sections.
///
/// Source: Apple's documentation of `IntentItemCollection`.
public struct IntentItemCollection<Result: _IntentValue>: ResultsCollection, Sendable {
    /// The sections.
    public var sections: [IntentItemSection<Result>]
    /// What the user is asked for.
    public var promptLabel: LocalizedStringResource?
    /// Whether an index of first letters is shown beside it.
    public var usesIndexedCollation: Bool

    /// Makes a collection.
    ///
    /// - Parameters:
    ///   - promptLabel: What the user is asked for.
    ///   - usesIndexedCollation: Whether an index of first letters is shown beside it.
    ///   - sectionsBuilder: The sections.
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
    ///   - promptLabel: What the user is asked for.
    ///   - usesIndexedCollation: Whether an index of first letters is shown beside it.
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
    ///   - promptLabel: What the user is asked for.
    ///   - usesIndexedCollation: Whether an index of first letters is shown beside it.
    ///   - sections: The sections.
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false,
        sections: [IntentItemSection<Result>]
    ) {
        self.sections = sections
        self.promptLabel = promptLabel
        self.usesIndexedCollation = usesIndexedCollation
    }

    /// The values.
    public var items: [Result.ValueType] {
        sections.flatMap(\.items).compactMap { $0.value as? Result.ValueType }
    }

    /// A collection without values.
    public static var empty: IntentItemCollection<Result> { IntentItemCollection(sections: []) }
}
