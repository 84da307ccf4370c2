// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Testing

/// Many apps: the number of calls in progress, the order of the calls, and their cost.
@Suite struct FilterBoardLimitTests {
    /// Apps with one filter each. The Focus sets all filters, and each app has an extension.
    private struct Crowd {
        var desk = FilterDesk()
        let keys: [FilterKey]
        let focus: Focus

        init(_ count: Int, presence: AppPresence) {
            keys = (0..<count).map { FilterKey(AppID("org.example.App\(1_000 + $0)"), "F") }
            let declarations = keys.map { key in
                FilterDeclaration(
                    key, title: "F",
                    parameters: [
                        ParameterDeclaration("a", type: ParameterType(.string), isOptional: true)
                    ])
            }
            focus = .setting("work", keys.map { ($0, ["a": "1"]) })
            desk.perform(
                desk.board.setFileDeclarations(
                    Dictionary(grouping: declarations, by: \.key.app)))
            for key in keys { desk.perform(desk.board.setPresence(of: key.app, presence)) }
            desk.perform(desk.board.start())
        }
    }

    static let limit = Limits.extensionActivations

    @Test(arguments: [limit - 1, limit, limit + 1, 2 * limit])
    func soManyExtensionsAreActivatedAtATime(apps: Int) {
        var crowd = Crowd(apps, presence: AppPresence(extension: .activatable))
        let begun = crowd.desk.perform(crowd.desk.board.setFocus(crowd.focus))
        #expect(begun.count == min(apps, Self.limit))
        #expect(begun.map(\.key) == Array(crowd.keys.prefix(Self.limit)))
        // The end of each call starts the next call, for any outcome.
        for (index, key) in crowd.keys.enumerated() {
            let outcome: FilterCallOutcome =
                index.isMultiple(of: 2)
                ? .answered(FilterContext()) : .failure(.failed("no answer"))
            let next = crowd.desk.end(key.app, outcome)?.begun.map(\.key)
            let expected = index + Self.limit < apps ? [crowd.keys[index + Self.limit]] : []
            #expect(next == expected)
        }
        #expect(crowd.desk.underWay.isEmpty)
    }

    @Test func runningAppsAreCalledAtOnceHoweverMany() {
        var crowd = Crowd(200, presence: AppPresence(isRunning: true))
        let begun = crowd.desk.perform(crowd.desk.board.setFocus(crowd.focus))
        #expect(begun.count == 200)
    }

    @Test func anAppThatAppearsWhileItWaitsIsCalledAtOnce() {
        var crowd = Crowd(Self.limit + 2, presence: AppPresence(extension: .activatable))
        crowd.desk.perform(crowd.desk.board.setFocus(crowd.focus))
        let waiting = crowd.keys[Self.limit].app
        let running = AppPresence(isRunning: true, extension: .activatable)
        let begun = crowd.desk.perform(crowd.desk.board.setPresence(of: waiting, running))
        #expect(begun.map(\.destination) == [.app])
        // The turn passes to the next app.
        let next = crowd.desk.end(crowd.keys[0].app, .answered(FilterContext()))?.begun
        #expect(next?.map(\.key) == [crowd.keys[Self.limit + 1]])
    }

    @Test func callWithoutAnAnswerDelaysNoOther() {
        var crowd = Crowd(Self.limit + 3, presence: AppPresence(extension: .activatable))
        crowd.desk.perform(crowd.desk.board.setFocus(crowd.focus))
        crowd.desk.perform(
            crowd.desk.board.setPresence(of: crowd.keys[Self.limit].app, .absent))
        var rest = crowd.focus
        rest.filters.removeAll { $0.app == crowd.keys[Self.limit + 1].app }
        crowd.desk.perform(crowd.desk.board.setFocus(rest))
        let next = crowd.desk.end(crowd.keys[0].app, .answered(FilterContext()))?.begun
        #expect(next?.map(\.key) == [crowd.keys[Self.limit + 2]])
    }

    @Test func oneAppThatHangsHoldsNobodyUp() {
        var crowd = Crowd(200, presence: AppPresence(extension: .activatable))
        crowd.desk.perform(crowd.desk.board.setFocus(crowd.focus))
        let hanging = crowd.keys[0].app
        var told: Set<AppID> = []
        while let call = crowd.desk.underWay.first(where: { $0.key.app != hanging }) {
            told.insert(call.key.app)
            crowd.desk.end(call.key.app, .answered(FilterContext()))
        }
        #expect(told.count == 199)
        #expect(crowd.desk.underWay.map(\.key.app) == [hanging])
    }

    /// Allows ten times the time for ten times the apps, with room for noise. Quadratic work would
    /// take a hundred times as long.
    @Test func theWorkGrowsNoFasterThanTheNumberOfApps() {
        // Measures processor time of this thread, so that other work of the machine does not count.
        func work(_ count: Int) -> Duration {
            var board = Crowd(count, presence: AppPresence(isRunning: true)).desk.board
            let focus = Crowd(count, presence: .absent).focus
            return (0..<3).map { _ in
                let start = ProcessorTime.ofThread
                Self.answerAll(&board, board.setFocus(focus))
                Self.answerAll(&board, board.setFocus(nil))
                return ProcessorTime.ofThread - start
            }.min() ?? .zero
        }
        let few = work(100)
        let many = work(1_000)
        #expect(many < few * 40, "100 apps: \(few), 1000 apps: \(many)")
    }

    private static func answerAll(_ board: inout FilterBoard, _ actions: [FilterAction]) {
        for case .call(let call) in actions {
            _ = board.ended(
                call.ticket, .answered(FilterContext(predicate: "SELF == \"work\"")))
        }
    }

    @Test func soManyAppsMayDeclareAtRunTime() throws {
        var board = FilterBoard(reading: FilterDesk.read)
        func declaration(_ number: Int) -> (AppID, [FilterDeclaration]) {
            let app = AppID("org.example.App\(number)")
            return (app, [FilterDeclaration(FilterKey(app, "F"), title: "F")])
        }
        for number in 0..<Limits.declaringApps {
            let (app, declared) = declaration(number)
            _ = try board.declare(app, declared)
            _ = board.setPresence(of: app, AppPresence(isRunning: true))
        }
        let (app, declared) = declaration(Limits.declaringApps)
        #expect(throws: DeclarationFlaw.self) { _ = try board.declare(app, declared) }
        #expect(board.declaration(of: FilterKey(app, "F")) == nil)
        // These apps may declare again. An app that removes its filters makes room.
        _ = try board.declare(AppID("org.example.App0"), declaration(0).1)
        _ = try board.declare(AppID("org.example.App0"), [])
        _ = try board.declare(app, declared)
        #expect(board.declaration(of: FilterKey(app, "F")) != nil)
    }

    @Test func appThatIsGoneAndWasNeverSetMakesRoomForAnother() throws {
        let focus = Focus.setting("work", [(FilterKey(AppID("org.example.App0"), "F"), [:])])
        var desk = FilterDesk()
        desk.perform(desk.board.start())
        desk.perform(desk.board.setFocus(focus))
        func declare(_ name: String) throws -> FilterKey {
            let key = FilterKey(AppID("org.example.App\(name)"), "F")
            desk.perform(
                try desk.board.declare(key.app, [FilterDeclaration(key, title: "F")]))
            return key
        }
        let isThere = AppPresence(extension: .activatable)
        for number in 0..<Limits.declaringApps {
            let key = try declare("\(number)")
            // An absent app lies between reachable ones.
            if number != 7 { desk.perform(desk.board.setPresence(of: key.app, isThere)) }
        }
        let late = try declare("Late")
        #expect(desk.board.declaration(of: late) != nil)
        #expect(desk.declarations.count == Limits.declaringApps)
        #expect(desk.declarations[AppID("org.example.App7")] == nil)
        #expect(desk.board.declaration(of: FilterKey(AppID("org.example.App7"), "F")) == nil)
        // A filter that the Focus sets stays, even if its app leaves. No other app is absent.
        desk.perform(desk.board.setPresence(of: AppID("org.example.App0"), .absent))
        desk.perform(desk.board.setPresence(of: late.app, isThere))
        #expect(throws: DeclarationFlaw.self) { _ = try declare("Later") }
        #expect(desk.declarations.count == Limits.declaringApps)
    }

    @Test func soMuchMayBeDeclaredByAllAppsTogether() throws {
        let description = String(repeating: "x", count: Limits.filterDescriptionBytes)
        func declaration(_ number: Int) -> (AppID, [FilterDeclaration]) {
            let app = AppID("org.example.App\(number)")
            return (
                app,
                (0..<Limits.filtersPerApp).map {
                    FilterDeclaration(
                        FilterKey(app, "F\($0)"), title: "F", description: description)
                }
            )
        }
        let size = FilterCodec.text(of: declaration(1).1).utf8.count
        let fitting = Limits.storedDeclarationBytes / size
        var board = FilterBoard(reading: FilterDesk.read)
        for number in 0..<fitting {
            let (app, declared) = declaration(number)
            _ = try board.declare(app, declared)
            _ = board.setPresence(of: app, AppPresence(isRunning: true))
        }
        let (app, declared) = declaration(fitting)
        #expect(throws: DeclarationFlaw.self) { _ = try board.declare(app, declared) }
        #expect(board.declaredFilters.count == fitting * Limits.filtersPerApp)
        // An app that declares less makes room.
        _ = try board.declare(AppID("org.example.App0"), Array(declaration(0).1.prefix(1)))
        _ = try board.declare(app, declared)
    }
}
