// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

@Suite("Files of translations") struct StringsFileTests {
    private static let plain = """
        /* A note for the translator. */
        "quoted \\"key\\"" = "Anf\\U00fchrung \\"x\\"";
        // Another.
        bare = "nackt";
        "lines" = "eins\\nzwei";
        """
    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>bare</key><string>nackt</string><key>number</key><integer>3</integer>
        </dict></plist>
        """

    private func text(_ key: String, _ directory: TranslationDirectory) -> String {
        String.LocalizationValue(key).text(
            key: key, table: "Localizable", bundle: LocalizedBundle(directories: [directory.url]),
            directory.setting("de"))
    }

    @Test("the old style is read, with comments and escapes")
    func oldStyle() throws {
        let directory = try TranslationDirectory(["de.lproj/Localizable.strings": Self.plain])
        #expect(text("quoted \"key\"", directory) == "Anführung \"x\"")
        #expect(text("bare", directory) == "nackt")
        #expect(text("lines", directory) == "eins\nzwei")
    }

    @Test(
        "UTF-16 is read in both byte orders",
        arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func utf16(_ encoding: String.Encoding) throws {
        let directory = try TranslationDirectory()
        let data = try #require(("\u{feff}" + Self.plain).data(using: encoding))
        try directory.write(data, to: "de.lproj/Localizable.strings")
        #expect(text("bare", directory) == "nackt")
    }

    @Test("XML and binary property lists are read; values that are no text are left out")
    func propertyLists() throws {
        let directory = try TranslationDirectory(["de.lproj/Localizable.strings": Self.xml])
        #expect(text("bare", directory) == "nackt")
        #expect(text("number", directory) == "number")
        let binary = try PropertyListSerialization.data(
            fromPropertyList: ["bare": "binär"], format: .binary, options: 0)
        let other = try TranslationDirectory()
        try other.write(binary, to: "de.lproj/Localizable.strings")
        #expect(text("bare", other) == "binär")
    }

    @Test(
        "a broken file counts as absent",
        arguments: ["\"a\" = ", "<plist>", "bplist00", "\u{0}\u{1}", "{", "(a, b)", ""])
    func broken(_ content: String) throws {
        let directory = try TranslationDirectory([
            "de.lproj/Localizable.strings": content,
            "de.lproj/Localizable.stringsdict": content,
            "Localizable.xcstrings": content,
        ])
        #expect(text("a", directory) == "a")
    }

    @Test("stringsdict wins over strings, and both over the catalogue")
    func precedence() throws {
        let catalog = """
            {"sourceLanguage": "en", "strings": {
              "a": {"localizations": {"de": {"stringUnit": {"value": "catalogue"}}}},
              "b": {"localizations": {"de": {"stringUnit": {"value": "catalogue"}}}}}}
            """
        let directory = try TranslationDirectory([
            "Localizable.xcstrings": catalog,
            "de.lproj/Localizable.strings": #""a" = "strings";"#,
        ])
        #expect(text("a", directory) == "strings")
        #expect(text("b", directory) == "catalogue")
    }

    @Test("a translation of a text without values is no format")
    func verbatim() throws {
        let directory = try TranslationDirectory([
            "de.lproj/Localizable.strings": #""Done" = "100% %@ %d fertig";"#
        ])
        #expect(text("Done", directory) == "100% %@ %d fertig")
    }
}
