// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import AppIntents

@Suite struct EntityTests {
    @Test func entitiesComeFromTheirQueryInTheOrderOfTheirIdentifiers() async throws {
        let filter = SampleFilter()
        try await IntentParameters(of: filter).decode([
            "shelf": .text("1"), "shelves": .list(.entity, [.text("2"), .text("3")]),
        ])
        #expect(filter.shelf == Shelf(id: 1, name: "Bottom"))
        #expect(filter.shelves.map(\.id) == [2, 3])
    }

    @Test(arguments: ["7", "", "one"])
    func anEntityThatIsGoneIsNilOrLeftOut(_ identifier: String) async throws {
        let filter = SampleFilter()
        try await IntentParameters(of: filter).decode([
            "shelf": .text(identifier),
            "shelves": .list(.entity, [.text(identifier), .text("3")]),
        ])
        #expect(filter.shelf == nil)
        #expect(filter.shelves.map(\.id) == [3])
    }

    @Test func aRequiredEntityThatIsGoneIsMissing() async throws {
        let filter = DemandingFilter()
        let parameters = IntentParameters(of: filter)
        try await parameters.decode(["name": .text("n"), "shelf": .text("7")])
        #expect(parameters.missing == "shelf")
        try await parameters.decode(["name": .text("n"), "shelf": .text("1")])
        #expect(parameters.missing == nil)
    }

    @Test func aParameterMayNameItsQuery() async throws {
        let filter = SampleFilter()
        let parameters = IntentParameters(of: filter)
        try await parameters.decode(["shelf": .text("9"), "attic": .text("9")])
        #expect(filter.shelf == nil)
        #expect(filter.attic == AtticQuery.attic)
        #expect(parameters["shelf"]?.entityType == "Shelf")
        #expect(parameters["attic"]?.entityType == "Shelf.AtticQuery")
        #expect(
            parameters.parameter(ofEntities: "Shelf.AtticQuery") === parameters["attic"])
    }

    @Test func entitiesAreOfferedAsTheyAreShown() async throws {
        let shelf = try #require(IntentParameters(of: SampleFilter())["shelf"])
        let bottom = ParameterChoice(
            "1", title: "Bottom", subtitle: "Number 1", image: "folder")
        #expect(try await shelf.entities(for: ["5", "1"]) == [bottom])
        #expect(try await shelf.entities(for: []) == [])
        #expect(try await shelf.suggestedEntities().map(\.value) == ["3", "1", "2"])
    }

    @Test func aTextFindsEntitiesByTheQueryElseByTitle() async throws {
        let parameters = IntentParameters(of: SampleFilter())
        let attic = try #require(parameters["attic"])
        #expect(try await attic.entities(matching: "up").map(\.value) == ["9"])
        #expect(try await attic.entities(matching: "Attic") == [])
        let shelf = try #require(parameters["shelf"])
        #expect(try await shelf.entities(matching: "TO").map(\.value) == ["3", "1"])
        #expect(try await shelf.entities(matching: "ete").map(\.value) == ["2"])
        #expect(try await shelf.entities(matching: "number 3").map(\.value) == ["3"])
        #expect(try await shelf.entities(matching: "").count == 3)
    }

    @Test func aQueryThatListsAllIsSearched() async throws {
        let source = EntitySource<Shelf>(AllShelvesQuery())
        #expect(try await source.matching("top").map(\.value) == ["3"])
        #expect(try await source.suggested().count == 3)
        #expect(try await source.entities(["2"]).first??.name == "Été")
    }

    @Test func aQueryByPropertiesIsAskedForThoseThatContainTheText() async throws {
        let source = EntitySource<Book>(BookQuery())
        #expect(try await source.matching("x").map(\.title) == ["title x", "author x"])
        #expect(BookQuery().comparators(for: "y") == ["title y", "author y"])
    }

    @Test func anErrorOfTheAppsReachesTheCaller() async {
        let source = EntitySource<Shelf>(FailingQuery())
        await #expect(throws: FailingQuery.Failure.self) { try await source.entities(["1"]) }
        await #expect(throws: FailingQuery.Failure.self) { try await source.suggested() }
    }

    @Test func identifiersHaveAFormAsText() {
        let identifier = UUID()
        #expect(UUID.entityIdentifier(for: identifier.entityIdentifierString) == identifier)
        #expect(UUID.entityIdentifier(for: "x") == nil)
        #expect(Int.entityIdentifier(for: (-4).entityIdentifierString) == -4)
        #expect(Int.entityIdentifier(for: "4.5") == nil)
        #expect(String.entityIdentifier(for: "a b") == "a b")
    }

    @Test func aTypeThatIsBothIsSentAsItsCase() async throws {
        let parameter = IntentParameter<Season?>(title: "Season")
        let declaration = try #require(await parameter.declaration(named: "season"))
        #expect(declaration.type == ParameterType(.enumeration))
        #expect(declaration.cases.map(\.title) == ["Spring"])
        try await parameter.decode(.text("spring"))
        #expect(parameter.wrappedValue == .spring)
        #expect(Season.spring.displayRepresentation.title == "Spring")
    }
}

private struct AllShelvesQuery: EnumerableEntityQuery {
    func allEntities() async throws -> [Shelf] { ShelfQuery.known }

    func entities(for identifiers: [Int]) async throws -> [Shelf] {
        ShelfQuery.known.filter { identifiers.contains($0.id) }
    }
}

private struct FailingQuery: EntityQuery {
    struct Failure: Error {}

    func entities(for identifiers: [Int]) async throws -> [Shelf] { throw Failure() }
    func suggestedEntities() async throws -> [Shelf] { throw Failure() }
}

private enum Season: String, AppEnum, AppEntity {
    case spring

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Season"
    static let caseDisplayRepresentations: [Season: DisplayRepresentation] = [.spring: "Spring"]
    static let defaultQuery = SeasonQuery()
}

private struct SeasonQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [Season] {
        identifiers.compactMap { Season(rawValue: $0) }
    }
}

private struct Book: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Book"
    static let defaultQuery = BookQuery()

    let id: String
    @Property(title: "Title") var title: String
    @Property(title: "Author") var author: String?
    @Property(title: "Pages") var pages: Int
    @Property(title: "Tags") var tags: [String]

    init(id: String) {
        self.id = id
    }

    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(id)") }
}

/// Finds one book for each comparator, named after the comparator.
private struct BookQuery: EntityPropertyQuery {
    static let properties = QueryProperties {
        Property(\Book.$title) {
            EqualToComparator { "is \($0)" }
            ContainsComparator { "title \($0)" }
            HasPrefixComparator { "begins \($0)" }
        }
        Property(\Book.$author) {
            ContainsComparator { "author \($0)" }
            NotEqualToComparator { "not \($0 ?? "nobody")" }
        }
        Property(\Book.$pages) {
            LessThanComparator { "less \($0)" }
            IsBetweenComparator { "from \($0) to \($1)" }
        }
        Property(\Book.$tags) {
            ContainsComparator { "tag \($0)" }
        }
    }

    static let sortingOptions = SortingOptions {
        SortableBy(\Book.$title)
        SortableBy(\Book.$pages)
    }

    func entities(for identifiers: [String]) async throws -> [Book] { [] }

    func entities(
        matching comparators: [String], mode: ComparatorMode, sortedBy: [Sort<Book>], limit: Int?
    ) async throws -> [Book] {
        mode == .or ? comparators.map { Book(id: $0) } : []
    }
}
