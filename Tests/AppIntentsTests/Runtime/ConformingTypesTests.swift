// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import AppIntents

/// The types of this test program.
@Suite struct ConformingTypesTests {
    private let names = ConformingTypes.all(of: (any SetFocusFilterIntent).self)
        .map { String(reflecting: $0) }

    @Test(arguments: ["Nested", "Elsewhere", "Required", "Reference", "Blocked"])
    func aTypeThatIsDeclaredToConformIsFoundOnce(_ name: String) {
        #expect(names.filter { $0.hasSuffix(".RuntimeSamples.\(name)") }.count == 1)
    }

    @Test func aPrivateTypeIsFound() {
        #expect(names.contains { $0.hasSuffix(".Hidden") || $0.contains("Hidden") })
    }

    @Test func aGenericTypeIsPassedOver() {
        #expect(!names.contains { $0.contains("Generic") })
    }

    @Test func typesOfOtherProtocolsAreNotFound() {
        #expect(!names.contains { $0.hasSuffix("AccountQuery") })
        // `Never` is an AppIntent, but not a Focus filter.
        let intents = ConformingTypes.all(of: (any AppIntent).self).map { String(reflecting: $0) }
        #expect(intents.contains("Swift.Never") && !names.contains("Swift.Never"))
    }

    @Test func typeThatIsNoProtocolHasNoConformingTypes() {
        #expect(ConformingTypes.all(of: String.self).isEmpty)
        #expect(ConformingTypes.all(of: Any.self).isEmpty)
    }
}

@Suite struct FilterTypesTests {
    @Test func aFilterIsKnownByItsTypesName() {
        let types = FilterTypes([RuntimeSamples.Nested.self, RuntimeSamples.Elsewhere.self])
        #expect(types.byID.keys.sorted() == ["Elsewhere", "Nested"])
    }

    @Test func charactersThatNoObjectPathCanHaveAreReplaced() {
        #expect(FilterTypes.id(of: RuntimeSamples.Reference.self) == "org_example_Reference_1")
        #expect(FilterDeclaration.isFilterID(FilterTypes.id(of: Long.self)))
        #expect(FilterTypes.id(of: Empty.self) == "_")
    }

    @Test func ofTwoWithOneIDTheFirstByItsFullNameCounts() {
        let twins: [any SetFocusFilterIntent.Type] = [Twin.self, RuntimeSamples.Nested.self]
        for types in [twins, twins.reversed()] {
            #expect(FilterTypes(types).byID.count == 1)
            // FilterTypesTests comes before RuntimeSamples.
            #expect(FilterTypes(types).byID["Nested"] == Twin.self)
        }
    }

    private enum Empty: SetFocusFilterIntent {
        case only
        init() { self = .only }
        static let title: LocalizedStringResource = "Empty"
        static let persistentIdentifier = ""
        var displayRepresentation: DisplayRepresentation { "Empty" }
        func perform() async throws -> some IntentResult { .result() }
    }

    private struct Long: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Long"
        static let persistentIdentifier = String(repeating: "ä", count: 300)
        var displayRepresentation: DisplayRepresentation { "Long" }
        func perform() async throws -> some IntentResult { .result() }
    }

    struct Twin: SetFocusFilterIntent {
        static let title: LocalizedStringResource = "Twin"
        static let persistentIdentifier = "Nested"
        var displayRepresentation: DisplayRepresentation { "Twin" }
        func perform() async throws -> some IntentResult { .result() }
    }
}

@Suite struct AppIdentityTests {
    @Test(
        arguments: [
            ("org.example.Chat", [:], "org.example.Chat"),
            ("org.example.Chat.FocusFilter", [:], "org.example.Chat"),
            ("org.example.Chat", ["FLATPAK_ID": "org.example.Other"], "org.example.Chat"),
            (nil, ["FLATPAK_ID": "org.example.Flat"], "org.example.Flat"),
            ("", ["FLATPAK_ID": "", "FOCUSD_APP_ID": "org.example.Dev"], "org.example.Dev"),
            (nil, ["FLATPAK_ID": "a.b", "FOCUSD_APP_ID": "c.d"], "a.b"),
            (nil, [:], nil),
        ] as [(String?, [String: String], String?)])
    func theFirstThatSaysTheIDCounts(
        _ bundle: String?, _ environment: [String: String], _ id: String?
    ) {
        let found = AppIdentity.find(bundleIdentifier: bundle, environment: environment)
        #expect(found?.rawValue == id)
    }
}
