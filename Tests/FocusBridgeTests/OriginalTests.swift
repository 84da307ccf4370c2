// SPDX-License-Identifier: Apache-2.0

import DBus
import Testing

@testable import FocusBridge

@Suite("Notifications of org.gtk.Notifications (issue 19)") struct OriginalTests {
    private static let name = OriginalName(app: "org.example.Mail", id: "a")
    private static let hints: [String: Value] = ["x-focusd-gtk": .bytes([1, 2])]

    /// Has the shell take one, and returns the number that focusd gets.
    private static func add(_ timeline: Timeline, replacing: UInt32 = 0) -> UInt32? {
        let request = Timeline.request(replaces: replacing, hints: hints)
        let (id, effects) = timeline.call(Timeline.notify(request))
        guard case .addOriginal(id, _, [1, 2])? = effects.first else { return nil }
        guard case .reply(id, let values)? = timeline.post(.answer(id, .added(name))).first else {
            return nil
        }
        return values.first?.asUInt32
    }

    @Test("the original call goes to gnome-shell, and its popup keeps its number")
    func replaced() throws {
        let timeline = Timeline.serving()
        let first = try #require(Self.add(timeline))
        #expect(Self.add(timeline, replacing: first) == first)
    }

    @Test("closing one removes it from the shell, and focusd hears of the end")
    func closed() throws {
        let timeline = Timeline.serving()
        let popup = try #require(Self.add(timeline))
        let (id, effects) = timeline.call(.close(.server, PopupID(rawValue: popup)))
        #expect(effects == [.removeOriginal(id, try #require(timeline.life), Self.name)])
        #expect(
            timeline.post(.answer(id, .done)) == [
                .reply(id, []), .emit(.server, .closed(PopupID(rawValue: popup), reason: 3)),
            ])
        let (again, refusal) = timeline.call(.close(.server, PopupID(rawValue: popup)))
        #expect(refusal == [.fail(again, .invalidArgs, "there is no such notification")])
    }

    @Test("one that the shell refuses is shown as an ordinary notification")
    func refused() throws {
        let timeline = Timeline.serving()
        let (id, _) = timeline.call(Timeline.notify(Timeline.request(hints: Self.hints)))
        let effects = timeline.post(.answer(id, .originalRefused))
        guard case .notify(id, _, let values)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(values[6]["x-focusd-gtk"] == nil)
        // The id of an ordinary popup: focusd waits for its end (issue 17).
        #expect(
            timeline.post(.answer(id, .shown(ShellID(rawValue: 5)))) == [.reply(id, [.uint32(1)])])
        #expect(try #require(Self.add(timeline)) == 0x2000_0000)
    }

    @Test("one that is shown as an ordinary notification replaces the original, and back")
    func replacedByTheOtherKind() throws {
        let timeline = Timeline.serving()
        let life = try #require(timeline.life)
        let popup = try #require(Self.add(timeline))
        let (id, _) = timeline.call(Timeline.notify(Timeline.request(replaces: popup)))
        #expect(
            timeline.post(.answer(id, .shown(ShellID(rawValue: 5)))) == [
                .reply(id, [.uint32(1)]), .removeOriginal(id, life, Self.name),
            ])
        #expect(timeline.post(.answer(id, .done)).isEmpty)
        let request = Timeline.request(replaces: 1, hints: Self.hints)
        let (again, _) = timeline.call(Timeline.notify(request))
        #expect(
            timeline.post(.answer(again, .added(Self.name))) == [
                .reply(again, [.uint32(popup + 1)]), .abandon(life, ShellID(rawValue: 5)),
            ])
        #expect(timeline.signal(.closed(ShellID(rawValue: 5), reason: 3)).isEmpty)
    }

    @Test("one stays in the shell when focusd ends")
    func staying() throws {
        let timeline = Timeline.serving()
        _ = try #require(Self.add(timeline))
        let effects = timeline.post(.serverBusLost)
        #expect(!effects.contains { if case .abandon = $0 { true } else { false } })
    }

    @Test("only focusd's, and only gnome-shell's: others go on as ordinary notifications")
    func others() {
        let request = Timeline.request(hints: Self.hints)
        for (shell, caller) in [
            (Shell.plasma, Bridge.Caller.server), (.gnome, .client(Timeline.app)),
        ] {
            let (_, effects) = Timeline.standingIn(shell).call(Timeline.notify(request, by: caller))
            guard case .notify? = effects.first else {
                Issue.record("\(effects)")
                continue
            }
        }
    }
}
