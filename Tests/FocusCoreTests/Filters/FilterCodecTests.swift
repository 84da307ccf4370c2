// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

/// Values and declarations as texts for the store.
@Suite struct FilterCodecTests {
    static let app = AppID("org.example.Chat")

    @Test func declarationsOfTheFirstVersionAreRead() throws {
        let text = "f1;1;4:Mail4:Mail0:0:1;5:count5:Count0:3:IntFTi3;0:0;F"
        let mail = FilterKey(Self.app, "Mail")
        #expect(
            try FilterCodec.declarations(in: text, of: Self.app) == [
                FilterDeclaration(
                    mail, title: "Mail",
                    parameters: [
                        ParameterDeclaration(
                            "count", title: "Count", type: ParameterType(.int),
                            defaultValue: .int(3))
                    ])
            ])
    }

    @Test func toldValuesAreReadWithTheirOrigin() throws {
        let values: ParameterValues = ["a": .text("T"), "b": .int(1)]
        for isSet in [true, false] {
            let text = FilterCodec.text(ofTold: values, isSet: isSet)
            #expect(try FilterCodec.told(in: text) == .values(values, isSet: isSet))
        }
        // The text of an earlier version.
        let old = FilterCodec.text(of: values)
        #expect(try FilterCodec.told(in: old) == .values(values, isSet: false))
        for text in ["t1;", "t1;Xv1;0;", "t1;T", "t2;Tv1;0;", ""] {
            #expect(throws: FilterCodecError.self) { try FilterCodec.told(in: text) }
        }
    }

    /// Texts that would break a careless format.
    static let texts = [
        "", "work", "a;b", "4:work", "\n", "\u{0}", "T", "i1;", "[", "ü", "👩‍👩‍👧", "e\u{301}",
        String(repeating: "x", count: 1_000),
    ]

    private struct Generator {
        var random: SeededGenerator

        mutating func text() -> String { texts.randomElement(using: &random) ?? "" }
        mutating func flag() -> Bool { Bool.random(using: &random) }
        mutating func count() -> Int { Int.random(in: 0..<4, using: &random) }

        mutating func type() -> ParameterType {
            ParameterType(
                ParameterType.Kind.allCases.randomElement(using: &random) ?? .bool,
                isList: flag())
        }

        mutating func value(_ type: ParameterType) -> ParameterValue {
            if type.isList {
                return .list(type.kind, (0..<count()).map { _ in value(ParameterType(type.kind)) })
            }
            switch type.kind {
            case .bool: return .bool(flag())
            case .int:
                return .int([0, -1, .min, .max].randomElement(using: &random) ?? 0)
            case .double:
                let numbers = [0, -0.0, 0.1, -1e300, .leastNonzeroMagnitude, .infinity]
                return .double(numbers.randomElement(using: &random) ?? 0)
            default: return .text(text())
            }
        }

        mutating func parameter() -> ParameterDeclaration {
            let type = type()
            var parameter = ParameterDeclaration(
                text(), title: text(), description: text(), type: type, isOptional: flag())
            if flag() { parameter.defaultValue = value(type) }
            parameter.entityType = text()
            parameter.cases = (0..<count()).map { _ in
                ParameterChoice(text(), title: text(), subtitle: text(), image: text())
            }
            parameter.hasOptions = flag()
            parameter.range = ParameterRange(
                flag() ? value(ParameterType(.int)) : nil,
                flag() ? value(ParameterType(.double)) : nil)
            parameter.dateParts = DateParts.allCases.randomElement(using: &random) ?? .date
            parameter.control = NumberControl.allCases.randomElement(using: &random) ?? .field
            parameter.prompt = text()
            return parameter
        }

        mutating func declaration() -> FilterDeclaration {
            FilterDeclaration(
                FilterKey(app, text()), title: text(), description: text(), icon: text(),
                parameters: (0..<count()).map { _ in parameter() })
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func writtenValuesReadTheSame(seed: UInt64) throws {
        var generator = Generator(random: SeededGenerator(seed: seed))
        var values: ParameterValues = [:]
        for _ in 0..<generator.count() {
            values[generator.text()] = generator.value(generator.type())
        }
        let written = FilterCodec.text(of: values)
        #expect(try FilterCodec.values(in: written) == values)
        let declarations = (0..<generator.count()).map { _ in generator.declaration() }
        let text = FilterCodec.text(of: declarations)
        #expect(try FilterCodec.declarations(in: text, of: Self.app) == declarations)
    }

    @Test func equalValuesMakeEqualTexts() {
        let names = (0..<40).map { "parameter\($0)" }
        let one = Dictionary(uniqueKeysWithValues: names.map { ($0, ParameterValue.bool(true)) })
        var other: ParameterValues = [:]
        for name in names.reversed() { other[name] = .bool(true) }
        #expect(FilterCodec.text(of: one) == FilterCodec.text(of: other))
    }

    @Test func aTextCutAnywhereOrWithMoreBehindItIsRefused() {
        let values: ParameterValues = [
            "a": .list(.double, [.double(0.5), .double(2)]), "b": .text("wörk"), "c": .int(-7),
        ]
        let written = FilterCodec.text(of: values)
        for count in 3..<written.count {
            #expect(throws: FilterCodecError.damaged) {
                _ = try FilterCodec.values(in: String(written.prefix(count)))
            }
        }
        #expect(throws: FilterCodecError.damaged) {
            _ = try FilterCodec.values(in: written + "T")
        }
    }

    @Test(arguments: ["", "v2;0;", "f1;0;", "0;", "1"])
    func anUnknownVersionIsRefused(_ text: String) {
        #expect(throws: FilterCodecError.unknownVersion) {
            _ = try FilterCodec.values(in: text)
        }
    }

    @Test(arguments: [
        "v1;-1;", "v1;99999999999;", "v1;1;9223372036854775807:a", "v1;1;-1:", "v1;1;1:aX",
        "v1;1;1:a[4:Fool0;", "v1;1;1:a[4:Bool1;[4:Bool0;", "v1;1;1:ai99999999999999999999;",
        "v1;1;1:as5:abc", "v1;1;1:Äs1:a",
    ])
    func aDamagedTextIsRefused(_ text: String) {
        #expect(throws: FilterCodecError.damaged) {
            _ = try FilterCodec.values(in: text)
        }
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func randomDamageNeverTraps(seed: UInt64) {
        var generator = Generator(random: SeededGenerator(seed: seed))
        var bytes = Array(FilterCodec.text(of: [generator.declaration()]).utf8)
        for _ in 0..<3 {
            let place = Int.random(in: 3..<bytes.count, using: &generator.random)
            bytes[place] = UInt8.random(in: 0...127, using: &generator.random)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // A damaged text may still be readable. Then its content can be written again.
        guard let read = try? FilterCodec.declarations(in: text, of: Self.app) else { return }
        #expect(
            (try? FilterCodec.declarations(in: FilterCodec.text(of: read), of: Self.app)) == read)
    }
}
