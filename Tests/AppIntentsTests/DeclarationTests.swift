// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import AppIntents

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
        #expect(
            try one("counts")
                == ParameterDeclaration(
                    "counts", title: "Counts", type: ParameterType(.int, isList: true),
                    defaultValue: .list(.int, [])))
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

    @Test func casesAreDeclaredAsTheyAreShown() async throws {
        let declared = await IntentParameters(of: SampleFilter()).declarations()
        let tone = try #require(declared.first { $0.name == "tone" })
        #expect(tone.defaultValue == .text("low"))
        #expect(
            tone.cases == [
                ParameterChoice("low", title: "Low", subtitle: "Soft", image: "x"),
                // The app gave no title.
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
