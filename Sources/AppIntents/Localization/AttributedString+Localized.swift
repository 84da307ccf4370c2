// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension AttributedString {
    /// The text of a resource in the user's language.
    ///
    /// What looks like Markdown in the translation stays as it is written: Foundation on Linux cannot
    /// read it.
    ///
    /// - Parameter resource: The text to translate.
    public init(localized resource: LocalizedStringResource) {
        self.init(String(localized: resource))
    }

    /// The translation of a text whose key is its default value.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - bundle: Where the translations are; nil is the app's own bundle.
    ///   - locale: Whose number formats apply; nil is the user's. It does not choose the language.
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

    /// The translation of a text with a key of its own.
    ///
    /// - Parameters:
    ///   - key: Under what the translation is looked up.
    ///   - defaultValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - bundle: Where the translations are; nil is the app's own bundle.
    ///   - locale: Whose number formats apply; nil is the user's. It does not choose the language.
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
