// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

@Suite("String.LocalizationValue") struct LocalizationValueTests {
    private struct Account: CustomLocalizedStringResourceConvertible {
        let name: String
        var localizedStringResource: LocalizedStringResource { "\(name)" }
    }

    private static let list: [LocalizedStringResource] = ["Account", "Dark Mode"]
    private static let words = ["a", "b", "c"]
    private static var mixed: [any CustomLocalizedStringResourceConvertible] {
        [Account(name: "Work"), LocalizedStringResource("Zoo")]
    }
    private static let day = Date(timeIntervalSince1970: 0)

    private static let cases: [(String.LocalizationValue, key: String, text: String)] = [
        ("plain", "plain", "plain"),
        ("100%", "100%", "100%"),
        ("100% of \(3)", "100%% of %lld", "100% of 3"),
        ("\("text") and \("substring".prefix(3))", "%@ and %@", "text and sub"),
        ("\(1234567)", "%lld", "1,234,567"),
        ("\(Int8(-1)) \(Int16(2)) \(Int32(3)) \(Int64(4))", "%d %d %d %lld", "-1 2 3 4"),
        ("\(UInt(1)) \(UInt8(2)) \(UInt64.max)", "%llu %u %llu", "1 2 18,446,744,073,709,551,615"),
        ("\(1.5) \(Float(0.5)) \(CGFloat(2))", "%lf %f %lf", "1.500000 0.500000 2.000000"),
        ("\(3.14159, specifier: "%.2f")", "%.2f", "3.14"),
        ("\(255, specifier: "%04x")", "%04x", "00ff"),
        ("\(7, specifier: "%03d")|\(7, specifier: "%+d")", "%03d|%+d", "007|+7"),
        ("\(7, specifier: "nonsense")", "nonsense", "7"),
        ("\(7, specifier: "%@")", "%@", "7"),
        ("\(Account(name: "Work"))", "%@", "Work"),
        ("\(list, format: .list(type: .and))", "%@", "Account and Dark Mode"),
        ("\(words, format: .list(type: .or))", "%@", "a, b, or c"),
        ("\(mixed, format: .list(type: .and))", "%@", "Work and Zoo"),
        ("\(0.5, format: .percent)", "%@", "50%"),
        ("\(URL(string: "https://example.org")!)", "%@", "https://example.org"),
        ("\(NSNumber(value: 3))", "%@", "3"),
        ("\(day, formatter: ISO8601DateFormatter())", "%@", "1970-01-01T00:00:00Z"),
        ("\(day, formatter: NumberFormatter())", "%@", day.description),
        ("\(NSNumber(value: 2), formatter: NumberFormatter())", "%@", "2"),
        ("\(NSNumber(value: 2), formatter: LengthFormatter())", "%@", "2 m"),
        (
            "\(UUID(uuidString: "00000000-0000-0000-0000-00000000000A")!)", "%@",
            "00000000-0000-0000-0000-00000000000A"
        ),
        ("\(Decimal(3))", "%@", "3"),
        ("\(AttributedString("styled"))", "%@", "styled"),
    ]

    @Test("its key has specifiers and its text has values", arguments: 0..<cases.count)
    func keyAndText(_ index: Int) throws {
        let (value, key, text) = Self.cases[index]
        #expect(value.key == key)
        #expect(value.defaultText(try TranslationDirectory().setting("C")) == text)
    }

    @Test("numbers, dates and lists follow the locale")
    func locale() throws {
        let german = try TranslationDirectory().setting("C", locale: "de_DE")
        let value: String.LocalizationValue = """
            \(1234567)|\(2.5)|\(0.5, format: .percent)|\(Self.day, format: .dateTime.year())\
            |\(Self.words, format: .list(type: .and))
            """
        #expect(value.defaultText(german) == "1.234.567|2,500000|50\u{a0}%|1970|a, b und c")
    }

    @Test("a formatter writes a value of Foundation")
    func formatter() throws {
        let formatter = NumberFormatter()
        formatter.minimumFractionDigits = 2
        formatter.locale = Locale(identifier: "en_US")
        let value: String.LocalizationValue = "\(NSNumber(value: 1.5), formatter: formatter)"
        #expect(value.defaultText(try TranslationDirectory().setting("C")) == "1.50")
    }

    @Test("equal parts make equal values")
    func equality() {
        let name = "x"
        let same: String.LocalizationValue = "a \(name) \(2, format: .number)"
        #expect(same == "a \("x") \(2, format: .number)")
        #expect(same.hashValue == ("a \("x") \(2, format: .number)" as Self.Value).hashValue)
        #expect(same != "a \("y") \(2, format: .number)")
        #expect(same != "a \(name) \(3, format: .number)")
        #expect(same != "a \(name) \(2, format: .number.grouping(.never))")
        #expect(("a" as Self.Value) != "b")
    }

    private typealias Value = String.LocalizationValue

    @Test("coding keeps key and text")
    func coding() throws {
        let setting = try TranslationDirectory().setting("C")
        let value: String.LocalizationValue = """
            100% \("t") \(-3) \(UInt64.max) \(1.5) \(LocalizedStringResource("r \(1)")) \
            \(7, format: .number)
            """
        let copy = try JSONDecoder().decode(
            String.LocalizationValue.self, from: try JSONEncoder().encode(value))
        #expect(copy.key == value.key)
        #expect(copy.defaultText(setting) == value.defaultText(setting))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(String.LocalizationValue.self, from: Data("[{}]".utf8))
        }
    }
}
