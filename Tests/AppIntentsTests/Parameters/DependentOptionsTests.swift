// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import Testing

@testable import AppIntents

/// The intent that a provider or a query sees while it offers values.
@Suite struct DependentOptionsTests {
    private let filters = ProcessFilters(
        app: AppID("org.example.Dependent"), types: FilterTypes([LampFilter.self]))

    @Test func aProviderSeesTheIntentThatItOffersValuesFor() async throws {
        let choices = try await filters.options("LampFilter", parameter: "scene")
        #expect(choices.map(\.value) == ["low 4"])
    }

    @Test func aQuerySeesTheIntentThatItOffersEntitiesFor() async throws {
        let choices = try await filters.entities("LampFilter", type: "Lamp", .suggested)
        #expect(choices.map(\.value) == ["low"])
    }

    @Test func aParameterWithoutAValueIsNoIntentToSee() async throws {
        #expect(try await filters.options("LampFilter", parameter: "unset") == [])
    }

    @Test func nothingIsSeenWhereNoValuesAreAskedFor() async throws {
        #expect(try await LampFilter.Scenes().results() == [])
    }
}

private struct Lamp: AppEntity {
    let id: String

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Lamp"
    static let defaultQuery = LampQuery()
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

private struct LampQuery: EntityQuery {
    @IntentParameterDependency<LampFilter>(\.$tone) var filter

    func entities(for identifiers: [String]) async throws -> [Lamp] {
        identifiers.map(Lamp.init)
    }

    func suggestedEntities() async throws -> [Lamp] {
        filter.map { [Lamp(id: $0.tone.rawValue)] } ?? []
    }
}

private struct LampFilter: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Lamps"

    @Parameter(title: "Tone", default: .low) var tone: Tone
    @Parameter(title: "Count", default: 4) var count: Int
    @Parameter(title: "Name") var name: String?
    @Parameter(title: "Lamp") var lamp: Lamp?
    @Parameter(title: "Scene", optionsProvider: Scenes()) var scene: String?
    @Parameter(title: "Unset", optionsProvider: Names()) var unset: String?

    var displayRepresentation: DisplayRepresentation { "Lamps" }

    struct Scenes: DynamicOptionsProvider {
        @IntentParameterDependency<LampFilter>(\.$tone, \.$count) var filter

        func results() async throws -> [String] {
            filter.map { ["\($0.tone.rawValue) \($0.count)"] } ?? []
        }
    }

    struct Names: DynamicOptionsProvider {
        @IntentParameterDependency<LampFilter>(\.$name) var filter

        func results() async throws -> [String] { filter.map { [$0.name ?? ""] } ?? [] }
    }
}
