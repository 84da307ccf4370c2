// SPDX-License-Identifier: Apache-2.0

import AppIntents

// A reader as a new project writes it: Swift 6 mode, everything on the main actor by default.

final class Reader {
    static let shared = Reader()
    var shelves = ["New", "Old"]

    func show(_ shelf: String?) {}
}

enum Order: String, AppEnum {
    case title, author

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Order"
    static let caseDisplayRepresentations: [Order: DisplayRepresentation] = [
        .title: "By Title", .author: "By Author",
    ]
}

struct ReaderShelf: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Shelf"
    static let defaultQuery = ReaderShelfQuery()

    let id: String

    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(id)") }
}

nonisolated struct ReaderShelfQuery: EntityQuery {
    @MainActor
    func entities(for identifiers: [String]) async throws -> [ReaderShelf] {
        Reader.shared.shelves.filter(identifiers.contains).map { ReaderShelf(id: $0) }
    }

    @MainActor
    func suggestedEntities() async throws -> [ReaderShelf] {
        Reader.shared.shelves.map { ReaderShelf(id: $0) }
    }
}

struct LanguageProvider: DynamicOptionsProvider {
    func results() async throws -> [String] { ["de", "en"] }
}

nonisolated enum ReaderError: Error, CustomLocalizedStringResourceConvertible {
    case closed(String)

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .closed(let name): "\(name) is closed"
        }
    }
}

struct ReaderFilter: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Shelf"
    static let description = IntentDescription("Show one shelf.")

    @Parameter(title: "Shelf") var shelf: ReaderShelf?
    @Parameter(title: "Order", default: .title) var order: Order
    @Parameter(title: "Language", optionsProvider: LanguageProvider()) var language: String?

    init() {}

    init(shelf: ReaderShelf?) {
        self.shelf = shelf
    }

    static var parameterSummary: some ParameterSummary { Summary("Show \(\.$shelf)") }

    var displayRepresentation: DisplayRepresentation {
        guard let shelf else { return "Every shelf" }
        return DisplayRepresentation(title: "\(shelf.id)")
    }

    var appContext: FocusFilterAppContext {
        FocusFilterAppContext(
            notificationFilterPredicate: shelf.map { NSPredicate(format: "SELF == %@", $0.id) })
    }

    static func suggestedFocusFilters(
        for context: FocusFilterSuggestionContext
    ) async -> [ReaderFilter] { [ReaderFilter(shelf: nil)] }

    @MainActor
    func perform() async throws -> some IntentResult {
        if Reader.shared.shelves.isEmpty { throw ReaderError.closed("The reader") }
        Reader.shared.show(shelf?.id)
        return .result()
    }
}

struct ReaderShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: ReaderFilter(), phrases: ["Show a shelf of \(.applicationName)"],
            shortTitle: "Shelf", systemImageName: "books.vertical")
    }
}

func readFilter() async {
    let filter = try? await ReaderFilter.current
    Reader.shared.show(filter?.shelf?.id)
    ReaderFilter.invalidateFocusFilterAppContext()
}
