// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension String {
    /// Makes the text of a resource in the user's language.
    ///
    /// - Parameter resource: The text to translate.
    public init(localized resource: LocalizedStringResource) {
        self = resource.text(.user)
    }

    /// Makes the translation of a text whose key is its default value.
    ///
    /// - Parameters:
    ///   - keyAndValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - bundle: The bundle with the translations; nil is the app's own bundle.
    ///   - locale: The locale of number formats. Does not choose the language.
    ///   - comment: A note for translators.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil,
        bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
        self = keyAndValue.text(
            key: keyAndValue.key, table: table, bundle: bundle, locale: locale)
    }

    /// Makes the translation of a text with a key of its own.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - defaultValue: The text in the development language.
    ///   - table: The table's name; nil is `Localizable`.
    ///   - bundle: The bundle with the translations; nil is the app's own bundle.
    ///   - locale: The locale of number formats. Does not choose the language.
    ///   - comment: A note for translators.
    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
        bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
        self = defaultValue.text(
            key: key.description, table: table, bundle: bundle, locale: locale)
    }
}

extension String.LocalizationValue {
    /// Returns the text for the user. The locale changes only the formats.
    fileprivate func text(
        key: String, table: String?, bundle: Bundle?, locale: Locale
    ) -> String {
        var setting = LocalizationSetting.user
        if !LocalizationSetting.isUser(locale) { setting.locale = locale }
        let bundle = bundle.map(LocalizedBundle.of) ?? setting.mainBundle
        return text(key: key, table: table, bundle: bundle, setting)
    }

    /// Returns the translation, or the default text if no translation fits the arguments.
    func text(
        key: String, table: String?, bundle: LocalizedBundle, _ setting: LocalizationSetting
    ) -> String {
        let arguments = arguments
        let table = table.flatMap { $0.isEmpty ? nil : $0 } ?? "Localizable"
        for found in bundle.translations(of: key, table: table, languages: setting.languages) {
            let text = found.translation.text(arguments, language: found.language, setting)
            if let text { return text }
        }
        return defaultText(setting)
    }

    /// Returns the text in the development language.
    func defaultText(_ setting: LocalizationSetting) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .literal(let literal): text += literal
            case .argument(let argument, let specifier):
                text +=
                    FormatSpecifier(specifier).flatMap { $0.text(argument, setting) }
                    ?? argument.text(setting)
            }
        }
    }
}

extension LocalizedStringResource {
    /// Returns the text in a setting.
    func text(_ setting: LocalizationSetting) -> String {
        let setting = setting.settingLocale(locale)
        let place =
            switch bundle {
            case .main: setting.mainBundle
            case .forClass(let type): LocalizedBundle.of(type)
            case .atURL(let url): LocalizedBundle.at(url)
            }
        return defaultValue.text(key: key, table: table, bundle: place, setting)
    }
}
