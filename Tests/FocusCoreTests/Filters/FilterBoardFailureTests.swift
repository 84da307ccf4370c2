// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Calls that fail, as timelines of ``FilterBoardTests``.
@Suite struct FilterBoardFailureTests {
    typealias Timeline = FilterBoardTests.Timeline
    typealias Event = FilterBoardTests.Event
    static let runs = FilterBoardTests.runs
    static let canStart = FilterBoardTests.canStart
    static let leaves = FilterBoardTests.leaves
    static let work = FilterBoardTests.work
    static let home = FilterBoardTests.home
    static let filter = FilterBoardTests.filter
    static let other = FilterBoardTests.other
    static let declaration = FilterBoardTests.declaration
    static let otherDeclaration = FilterBoardTests.otherDeclaration
    static let tellWork = FilterBoardTests.tellWork
    static let tellHome = FilterBoardTests.tellHome
    static let tellOff = FilterBoardTests.tellOff
    static let tellWorkExtension = FilterBoardTests.tellWorkExtension
    static let askWork = FilterBoardTests.askWork
    static let askHome = FilterBoardTests.askHome

    @Test(arguments: [
        Timeline(
            "not again by itself, but at the next transition",
            [
                (runs, []), (work, [tellWork]), (.fails, []), (work, []), (home, [tellHome]),
                (.fails, []), (.off, [tellOff]), (.answers, []),
            ]),
        Timeline(
            "back to what it had, because it may have taken the values all the same",
            [
                (runs, []), (work, [tellWork]), (.answers, []), (home, [tellHome]), (.fails, []),
                (work, [tellWork]), (.answers, []),
            ]),
        Timeline(
            "again when the app appears again",
            [
                (runs, []), (work, [tellWork]), (.fails, []), (leaves, []), (runs, [tellWork]),
                (.fails, []), (.restartedApp, [tellWork]), (.answers, []), (.restartedApp, []),
            ]),
        Timeline(
            "not again because its extension came and went",
            [
                (canStart, []), (work, [tellWorkExtension]),
                (.present(AppPresence(extension: .running)), []), (canStart, []), (.fails, []),
                (.present(AppPresence(extension: .running)), []), (canStart, []),
                (runs, [tellWork]),
            ]),
        Timeline(
            "issue 18: once to another extension, after the one that hung has ended",
            [
                (canStart, []), (work, [tellWorkExtension]),
                (.present(AppPresence(extension: .running)), []), (.timesOut, []),
                (canStart, [tellWorkExtension]),
                (.present(AppPresence(extension: .running)), []), (.timesOut, []),
                (canStart, []), (.off, ["perform extension ChatFilter mode=light"]), (.answers, []),
            ]),
        Timeline(
            "issue 18: new values to an extension that hangs reach the next one",
            [
                (canStart, []), (work, [tellWorkExtension]),
                (.present(AppPresence(extension: .running)), []), (.timesOut, []),
                (home, ["perform extension ChatFilter account=home mode=dark"]), (.timesOut, []),
                (canStart, ["perform extension ChatFilter account=home mode=dark"]), (.answers, []),
            ]),
        Timeline(
            "the app's other filters go on",
            [
                (.file([declaration, otherDeclaration]), []), (runs, []),
                (
                    .focus("work", [(filter, ["account": "work"]), (other, ["size": "2"])]),
                    [tellWork]
                ),
                (.fails, ["perform app OtherFilter size=2"]), (.answers, []),
                (
                    .focus("home", [(filter, ["account": "work"]), (other, ["size": "2"])]),
                    [tellWork]
                ),
            ]),
        Timeline(
            "a wrong answer is not asked for again, and the values count as told",
            [
                (runs, []), (work, [tellWork]), (.answersNonsense, []), (.off, [tellOff]),
                (.answersBadPredicate, []), (work, [tellWork]), (.answersBadPredicate, []),
            ]),
        Timeline(
            "issue 18: an error is answered; the context is asked for all the same, once",
            [
                (runs, []), (work, [tellWork]), (.refuses, [askWork]), (.answers, []), (work, []),
                (home, [tellHome]), (.refuses, [askHome]), (.refuses, []), (home, []),
                (.invalidates, [askHome]), (.fails, []), (.off, [tellOff]), (.refuses, []),
            ]),
        Timeline(
            "issue 18: an app without AppContext performs once more",
            [
                (runs, []), (work, [tellWork]), (.answers, []), (.invalidates, [askWork]),
                (.isNotServed, [tellWork]), (.answers, []), (.invalidates, [askWork]),
                (.isNotServed, [tellWork]), (.refuses, [askWork]), (.isNotServed, []),
            ]),
        Timeline(
            "nobody serves the filter",
            [
                (runs, []), (work, [tellWork]), (.isNotServed, []), (home, [tellHome]),
                (.answers, []),
            ]),
        Timeline(
            "the extension does not serve it either",
            [
                (.present(AppPresence(isRunning: true, extension: .activatable)), []),
                (work, [tellWork]), (.isNotServed, [tellWorkExtension]), (.isNotServed, []),
            ]),
    ])
    func aFailedCallIsHeldBack(_ timeline: Timeline) {
        FilterBoardTests.check(timeline)
    }

    /// Returns a desk whose app runs and has been called for a Focus.
    private static func deskAtWork() -> FilterDesk {
        var desk = FilterDesk()
        desk.perform(desk.board.start())
        desk.perform(desk.board.setFileDeclarations([filter.app: [declaration]]))
        desk.perform(desk.board.setPresence(of: filter.app, AppPresence(isRunning: true)))
        desk.perform(desk.board.setFocus(.setting("work", [(filter, ["account": "work"])])))
        return desk
    }

    /// Found by review: an app kept the values of a Focus that ended within the minute after an
    /// answer that was too long.
    @Test func aCallThatWasNotSentIsMadeLater() throws {
        var desk = Self.deskAtWork()
        desk.end(Self.filter.app, .unusable("its answer is too long"))
        desk.perform(desk.board.setFocus(nil))
        let unsent = desk.end(Self.filter.app, .failure(.failed("it is not called for a while")))
        let (call, begun) = try #require(unsent)
        #expect(call.summary == Self.tellOff)
        #expect(begun.isEmpty)
        let later = desk.perform(desk.board.retry(call))
        #expect(later.map(\.summary) == [Self.tellOff])
        desk.end(Self.filter.app, .answered(FilterContext()))
        let afterwards = desk.perform(desk.board.retry(call))
        #expect(afterwards.isEmpty)
    }

    @Test func aQuestionThatWasNotSentIsAskedLaterWithoutAnotherPerform() throws {
        var desk = Self.deskAtWork()
        let refused = desk.end(Self.filter.app, .failure(.refused("an error that is too long")))
        let (perform, asked) = try #require(refused)
        #expect(asked.map(\.summary) == [Self.askWork])
        let unsent = desk.end(Self.filter.app, .failure(.failed("it is not called for a while")))
        let (question, begun) = try #require(unsent)
        #expect(begun.isEmpty)
        let told = desk.perform(desk.board.retry(perform))
        #expect(told.isEmpty)
        let later = desk.perform(desk.board.retry(question))
        #expect(later.map(\.summary) == [Self.askWork])
        desk.end(Self.filter.app, .failure(.refused("an error that is too long")))
        #expect(desk.underWay.isEmpty)
    }
}
