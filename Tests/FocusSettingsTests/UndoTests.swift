// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation
import Testing

@testable import FocusSettings

/// "Undo" takes back what the user did last, and nothing else.
@Suite struct UndoTests {
    private static let app = AppsPagesTests.chat
    private static let step = UndoStep(
        focus: SettingsStateTests.work, title: "one", before: [1], after: [2])

    private static func handled(_ state: inout SettingsState, _ event: SettingsEvent) -> [Effect] {
        var effects: [Effect] = []
        state.handle(event, into: &effects)
        return effects
    }

    @Test(
        "issue 21: a mute that replaced another one is taken back to that one",
        arguments: [
            (Agenda.End.never, ActivationEnd.never),
            (.session("1"), .withSession),
            (
                .at(SettingsStateTests.now.adding(60_000)),
                .at(SettingsStateTests.now.adding(60_000))
            ),
        ])
    func theMuteBeforeComesBack(_ end: Agenda.End, _ again: ActivationEnd) throws {
        var state = try AppsPagesTests.state()
        state.mutes = [AppsPagesTests.mute(Self.app, end)]
        let hour = ActivationEnd.after(milliseconds: 3_600_000)
        _ = Self.handled(&state, .muted(Self.app, until: hour))
        // “Unmute” would not be the way back.
        #expect(state.toast?.button?.intent == .undo)
        #expect(
            SettingsStateTests.effects(&state, .undo) == [.muteAgain(Self.app, until: again)])
        #expect(state.toast?.text == "Undone: Chat is muted as before")
        // The user's own “Unmute” is another action.
        _ = Self.handled(&state, .muted(Self.app, until: hour))
        #expect(SettingsStateTests.effects(&state, .unmute(Self.app)) == [.unmute(Self.app)])
        #expect(state.toast?.text == "Chat is no longer muted")
        #expect(state.toast?.button?.intent == .undo)
        #expect(
            SettingsStateTests.effects(&state, .undo) == [.muteAgain(Self.app, until: again)])
    }

    @Test("issue 21: a mute as long as the one before leaves the list of ends at the one in force")
    func theListOfEndsShowsTheMuteInForce() throws {
        var state = try AppsPagesTests.state()
        state.mutes = [AppsPagesTests.mute(Self.app, .never)]
        let before = state.content
        _ = Self.handled(&state, .muted(Self.app, until: .never))
        _ = Self.handled(&state, .mutes([AppsPagesTests.mute(Self.app, .never)]))
        #expect(state.content.page == before.page)
        // The controls show their values again.
        #expect(state.content.resets > before.resets)
    }

    @Test("issue 21: the end of focusd's own mute of a new app is not taken back")
    func aNewAppStaysUnmuted() throws {
        var state = try AppsPagesTests.state()
        let span = UserSpan(since: SettingsStateTests.now, end: .never)
        state.mutes = [MuteWire(Mute(Self.app, span: span, isNewApp: true), name: nil)]
        _ = Self.handled(&state, .written(Self.step, opens: nil))
        _ = SettingsStateTests.effects(&state, .unmute(Self.app))
        #expect(SettingsStateTests.effects(&state, .undo) == [])
        #expect(SettingsStateTests.effects(&state, .undo) == [.undo(Self.step)])
    }

    @Test("issue 21: a mute before that has ended meanwhile does not come back")
    func anEndedMuteStaysAway() throws {
        var state = try AppsPagesTests.state()
        let end = SettingsStateTests.now.adding(60_000)
        state.mutes = [AppsPagesTests.mute(Self.app, .at(end))]
        _ = Self.handled(&state, .muted(Self.app, until: .never))
        _ = Self.handled(&state, .time(end))
        #expect(SettingsStateTests.effects(&state, .undo) == [.unmute(Self.app)])
    }

    @Test(
        "issue 21: Undo does not pass over a Focus until a time, a command or the setup",
        arguments: [
            Intent.activateUntilTyped(SettingsStateTests.work),
            .run(CheckUpTests.step, check: "a"), .setUp,
        ])
    func lastActionsAreNotPassedOver(_ intent: Intent) throws {
        var state = try SettingsStateTests.state()
        _ = Self.handled(&state, .written(Self.step, opens: nil))
        let later = ClockText.sortable(state.now.adding(7_200_000))
        #expect(SettingsStateTests.effects(&state, intent, later).count == 1)
        #expect(SettingsStateTests.effects(&state, .undo) == [])
        #expect(SettingsStateTests.effects(&state, .undo) == [.undo(Self.step)])
    }

    @Test("issue 21: what did not begin is no last action")
    func refusedActionsDoNotCount() throws {
        var state = try SettingsStateTests.state()
        _ = Self.handled(&state, .written(Self.step, opens: nil))
        let past = ClockText.sortable(state.now.adding(-7_200_000))
        let intent = Intent.activateUntilTyped(SettingsStateTests.work)
        #expect(SettingsStateTests.effects(&state, intent, past) == [])
        state.setup.isRunning = true
        #expect(SettingsStateTests.effects(&state, .setUp) == [])
        #expect(SettingsStateTests.effects(&state, .undo) == [.undo(Self.step)])
    }

    @Test("issue 21: the Focuses of the introduction are told and taken back together")
    func theIntroductionIsUndone() throws {
        var state = try SettingsStateTests.state()
        let steps = ["work", "sleep"].map {
            UndoStep(focus: FocusID($0), title: "Work, Sleep created", before: nil, after: [1])
        }
        #expect(Self.handled(&state, .writtenAll(steps)) == [])
        #expect(state.toast?.text == "Work, Sleep created")
        #expect(state.toast?.button?.intent == .undo)
        #expect(
            SettingsStateTests.effects(&state, .undo) == [.undo(steps[1]), .undo(steps[0])])
        // None was made.
        state.toast = nil
        #expect(Self.handled(&state, .writtenAll([])) == [])
        #expect(state.toast == nil)
        _ = SettingsStateTests.effects(&state, .undo)
        #expect(state.toast?.text == "Nothing to undo")
    }

    @Test("issue 21: going back to the version in force is undone, and leaves no page")
    func aRestoredFileIsUndone() throws {
        var state = try SettingsStateTests.state()
        var step = Self.step
        step.isRefused = true
        _ = SettingsStateTests.effects(&state, .open(.rules(SettingsStateTests.work)))
        _ = SettingsStateTests.effects(&state, .push(.rule(SettingsStateTests.work, nil)))
        #expect(
            SettingsStateTests.effects(&state, .restore(SettingsStateTests.work))
                == [.restore(SettingsStateTests.work)])
        _ = Self.handled(&state, .written(step, opens: nil))
        #expect(state.place == .rule(SettingsStateTests.work, nil))
        #expect(state.toast?.button?.intent == .undo)
        #expect(SettingsStateTests.effects(&state, .undo) == [.undo(step)])
    }

    @Test("issue 21: a change of the preferences leaves the new rule below them as it is")
    func aSettingLeavesTheNewRule() throws {
        var state = try SettingsStateTests.state()
        let always = try ProgramPagesTests.always("[Always]\nNewApps=ask\n")
        _ = Self.handled(&state, .always(always, []))
        _ = SettingsStateTests.effects(&state, .open(.rules(.always)))
        _ = SettingsStateTests.effects(&state, .push(.rule(.always, nil)))
        _ = SettingsStateTests.effects(&state, .rule(.always, .text(0)), "sale")
        var step = Self.step
        (step.focus, step.isConfiguration) = (.always, true)
        _ = Self.handled(&state, .written(step, opens: nil))
        #expect(state.place == .rule(.always, nil))
        #expect(state.ruleDraft.lines.map(\.text) == ["sale"])
        // The rule itself was written.
        step.isConfiguration = false
        _ = Self.handled(&state, .written(step, opens: nil))
        #expect(state.place == .rules(.always))
    }

    @Test("a snooze is taken back: to the missed list, or to the snooze before")
    func aSnoozeIsUndone() throws {
        var state = try SettingsStateTests.state()
        let ids = [ClientID(rawValue: 1), ClientID(rawValue: 2)]
        let end = SettingsStateTests.now.adding(600_000)
        var entries = ids.map { EntryPagesTests.entry($0.rawValue, "Hello") }
        entries[1].snoozedUntil = end
        state.missed = entries
        let step = SnoozeStep(ids: ids, before: [ids[1]: end])
        #expect(
            SettingsStateTests.effects(&state, .snooze(ids, .hour)) == [.snooze(step, .hour)])
        _ = Self.handled(&state, .snoozed(step, 2, .hour))
        #expect(state.toast?.button?.intent == .undo)
        #expect(
            SettingsStateTests.effects(&state, .undo)
                == [.unsnooze([ids[0]]), .snoozeAgain(ids[1], until: end)])
        #expect(state.toast?.text == "Undone: snoozed as before")
        // The snooze before is over meanwhile.
        _ = Self.handled(&state, .snoozed(step, 2, .hour))
        _ = Self.handled(&state, .time(end))
        #expect(SettingsStateTests.effects(&state, .undo) == [.unsnooze(ids)])
        // Nothing was snoozed.
        _ = Self.handled(&state, .snoozed(step, 0, .hour))
        _ = SettingsStateTests.effects(&state, .undo)
        #expect(state.toast?.text == "Nothing to undo")
    }

    @Test("a notification that leaves the missed list for good says so")
    func aDismissalSaysThatItIsFinal() throws {
        var state = try SettingsStateTests.state()
        #expect(Self.handled(&state, .left(1, isRead: false)).contains(.read(.missedNews)))
        #expect(
            state.toast?.text
                == "Dismissed. This cannot be undone; the history keeps what came.")
        _ = Self.handled(&state, .left(3, isRead: true))
        #expect(
            state.toast?.text.hasPrefix("3 notifications marked as read. This cannot be undone")
                == true)
        _ = Self.handled(&state, .left(0, isRead: false))
        #expect(state.toast?.text == "Not dismissed: the notification has ended")
        _ = SettingsStateTests.effects(&state, .askToClear)
        #expect(state.dialog?.body.contains("This cannot be undone") == true)
    }

    @Test("issue 21: the menu takes the last change back, also after its message has gone")
    func theMenuHasUndo() throws {
        var state = try SettingsStateTests.state()
        let entry = try #require(state.content.menu.first { $0.intent == .undo })
        #expect(!entry.isEnabled)
        _ = Self.handled(&state, .written(Self.step, opens: nil))
        state.toast = nil
        #expect(state.content.menu.first { $0.intent == .undo }?.isEnabled == true)
    }

    @Test("issue 21: the preferences have the key of Undo")
    func thePreferencesHaveTheKey() throws {
        var state = try SettingsStateTests.state()
        state.configuration = try ConfigurationText(bytes: [], path: "/focusd.conf")
        _ = SettingsStateTests.effects(&state, .openPreferences)
        #expect(state.content.preferences?.shortcuts == [Shortcut("<Control>z", .undo)])
    }
}
