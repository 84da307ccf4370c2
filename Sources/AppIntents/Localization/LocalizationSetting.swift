// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The languages in order, the number formats, and the app's bundle for a text.
struct LocalizationSetting: Sendable {
    /// The BCP 47 tags of the languages, the preferred one first; empty means the development
    /// language.
    var languages: [String]
    /// The locale of number and date formats.
    var locale: Locale
    /// The bundle of ``LocalizedStringResource/BundleDescription/main``.
    var mainBundle: LocalizedBundle

    /// The setting of the user, unless the task has another setting (``override``).
    static var user: LocalizationSetting { override ?? ofEnvironment }

    /// The setting of a task that makes texts in another language; nil for the user's setting.
    @TaskLocal static var override: LocalizationSetting?

    /// The setting of the environment, read once.
    private static let ofEnvironment = LocalizationSetting(
        environment: ProcessInfo.processInfo.environment, mainBundle: .main)

    /// Makes the setting that an environment describes.
    ///
    /// Languages follow gettext's rules (its manual, *Locale Environment Variables*). The locale of
    /// messages is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty. `LANGUAGE`
    /// lists languages that replace that locale's language unless the locale is `C`. Foundation on
    /// Linux reads none of these variables: `Locale.current` is always `en_001` (Swift 6.3).
    init(environment: [String: String], mainBundle: LocalizedBundle) {
        func first(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let messages = first("LC_ALL", "LC_MESSAGES", "LANG").flatMap(languageTag(posix:))
        let listed = (environment["LANGUAGE"] ?? "").split(separator: ":")
            .compactMap { languageTag(posix: String($0)) }
        languages = messages.map { listed.isEmpty ? [$0] : listed } ?? []
        locale =
            first("LC_ALL", "LC_NUMERIC", "LANG").flatMap(languageTag(posix:))
            .map { Locale(identifier: $0) } ?? .current
        self.mainBundle = mainBundle
    }

    /// Returns true if a locale represents the user's locale.
    static func isUser(_ locale: Locale) -> Bool {
        locale == .current || locale == .autoupdatingCurrent
    }

    /// Returns the setting for a text with a locale, whose language goes before the user's
    /// languages.
    func settingLocale(_ locale: Locale) -> LocalizationSetting {
        guard !Self.isUser(locale) else { return self }
        var result = self
        result.locale = locale
        result.languages.insert(locale.identifier(.bcp47), at: 0)
        return result
    }
}

/// Returns the BCP 47 tag of a POSIX locale name such as `sr_RS.UTF-8@latin`; nil for `C` and
/// `POSIX`.
private func languageTag(posix name: String) -> String? {
    let parts = name.split(separator: "@", maxSplits: 1)
    guard let base = parts.first?.split(separator: ".").first, base != "C", base != "POSIX" else {
        return nil
    }
    var subtags = base.split(separator: "_").map(String.init)
    let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]
    if parts.count == 2, let script = scripts[String(parts[1])], !subtags.isEmpty {
        subtags.insert(script, at: 1)
    }
    return subtags.isEmpty ? nil : subtags.joined(separator: "-")
}
