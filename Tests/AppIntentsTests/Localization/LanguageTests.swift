// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

@Suite("The user's languages") struct LanguageTests {
    @Test(
        "are read from the environment as gettext reads them",
        arguments: [
            ([:], []),
            (["LANG": "de_DE.UTF-8"], ["de-DE"]),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR"], ["fr-FR"]),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "es_ES"], ["es-ES"]),
            (["LANG": "de_DE", "LC_ALL": ""], ["de-DE"]),
            (["LANG": "de_DE", "LANGUAGE": "pt_BR:en"], ["pt-BR", "en"]),
            (["LANG": "C", "LANGUAGE": "pt_BR"], []),
            (["LC_ALL": "C.UTF-8", "LANG": "de_DE", "LANGUAGE": "fr"], []),
            (["LANG": "POSIX"], []),
            (["LANG": "sr_RS.UTF-8@latin"], ["sr-Latn-RS"]),
            (["LANG": "de_DE@euro"], ["de-DE"]),
            (["LANG": "@", "LANGUAGE": ":::"], []),
        ] as [([String: String], [String])])
    func environment(_ environment: [String: String], _ languages: [String]) {
        let setting = LocalizationSetting(
            environment: environment, mainBundle: LocalizedBundle(directories: []))
        #expect(setting.languages == languages)
    }

    @Test("numbers follow LC_ALL, LC_NUMERIC, LANG")
    func numberLocale() {
        func locale(_ environment: [String: String]) -> String {
            LocalizationSetting(
                environment: environment, mainBundle: LocalizedBundle(directories: [])
            ).locale.identifier(.bcp47)
        }
        #expect(locale(["LANG": "de_DE.UTF-8"]) == "de-DE")
        #expect(locale(["LANG": "de_DE", "LC_NUMERIC": "en_GB"]) == "en-GB")
        #expect(locale(["LC_NUMERIC": "en_GB", "LC_ALL": "fr_FR"]) == "fr-FR")
        #expect(locale(["LANG": "C"]) == Locale.current.identifier(.bcp47))
    }

    @Test(
        "find the translation that serves them best",
        arguments: [
            ("de-DE", ["en", "de"], "de"),
            ("de-AT", ["de-CH", "de", "de-AT"], "de-AT"),
            ("de-AT", ["de-CH", "de"], "de"),
            ("de-AT", ["de-CH"], "de-CH"),
            ("de", ["de_DE"], "de_DE"),
            ("pt-BR", ["pt-PT", "pt-BR"], "pt-BR"),
            ("zh-TW", ["zh-Hans", "zh-Hant"], "zh-Hant"),
            ("zh-CN", ["zh-Hans", "zh-Hant"], "zh-Hans"),
            ("zh-TW", ["zh", "zh-Hans"], nil),
            ("sr-Latn-RS", ["sr"], nil),
            ("fr", ["de", "en"], nil),
            ("x", [], nil),
        ] as [(String, [String], String?)])
    func matching(_ wanted: String, _ available: [String], _ best: String?) {
        #expect(bestLanguage(for: wanted, among: available) == best)
    }

    @Test(
        "are tried in order until the bundle has one, or is written in one",
        arguments: [
            ("fr:de", "de"), ("de:fr", "de"), ("en:de", "default"), ("fr", "default"),
            ("nl:sv:de", "de"),
        ])
    func order(_ languages: String, _ text: String) throws {
        let directory = try TranslationDirectory(["de.lproj/Localizable.strings": #""k" = "de";"#])
        let setting = LocalizationSetting(
            environment: ["LANG": "fr_FR", "LANGUAGE": languages],
            mainBundle: LocalizedBundle(directories: [directory.url]))
        let resource = LocalizedStringResource("k", defaultValue: "default")
        #expect(resource.text(setting) == text)
    }

    @Test("fall back to the bundle's development language, then to the default")
    func developmentLanguage() throws {
        let directory = try TranslationDirectory([
            "Info.plist": """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>CFBundleDevelopmentRegion</key><string>nl</string>
            </dict></plist>
            """,
            "nl.lproj/Localizable.strings": #""a" = "nl"; "b" = "nl";"#,
            "de.lproj/Localizable.strings": #""a" = "de";"#,
            "Base.lproj/Localizable.strings": #""c" = "base";"#,
        ])
        func text(_ key: StaticString, _ language: String) -> String {
            LocalizedStringResource(key, defaultValue: "default")
                .text(directory.setting(language))
        }
        #expect(text("a", "de_DE") == "de")
        #expect(text("b", "de_DE") == "nl")
        #expect(text("a", "fr_FR") == "nl")
        #expect(text("a", "C") == "nl")
        #expect(text("c", "de_DE") == "base")
        #expect(text("d", "de_DE") == "default")
    }
}
