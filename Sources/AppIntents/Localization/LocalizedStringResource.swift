// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A text to translate, with where its translations are, to be looked up when it is shown.
///
/// See Apple's documentation of `LocalizedStringResource`. The translation is looked up in the
/// bundle's `LANGUAGE.lproj/TABLE.strings`, `LANGUAGE.lproj/TABLE.stringsdict` and
/// `TABLE.xcstrings`, in the languages of the user's environment as gettext reads it (`LANGUAGE`,
/// `LC_ALL`, `LC_MESSAGES`, `LANG`), then in the development language; without any it is
/// ``defaultValue``.
public struct LocalizedStringResource: Hashable, Sendable {
    /// Under what the translation is looked up.
    public let key: String

    /// The text where there is no translation.
    public let defaultValue: String.LocalizationValue

    /// The table's name; nil is `Localizable`.
    public let table: String?

    /// The locale whose language and number formats the text is in.
    ///
    /// `.current`, the default, stands for the user's environment.
    public var locale: Locale

    /// Where the translations are.
    public let bundle: BundleDescription

    /// A text whose key is its default value.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - locale: The locale of the result.
    ///   - bundle: Where the translations are.
    ///   - comment: A note for translators.
    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.init(
            key: keyAndValue.key, defaultValue: keyAndValue, table: table, locale: locale,
            bundle: bundle)
    }

    /// A text with a key of its own.
    ///
    /// - Parameters:
    ///   - key: Under what the translation is looked up.
    ///   - defaultValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - locale: The locale of the result.
    ///   - bundle: Where the translations are.
    ///   - comment: A note for translators.
    public init(
        _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
        locale: Locale = .current, bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
        self.init(
            key: key.description, defaultValue: defaultValue, table: table, locale: locale,
            bundle: bundle)
    }

    /// A text whose key is its default value, with its translations in a bundle of Foundation's,
    /// such as the `.module` that SwiftPM makes.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - locale: The locale of the result.
    ///   - bundle: Where the translations are.
    ///   - comment: A note for translators.
    @_disfavoredOverload  // `.main` says the description, not the bundle.
    public init(
        _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        bundle: Bundle, comment: StaticString? = nil
    ) {
        self.init(
            keyAndValue, table: table, locale: locale, bundle: BundleDescription(bundle),
            comment: comment)
    }

    /// A text with a key of its own, with its translations in a bundle of Foundation's.
    ///
    /// - Parameters:
    ///   - key: Under what the translation is looked up.
    ///   - defaultValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - locale: The locale of the result.
    ///   - bundle: Where the translations are.
    ///   - comment: A note for translators.
    @_disfavoredOverload  // `.main` says the description, not the bundle.
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
    /// Where translations are.
    public enum BundleDescription: Sendable {
        /// The app's own bundle: beside the executable, or in the resources that SwiftPM builds
        /// for the executable's target and for the modules that the app's intents are in.
        case main
        /// The bundle of the module that a class is in.
        case forClass(AnyClass)
        /// The bundle at a URL.
        case atURL(URL)

        init(_ bundle: Bundle) {
            self = bundle == .main ? .main : .atURL(bundle.bundleURL)
        }
    }
}

extension LocalizedStringResource.BundleDescription: Hashable {
    /// Compares what the descriptions say, not what is found there.
    ///
    /// - Parameters:
    ///   - left: A description.
    ///   - right: Another.
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.main, .main): true
        case (.forClass(let left), .forClass(let right)): left == right
        case (.atURL(let left), .atURL(let right)): left == right
        default: false
        }
    }

    /// Hashes what the description says.
    ///
    /// - Parameter hasher: What is fed.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .main: hasher.combine(0)
        case .forClass(let type): hasher.combine(ObjectIdentifier(type))
        case .atURL(let url): hasher.combine(url)
        }
    }
}

extension LocalizedStringResource: ExpressibleByStringInterpolation {
    /// A text whose key is its default value, of the main bundle's `Localizable` table.
    ///
    /// - Parameter value: The text in the development language.
    public init(stringLiteral value: String) {
        self.init(String.LocalizationValue(value))
    }

    /// A text with values in it, of the main bundle's `Localizable` table.
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
