// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The description of an intent for the user.
///
/// Source: Apple's documentation of `IntentDescription`.
public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
    /// The description.
    public var descriptionText: LocalizedStringResource
    /// The group of the intent in Shortcuts.
    public var categoryName: LocalizedStringResource?
    /// The keywords by which the user can find the intent in Shortcuts.
    public var searchKeywords: [LocalizedStringResource]
    /// The name of the result in Shortcuts.
    public var resultValueName: LocalizedStringResource?

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - descriptionText: The description.
    ///   - categoryName: The group of the intent in Shortcuts.
    ///   - searchKeywords: The keywords by which the user can find the intent.
    ///   - resultValueName: The name of the result in Shortcuts.
    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = [],
        resultValueName: LocalizedStringResource? = nil
    ) {
        self.descriptionText = descriptionText
        self.categoryName = categoryName
        self.searchKeywords = searchKeywords
        self.resultValueName = resultValueName
    }

    /// Makes a description from a literal, which is a key of the app's translations.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }
}

// An app may declare `description` in any of four types. Only IntentDescription? fulfils
// AppIntent's requirement. The other three types compile because of the requirement's default, and
// would never be read. Each of them therefore has a protocol with its own requirement, which every
// intent inherits.

/// An intent that may declare its description as `IntentDescription`.
@_alwaysEmitConformanceMetadata
public protocol _DescribedByIntentDescription {
    /// The description.
    static var description: IntentDescription { get }
}

/// An intent that may declare its description as `LocalizedStringResource`.
@_alwaysEmitConformanceMetadata
public protocol _DescribedByResource {
    /// The description.
    static var description: LocalizedStringResource { get }
}

/// An intent that may declare its description as `LocalizedStringResource?`.
@_alwaysEmitConformanceMetadata
public protocol _DescribedByOptionalResource {
    /// The description.
    static var description: LocalizedStringResource? { get }
}

// Disfavoured, so that an intent without a description has the type IntentDescription?, as on
// Apple's systems.

extension _DescribedByIntentDescription {
    /// No description.
    @_disfavoredOverload
    public static var description: IntentDescription { IntentDescription("") }
}

extension _DescribedByResource {
    /// No description.
    @_disfavoredOverload
    public static var description: LocalizedStringResource { "" }
}

extension _DescribedByOptionalResource {
    /// No description.
    @_disfavoredOverload
    public static var description: LocalizedStringResource? { nil }
}

extension AppIntent {
    /// The description in the user's language, in any of its declared types; empty without a
    /// description.
    static var descriptionText: String {
        for resource in [
            described(Self.self), described(asIntentDescription: Self.self),
            described(asOptionalResource: Self.self), described(asResource: Self.self),
        ] {
            if let resource {
                let text = String(localized: resource)
                if !text.isEmpty { return text.clipped(to: Limits.filterDescriptionBytes) }
            }
        }
        return ""
    }
}

// Each function sees one of the four requirements.

private func described<Intent: AppIntent>(_: Intent.Type) -> LocalizedStringResource? {
    let description: IntentDescription? = Intent.description
    return description?.descriptionText
}

private func described<Intent: _DescribedByIntentDescription>(
    asIntentDescription: Intent.Type
) -> LocalizedStringResource? {
    Intent.description.descriptionText
}

private func described<Intent: _DescribedByOptionalResource>(
    asOptionalResource: Intent.Type
) -> LocalizedStringResource? {
    Intent.description
}

private func described<Intent: _DescribedByResource>(
    asResource: Intent.Type
) -> LocalizedStringResource? {
    Intent.description
}
