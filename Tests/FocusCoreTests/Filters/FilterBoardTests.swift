// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The calls to filters, as timelines of events with the calls that each event starts.
@Suite struct FilterBoardTests {
    static let chat = AppID("org.example.Chat")
    static let filter = FilterKey(chat, "ChatFilter")
    static let other = FilterKey(chat, "OtherFilter")

    /// A filter with an optional `account`, and a `mode` with a default.
    static let declaration = FilterDeclaration(
        filter, title: "Chat",
        parameters: [
            ParameterDeclaration("account", type: ParameterType(.string), isOptional: true),
            ParameterDeclaration(
                "mode", type: ParameterType(.string), defaultValue: .text("light")),
        ])
    /// A filter with a required `place`.
    static let demanding = FilterDeclaration(
        filter, title: "Chat",
        parameters: [ParameterDeclaration("place", type: ParameterType(.string))])
    static let otherDeclaration = FilterDeclaration(
        other, title: "Other",
        parameters: [
            ParameterDeclaration("size", type: ParameterType(.int), defaultValue: .int(1))
        ])

    /// An event of a timeline.
    enum Event: Sendable {
        case focus(String, [(FilterKey, [String: String])])
        case off
        case present(AppPresence)
        case restartedApp
        case file([FilterDeclaration])
        case declares([FilterDeclaration])
        case answers
        case answersNothing
        case answersBadPredicate
        case answersNonsense
        case fails, timesOut
        case refuses
        case isNotServed
        case invalidates
        /// focusd is killed and started again; the presence of the app does not change.
        case restart
    }

    struct Timeline: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let steps: [(Event, [String])]

        init(_ name: String, _ steps: [(Event, [String])]) {
            testDescription = name
            self.steps = steps
        }
    }

    static let runs = Event.present(AppPresence(isRunning: true))
    static let canStart = Event.present(AppPresence(extension: .activatable))
    static let leaves = Event.present(.absent)
    static let work = Event.focus("work", [(filter, ["account": "work"])])
    static let home = Event.focus("home", [(filter, ["account": "home", "mode": "dark"])])
    static let plain = Event.focus("plain", [(filter, [:])])
    /// A filter without parameters.
    static let bare = FilterDeclaration(filter, title: "Chat")
    static let tellBare = "perform app ChatFilter"
    static let tellWork = "perform app ChatFilter account=work mode=light"
    static let tellHome = "perform app ChatFilter account=home mode=dark"
    static let askWork = "appContext app ChatFilter account=work mode=light"
    static let askHome = "appContext app ChatFilter account=home mode=dark"
    static let tellOff = "perform app ChatFilter mode=light"

    /// The beginning of every timeline: a file declares the filter.
    static let opening: [(Event, [String])] = [(.file([declaration]), [])]

    static func check(_ timeline: Timeline) {
        var world = World()
        for (index, (event, expected)) in (opening + timeline.steps).enumerated() {
            let begun = world.happen(event).map(\.summary)
            #expect(begun == expected, "\(timeline.testDescription), step \(index): \(event)")
        }
    }

    /// A desk with the last Focus and the last presence, for restarts.
    struct World {
        var desk = FilterDesk()
        private var focus: Focus?
        private var presence = AppPresence.absent
        private var file: [FilterDeclaration] = []

        init() {
            desk.perform(desk.board.start())
        }

        mutating func happen(_ event: Event) -> [FilterCall] {
            switch event {
            case .focus(let id, let filters):
                focus = .setting(id, filters)
                return desk.perform(desk.board.setFocus(focus))
            case .off:
                focus = nil
                return desk.perform(desk.board.setFocus(nil))
            case .present(let presence):
                self.presence = presence
                return desk.perform(desk.board.setPresence(of: chat, presence))
            case .restartedApp:
                return desk.perform(desk.board.setPresence(of: chat, presence, hasNewOwner: true))
            case .file(let declarations):
                file = declarations
                return desk.perform(
                    desk.board.setFileDeclarations(declarations.isEmpty ? [:] : [chat: file]))
            case .declares(let declarations):
                let actions = try? desk.board.declare(chat, declarations)
                return desk.perform(actions ?? [])
            case .invalidates: return desk.perform(desk.board.invalidateContext(filter))
            case .restart: return restart()
            default: return end(event)
            }
        }

        private mutating func end(_ event: Event) -> [FilterCall] {
            let values = desk.underWay.first?.values ?? [:]
            let outcome: FilterCallOutcome =
                switch event {
                case .answers: .answered(FilterDesk.context(of: values))
                case .answersNothing: .answered(FilterContext())
                case .answersBadPredicate: .answered(FilterContext(predicate: "SELF IN"))
                case .answersNonsense: .unusable("no context")
                case .refuses: .failure(.refused("it threw"))
                case .isNotServed: .failure(.notServed("no such object"))
                case .timesOut: .failure(.timedOut("no answer in time"))
                default: .failure(.failed("no answer"))
                }
            return desk.end(chat, outcome)?.begun ?? []
        }

        private mutating func restart() -> [FilterCall] {
            desk = desk.restarted()
            var begun: [FilterCall] = []
            begun += desk.perform(
                desk.board.setFileDeclarations(file.isEmpty ? [:] : [chat: file]))
            begun += desk.perform(desk.board.setPresence(of: chat, presence))
            begun += desk.perform(desk.board.setFocus(focus))
            return begun + desk.perform(desk.board.start())
        }
    }

    // MARK: Values of the calls

    @Test(arguments: [
        Timeline(
            "on tells what is set, off tells the defaults",
            [(runs, []), (work, [tellWork]), (.answers, []), (.off, [tellOff]), (.answers, [])]),
        Timeline(
            "from one Focus to the next there is one call",
            [(runs, []), (work, [tellWork]), (.answers, []), (home, [tellHome]), (.answers, [])]),
        Timeline(
            "a Focus that does not set the filter tells the defaults",
            [
                (runs, []), (work, [tellWork]), (.answers, []), (.focus("quiet", []), [tellOff]),
                (.answers, []), (.off, []),
            ]),
        Timeline(
            "a filter that was never told has its defaults",
            [(runs, []), (.focus("quiet", []), []), (.off, [])]),
        Timeline(
            "an edit of the Focus that is on is told; one that changes nothing is not",
            [
                (runs, []), (work, [tellWork]), (.answers, []), (work, []),
                (.focus("work", [(filter, ["account": "home", "mode": "dark"])]), [tellHome]),
            ]),
        Timeline(
            "the newest supersedes what is not sent",
            [
                (runs, []), (work, [tellWork]), (home, []), (.off, []), (home, []),
                (.answers, [tellHome]), (.answers, []),
            ]),
        Timeline(
            "back to what is under way, nothing more is told",
            [(runs, []), (work, [tellWork]), (home, []), (work, []), (.answers, [])]),
        Timeline(
            "an app that is not there is told the newest when it appears",
            [(work, []), (home, []), (runs, [tellHome]), (.answers, [])]),
        Timeline(
            "an app that appears when all is over again is told nothing",
            [(work, []), (.off, []), (runs, [])]),
        Timeline(
            "issue 18: a Focus that sets nothing but the defaults is told, on and off",
            [
                (runs, []), (plain, [tellOff]), (.answers, []), (plain, []), (.off, [tellOff]),
                (.answers, []), (.focus("quiet", []), []), (.off, []),
            ]),
        Timeline(
            "issue 18: a filter without parameters is told, on and off",
            [
                (.file([bare]), []), (runs, []), (plain, [tellBare]), (.answers, []),
                (.focus("sleep", [(filter, [:])]), []), (.off, [tellBare]), (.answers, []),
                (.restart, []),
            ]),
        Timeline(
            "issue 18: a filter that is added to the Focus that is on is told, and taken away",
            [
                (.file([bare]), []), (runs, []), (.focus("work", []), []),
                (.focus("work", [(filter, [:])]), [tellBare]), (.answers, []),
                (.focus("work", []), [tellBare]), (.answers, []),
            ]),
        Timeline(
            "issue 18: after a restart it is known that the defaults were told as set",
            [
                (.file([bare]), []), (runs, []), (plain, [tellBare]), (.answers, []),
                (.restart, []), (.off, [tellBare]),
            ]),
        Timeline(
            "a filter declared while a Focus that sets it is on is told then",
            [
                (.file([]), []), (runs, []), (work, []), (.declares([declaration]), [tellWork]),
            ]),
        Timeline(
            "filters of one app are told one after the other",
            [
                (.file([declaration, otherDeclaration]), []), (runs, []),
                (
                    .focus("work", [(other, ["size": "2"]), (filter, ["account": "work"])]),
                    [tellWork]
                ),
                (.answers, ["perform app OtherFilter size=2"]), (.answers, []),
            ]),
        Timeline(
            "a default that changes is told where the old one was told",
            [
                (runs, []), (work, [tellWork]), (.answers, []), (.off, [tellOff]), (.answers, []),
                (
                    .file([
                        FilterDeclaration(
                            filter, title: "Chat",
                            parameters: [
                                ParameterDeclaration(
                                    "mode", type: ParameterType(.string), defaultValue: .text("dim")
                                )
                            ])
                    ]), ["perform app ChatFilter mode=dim"]
                ),
            ]),
    ])
    func tellsWhatChanges(_ timeline: Timeline) {
        Self.check(timeline)
    }

    @Test(arguments: [
        Timeline(
            "no call at the end; the next activation tells even the same again",
            [
                (.file([demanding]), []), (runs, []),
                (
                    .focus("work", [(filter, ["place": "desk"])]),
                    ["perform app ChatFilter place=desk"]
                ),
                (.answers, []), (.off, []),
                (
                    .focus("work", [(filter, ["place": "desk"])]),
                    ["perform app ChatFilter place=desk"]
                ),
            ]),
        Timeline(
            "a Focus that sets the filter without it: no call",
            [(.file([demanding]), []), (runs, []), (.focus("work", [(filter, [:])]), [])]),
        Timeline(
            "after a restart of focusd, no second call",
            [
                (.file([demanding]), []), (runs, []),
                (
                    .focus("work", [(filter, ["place": "desk"])]),
                    ["perform app ChatFilter place=desk"]
                ),
                (.answers, []), (.restart, []),
            ]),
        Timeline(
            "turned off while the call is under way",
            [
                (.file([demanding]), []), (runs, []),
                (
                    .focus("work", [(filter, ["place": "desk"])]),
                    ["perform app ChatFilter place=desk"]
                ),
                (.off, []), (.answers, []),
                (
                    .focus("work", [(filter, ["place": "desk"])]),
                    ["perform app ChatFilter place=desk"]
                ),
            ]),
    ])
    func aRequiredParameterWithoutAValueIsNotTold(_ timeline: Timeline) {
        Self.check(timeline)
    }

    // MARK: Destinations of the calls

    static let tellWorkExtension = "perform extension ChatFilter account=work mode=light"

    @Test(arguments: [
        Timeline(
            "the extension, where the app does not run",
            [(canStart, []), (work, [tellWorkExtension]), (.answers, [])]),
        Timeline(
            "the app, where both are there",
            [(.present(AppPresence(isRunning: true, extension: .running)), []), (work, [tellWork])]
        ),
        Timeline(
            "the app that appears gets the next call",
            [
                (canStart, []), (work, [tellWorkExtension]),
                (.present(AppPresence(isRunning: true, extension: .running)), []), (home, []),
                (.answers, [tellHome]),
            ]),
        Timeline(
            "the extension, where the app serves no such filter",
            [
                (.present(AppPresence(isRunning: true, extension: .activatable)), []),
                (work, [tellWork]), (.isNotServed, [tellWorkExtension]), (.answers, []),
                (home, ["perform extension ChatFilter account=home mode=dark"]),
            ]),
        Timeline(
            "the app again, once it has declared the filter",
            [
                (.present(AppPresence(isRunning: true, extension: .activatable)), []),
                (work, [tellWork]), (.isNotServed, [tellWorkExtension]), (.answers, []),
                (.declares([declaration]), []), (home, [tellHome]),
            ]),
        Timeline(
            "the extension, where the app left in the middle",
            [
                (.present(AppPresence(isRunning: true, extension: .activatable)), []),
                (work, [tellWork]), (canStart, []), (.fails, [tellWorkExtension]), (.answers, []),
            ]),
        Timeline(
            "the extension, where the app failed and left after that",
            [
                (.present(AppPresence(isRunning: true, extension: .activatable)), []),
                (work, [tellWork]), (.fails, []), (canStart, [tellWorkExtension]), (.answers, []),
            ]),
    ])
    func choosesTheAppBeforeItsExtension(_ timeline: Timeline) {
        Self.check(timeline)
    }
}
