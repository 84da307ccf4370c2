// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

@Suite("A translator's format") struct FormatTests {
    /// The translation of `"\(text) \(number) \(real)"`.
    private func text(_ format: String) throws -> String {
        let directory = try TranslationDirectory()
        let file = try PropertyListSerialization.data(
            fromPropertyList: ["%@ %lld %lf": format], format: .xml, options: 0)
        try directory.write(file, to: "de.lproj/Localizable.strings")
        let resource: LocalizedStringResource = "\("T") \(-1234) \(0.5)"
        return resource.text(directory.setting("de"))
    }

    @Test(
        "may order, repeat, leave out and reformat values",
        arguments: [
            ("%@/%lld/%lf", "T/-1,234/0.500000"), ("%3$.1f %1$@", "0.5 T"),
            ("%2$lld %2$d %2$@", "-1,234 -1,234 -1,234"), ("nothing", "nothing"), ("%%", "%"),
            ("%1$5@|%1$-5@|", "    T|T    |"), ("%2$08d", "-0001234"), ("%2$.6d", "-001234"),
            ("%2$f", "-1,234.000000"), ("%3$e", "5.000000e-01"), ("%2$llx", "fffffffffffffb2e"),
            ("%3$+.2f", "+0.50"), ("%1$@%%", "T%"), ("é %1$@ ü", "é T ü"),
        ])
    func good(_ format: String, _ expected: String) throws {
        #expect(try text(format) == expected)
    }

    @Test(
        "that asks for what is not there gives the default",
        arguments: [
            "%d", "%1$d", "%4$@", "%@ %@ %@ %@", "%0$@", "%3$d", "%1$f", "%1$x", "%3$x", "%n",
            "%1$n",
            "%s", "%1$s", "%p", "%", "100% ", "%1$", "%*d", "%2$*d", "%999999999999999999999$@",
            "%2$99999999999999999999d", "%2$100000d", "%3$.100000f", "%#@x@", "%#@", "%arg", "%2$c",
            "%1$@ %",
        ])
    func bad(_ format: String) throws {
        #expect(try text(format) == "T -1,234 0.500000")
    }

    @Test("never stops the program, whatever it is")
    func hostile() throws {
        let alphabet = Array("%%%%$@#0123dlfxeqc.*-+ 'arg")
        var state: UInt64 = 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let arguments: [LocalizationArgument] = [.text("T"), .signed(.min), .real(.infinity)]
        let setting = try TranslationDirectory().setting("de")
        var translated = 0
        for _ in 0..<5000 {
            let length = random(12)
            let format = String((0..<length).map { _ in alphabet[random(alphabet.count)] })
            let translation = Translation(text: format)
            if translation.text(arguments, language: "de", setting) != nil { translated += 1 }
        }
        #expect((1..<5000).contains(translated))
    }

    @Test("is taken apart completely")
    func template() {
        let template = FormatTemplate("a%%b %2$@ %#@n@ %1$#@m@ %arg", hasNumber: true)
        #expect(
            template?.pieces == [
                .literal("a%b "), .argument(position: 1, FormatSpecifier("%@")!), .literal(" "),
                .variable("n", position: nil), .literal(" "), .variable("m", position: 0),
                .literal(" "), .number,
            ])
    }
}
