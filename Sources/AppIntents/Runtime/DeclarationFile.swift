// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import Foundation

/// The `.focus-filter` file of this program's filters, for an app to install.
enum DeclarationFile {
    /// Writes the file to the standard output, in all languages of the app's bundle.
    static func print() async {
        guard let app = AppIdentity.current else {
            SDKReport.write("no .focus-filter file: \(ControlError.noAppID.text)")
            exit(1)
        }
        Swift.print(await text(app, FilterTypes.ofProcess), terminator: "")
    }

    /// Returns the text of the file.
    static func text(
        _ app: AppID, _ types: FilterTypes, in bundle: LocalizedBundle = .main
    ) async -> String {
        let filters = ProcessFilters(app: app, types: types)
        func declarations(_ languages: [String]) async -> [FilterDeclaration] {
            var setting = LocalizationSetting.user
            setting.languages = languages
            setting.mainBundle = bundle
            return await LocalizationSetting.$override.withValue(setting) {
                await filters.declarations()
            }
        }
        var translations: [String: [FilterDeclaration]] = [:]
        for language in bundle.languages {
            translations[posixLocale(language)] = await declarations([language])
        }
        return FilterDeclaration.fileText(of: await declarations([]), translations: translations)
    }

    /// Returns the name of a language in key files (Desktop Entry Specification, "Localized values
    /// for keys"): `pt_BR` for `pt-BR`, `sr@latin` for `sr-Latn`.
    static func posixLocale(_ language: String) -> String {
        // Chinese scripts are written as countries.
        let known = ["zh-Hans": "zh_CN", "zh-Hant": "zh_TW", "zh-HK": "zh_HK"]
        if let locale = known[language] { return locale }
        var parts = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        var modifier = ""
        if let script = parts.firstIndex(where: { $0.utf8.count == 4 && $0.allSatisfy(\.isLetter) })
        {
            let names = ["Latn": "latin", "Cyrl": "cyrillic", "Deva": "devanagari"]
            modifier = names[parts.remove(at: script)].map { "@" + $0 } ?? ""
        }
        return parts.joined(separator: "_") + modifier
    }
}

extension LocalizedBundle {
    /// The languages of the translations.
    var languages: [String] {
        var found: Set<String> = []
        for directory in directories {
            let content =
                (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
            for name in content {
                if name.hasSuffix(".lproj") {
                    found.insert(String(name.dropLast(".lproj".count)))
                } else if name.hasSuffix(".xcstrings") {
                    let catalog = StringCatalog(at: directory.appendingPathComponent(name))
                    found.formUnion(catalog?.translations.keys.map(\.self) ?? [])
                }
            }
        }
        return found.subtracting(["Base"]).sorted()
    }
}
