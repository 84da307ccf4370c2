// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

@Suite("LocalizedStringResource") struct LocalizedStringResourceTests {
    private final class Marker {}

    @Test("literals and initialisers say key, default, table, bundle and locale")
    func initialisers() {
        let literal: LocalizedStringResource = "Title"
        #expect(literal.key == "Title")
        #expect(literal.table == nil)
        #expect(literal.bundle == .main)
        #expect(literal.locale == .current)
        #expect(LocalizedStringResource(stringLiteral: "Title") == literal)
        #expect(LocalizedStringResource("Title", comment: "a note") == literal)
        let name = "x"
        let keyed = LocalizedStringResource(
            "filter.title", defaultValue: "Filter \(name)", table: "Filters",
            locale: Locale(identifier: "de"), bundle: .atURL(URL(fileURLWithPath: "/x")))
        #expect(keyed.key == "filter.title")
        #expect(keyed.defaultValue == "Filter \("x")")
        #expect(keyed.table == "Filters")
        #expect(keyed.bundle == .atURL(URL(fileURLWithPath: "/x")))
        #expect(Set([literal, keyed, literal]).count == 2)
        #expect(LocalizedStringResource("Title", bundle: .forClass(Marker.self)) != literal)
    }

    @Test("it is looked up when it is shown, in the language of that moment")
    func deferred() throws {
        let directory = try TranslationDirectory([
            "de.lproj/Localizable.strings": #""Hello %@" = "Hallo %@";"#,
            "fr.lproj/Localizable.strings": #""Hello %@" = "Bonjour %@";"#,
        ])
        let resource: LocalizedStringResource = "Hello \("you")"
        #expect(resource.text(directory.setting("de_AT.UTF-8")) == "Hallo you")
        #expect(resource.text(directory.setting("fr_FR")) == "Bonjour you")
        #expect(resource.text(directory.setting("en_US")) == "Hello you")
        var german = resource
        german.locale = Locale(identifier: "de_DE")
        #expect(german.text(directory.setting("fr_FR")) == "Hallo you")
    }

    @Test("an inner resource is translated, too")
    func nested() throws {
        let directory = try TranslationDirectory([
            "de.lproj/Localizable.strings": """
            "Set %@" = "Setze %@";
            "Account" = "Konto";
            "Dark Mode" = "Dunkelmodus";
            """
        ])
        let list: [LocalizedStringResource] = ["Account", "Dark Mode"]
        let resource: LocalizedStringResource = "Set \(list, format: .list(type: .and))"
        let text = resource.text(directory.setting("de_DE", locale: "de_DE"))
        #expect(text == "Setze Konto und Dunkelmodus")
        let single: LocalizedStringResource = "Set \(LocalizedStringResource("Account"))"
        #expect(single.text(directory.setting("de_DE")) == "Setze Konto")
    }

    @Test("a bundle at a URL is looked in, whatever the app's own has")
    func bundleAtURL() throws {
        let own = try TranslationDirectory(["de.lproj/T.strings": #""k" = "own";"#])
        let other = try TranslationDirectory(["de.lproj/T.strings": #""k" = "other";"#])
        let resource = LocalizedStringResource("k", table: "T", bundle: .atURL(other.url))
        #expect(resource.text(own.setting("de")) == "other")
        let bundle = try #require(Bundle(url: other.url))
        let inBundle = LocalizedStringResource("k", table: "T", bundle: bundle)
        #expect(inBundle.text(own.setting("de")) == "other")
        #expect(LocalizedStringResource("k", bundle: Bundle.main) == "k")
        let absent = LocalizedStringResource(
            "k", defaultValue: "d", table: "T", bundle: .atURL(URL(fileURLWithPath: "/nowhere")))
        #expect(absent.text(own.setting("de")) == "d")
    }

    @Test("coding keeps everything but the reader's own locale and bundle")
    func coding() throws {
        let resources: [LocalizedStringResource] = [
            "plain",
            LocalizedStringResource(
                "key", defaultValue: "v \(1)", table: "T", locale: Locale(identifier: "fr_CA"),
                bundle: .atURL(URL(fileURLWithPath: "/x"))),
        ]
        let data = try JSONEncoder().encode(resources)
        #expect(try JSONDecoder().decode([LocalizedStringResource].self, from: data) == resources)
    }

    @Test("String(localized:) takes a resource, a text, or a key with a default")
    func strings() throws {
        let directory = try TranslationDirectory(["en.lproj/T.strings": #""k %lld" = "T %lld";"#])
        let bundle = try #require(Bundle(url: directory.url))
        #expect(String(localized: "k \(1)", table: "T", bundle: bundle, comment: "c") == "T 1")
        #expect(String(localized: "k \(1)", bundle: bundle) == "k 1")
        let german = Locale(identifier: "de_DE")
        let number = String(
            localized: "none", defaultValue: "\(1234)", bundle: bundle, locale: german)
        #expect(number == "1.234")
        #expect(String(localized: LocalizedStringResource("no such key")) == "no such key")
        #expect(String(localized: String.LocalizationValue("dynamic")) == "dynamic")
    }
}
