// SPDX-License-Identifier: Apache-2.0

import DBus
import Testing

@testable import FocusBridge

@Suite("the names of the bridge (issue 19)") struct BridgeTests {
    @Test("the private name is taken when the shell has described itself, and not before")
    func appearing() throws {
        let timeline = Timeline()
        #expect(timeline.post(.started([:], hasFront: true)).isEmpty)
        let asked = timeline.post(.shellOwner(.gnome, Timeline.shellOwner))
        let life = try #require(timeline.life)
        #expect(asked == [.ask(life)])
        let failed = timeline.post(.shellFailed(life))
        #expect(failed == [.startTimer(.question, BridgeLimits.questionDelays[0])])
        #expect(timeline.post(.timer(.question)) == [.ask(life)])
        #expect(timeline.answerQuestion() == [.serve, .requestName(mayBeReplaced: false)])
        #expect(timeline.answerQuestion().isEmpty)
    }

    @Test("a shell that leaves ends the private name and the place in the queue")
    func leaving() {
        let timeline = Timeline.serving(.plasma)
        let effects = timeline.post(.shellOwner(.plasma, nil))
        #expect(effects.contains(.stopServing) && effects.contains(.releaseName))
        #expect(!effects.contains { if case .end = $0 { true } else { false } })
        // The next life of the shell is another one.
        timeline.post(.shellOwner(.plasma, ":1.8"))
        #expect(timeline.life?.owner == ":1.8")
        #expect(timeline.answerQuestion().contains(.requestName(mayBeReplaced: false)))
    }

    @Test("an answer of an earlier life of the shell counts nothing")
    func lateFacts() throws {
        let timeline = Timeline()
        timeline.post(.started([.gnome: Timeline.shellOwner], hasFront: true))
        let early = try #require(timeline.life)
        timeline.post(.shellOwner(.gnome, ":1.8"))
        #expect(timeline.post(.shellAnswered(early, Timeline.facts)).isEmpty)
    }

    @Test("a focusd that dies is replaced at once, started again, and gets its place back")
    func crash() {
        let timeline = Timeline.serving()
        #expect(timeline.post(.front(isThere: false)).isEmpty)
        let delays = BridgeLimits.revivalDelays
        #expect(timeline.post(.sessionName(.owned)) == [.startTimer(.revival, delays[0])])
        let (_, effects) = timeline.call(
            Timeline.notify(Timeline.request(), by: .client(Timeline.app)))
        #expect(effects.count == 1)
        #expect(
            timeline.post(.timer(.revival)) == [
                .startService(ServerName.front), .startTimer(.revival, delays[1]),
            ])
        #expect(
            timeline.post(.front(isThere: true)) == [
                .stopTimer(.revival), .releaseName,
                .startTimer(.service, BridgeLimits.lateCallTime),
                .requestName(mayBeReplaced: false),
            ])
    }

    /// Calls to the bridge's own names reached the shell undecided, and took focusd's places.
    @Test("apps are served only while the bridge has the name, and a moment longer")
    func bypass() {
        let timeline = Timeline.serving()
        let caller = Bridge.Caller.client(Timeline.app)
        let refusal =
            "focus-bridge serves apps only while focusd is away;"
            + " call org.freedesktop.Notifications"
        func isRefused() -> Bool {
            let (id, effects) = timeline.call(Timeline.notify(Timeline.request(), by: caller))
            return effects == [.fail(id, .serviceUnknown, refusal)]
        }
        #expect(isRefused())
        let (close, refused) = timeline.call(.close(caller, PopupID(rawValue: 1)))
        #expect(refused == [.fail(close, .serviceUnknown, refusal)])
        timeline.post(.front(isThere: false))
        timeline.post(.sessionName(.owned))
        #expect(!isRefused())
        timeline.post(.front(isThere: true))
        #expect(!isRefused())
        timeline.post(.timer(.service))
        #expect(isRefused())
        // focusd is served always.
        #expect(timeline.show(as: 500) != nil)
        // The name comes back within the moment.
        timeline.post(.sessionName(.owned))
        timeline.post(.front(isThere: true))
        timeline.post(.sessionName(.owned))
        timeline.post(.timer(.service))
        #expect(!isRefused())
    }

    @Test("after a good end of focusd GNOME's helper is started, and the bridge ends")
    func endOnGnome() {
        let timeline = Timeline.serving()
        timeline.post(.sessionName(.owned))
        timeline.post(.front(isThere: false))
        let effects = timeline.post(.serverBusLost)
        #expect(effects.contains(.stopServing))
        #expect(effects.last == .requestName(mayBeReplaced: true))
        #expect(
            timeline.post(.sessionName(.owned)) == [
                .startService("org.gnome.Shell.Notifications")
            ])
        #expect(
            timeline.post(.sessionName(.none)) == [
                .end("focusd or another program has the name again")
            ])
        #expect(timeline.post(.sessionName(.owned)).isEmpty)
    }

    @Test("after a good end of focusd the bridge serves apps until plasmashell is restarted")
    func endOnPlasma() {
        let timeline = Timeline.serving(.plasma)
        timeline.post(.sessionName(.owned))
        timeline.post(.front(isThere: false))
        timeline.post(.serverBusLost)
        #expect(timeline.post(.sessionName(.owned)).isEmpty)
        #expect(timeline.show(as: 9, by: .client(Timeline.app)) != nil)
        let effects = timeline.post(.shellOwner(.plasma, nil))
        #expect(effects.last == .end("the desktop's shell ended"))
    }

    @Test("a bridge whose private bus is replaced by that of a new focusd ends")
    func replaced() {
        let timeline = Timeline.serving()
        #expect(timeline.post(.serverBusLost).last == .end("focusd has another server"))
    }

    @Test(
        "popups of a focusd that ends are closed in the shell, popups of apps are not",
        arguments: [true, false])
    func popupsOfTheServer(hasFront: Bool) throws {
        let timeline = Timeline.serving()
        let life = try #require(timeline.life)
        timeline.post(.sessionName(.owned))
        if !hasFront { timeline.post(.front(isThere: false)) }
        _ = timeline.show(as: 500)
        let app = try #require(timeline.show(as: 501, by: .client(Timeline.app)))
        _ = timeline.show(as: 502)
        timeline.signal(.closed(ShellID(rawValue: 502), reason: 2))
        _ = timeline.show(as: 503)
        let effects = timeline.post(.serverBusLost)
        let first = try #require(effects.firstIndex(of: .abandon(life, ShellID(rawValue: 500))))
        let second = try #require(effects.firstIndex(of: .abandon(life, ShellID(rawValue: 503))))
        let end = try #require(effects.firstIndex(of: .stopServing))
        #expect(first < second && second < end)
        #expect(effects.count { if case .abandon = $0 { true } else { false } } == 2)
        guard !hasFront else { return }
        #expect(timeline.signal(.closed(ShellID(rawValue: 500), reason: 3)).isEmpty)
        let action = timeline.signal(.invoked(ShellID(rawValue: 501), key: "default"))
        let id = PopupID(rawValue: app)
        #expect(action == [.emit(.client(Timeline.app), .invoked(id, key: "default"))])
    }

    @Test(
        "a popup that the shell shows after the end of focusd is closed before the bridge ends",
        arguments: [true, false])
    func latePopups(hasFront: Bool) throws {
        let timeline = Timeline.serving()
        let life = try #require(timeline.life)
        let (first, _) = timeline.call(Timeline.notify(Timeline.request()))
        let (second, _) = timeline.call(Timeline.notify(Timeline.request()))
        if !hasFront {
            timeline.post(.sessionName(.owned))
            timeline.post(.front(isThere: false))
        }
        var effects = timeline.post(.serverBusLost)
        if !hasFront { effects += timeline.post(.front(isThere: true)) }
        #expect(effects.contains(.drop(first)) && effects.contains(.drop(second)))
        #expect(effects.last == .releaseName)
        let popup = ShellID(rawValue: 7)
        #expect(timeline.post(.answer(first, .shown(popup))) == [.abandon(life, popup)])
        let (call, refusal) = timeline.call(.capabilities)
        #expect(refusal == [.fail(call, .serviceUnknown, "focus-bridge ends")])
        #expect(
            timeline.post(.answer(second, .refused(.failed, untrustedText: "no")))
                == [.end(hasFront ? "focusd has another server" : "focusd is back")])
        #expect(timeline.post(.answer(first, .shown(popup))).isEmpty)
    }

    @Test("a late popup is closed while the bridge serves apps, too")
    func latePopupOfAStandIn() throws {
        let timeline = Timeline.serving()
        let life = try #require(timeline.life)
        let (id, _) = timeline.call(Timeline.notify(Timeline.request()))
        timeline.post(.sessionName(.owned))
        let (app, _) = timeline.call(
            Timeline.notify(Timeline.request(), by: .client(Timeline.app)))
        timeline.post(.front(isThere: false))
        timeline.post(.serverBusLost)
        let popup = ShellID(rawValue: 7)
        #expect(timeline.post(.answer(id, .shown(popup))) == [.abandon(life, popup)])
        let shown = timeline.post(.answer(app, .shown(ShellID(rawValue: 8))))
        #expect(shown.count == 1 && !shown.contains(.abandon(life, ShellID(rawValue: 8))))
    }

    @Test("the bridge does not wait for popups of a shell that ends, or does not have them")
    func noLatePopups() {
        let timeline = Timeline.serving()
        _ = timeline.call(Timeline.notify(Timeline.request()))
        let end = Bridge.Effect.end("focusd has another server")
        #expect(timeline.post(.serverBusLost).last != end)
        #expect(timeline.post(.shellOwner(.gnome, nil)) == [end])
        // Plasma refused it as a duplicate: focusd keeps it.
        let other = Timeline.serving(.plasma)
        let (id, _) = other.call(Timeline.notify(Timeline.request()))
        other.post(.answer(id, .refused(Bridge.duplicate, untrustedText: "")))
        #expect(other.post(.serverBusLost).last == end)
    }

    @Test("a bridge that only stands in serves no focusd, and ends when focusd is back")
    func standingIn() {
        let timeline = Timeline(hasServerBus: false)
        timeline.post(.started([.plasma: Timeline.shellOwner], hasFront: false))
        #expect(timeline.answerQuestion() == [.requestName(mayBeReplaced: true)])
        #expect(timeline.post(.sessionName(.owned)).isEmpty)
        let effects = timeline.post(.front(isThere: true))
        #expect(effects.suffix(2) == [.releaseName, .end("focusd is back")])
        let behind = Timeline(hasServerBus: false)
        behind.post(.started([.plasma: Timeline.shellOwner], hasFront: false))
        behind.answerQuestion()
        #expect(behind.post(.sessionName(.queued)).isEmpty)
        #expect(behind.post(.sessionName(.owned)).isEmpty)
        let useless = Timeline(hasServerBus: false)
        #expect(
            useless.post(.started([:], hasFront: false)) == [.end("no shell shows notifications")])
    }

    @Test("questions about the server get the shell's own answers")
    func facts() {
        let timeline = Timeline.serving()
        let (first, information) = timeline.call(.information)
        #expect(
            information == [
                .reply(
                    first,
                    [
                        .string("gnome-shell"), .string("GNOME"), .string("43.9"),
                        .string("1.2"),
                    ])
            ])
        let (second, capabilities) = timeline.call(.capabilities)
        #expect(capabilities == [.reply(second, [.strings(["actions", "body"])])])
        timeline.post(.shellOwner(.gnome, nil))
        let (third, refused) = timeline.call(.information)
        #expect(refused == [.fail(third, .serviceUnknown, "no shell shows notifications")])
    }
}
