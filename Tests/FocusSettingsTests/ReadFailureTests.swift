// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Testing

@testable import FocusSettings

/// Pages whose content focusd has refused to tell, and pages of a focusd that hangs.
@Suite struct ReadFailureTests {
    private static let id = ClientID(rawValue: 7)

    private static func handled(_ state: inout SettingsState, _ event: SettingsEvent) -> [Effect] {
        var effects: [Effect] = []
        state.handle(event, into: &effects)
        return effects
    }

    @Test(
        "issue 21: a page that focusd has refused to tell offers to read it again",
        arguments: [
            (Place.missed, Reading.part(.missed), "The missed list could not be read"),
            (.checkUp, .part(.checks), "The checks could not be read"),
            (.allApps, .part(.apps), "The list of apps could not be read"),
            (.why(id), .entry(id), "The notification could not be read"),
        ])
    func aRefusedPageIsReadAgain(_ place: Place, _ reading: Reading, _ title: String) throws {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(place))
        _ = Self.handled(&state, .readFailed(reading, "too many lists at once"))
        let empty = try #require(state.page.empty)
        #expect(empty.title == title)
        #expect(empty.icon != nil, "the page still waits")
        #expect(empty.description == "Too many lists at once")
        let button = try #require(empty.buttons.first)
        #expect(SettingsStateTests.effects(&state, button.intent) == [reading.effect])
        #expect(state.page.empty?.title != title)
        // An answer that comes later counts.
        _ = Self.handled(&state, .readFailed(reading, "too many lists at once"))
        switch reading {
        case .part(.missed): _ = Self.handled(&state, .missed([]))
        case .part(.checks): _ = Self.handled(&state, .checks([]))
        case .part(.apps): _ = Self.handled(&state, .apps([]))
        case .entry(let id): _ = Self.handled(&state, .entry(id, nil))
        case .part: Issue.record("no such page")
        }
        #expect(state.readFailures.isEmpty)
        #expect(state.page.empty?.title != title)
    }

    @Test("issue 21: a focusd that hangs is asked again, and its page says so")
    func aHungFocusdIsAskedAgain() throws {
        var state = try SettingsStateTests.state()
        _ = Self.handled(&state, .unreachable("it does not answer"))
        #expect(state.page.notice?.button?.intent == .askFocusd)
        _ = SettingsStateTests.effects(&state, .open(.missed))
        let button = try #require(state.page.empty?.buttons.first)
        #expect(button.title == "Try Again")
        #expect(SettingsStateTests.effects(&state, button.intent) == [.askFocusd])
        #expect(state.page.empty?.title == "Asking focusd…")
        #expect(state.page.empty?.icon == nil, "a spinner turns")
        _ = SettingsStateTests.effects(&state, .open(.now))
        #expect(state.page.groups.first?.description == "Asking focusd…")
        #expect(Self.handled(&state, .status(ServiceStatus())).contains(.read(.missed)))
        #expect(state.page.groups.first?.title == "No Focus Is On")
    }

    @Test("a window that gets no events of focusd works, says so, and asks for them again")
    func aRefusedSubscriptionIsNamed() throws {
        var state = try SettingsStateTests.state()
        state.service = .unknown
        let refused = SettingsEvent.subscriptionRefused("there are too many subscribers")
        // The data of the pages is read once.
        #expect(Self.handled(&state, refused).contains(.read(.status)))
        #expect(state.service == .running)
        for place in [Place.now, .missed, .focus(SettingsStateTests.work)] {
            _ = SettingsStateTests.effects(&state, .open(place))
            let notice = try #require(state.page.notice)
            #expect(notice.text.contains("there are too many subscribers"))
            #expect(notice.text.contains("focus-switch watch"))
            #expect(notice.button?.intent == .subscribe)
        }
        #expect(SettingsStateTests.effects(&state, .subscribe) == [.subscribe])
        let messages = state.messages
        _ = Self.handled(&state, refused)
        #expect(state.messages > messages, "the second refusal is not seen")
        _ = Self.handled(&state, .running)
        #expect(state.page.notice == nil)
        // A focusd that restarts is asked by itself.
        _ = Self.handled(&state, refused)
        _ = Self.handled(&state, .stopped)
        _ = Self.handled(&state, .running)
        #expect(state.page.notice == nil)
    }

    @Test("issue 21: a focusd that refuses its status is named, and asked again")
    func aRefusedStatusIsNamed() throws {
        var state = try SettingsStateTests.state()
        state.service = .unknown
        _ = SettingsStateTests.effects(&state, .open(.missed))
        #expect(state.page.empty?.title == "Asking focusd…")
        let refused = SettingsEvent.readFailed(.part(.status), "not for sandboxed programs")
        #expect(Self.handled(&state, refused) == [.retry])
        #expect(state.page.empty?.title == "focusd does not answer")
        #expect(state.page.empty?.description == "not for sandboxed programs")
        #expect(state.page.empty?.buttons.first?.intent == .askFocusd)
        // A running focusd that is busy stays known.
        state.service = .running
        #expect(Self.handled(&state, refused) == [])
        #expect(state.service == .running)
    }
}
