// SPDX-License-Identifier: Apache-2.0

import AppIntents

// Declarations that few apps use.

struct TravelFilter: SetFocusFilterIntent, LiveActivityIntent, Sendable {
    nonisolated(unsafe) static var title: LocalizedStringResource = "Travel"
    static var description: IntentDescription = "While you are away."

    @Parameter(title: "Trip", optionsProvider: TripNames()) var trip: String?
    @Parameter(title: "Distance", defaultValue: 5, unit: .kilometers)
    var distance: Measurement<UnitLength>
    @Parameter(title: "Battery", default: 20, inclusiveRange: (0, 100)) var battery: Double
    @Parameter(title: "Companions") var companions: [IntentPerson]?
    @Parameter(title: "Map") var map: IntentFile?
    @Parameter var folders: [Folder]?

    init() {}

    init(trip: String) {
        self.init()
        self.trip = trip
    }

    static var parameterSummary: some ParameterSummary {
        When(\.$trip, .equalTo, "Alps") {
            Summary("Up the hill")
        } otherwise: {
            When(\.$folders, .hasNoValue) {
                Summary {
                    \.$battery
                    \.$companions
                }
            } otherwise: {
                Summary("With \(\.$folders)")
            }
        }
    }

    var displayRepresentation: DisplayRepresentation {
        .init(
            title: "\(folders?.count ?? 0) folders", subtitle: "\(Int(battery))%",
            image: .init(named: "map", isTemplate: true))
    }

    func perform() async throws -> some IntentResult {
        if battery > 90 { throw SetFocusFilterIntentError.missingParameterValue }
        return .result(value: trip ?? "none")
    }
}

@MainActor
struct TripNames: DynamicOptionsProvider {
    nonisolated init() {}

    func results() async throws -> IntentItemCollection<String> {
        let items = ["Alps", "Coast"].map { IntentItem($0, title: "\($0)") }
        return IntentItemCollection(sections: [IntentItemSection(items: items)])
    }
}

struct LogIntent: AppIntent {
    static var title: LocalizedStringResource { "Log" }

    @Parameter(title: "Steps", requestValueDialog: "How many?") var steps: Int!
    @Parameter(title: "Folder", optionsProvider: Folders()) var folder: Folder!

    private struct Folders: DynamicOptionsProvider {
        func results() async throws -> [Folder] { [] }
    }

    @MainActor
    func perform() async throws -> some IntentResult & ProvidesDialog {
        let count = if let steps { steps } else { try await $steps.requestValue("How many?") }
        if count > 3 { return .result(dialog: "\(count) steps") }
        return .result(dialog: IntentDialog(full: "Few steps", supporting: "Few"))
    }
}
