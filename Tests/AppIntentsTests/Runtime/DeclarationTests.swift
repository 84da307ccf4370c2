// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import AppIntents

/// A filter that uses every argument of its parameters.
private struct Telling: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Telling"
    @Parameter(
        title: "Volume", default: 1, controlStyle: .slider, inclusiveRange: (0, 1.5))
    var volume: Double
    @Parameter(
        title: "Count", controlStyle: .field, inclusiveRange: (1, 9),
        requestValueDialog: "How many?")
    var count: Int
    @Parameter(title: "Day", kind: .date) var day: Date?
    @Parameter(title: "At", kind: .time) var at: DateComponents?
    @Parameter(title: "When") var moment: Date?
    @Parameter(title: "Odd", default: 20, inclusiveRange: (1, 9)) var odd: Int
    var displayRepresentation: DisplayRepresentation { "Telling" }
}

@Suite struct DeclarationTests {
    @Test func parametersAreDeclaredWithWhatTheUserNeeds() async throws {
        let declared = await IntentParameters(of: SampleFilter()).declarations()
        func one(_ name: String) throws -> ParameterDeclaration {
            try #require(declared.first { $0.name == name })
        }
        #expect(
            try one("flag")
                == ParameterDeclaration(
                    "flag", title: "Flag", description: "A flag.", type: ParameterType(.bool),
                    defaultValue: .bool(true)))
        var counts = ParameterDeclaration(
            "counts", title: "Counts", type: ParameterType(.int, isList: true),
            defaultValue: .list(.int, []))
        counts.range = ParameterRange(.int(1), .int(5))
        #expect(try one("counts") == counts)
        #expect(
            try one("maybe")
                == ParameterDeclaration(
                    "maybe", title: "Maybe", type: ParameterType(.bool), isOptional: true))
        #expect(
            try one("shelves")
                == ParameterDeclaration(
                    "shelves", title: "Shelves", type: ParameterType(.entity, isList: true),
                    defaultValue: .list(.entity, []), entityType: "Shelf"))
        #expect(try one("word").hasOptions)
        #expect(try one("word").defaultValue == nil)
        #expect(try one("letters").type == ParameterType(.string, isList: true))
        #expect(try one("styled").type == ParameterType(.string))
        #expect(try one("clock").type == ParameterType(.date))
        #expect(try one("page").type == ParameterType(.url))
        #expect(try one("share").type == ParameterType(.double))
        #expect(try one("person").type == ParameterType(.string))
        #expect(try one("file").type == ParameterType(.url))
        #expect(
            try one("pause")
                == ParameterDeclaration(
                    "pause", title: "Pause", description: "How long. – min",
                    type: ParameterType(.double), defaultValue: .double(5)))
    }

    /// Issue 18: declarations include ranges, controls, prompts and parts of dates.
    @Test func limitsOfAParameterAreDeclared() async throws {
        let declared = await IntentParameters(of: Telling()).declarations()
        let byName = Dictionary(uniqueKeysWithValues: declared.map { ($0.name, $0) })
        func one(_ name: String) throws -> ParameterDeclaration { try #require(byName[name]) }
        #expect(try one("volume").range == ParameterRange(.double(0), .double(1.5)))
        #expect(try one("volume").control == .slider)
        #expect(try one("count").range == ParameterRange(.int(1), .int(9)))
        #expect(try one("count").control == .field)
        #expect(try one("count").prompt == "How many?")
        #expect(declared.filter(\.isRequired).map(\.name) == ["count"])
        #expect(try one("day").dateParts == .date)
        #expect(try one("at").dateParts == .time)
        #expect(try one("moment").dateParts == .dateTime)
        // The app's own default is valid, even outside the range.
        let key = FilterKey(AppID("org.example.App"), "Telling")
        #expect(FilterDeclaration(key, title: "Telling", parameters: declared).flaws.isEmpty)
        let filter = Telling()
        try await IntentParameters(of: filter).decode(["odd": .int(20), "count": .int(9)])
        #expect(filter.odd == 20 && filter.count == 9)
    }

    @Test func casesAreDeclaredAsTheyAreShown() async throws {
        let declared = await IntentParameters(of: SampleFilter()).declarations()
        let tone = try #require(declared.first { $0.name == "tone" })
        #expect(tone.defaultValue == .text("low"))
        #expect(
            tone.cases == [
                ParameterChoice("low", title: "Low", subtitle: "Soft", image: "x"),
                // The app gives no title for this case.
                ParameterChoice("high", title: "high"),
            ])
        let tones = try #require(declared.first { $0.name == "tones" })
        #expect(tones.cases.map(\.value) == ["high"])
        #expect(tones.type == ParameterType(.enumeration, isList: true))
    }

    @Test func aTypeThatCannotBeSentIsNotDeclared() async {
        let declared = await IntentParameters(of: SampleFilter()).declarations()
        #expect(!declared.contains { $0.name == "nested" })
        #expect(declared.count == IntentParameters(of: SampleFilter()).all.count - 1)
    }

    @Test func aRequiredParameterHasTheDefaultThatItsProviderGives() async throws {
        let filter = DemandingFilter()
        let parameters = IntentParameters(of: filter)
        let declared = await parameters.declarations()
        #expect(
            declared.map(\.defaultValue) == [nil, .text("b"), .text("9"), nil, nil])
        #expect(declared.map(\.isOptional) == [false, false, false, false, true])
        try await parameters.decode(["name": .text("n"), "shelf": .text("1")])
        #expect(filter.word == "b")
        #expect(filter.attic == AtticQuery.attic)
    }

    @Test func aParameterWithoutATitleIsShownByItsName() async {
        let declared = await IntentParameters(of: DemandingFilter()).declarations()
        #expect(declared.last?.title == "untitled")
    }

    @Test func optionsHaveTheTitlesOfTheirItems() async throws {
        let word = try #require(IntentParameters(of: SampleFilter())["word"])
        #expect(
            try await word.options() == [
                ParameterChoice("a", title: "Ay", subtitle: "First", image: "letter"),
                ParameterChoice("b", title: "b"),
            ])
        let flag = try #require(IntentParameters(of: SampleFilter())["flag"])
        #expect(try await flag.options() == [])
    }

    @Test func optionsOfAnArrayAreWrittenAsAFocusHoldsThem() async throws {
        struct Numbers: DynamicOptionsProvider {
            func results() async throws -> [Double] { [1, 2.5] }
        }
        struct Flags: DynamicOptionsProvider {
            func results() async throws -> [Tone] { [.low] }
        }
        let numbers = IntentParameter<[Double]>(title: "", optionsProvider: Numbers())
        #expect(try await numbers.options().map(\.value) == ["1.0", "2.5"])
        let tones = IntentParameter<Tone?>(title: "", optionsProvider: Flags())
        #expect(try await tones.options().map(\.title) == ["Low"])
        struct Plain: DynamicOptionsProvider {
            func results() async throws -> ItemCollection<Int> { ItemCollection(items: [2, 1]) }
        }
        let plain = IntentParameter<Int>(title: "", optionsProvider: Plain())
        #expect(try await plain.options().map(\.value) == ["2", "1"])
    }
}
