// SPDX-License-Identifier: Apache-2.0
import Foundation

/// One table of translations in all languages of a bundle.
struct LocalizedTable: Sendable {
    /// The translations by language and key. `Base` is a language here.
    private(set) var entries: [String: [String: Translation]] = [:]
    /// The language of the keys and default values.
    private(set) var developmentLanguage: String

    /// Reads a table. An unreadable file counts as absent, because a missing translation must not
    /// stop an app.
    ///
    /// Earlier directories take precedence over later ones, `.stringsdict` over `.strings` as on
    /// Apple's systems, and both over `.xcstrings`.
    init(named name: String, in directories: [URL]) {
        developmentLanguage = "en"
        var region: String?
        var source: String?
        for directory in directories {
            region = region ?? Self.developmentRegion(in: directory)
            let content =
                (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
            for language in content.filter({ $0.hasSuffix(".lproj") }).sorted() {
                let file = directory.appendingPathComponent(language).appendingPathComponent(name)
                let language = String(language.dropLast(".lproj".count))
                add(StringsFile.plurals(at: file.appendingPathExtension("stringsdict")), language)
                add(StringsFile.texts(at: file.appendingPathExtension("strings")), language)
            }
            let catalog = StringCatalog(
                at: directory.appendingPathComponent(name).appendingPathExtension("xcstrings"))
            source = source ?? catalog?.sourceLanguage
            for (language, translations) in catalog?.translations ?? [:] {
                add(translations, language)
            }
        }
        developmentLanguage = region ?? source ?? "en"
    }

    /// Adds the missing translations.
    private mutating func add(_ translations: [String: Translation], _ language: String) {
        entries[language, default: [:]].merge(translations) { first, _ in first }
    }

    private static func developmentRegion(in directory: URL) -> String? {
        guard let data = try? Data(contentsOf: directory.appendingPathComponent("Info.plist")),
            let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil),
            let region = (list as? [String: Any])?["CFBundleDevelopmentRegion"] as? String
        else { return nil }
        return region
    }

    /// Returns the languages to search: the first available wanted language, then the development
    /// language. The first language is omitted if the development language matches an earlier
    /// wanted language.
    func candidates(for languages: [String]) -> [String] {
        var result: [String] = []
        let available = entries.keys.filter { $0 != "Base" }
        for language in languages {
            if let match = bestLanguage(for: language, among: available) {
                result.append(match)
                break
            }
            if bestLanguage(for: language, among: [developmentLanguage]) != nil { break }
        }
        if let match = bestLanguage(for: developmentLanguage, among: available),
            !result.contains(match)
        {
            result.append(match)
        }
        return result + ["Base"]
    }

    /// Returns the translation of a key.
    func translation(of key: String, in language: String) -> Translation? {
        entries[language]?[key]
    }

    /// Returns the language of the plural rules for the entries of a language.
    func ruleLanguage(of language: String) -> String {
        language == "Base" ? developmentLanguage : language
    }
}
