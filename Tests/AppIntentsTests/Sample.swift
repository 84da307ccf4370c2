// SPDX-License-Identifier: Apache-2.0

import AppIntents

// Intents of an app, for the suites of this module.

struct Shelf: AppEntity, Equatable {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Shelf"
    static let defaultQuery = ShelfQuery()

    let id: Int
    let name: String

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(name)", subtitle: "Number \(id)", image: .init(systemName: "folder"))
    }
}

/// Knows shelves 1 to 3, returns them in its own order, and finds no shelf by text.
struct ShelfQuery: EntityQuery {
    static let known = [
        Shelf(id: 3, name: "Top"), Shelf(id: 1, name: "Bottom"), Shelf(id: 2, name: "Été"),
    ]

    func entities(for identifiers: [Int]) async throws -> [Shelf] {
        // An app may take an empty list for "all".
        identifiers.isEmpty ? Self.known : Self.known.filter { identifiers.contains($0.id) }
    }

    func suggestedEntities() async throws -> [Shelf] { Self.known }
}

/// Knows a shelf that is unknown to the type's own query.
struct AtticQuery: EntityStringQuery {
    static let attic = Shelf(id: 9, name: "Attic")

    func entities(for identifiers: [Int]) async throws -> [Shelf] {
        identifiers.contains(9) ? [Self.attic] : []
    }

    func entities(matching string: String) async throws -> [Shelf] {
        string == "up" ? [Self.attic] : []
    }

    func defaultResult() async -> Shelf? { Self.attic }
}

enum Tone: String, AppEnum {
    case low, high

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Tone"
    static let caseDisplayRepresentations: [Tone: DisplayRepresentation] = [
        .low: DisplayRepresentation(title: "Low", subtitle: "Soft", image: .init(systemName: "x"))
    ]
}

struct WordProvider: DynamicOptionsProvider {
    func results() async throws -> ItemCollection<String> {
        ItemCollection {
            ItemSection("Words") {
                Item("a", title: "Ay", subtitle: "First", image: .init(systemName: "letter"))
                "b"
            }
        }
    }

    func defaultResult() async -> String? { "b" }
}

struct SampleFilter: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Sample"

    @Parameter(title: "Flag", description: "A flag.", default: true) var flag: Bool
    @Parameter(title: "Maybe") var maybe: Bool?
    @Parameter(title: "Count", inclusiveRange: (1, 5)) var count: Int?
    @Parameter(title: "Counts", default: [], inclusiveRange: (1, 5)) var counts: [Int]
    @Parameter(title: "Share", default: 0.5, inclusiveRange: (0, 1)) var share: Double
    @Parameter(title: "Text") var text: String?
    @Parameter(title: "Texts") var texts: [String]?
    @Parameter(title: "Letters") var letters: Set<String>?
    @Parameter(title: "Moment") var moment: Date?
    @Parameter(title: "Day", kind: .date) var day: Date?
    @Parameter(title: "Clock", kind: .time) var clock: DateComponents?
    @Parameter(title: "Page") var page: URL?
    @Parameter(title: "Styled") var styled: AttributedString?
    @Parameter(title: "Tone", default: .low) var tone: Tone
    @Parameter(title: "Other Tone") var otherTone: Tone?
    @Parameter(title: "Tones", supportedValues: [.high]) var tones: [Tone]?
    @Parameter(title: "Shelf") var shelf: Shelf?
    @Parameter(title: "Shelves", default: [], size: 3) var shelves: [Shelf]
    @Parameter(title: "Attic", query: AtticQuery()) var attic: Shelf?
    @Parameter(title: "Word", optionsProvider: WordProvider()) var word: String?
    @Parameter(title: "Distance", unit: .kilometers, supportsNegativeNumbers: false)
    var distance: Measurement<UnitLength>?
    @Parameter(title: "Pause", description: "How long.", defaultValue: 5, defaultUnit: .minutes)
    var pause: Measurement<UnitDuration>
    @Parameter(title: "Person") var person: IntentPerson?
    @Parameter(title: "File") var file: IntentFile?
    @Parameter var nested: [[Int]]?

    var displayRepresentation: DisplayRepresentation { "Sample" }

    func perform() async throws -> some IntentResult { .result() }
}

/// Has parameters without a value, of different kinds.
struct DemandingFilter: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Demanding"

    @Parameter(title: "Name") var name: String
    @Parameter(title: "Word", optionsProvider: WordProvider()) var word: String
    @Parameter(title: "Attic", query: AtticQuery()) var attic: Shelf
    @Parameter(title: "Shelf") var shelf: Shelf
    @Parameter var untitled: Bool?

    var displayRepresentation: DisplayRepresentation { "Demanding" }
}
