// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// What an intent is for, in the user's words.
///
/// Source: Apple's documentation of `IntentDescription`.
public struct IntentDescription: ExpressibleByStringLiteral, Sendable {
    /// The description.
    public var descriptionText: LocalizedStringResource
    /// The group that Shortcuts shows it in.
    public var categoryName: LocalizedStringResource?
    /// Words under which it is found.
    public var searchKeywords: [LocalizedStringResource]
    /// What Shortcuts calls the result.
    public var resultValueName: LocalizedStringResource?

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - descriptionText: The description.
    ///   - categoryName: The group that Shortcuts shows the intent in.
    ///   - searchKeywords: Words under which the intent is found.
    ///   - resultValueName: What Shortcuts calls the result.
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

// An app may declare `description` in any of four types. Only IntentDescription? witnesses
// AppIntent's requirement; the other three compile because of its default, and would never be
// read. So each has a protocol of its own that requires it, which every intent inherits.

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

// Disfavoured, so that an intent without a description has IntentDescription? as on Apple's.

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
    /// The description in the user's language, in whichever type it was declared; empty without.
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

// Each sees one of the four requirements and no other.

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
