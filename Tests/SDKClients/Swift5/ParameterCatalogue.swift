// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Foundation

// Every type of parameter with every label that an app may write, in Swift 5 mode.

enum Loudness: String, AppEnum {
    case silent, quiet, loud, none

    static var typeDisplayRepresentation = TypeDisplayRepresentation(name: "Loudness")
    static var caseDisplayRepresentations: [Loudness: DisplayRepresentation] = [
        .silent: "Silent",
        .quiet: DisplayRepresentation(title: "Quiet", subtitle: "A little"),
        .loud: .init(title: "Loud", image: .init(systemName: "audio-volume-high")),
        .none: "As it is",
    ]
}

enum Level: Int, AppEnum, CaseIterable {
    case low = 1
    case high = 2

    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Level"
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] = [
        .low: "Low", .high: "High",
    ]
}

struct Folder: AppEntity {
    static var typeDisplayRepresentation = TypeDisplayRepresentation(
        name: "Folder", numericFormat: "Folders")
    static var defaultQuery = FolderQuery()

    let id: UUID

    @Property(title: "Name")
    var name: String

    var displayRepresentation: DisplayRepresentation { .init(title: "\(name)") }

    init(id: UUID, name: String) {
        self.id = id
        self.name = name
    }
}

struct FolderQuery: EntityStringQuery {
    private let store: [Folder]

    init() {
        store = [Folder(id: UUID(), name: "Inbox")]
    }

    func entities(for identifiers: [UUID]) -> [Folder] {
        store.filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> IntentItemCollection<Folder> {
        IntentItemCollection(promptLabel: "Which folder?", items: store)
    }

    func suggestedEntities() async throws -> IntentItemCollection<Folder> {
        ItemCollection {
            ItemSection("Yours") {
                for folder in store { folder }
            }
            ItemSection("Others") {
                Item(store[0], title: "First", subtitle: "Of all")
            }
        }
    }
}

struct NameProvider: DynamicOptionsProvider {
    func results() async throws -> [String] { ["Ann", "Bo"] }
    func defaultResult() async -> String? { "Ann" }
}

struct CountProvider: DynamicOptionsProvider {
    func results() async throws -> ItemCollection<Int> {
        ItemCollection(sections: [ItemSection("Counts", items: [Item(1, title: "One")])])
    }
}

struct ParameterCatalogue: SetFocusFilterIntent {
    static var title = LocalizedStringResource("Catalogue")
    static var description = IntentDescription(
        "All there is.", categoryName: "Tests", searchKeywords: ["one", "two"])
    static var openAppWhenRun = false
    static var authenticationPolicy: IntentAuthenticationPolicy = .alwaysAllowed
    static var isDiscoverable = true
    static var supportedModes: IntentModes { [.background, .foreground(.dynamic)] }

    @Parameter(
        title: "Flag", description: "A flag.", default: true,
        displayName: Bool.IntentDisplayName(true: "On", false: "Off"),
        requestValueDialog: "On or off?", inputConnectionBehavior: .never)
    var flag: Bool
    @Parameter(title: "Maybe") var maybe: Bool?

    @Parameter(
        title: "Count", description: "A count.", default: 3, controlStyle: .field,
        inclusiveRange: (lowerBound: 1, upperBound: 9), requestValueDialog: "How many?")
    var count: Int
    @Parameter(title: "Some", default: nil, controlStyle: .stepper, inclusiveRange: (0, 30))
    var some: Int?
    @Parameter(title: "Counts", default: [1, 2]) var counts: [Int]
    @Parameter(title: "Chosen", controlStyle: .field, optionsProvider: CountProvider())
    var chosen: Int?

    @Parameter(
        title: "Share", default: 1, controlStyle: .slider, inclusiveRange: (0, 1.5))
    var share: Double
    @Parameter(title: "Shares") var shares: [Double]?

    @Parameter(
        title: "Text", description: "A text.", default: "none",
        inputOptions: .init(keyboardType: .URL, capitalizationType: .none, multiline: true))
    var text: String
    @Parameter(title: "Names", optionsProvider: NameProvider()) var names: [String]?
    @Parameter(title: "Who", optionsProvider: NameProvider()) var who: String
    @Parameter(title: "Words", default: []) var words: Set<String>

    @Parameter(title: "Day", kind: .date) var day: Date?
    @Parameter(title: "Clock", kind: .time) var clock: DateComponents?
    @Parameter(title: "Moments", description: "Some moments.") var moments: [Date]?

    @Parameter(title: "Page", default: URL(string: "https://example.org/")) var page: URL
    @Parameter(title: "Styled") var styled: AttributedString?

    @Parameter(title: "Loudness", default: .quiet, requestDisambiguationDialog: "Which?")
    var loudness: Loudness
    @Parameter(title: "Levels", supportedValues: [.high]) var levels: [Level]?

    @Parameter(title: "Folder", requestValueDialog: IntentDialog("Which folder?"))
    var folder: Folder?
    @Parameter(title: "Folders", default: []) var folders: [Folder]
    @Parameter(title: "Queried", query: FolderQuery()) var queried: Folder?
    @Parameter(title: "Few", size: 3) var few: [Folder]?

    static var parameterSummary: some ParameterSummary {
        When(\.$maybe, .hasAnyValue) {
            Switch(\.$loudness) {
                Case(.quiet) {
                    Summary("Quietly \(\.$text) with \(\.$count)") {
                        \.$flag
                        \.$names
                    }
                }
                Case([.loud, .silent]) { Summary("\(\.$loudness)") }
                DefaultCase { Summary() }
            }
        } otherwise: {
            When(\.$count, .greaterThan, 3) {
                Summary("Many")
            } otherwise: {
                Summary { \.$folder }
            }
        }
    }

    init() {}

    init(text: String, count: Int) {
        self.text = text
        self.count = count
    }

    var displayRepresentation: DisplayRepresentation { "Catalogue" }

    func perform() async throws -> some IntentResult & ReturnsValue<Bool> & ProvidesDialog {
        guard count > 0 else { throw $count.needsValueError("How many?") }
        return .result(value: flag, dialog: "Text is \(text)")
    }
}
