// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A translatable text with the place of its translations. The translation is looked up when the
/// text is shown.
///
/// See Apple's documentation of `LocalizedStringResource`. The translation is looked up in the
/// bundle's `LANGUAGE.lproj/TABLE.strings`, `LANGUAGE.lproj/TABLE.stringsdict` and
/// `TABLE.xcstrings`. The languages are those of the user's environment as gettext reads it
/// (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`), then the development language. Without a
/// translation, the text is ``defaultValue``.
public struct LocalizedStringResource: Hashable, Sendable {
    /// The key of the translation.
    public let key: String

    /// The text without a translation.
    public let defaultValue: String.LocalizationValue

    /// The table's name; nil is `Localizable`.
    public let table: String?

    /// The locale of the language and number formats of the text.
    ///
    /// `.current`, the default, is the user's environment.
    public var locale: Locale

    /// The bundle with the translations.
    public let bundle: BundleDescription

    /// Makes a text whose key is its default value.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - locale: The locale of the result.
    ///   - bundle: The bundle with the translations.
    ///   - comment: A note for translators.
    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.init(
            key: keyAndValue.key, defaultValue: keyAndValue, table: table, locale: locale,
            bundle: bundle)
    }

    /// Makes a text with a key of its own.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - defaultValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - locale: The locale of the result.
    ///   - bundle: The bundle with the translations.
    ///   - comment: A note for translators.
    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
        locale: Locale = .current, bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.init(
            key: key.description, defaultValue: defaultValue, table: table, locale: locale,
            bundle: bundle)
    }

    /// Makes a text whose key is its default value, with its translations in a Foundation bundle,
    /// such as SwiftPM's `.module`.
    @_disfavoredOverload  // `.main` is a description, not a bundle.
    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: Bundle, comment: StaticString? = nil
    ) {
        self.init(
            keyAndValue, table: table, locale: locale, bundle: BundleDescription(bundle),
            comment: comment)
    }

    /// Makes a text with a key of its own, with its translations in a Foundation bundle.
    @_disfavoredOverload  // `.main` is a description, not a bundle.
    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
        locale: Locale = .current, bundle: Bundle, comment: StaticString? = nil
    ) {
        self.init(
            key, defaultValue: defaultValue, table: table, locale: locale,
            bundle: BundleDescription(bundle), comment: comment)
    }

    init(
        key: String, defaultValue: String.LocalizationValue, table: String?, locale: Locale,
        bundle: BundleDescription
    ) {
        self.key = key
        self.defaultValue = defaultValue
        self.table = table
        self.locale = locale
        self.bundle = bundle
    }
}

extension LocalizedStringResource {
    /// The place of translations.
    public enum BundleDescription: Sendable {
        /// The app's own bundle: beside the executable, or in SwiftPM's resources for the
        /// executable's target and for the modules of the app's intents.
        case main
        /// The bundle of a class's module.
        case forClass(AnyClass)
        /// The bundle at a URL.
        case atURL(URL)

        init(_ bundle: Bundle) {
            self = bundle == .main ? .main : .atURL(bundle.bundleURL)
        }
    }
}

extension LocalizedStringResource.BundleDescription: Hashable {
    /// Compares the descriptions, not the bundles.
    ///
    /// - Parameters:
    ///   - left: A description.
    ///   - right: Another description.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.main, .main): true
        case (.forClass(let left), .forClass(let right)): left == right
        case (.atURL(let left), .atURL(let right)): left == right
        default: false
        }
    }

    /// Hashes the description.
    ///
    /// - Parameter hasher: The hasher to use.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .main: hasher.combine(0)
        case .forClass(let type): hasher.combine(ObjectIdentifier(type))
        case .atURL(let url): hasher.combine(url)
        }
    }
}

extension LocalizedStringResource: ExpressibleByStringInterpolation {
    /// Makes a text whose key is its default value, in the main bundle's `Localizable` table.
    ///
    /// - Parameter value: The text in the development language.
    public init(stringLiteral value: String) {
        self.init(String.LocalizationValue(value))
    }

    /// Makes a text that contains values, in the main bundle's `Localizable` table.
    ///
    /// - Parameter stringInterpolation: The parts, collected by the compiler.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }
}

extension LocalizedStringResource: CustomLocalizedStringResourceConvertible {
    /// The resource itself.
    public var localizedStringResource: LocalizedStringResource { self }
}
