// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

@Suite("Plurals") struct PluralTests {
    @Test(
        "categories follow CLDR",
        arguments: [
            ("en", [0, 1, 2], "other one other"), ("fr", [0, 1, 1.5, 2], "one one one other"),
            ("ru", [1, 2, 5, 11, 21, 1.5], "one few many many one other"),
            ("pl", [1, 2, 5, 22], "one few many few"), ("ja", [0, 1, 5], "other other other"),
            ("ar", [0, 1, 2, 3, 11, 100], "zero one two few many other"),
            ("pt-PT", [0, 1], "other one"), ("no such language", [1], "other"), ("", [5], "other"),
        ] as [(String, [Double], String)])
    func categories(_ language: String, _ numbers: [Double], _ expected: String) {
        let names = numbers.map { PluralCategory(of: $0, in: language).rawValue }
        #expect(names.joined(separator: " ") == expected)
    }

    private static let dictionary = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>%lld files in %lld folders</key><dict>
          <key>NSStringLocalizedFormatKey</key><string>%1$#@files@ in %2$#@folders@</string>
          <key>files</key><dict>
            <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>lld</string>
            <key>zero</key><string>nothing</string>
            <key>one</key><string>%lld файл</string>
            <key>few</key><string>%lld файла</string>
            <key>many</key><string>%lld файлов</string>
            <key>other</key><string>%lld файла</string></dict>
          <key>folders</key><dict>
            <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>lld</string>
            <key>one</key><string>%lld папке</string>
            <key>other</key><string>%lld папках</string></dict></dict>
        <key>no other %lld</key><dict>
          <key>NSStringLocalizedFormatKey</key><string>%#@x@</string>
          <key>x</key><dict><key>one</key><string>eins</string></dict></dict>
        <key>text %@</key><dict>
          <key>NSStringLocalizedFormatKey</key><string>%#@x@</string>
          <key>x</key><dict><key>other</key><string>wrong</string></dict></dict>
        <key>loop %lld</key><dict>
          <key>NSStringLocalizedFormatKey</key><string>%#@x@</string>
          <key>x</key><dict><key>other</key><string>%#@x@%#@x@</string></dict></dict>
        </dict></plist>
        """

    private func russian(_ value: String.LocalizationValue) throws -> String {
        let directory = try TranslationDirectory([
            "ru.lproj/Localizable.stringsdict": Self.dictionary
        ])
        return LocalizedStringResource(value).text(directory.setting("ru_RU.UTF-8"))
    }

    @Test(
        "a stringsdict chooses a form for every number",
        arguments: [
            (1, 1, "1 файл in 1 папке"), (2, 5, "2 файла in 5 папках"),
            (21, 21, "21 файл in 21 папке"), (0, 2, "nothing in 2 папках"),
            (1500, 11, "1,500 файлов in 11 папках"),
        ])
    func stringsdict(_ files: Int, _ folders: Int, _ text: String) throws {
        #expect(try russian("\(files) files in \(folders) folders") == text)
    }

    @Test("a stringsdict that does not fit gives the default")
    func unfit() throws {
        #expect(try russian("no other \(1)") == "no other 1")
        #expect(try russian("text \("x")") == "text x")
        #expect(try russian("loop \(1)") == "loop 1")
    }

    private static let catalog = """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
          "Title": {"localizations": {"de": {"stringUnit":
            {"state": "translated", "value": "Titel"}}}},
          "%lld messages": {"localizations": {
            "de": {"variations": {"plural": {
              "one": {"stringUnit": {"state": "translated", "value": "%lld Nachricht"}},
              "other": {"stringUnit": {"state": "translated", "value": "%lld Nachrichten"}}}}},
            "en": {"variations": {"plural": {
              "zero": {"stringUnit": {"state": "translated", "value": "No messages"}},
              "one": {"stringUnit": {"state": "translated", "value": "One message"}},
              "other": {"stringUnit": {"state": "translated", "value": "%lld messages"}}}}}}},
          "%@ has %lld of %lld": {"localizations": {"de": {
            "stringUnit": {"state": "translated", "value": "%#@done@ von %#@all@: %1$@"},
            "substitutions": {
              "done": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
                "one": {"stringUnit": {"value": "eine"}},
                "other": {"stringUnit": {"value": "%arg Stück"}}}}},
              "all": {"argNum": 3, "formatSpecifier": "lld", "variations": {"plural": {
                "other": {"stringUnit": {"value": "%arg"}}}}}}}}},
          "device": {"localizations": {"de": {"variations": {"device": {
            "iphone": {"stringUnit": {"value": "Telefon"}},
            "other": {"stringUnit": {"value": "Gerät"}}}}}}},
          "untranslated": {"extractionState": "manual"}}}
        """

    @Test(
        "a string catalogue has texts, plurals, substitutions and devices",
        arguments: [
            ("Title", "Titel"), ("\(1) messages", "1 Nachricht"),
            ("\(3) messages", "3 Nachrichten"),
            ("\("A") has \(1) of \(2)", "eine von 2: A"),
            ("\("A") has \(5) of \(2000)", "5 Stück von 2,000: A"), ("device", "Gerät"),
            ("untranslated", "untranslated"),
        ] as [(String.LocalizationValue, String)])
    func catalogue(_ value: String.LocalizationValue, _ text: String) throws {
        let directory = try TranslationDirectory(["Localizable.xcstrings": Self.catalog])
        #expect(LocalizedStringResource(value).text(directory.setting("de_DE")) == text)
    }

    @Test(
        "the catalogue's source language has plurals too",
        arguments: [
            (0, "No messages"), (1, "One message"), (2, "2 messages"),
        ])
    func source(_ count: Int, _ text: String) throws {
        let directory = try TranslationDirectory(["Localizable.xcstrings": Self.catalog])
        let resource: LocalizedStringResource = "\(count) messages"
        #expect(resource.text(directory.setting("C")) == text)
        #expect(resource.text(directory.setting("fr_FR")) == text)
    }
}
