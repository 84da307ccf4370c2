// SPDX-License-Identifier: Apache-2.0

import AppIntents

// A planner as an app of today would write it, built in Swift 6 mode.

struct PlannerFocusFilter: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Calendars"
    static let description: IntentDescription? = IntentDescription(
        "Show some of your calendars only.", categoryName: "Planning")

    @Parameter(title: "Calendars", description: "Those to show.", default: [])
    var calendars: [CalendarEntity]

    @Parameter(title: "View", default: .day)
    var view: PlannerView

    @Parameter(title: "Working Hours", default: 8, inclusiveRange: (1, 24))
    var hours: Int

    @Parameter(title: "Project", optionsProvider: ProjectProvider())
    var project: String?

    @Dependency
    var model: PlannerModel

    static var parameterSummary: some ParameterSummary {
        Summary("Show \(\.$calendars) by \(\.$view)") {
            \.$hours
            \.$project
        }
    }

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: calendars.isEmpty ? "All Calendars" : "\(calendars.count) Calendars",
            subtitle: project.map { "\($0)" })
    }

    var appContext: FocusFilterAppContext {
        if calendars.isEmpty { return FocusFilterAppContext() }
        return FocusFilterAppContext(
            notificationFilterPredicate: NSPredicate(
                format: "SELF IN %@", argumentArray: [calendars.map(\.id)]),
            targetContentIdentifierPrefix: "planner.\(view.rawValue)")
    }

    static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [Self] {
        let filter = Self()
        filter.view = .week
        return [filter]
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        model.view = view
        return .result()
    }
}

@MainActor
final class PlannerModel {
    var view = PlannerView.day

    func launch() {
        AppDependencyManager.shared.add(dependency: self)
        AppDependencyManager.shared.add { await PlannerArchive() }
        AppDependencyManager.shared.add(key: "made here") { PlannerView.day }
        let later: @Sendable () async -> PlannerView = { @MainActor in .week }
        AppDependencyManager.shared.add(key: "made later", dependency: later)
    }

    func refresh() async {
        let filter = try? await PlannerFocusFilter.current
        view = filter?.view ?? .day
    }
}

actor PlannerArchive {
    init() async {}
}

enum PlannerView: String, AppEnum {
    case day, week

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "View"
    static let caseDisplayRepresentations: [PlannerView: DisplayRepresentation] = [
        .day: "Day", .week: "Week",
    ]
}

struct CalendarEntity: AppEntity {
    static let typeDisplayRepresentation = TypeDisplayRepresentation(
        name: "Calendar", synonyms: ["Diary"])
    static let defaultQuery = CalendarQuery()

    let id: String
    @Property(title: "Name") var name: String

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: "\(name)", image: .init(systemName: "x-office-calendar", isTemplate: true),
            synonyms: ["\(id)"])
    }
}

struct CalendarQuery: EntityStringQuery, EnumerableEntityQuery {
    @Dependency(default: CalendarStore()) var store: CalendarStore

    func allEntities() async throws -> [CalendarEntity] { store.all }

    func entities(for identifiers: [String]) async throws -> [CalendarEntity] {
        store.all.filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> [CalendarEntity] {
        store.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
    }

    func defaultResult() async -> CalendarEntity? { store.all.first }
}

struct CalendarStore {
    var all: [CalendarEntity] {
        [CalendarEntity(id: "w", name: "Work"), CalendarEntity(id: "h", name: "Home")]
    }
}

struct ProjectProvider: DynamicOptionsProvider {
    func results() async throws -> some ResultsCollection<String> { ["Alpha", "Beta"] }
}
