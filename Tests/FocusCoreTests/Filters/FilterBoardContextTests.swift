// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Contexts of apps: the calls for a context, the contexts in force, and the contexts after a
/// restart.
@Suite struct FilterBoardContextTests {
    typealias Timeline = FilterBoardTests.Timeline
    typealias Event = FilterBoardTests.Event
    static let runs = FilterBoardTests.runs
    static let work = FilterBoardTests.work
    static let home = FilterBoardTests.home
    static let filter = FilterBoardTests.filter
    static let tellWork = FilterBoardTests.tellWork
    static let tellHome = FilterBoardTests.tellHome
    static let tellOff = FilterBoardTests.tellOff
    static let askWork = FilterBoardTests.askWork
    /// Another Focus, with the same values.
    static let desk = Event.focus("desk", [(filter, ["account": "work"])])
    static let plain = FilterBoardTests.plain

    @Test(arguments: [
        Timeline(
            "not where it answered for these values and this Focus",
            [(runs, []), (work, [tellWork]), (.answers, []), (work, [])]),
        Timeline(
            "not where it just answered for the same values under another Focus",
            [(runs, []), (work, [tellWork]), (.answers, []), (desk, [])]),
        Timeline(
            "not where the defaults, as those of a Focus, are told",
            [(runs, []), (plain, [tellOff]), (.answers, []), (.off, [tellOff]), (.answers, [])]),
        Timeline(
            "where it says that its contexts are not what they were",
            [
                (runs, []), (work, [tellWork]), (.answers, []), (.invalidates, [askWork]),
                (.answers, []), (.off, [tellOff]), (.answers, []), (.invalidates, []),
            ]),
        Timeline(
            "once more where it said so in the middle of a call",
            [
                (runs, []), (work, [tellWork]), (.invalidates, []), (.answers, [askWork]),
                (.invalidates, []), (.answers, [askWork]), (.answers, []),
            ]),
        Timeline(
            "not again after a failure, until it says so or the Focus changes",
            [
                (runs, []), (work, [tellWork]), (.answersNonsense, []), (work, []),
                (.invalidates, [askWork]), (.fails, []), (home, [tellHome]), (.fails, []),
                (.invalidates, []),
            ]),
        Timeline(
            "not after a change of values, which tells them",
            [(runs, []), (work, [tellWork]), (.answers, []), (home, [tellHome]), (.answers, [])]),
    ])
    func theAppIsAskedOnlyWhenNothingIsKnown(_ timeline: Timeline) {
        FilterBoardTests.check(timeline)
    }

    @Test(arguments: [
        Timeline(
            "nothing is told that was told",
            [
                (runs, []), (work, [tellWork]), (.answers, []), (.restart, []), (.off, [tellOff]),
                (.answers, []), (.restart, []),
            ]),
        Timeline(
            "a call under way is made again",
            [(runs, []), (work, [tellWork]), (.restart, [tellWork]), (.answers, [])]),
        Timeline(
            "values that the app may have are taken back",
            [
                (runs, []), (work, [tellWork]), (.answers, []), (.off, [tellOff]), (work, []),
                (.restart, [tellWork]), (.answers, []), (.restart, []),
            ]),
        Timeline(
            "an app's declaration is remembered, and gives way to a file",
            [
                (.file([]), []), (runs, []), (.declares([FilterBoardTests.declaration]), []),
                (.restart, []), (work, [tellWork]), (.answers, []),
                (.file([FilterBoardTests.otherDeclaration]), []), (.off, []),
                (.file([]), [tellOff]),
            ]),
        Timeline(
            "an app's declaration counts before the file while it is on the bus",
            [
                (runs, []), (.declares([FilterBoardTests.otherDeclaration]), []), (work, []),
                (FilterBoardTests.leaves, []), (runs, [tellWork]), (.answers, []),
                (.declares([]), []), (.off, [tellOff]),
            ]),
    ])
    func afterARestartItGoesOn(_ timeline: Timeline) {
        FilterBoardTests.check(timeline)
    }

    // MARK: Contexts in force

    /// The predicates in force for the app.
    private func inForce(_ world: FilterBoardTests.World) -> [String] {
        (world.desk.board.policyFilters[FilterBoardTests.chat] ?? [])
            .map { "\($0.filter): \($0.predicate)" }
    }

    private func world(_ events: Event...) -> FilterBoardTests.World {
        var world = FilterBoardTests.World()
        for event in [.file([FilterBoardTests.declaration]), Self.runs] + events {
            _ = world.happen(event)
        }
        return world
    }

    static let workPredicate = #"ChatFilter: SELF == "account=work mode=light""#
    static let homePredicate = #"ChatFilter: SELF == "account=home mode=dark""#

    @Test func aContextCountsWhileItsFocusIsOn() {
        var world = world(Self.work)
        #expect(inForce(world) == [])
        _ = world.happen(.answers)
        #expect(inForce(world) == [Self.workPredicate])
        _ = world.happen(Self.home)
        #expect(inForce(world) == [])
        _ = world.happen(.answers)
        #expect(inForce(world) == [Self.homePredicate])
        _ = world.happen(.off)
        #expect(inForce(world) == [])
        _ = world.happen(Self.work)
        _ = world.happen(.fails)
        #expect(inForce(world) == [Self.workPredicate])
        _ = world.happen(.focus("work", []))
        #expect(inForce(world) == [])
    }

    @Test func aContextBelongsToTheFocusThatWasOnWhenItWasAskedFor() {
        var world = world(Self.work, Self.home, .answers)
        #expect(inForce(world) == [])
        #expect(
            world.desk.board.context(of: Self.filter, under: FocusID("work"))?.predicate
                == #"SELF == "account=work mode=light""#)
        _ = world.happen(Self.work)
        #expect(inForce(world) == [Self.workPredicate])
    }

    @Test func theLastKnownContextStaysThroughFailuresAndWrongAnswers() {
        var world = world(Self.work, .answers, .invalidates)
        for event in [Event.fails, .invalidates, .answersBadPredicate, .invalidates] {
            _ = world.happen(event)
            #expect(inForce(world) == [Self.workPredicate])
        }
        #expect(
            world.desk.board.report(on: Self.filter)?.failure?
                .hasPrefix("notificationFilterPredicate: offset 7") == true)
        _ = world.happen(.answersNonsense)
        #expect(inForce(world) == [Self.workPredicate])
        #expect(world.desk.board.report(on: Self.filter)?.failure == "no context")
        _ = world.happen(.invalidates)
        _ = world.happen(.answersNothing)
        #expect(inForce(world) == [])
        #expect(world.desk.board.report(on: Self.filter)?.failure == nil)
    }

    /// A Focus with the same id as `work` and other values.
    static let changed = Event.focus("work", [(filter, ["account": "other"])])

    @Test(arguments: [
        [Event.refuses, .refuses], [.refuses, .fails], [.refuses, .isNotServed],
        [.refuses, .answersBadPredicate], [.refuses, .answersNonsense], [.answersBadPredicate],
        [.answersNonsense],
    ])
    func issue18ThePredicateOfOtherValuesIsDroppedWhereTheAppRefusesTheNewOnes(
        _ answers: [Event]
    ) {
        var world = world(Self.work, .answers, Self.changed)
        #expect(inForce(world) == [Self.workPredicate])
        for event in answers { _ = world.happen(event) }
        #expect(inForce(world) == [])
        let failure = world.desk.board.report(on: Self.filter)?.failure ?? ""
        #expect(failure.hasSuffix("the predicate that it answered for earlier values is not used"))
        if case .refuses = answers[0] { #expect(failure.hasPrefix("it threw; ")) }
        #expect(world.desk.contexts[Self.filter] == [:])
        // The next Focus starts without errors.
        _ = world.happen(Self.home)
        _ = world.happen(.answers)
        #expect(inForce(world) == [Self.homePredicate])
        #expect(world.desk.board.report(on: Self.filter)?.failure == nil)
    }

    @Test func issue18AContextAfterAThrowingPerformCountsAndTheErrorStays() {
        var world = world(Self.work, .answers, Self.home, .refuses)
        #expect(inForce(world) == [])
        _ = world.happen(.answers)
        #expect(inForce(world) == [Self.homePredicate])
        #expect(world.desk.board.report(on: Self.filter)?.failure == "it threw")
        // Back to the earlier values, whose answer still counts. The app throws for no new values.
        _ = world.happen(Self.work)
        _ = world.happen(.refuses)
        _ = world.happen(.refuses)
        #expect(inForce(world) == [Self.workPredicate])
    }

    @Test func afterARestartTheContextCountsFromTheFirstNotification() {
        var world = world(Self.work, .answers)
        _ = world.happen(.restart)
        #expect(inForce(world) == [Self.workPredicate])
    }

    @Test func withoutADeclarationOrARequiredValueAContextDoesNotCount() {
        var world = world(Self.work, .answers)
        _ = world.happen(.file([]))
        #expect(inForce(world) == [])
        _ = world.happen(.file([FilterBoardTests.declaration]))
        #expect(inForce(world) == [Self.workPredicate])
        _ = world.happen(.file([FilterBoardTests.demanding]))
        #expect(inForce(world) == [])
        #expect(world.desk.board.currentFilter(Self.filter) == .missing("place"))
    }

    @Test func aChangeOfThePolicyIsAnnouncedOnceAndOnlyThen() {
        var world = world(Self.work)
        #expect(world.desk.policyChanges == 0)
        _ = world.happen(.answers)
        #expect(world.desk.policyChanges == 1)
        _ = world.happen(.invalidates)
        _ = world.happen(.answers)
        #expect(world.desk.policyChanges == 1)
        _ = world.happen(.off)
        #expect(world.desk.policyChanges == 2)
    }

    @Test func contextsOfFocusesThatAreGoneAreForgotten() {
        var world = world(Self.work, .answers, Self.home, .answers)
        world.desk.perform(world.desk.board.keepContexts(of: [FocusID("home")]))
        #expect(world.desk.contexts[Self.filter]?.keys.sorted() == [FocusID("home")])
        #expect(world.desk.board.context(of: Self.filter, under: FocusID("work")) == nil)
    }

    // MARK: CurrentFilter

    @Test func currentFilterSaysWhatTheFilterShouldHave() {
        var world = world(Self.work)
        let board = world.desk.board
        #expect(
            board.currentFilter(Self.filter)
                == .values(["account": .text("work"), "mode": .text("light")]))
        #expect(board.currentFilter(FilterBoardTests.other) == .notFound)
        _ = world.happen(.off)
        #expect(
            world.desk.board.currentFilter(Self.filter) == .values(["mode": .text("light")]))
        _ = world.happen(.file([FilterBoardTests.demanding]))
        #expect(world.desk.board.currentFilter(Self.filter) == .missing("place"))
    }

    @Test func unreadableValuesAreReportedAndCountAsNotSet() {
        var world = world(.file([FilterBoardTests.otherDeclaration]))
        let bad = Event.focus("work", [(FilterBoardTests.other, ["size": "big", "sise": "2"])])
        _ = world.happen(bad)
        let board = world.desk.board
        #expect(board.currentFilter(FilterBoardTests.other) == .values(["size": .int(1)]))
        #expect(
            board.report(on: FilterBoardTests.other)?.problems
                == ["sise is unknown", "size is no number"])
    }

    @Test(arguments: [
        (String(repeating: "x", count: Limits.contextPrefixBytes), true),
        (String(repeating: "x", count: Limits.contextPrefixBytes + 1), false),
    ])
    func aPrefixHasALimit(_ prefix: String, _ isTaken: Bool) {
        let context = FilterContext(targetContentIdentifierPrefix: prefix)
        let known = try? KnownContext(context, values: [:])
        #expect((known != nil) == isTaken)
    }

    @Test func aPredicateHasALimit() {
        let text = "SELF == \"" + String(repeating: "x", count: 10 << 20) + "\""
        let error = #expect(throws: ContextProblem.self) {
            _ = try KnownContext(FilterContext(predicate: text), values: [:])
        }
        #expect(error.map { $0.description.utf8.count < 200 } == true)
    }

    @Test func forgottenAppHasToldAndAnsweredNothingAndIsToldAgain() {
        let key = Self.filter
        let declaration = FilterDeclaration(
            key, title: "Chat",
            parameters: [
                ParameterDeclaration(
                    "account", title: "Account", type: ParameterType(.string), isOptional: true)
            ])
        var desk = FilterDesk()
        desk.perform(desk.board.setFileDeclarations([key.app: [declaration]]))
        desk.perform(desk.board.setPresence(of: key.app, AppPresence(isRunning: true)))
        desk.perform(desk.board.start())
        desk.perform(desk.board.setFocus(.setting("work", [(key, ["account": "a"])])))
        desk.answerAll()
        #expect(!desk.board.policyFilters.isEmpty)
        let calls = desk.perform(desk.board.forget(key.app))
        #expect(calls.map(\.method) == [.perform])
        #expect(desk.board.policyFilters.isEmpty)
        desk.answerAll()
        #expect(!desk.board.policyFilters.isEmpty)
        // Forgetting an unknown app has no effect.
        #expect(desk.perform(desk.board.forget(AppID("org.example.Nobody"))).isEmpty)
    }
}
