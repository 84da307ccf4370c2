// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The start of the window: the first page comes before everything else.
@Suite struct StartTests {
    private static func handled(_ state: inout SettingsState, _ event: SettingsEvent) -> [Effect] {
        var effects: [Effect] = []
        state.handle(event, into: &effects)
        return effects
    }

    /// Returns the state of a window that was just opened, at a page.
    private static func opened(_ place: Place) throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.service = .unknown
        state.isSettled = false
        state.trail = [place]
        return state
    }

    @Test("issue 21: the session is checked after the first page was drawn")
    func theSessionIsCheckedLater() throws {
        var state = try Self.opened(.now)
        #expect(
            Set(Self.handled(&state, .running))
                == [.read(.status), .read(.upcoming), .read(.mutes), .read(.skips)])
        let later: Set<Effect> = [
            .readSession, .read(.missed), .read(.apps), .read(.people), .read(.checks),
            .read(.counters), .read(.skips),
        ]
        #expect(Set(Self.handled(&state, .settled)) == later)
        // A focusd that starts again is read at once.
        #expect(Set(Self.handled(&state, .stopped)) == [.readSession])
        #expect(Set(Self.handled(&state, .running)).isSuperset(of: later))
    }

    @Test("issue 21: without focusd, the session is checked after the first page was drawn, too")
    func theSessionIsCheckedWithoutFocusd() throws {
        var state = try Self.opened(.now)
        #expect(Self.handled(&state, .stopped) == [])
        #expect(Self.handled(&state, .settled) == [.readSession])
    }

    @Test(
        "issue 21: the page that is opened first reads its own part at once",
        arguments: [
            (Place.missed, Effect.read(.missed)), (.history, .readHistory(HistoryQuery())),
            (.allApps, .readAppDetails), (.checkUp, .readSession),
            (.people(SettingsStateTests.work), .read(.people)),
        ])
    func theFirstPageComesFirst(_ place: Place, _ effect: Effect) throws {
        var state = try Self.opened(place)
        #expect(Self.handled(&state, .running).contains(effect))
    }

    @Test(
        "issue 21: after a call without an answer, everything is read again",
        arguments: [
            (Place.history, Effect.readHistory(HistoryQuery())),
            (.why(ClientID(rawValue: 7)), .readEntry(ClientID(rawValue: 7))),
            (.missed, .read(.missed)), (.checkUp, .read(.checks)), (.now, .read(.upcoming)),
        ])
    func aLateAnswerBringsTheWindowBack(_ place: Place, _ effect: Effect) throws {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(place))
        (state.missed, state.checks) = ([], [])
        // The status is asked for again: no event may come.
        #expect(Self.handled(&state, .unreachable("it does not answer")).contains(.retry))
        #expect(state.missed == nil)
        let effects = Self.handled(&state, .status(ServiceStatus()))
        #expect(effects.contains(effect))
        #expect(effects.contains(.read(.missed)))
        #expect(!effects.contains(.read(.status)))
        #expect(Self.handled(&state, .status(ServiceStatus())) == [])
    }
}
