// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Who a text is for: the languages in order, the number formats, and the app it is from.
struct LocalizationSetting: Sendable {
    /// BCP 47 tags, the most wanted first; empty means the development language.
    var languages: [String]
    /// Whose number and date formats apply.
    var locale: Locale
    /// Where ``LocalizedStringResource/BundleDescription/main`` looks.
    var mainBundle: LocalizedBundle

    /// The user's own, unless what runs is meant for others (``override``).
    static var user: LocalizationSetting { override ?? ofEnvironment }

    /// In the place of the user's, for a task that makes texts in another language.
    @TaskLocal static var override: LocalizationSetting?

    /// Read from the environment once.
    private static let ofEnvironment = LocalizationSetting(
        environment: ProcessInfo.processInfo.environment, mainBundle: .main)

    /// The setting that an environment describes.
    ///
    /// Languages follow gettext's rules (its manual, *Locale Environment Variables*): the locale
    /// of messages is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty; `LANGUAGE`
    /// lists languages in its place unless that locale is `C`. Foundation on Linux reads none of
    /// them: `Locale.current` is `en_001` always (Swift 6.3).
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

    /// Whether a locale stands for the user's.
    static func isUser(_ locale: Locale) -> Bool {
        locale == .current || locale == .autoupdatingCurrent
    }

    /// The setting for a text that names a locale: its language goes before the user's.
    func settingLocale(_ locale: Locale) -> LocalizationSetting {
        guard !Self.isUser(locale) else { return self }
        var result = self
        result.locale = locale
        result.languages.insert(locale.identifier(.bcp47), at: 0)
        return result
    }
}

/// The BCP 47 tag of a POSIX locale name such as `sr_RS.UTF-8@latin`; nil for `C` and its kin.
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
