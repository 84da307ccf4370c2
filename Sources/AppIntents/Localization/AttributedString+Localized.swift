// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension AttributedString {
    /// Makes the text of a resource in the user's language.
    ///
    /// Markdown in a translation is not interpreted, because Foundation on Linux cannot parse
    /// Markdown.
    ///
    /// - Parameter resource: The text to translate.
    public init(localized resource: LocalizedStringResource) {
        self.init(String(localized: resource))
    }

    /// Makes the translation of a text whose key is its default value.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - bundle: The bundle with the translations; nil is the app's own bundle.
    ///   - locale: The locale of number formats; nil is the user's. Does not choose the language.
    ///   - comment: A note for translators.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil,
        bundle: Bundle? = nil, locale: Locale? = nil, comment: StaticString? = nil
    ) {
        self.init(
            String(
                localized: keyAndValue, table: table, bundle: bundle, locale: locale ?? .current,
                comment: comment))
    }

    /// Makes the translation of a text with a key of its own.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - defaultValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - bundle: The bundle with the translations; nil is the app's own bundle.
    ///   - locale: The locale of number formats; nil is the user's. Does not choose the language.
    ///   - comment: A note for translators.
    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
        bundle: Bundle? = nil, locale: Locale? = nil, comment: StaticString? = nil
    ) {
        self.init(
            String(
                localized: key, defaultValue: defaultValue, table: table, bundle: bundle,
                locale: locale ?? .current, comment: comment))
    }
}
