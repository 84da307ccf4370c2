// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusSettings

/// The answers that the app of a notification waits for.
@Suite struct AnswerTests {
    private static let id = ClientID(rawValue: 1)

    private static func entry(_ actions: [(String, String)]) -> EntryWire {
        var entry = EntryPagesTests.entry(1, "Lunch?")
        entry.record.actions = actions.map { Action(key: $0.0, label: $0.1) }
        return entry
    }

    private static func missed(_ entry: EntryWire) throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.missed = [entry]
        _ = SettingsStateTests.effects(&state, .open(.missed))
        return state
    }

    @Test("issue 21: a notification that takes a reply has a field, and no button, for it")
    func aReplyIsTyped() throws {
        let entry = Self.entry([("inline-reply", "Reply"), ("later", "Later")])
        var state = try Self.missed(entry)
        let row = try #require(state.page.row("entry 1"))
        #expect(row.buttons.map(\.intent) == [.act(Self.id, "later"), .dismiss([Self.id])])
        #expect(!row.intents.contains(.act(Self.id, "inline-reply")))
        let field = try #require(state.page.row("reply 1"))
        #expect(field.title == "Reply to “Lunch?”")
        #expect(field.control == .entry("", apply: .reply(Self.id)))
        #expect(
            SettingsStateTests.effects(&state, .reply(Self.id), " at one ")
                == [.reply(Self.id, "at one")])
        // Its own page has the field, too.
        state.entries[Self.id] = .some(entry)
        _ = SettingsStateTests.effects(&state, .push(.why(Self.id)))
        #expect(state.page.row("reply 1")?.control == .entry("", apply: .reply(Self.id)))
        // One that is over takes no reply.
        state.entries[Self.id]??.isLive = false
        #expect(state.page.group("answers") == nil)
    }

    @Test("issue 21: a reply that does not reach its app comes back with the reason")
    func aRefusedReplyComesBack() throws {
        var state = try Self.missed(Self.entry([("inline-reply", "Reply")]))
        var effects: [Effect] = []
        state.handle(
            .replyRefused(Self.id, "the app has left the bus", text: "at one"), into: &effects)
        let field = try #require(state.page.row("reply 1"))
        #expect(field.isFaulty)
        #expect(field.subtitle == "the app has left the bus")
        #expect(field.control == .entry("at one", apply: .reply(Self.id)))
        #expect(state.page.cancel == .dropRefusal)
        #expect(SettingsStateTests.effects(&state, .dropRefusal) == [])
        #expect(state.page.row("reply 1")?.isFaulty == false)
        #expect(SettingsStateTests.effects(&state, .reply(Self.id), " ") == [])
        #expect(state.page.row("reply 1")?.subtitle == "Type a reply first")
    }

    @Test("two replies that do not reach their apps both come back, and are named at closing")
    func eachRefusedReplyComesBack() throws {
        var state = try Self.missed(Self.entry([("inline-reply", "Reply")]))
        var second = EntryPagesTests.entry(2, "Dinner?")
        second.record.actions = [Action(key: "inline-reply", label: "Reply")]
        second.record.app = AppID("org.example.Mail")
        state.missed?.append(second)
        let other = second.record.id
        var effects: [Effect] = []
        state.handle(.replyRefused(Self.id, "the app has left", text: "at one"), into: &effects)
        state.handle(.replyRefused(other, "the app is busy", text: "at six"), into: &effects)
        #expect(state.page.row("reply 1")?.subtitle == "the app has left")
        #expect(state.page.row("reply 2")?.subtitle == "the app is busy")
        _ = SettingsStateTests.effects(&state, .close)
        #expect(state.dialog?.body == "“at one”: the app has left\n“at six”: the app is busy")
        // Escape empties the field with the keyboard's focus alone.
        let giveUp = try #require(state.page.row("reply 2")?.cancel)
        #expect(SettingsStateTests.effects(&state, giveUp) == [])
        #expect(state.page.row("reply 2")?.control == .entry("", apply: .reply(other)))
        #expect(state.page.row("reply 1")?.isFaulty == true)
        // A reply that is sent again is no longer a refused one.
        #expect(
            SettingsStateTests.effects(&state, .reply(Self.id), "at two")
                == [.reply(Self.id, "at two")])
        #expect(state.page.row("reply 1")?.isFaulty == false)
        #expect(state.page.cancel == nil)
    }

    @Test("a refused reply stays in its field while a page is open above")
    func aRefusedReplyStaysBelow() throws {
        var state = try Self.missed(Self.entry([("inline-reply", "Reply")]))
        let other = Place.why(ClientID(rawValue: 2))
        let field = SettingsRow.Control.entry("at one", apply: .reply(Self.id))
        _ = SettingsStateTests.effects(&state, .reply(Self.id), "at one")
        // The answer comes after the page is covered.
        _ = SettingsStateTests.effects(&state, .push(other))
        var effects: [Effect] = []
        state.handle(.replyRefused(Self.id, "the app is busy", text: "at one"), into: &effects)
        #expect(state.page.cancel == nil)
        for _ in 1...2 {
            let asked = state.messages
            _ = SettingsStateTests.effects(&state, .back)
            #expect(state.place == .missed)
            #expect(state.messages == asked, "the field is still there")
            #expect(state.page.row("reply 1")?.control == field)
            #expect(state.page.row("reply 1")?.subtitle == "the app is busy")
            _ = SettingsStateTests.effects(&state, .push(other))
        }
        // The window names the text before it closes, and a page before the field goes.
        #expect(SettingsStateTests.effects(&state, .close) == [])
        #expect(state.dialog?.body == "“at one”: the app is busy")
        let asked = state.messages
        _ = SettingsStateTests.effects(&state, .open(.history))
        #expect(state.place == other)
        #expect(state.messages == asked + 1)
    }

    @Test("a reply comes back to its field if focusd does not answer", .timeLimit(.minutes(5)))
    @LoopActor func aReplyWithoutAnAnswerComesBack() async throws {
        let bus = try PrivateBus()
        let entry = Self.entry([("inline-reply", "Reply")])
        // Without a session bus, and without focusd.
        for client in [nil, ControlClient(try bus.connect())] {
            let (event, failure) = await Controller.sendReply("at one", to: Self.id, by: client)
            #expect(failure != nil)
            var state = try Self.missed(entry)
            var effects: [Effect] = []
            state.handle(event, into: &effects)
            #expect(state.toast?.text == "focusd does not answer")
            state.handle(.unreachable("it does not answer"), into: &effects)
            #expect(state.page.row("reply 1") == nil)
            state.handle(.status(ServiceStatus()), into: &effects)
            state.handle(.missed([entry]), into: &effects)
            let field = try #require(state.page.row("reply 1"))
            #expect(field.control == .entry("at one", apply: .reply(Self.id)))
            #expect(field.subtitle == "focusd does not answer")
        }
    }

    @Test("issue 21: a missed notification is opened in its app")
    func aNotificationIsOpened() throws {
        let entry = Self.entry([("default", ""), ("like", "Like"), ("later", "Later")])
        var state = try Self.missed(entry)
        let row = try #require(state.page.row("entry 1"))
        #expect(row.buttons.map(\.title) == ["Open", "Like", "Dismiss"])
        #expect(row.buttons.first?.name == "Open “Lunch?” in its app")
        #expect(row.menu.prefix(3).map(\.title) == ["Open", "Like", "Later"])
        let open = Intent.act(Self.id, "default")
        #expect(row.menu.first?.intent == open)
        #expect(SettingsStateTests.effects(&state, open) == [.act(Self.id, "default")])
        state.entries[Self.id] = .some(entry)
        _ = SettingsStateTests.effects(&state, .push(.why(Self.id)))
        #expect(state.page.row("answers")?.buttons.first?.intent == open)
        // The decision is still read first.
        #expect(state.page.firstRow == "decision")
    }
}
