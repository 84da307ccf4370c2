// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import AppIntents

@Suite struct ParameterTests {
    @Test func aNewIntentHasItsDefaults() {
        let filter = SampleFilter()
        #expect(filter.flag)
        #expect(filter.maybe == nil)
        #expect(filter.counts.isEmpty)
        #expect(filter.share == 0.5)
        #expect(filter.texts == nil)
        #expect(filter.tone == .low)
        #expect(filter.shelves.isEmpty)
    }

    @Test func aValueCanBeSetThroughAConstant() {
        let filter = SampleFilter()
        filter.flag = false
        filter.shelf = ShelfQuery.known[0]
        #expect(!filter.flag)
        #expect(filter.shelf?.id == 3)
        #expect(SampleFilter().flag)
    }

    @Test func aDefaultCanBeReplacedByNil() {
        let parameter = IntentParameter<Int?>(title: "Count", default: 3)
        #expect(parameter.wrappedValue == 3)
        parameter.wrappedValue = nil
        #expect(parameter.wrappedValue == nil)
        #expect(parameter.isOptional)
        #expect(parameter.defaultValue == 3)
        #expect(parameter.projectedValue === parameter)
    }

    @Test func readingWhatHasNoValueEndsTheApp() async {
        await #expect(processExitsWith: .failure) {
            _ = DemandingFilter().name
        }
    }

    @Test func parametersAreFoundByNameInTheirOrder() {
        let names = IntentParameters(of: SampleFilter()).all.map(\.name)
        #expect(names.prefix(4) == ["flag", "maybe", "count", "counts"])
        #expect(names.last == "nested")
        #expect(IntentParameters(of: SampleFilter())["shelf"]?.entityType == "Shelf")
        #expect(IntentParameters(of: SampleFilter())["_shelf"] == nil)
    }

    @Test func theFirstParameterWithoutAValueIsMissing() {
        let filter = DemandingFilter()
        #expect(IntentParameters(of: filter).missing == "name")
        filter.name = ""
        #expect(IntentParameters(of: filter).missing == "word")
        #expect(IntentParameters(of: SampleFilter()).missing == nil)
    }

    @Test(
        arguments: [
            ("flag", .bool(false)), ("maybe", .bool(true)), ("count", .int(5)),
            ("counts", .list(.int, [.int(5), .int(1)])), ("share", .double(0.25)),
            ("text", .text("")), ("texts", .list(.string, [.text("b"), .text("a")])),
            ("texts", .list(.string, [])), ("letters", .list(.string, [.text("a")])),
            ("moment", .text("2026-11-21T09:30:00Z")), ("day", .text("2026-11-21")),
            ("clock", .text("09:30")), ("page", .text("https://example.org/a?b#c")),
            ("styled", .text("plain")), ("tone", .text("high")),
            ("tones", .list(.enumeration, [.text("high"), .text("low")])), ("shelf", .text("2")),
            ("shelves", .list(.entity, [.text("1"), .text("3")])), ("attic", .text("9")),
            ("distance", .double(2.5)), ("pause", .double(0.5)), ("person", .text("a@example.org")),
            ("file", .text("file:///tmp/a")),
        ] as [(String, ParameterValue)])
    func aValueComesBackAsItWasSent(_ name: String, _ value: ParameterValue) async throws {
        let parameters = IntentParameters(of: SampleFilter())
        try await parameters.decode([name: value])
        #expect(try parameters.encoded()[name] == value)
    }

    @Test func nilAndAnEmptyListStayApart() async throws {
        let filter = SampleFilter()
        let parameters = IntentParameters(of: filter)
        try await parameters.decode(["texts": .list(.string, [])])
        #expect(filter.texts == [])
        #expect(try parameters.encoded()["texts"] == .list(.string, []))
        try await parameters.decode([:])
        #expect(filter.texts == nil)
        #expect(try parameters.encoded()["texts"] == nil)
    }

    @Test func valueThatIsNotSentHasItsDefaultAgain() async throws {
        let filter = SampleFilter()
        filter.flag = false
        filter.text = "text"
        filter.tone = .high
        try await IntentParameters(of: filter).decode(["text": .text("other")])
        #expect(filter.flag)
        #expect(filter.text == "other")
        #expect(filter.tone == .low)
    }

    @Test(
        arguments: [
            ("flag", .int(1), .wrongType(expected: "Bool")),
            ("counts", .int(1), .wrongType(expected: "[Int]")),
            ("texts", .list(.int, [.int(1)]), .wrongType(expected: "[String]")),
            ("count", .int(6), .outOfRange("it takes 1 to 5")),
            ("count", .int(0), .outOfRange("it takes 1 to 5")),
            ("counts", .list(.int, [.int(1), .int(6)]), .outOfRange("it takes 1 to 5")),
            ("share", .double(1.01), .outOfRange("it takes 0 to 1")),
            ("share", .double(.nan), .outOfRange("it takes 0 to 1")),
            (
                "shelves", .list(.entity, Array(repeating: .text("1"), count: 4)),
                .outOfRange("it takes at most 3 values")
            ),
            ("moment", .text("yesterday"), .unreadable(expected: "Date")),
            ("page", .text(""), .unreadable(expected: "URL")),
            ("distance", .double(-1), .outOfRange("it takes at least 0")),
            ("file", .text("https://example.org/"), .unreadable(expected: "URL")),
            ("nested", .list(.int, []), .unsupported("Optional<Array<Array<Int>>>")),
        ] as [(String, ParameterValue, ParameterProblem)])
    func invalidValueIsRefusedAndChangesNothing(
        _ name: String, _ value: ParameterValue, _ problem: ParameterProblem
    ) async throws {
        let filter = SampleFilter()
        filter.flag = false
        filter.count = 2
        let before = try IntentParameters(of: filter).encoded()
        let parameter = try #require(IntentParameters(of: filter)[name])
        await #expect(throws: problem) { try await parameter.decode(value) }
        #expect(try IntentParameters(of: filter).encoded() == before)
    }

    @Test func aMeasurementIsANumberOfTheParametersUnit() async throws {
        let filter = SampleFilter()
        #expect(filter.pause == Measurement(value: 5, unit: .minutes))
        filter.pause = Measurement(value: 90, unit: .seconds)
        filter.distance = Measurement(value: 300, unit: .meters)
        let parameters = IntentParameters(of: filter)
        #expect(try parameters.encoded()["pause"] == .double(1.5))
        #expect(try parameters.encoded()["distance"] == .double(0.3))
        try await parameters.decode(["pause": .double(2)])
        #expect(filter.pause == Measurement(value: 120, unit: .seconds))
        let plain = IntentParameter<Measurement<UnitLength>>(title: "", defaultValue: 3)
        #expect(plain.wrappedValue == Measurement(value: 3, unit: .meters))
    }

    @Test func contentsWithoutAFileCannotBeSent() throws {
        let filter = SampleFilter()
        filter.file = IntentFile(data: Data("a".utf8), filename: "a")
        #expect(throws: ParameterProblem.In.self) { try IntentParameters(of: filter).encoded() }
        #expect(filter.file?.data == Data("a".utf8))
    }

    @Test func aPersonIsKnownByAddressElseByTheAppsIdentifier() throws {
        let person = IntentPerson(
            identifier: .applicationDefined("7"), name: .displayName("A"),
            handle: .init(phoneNumber: "+49 1"))
        func sent(_ person: IntentPerson) throws -> ParameterValue? {
            try IntentPerson._parameterCoding.encode(person, .plain)
        }
        #expect(try sent(person) == .text("+49 1"))
        var unreachable = person
        unreachable.handle = nil
        #expect(try sent(unreachable) == .text("7"))
        #expect(person.displayRepresentation.texts == ("A", "+49 1", ""))
    }

    @Test func aProblemNamesItsParameter() async throws {
        await #expect(
            throws: ParameterProblem.In(
                parameter: "count", problem: .outOfRange("it takes 1 to 5"))
        ) {
            try await IntentParameters(of: SampleFilter()).decode(["count": .int(7)])
        }
        let problem = ParameterProblem.outOfRange("it takes 1 to 5")
        #expect(
            ParameterProblem.In(parameter: "count", problem: problem).description
                == "count is out of range; it takes 1 to 5")
    }

    @Test func aCaseThatIsGoneIsNilOrLeftOut() async throws {
        let filter = SampleFilter()
        let parameters = IntentParameters(of: filter)
        try await parameters.decode([
            "otherTone": .text("shrill"),
            "tones": .list(.enumeration, [.text("shrill"), .text("high")]),
        ])
        #expect(filter.otherTone == nil)
        #expect(filter.tones == [.high])
    }

    @Test func anIntentOfAClassHasWhatItInherits() {
        #expect(IntentParameters(of: DerivedIntent()).all.map(\.name) == ["base", "own"])
    }
}

private class BaseParameters: @unchecked Sendable {
    // Unchecked: only the parameters change after init, and they lock.
    @IntentParameter<Int>(title: "Base", default: 1) var base: Int
}

private final class DerivedIntent: BaseParameters, AppIntent, @unchecked Sendable {
    static let title: LocalizedStringResource = "Derived"
    @Parameter(title: "Own", default: 2) var own: Int

    override required init() {}

    func perform() async throws -> some IntentResult { .result() }
}
