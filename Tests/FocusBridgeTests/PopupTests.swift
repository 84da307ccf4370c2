// SPDX-License-Identifier: Apache-2.0

import DBus
import Testing

@testable import FocusBridge

@Suite("calls and signals through the bridge (issue 19)") struct PopupTests {
    @Test("signals of the shell reach the caller under its own id, in order")
    func signals() throws {
        let timeline = Timeline.serving()
        let id = PopupID(rawValue: try #require(timeline.show(as: 500)))
        let shellID = ShellID(rawValue: 500)
        #expect(
            timeline.signal(.activation(shellID, token: "t"))
                == [.emit(.server, .activation(id, token: "t"))])
        #expect(
            timeline.signal(.invoked(shellID, key: "default"))
                == [.emit(.server, .invoked(id, key: "default"))])
        #expect(
            timeline.signal(.replied(shellID, text: "x"))
                == [.emit(.server, .replied(id, text: "x"))])
        #expect(
            timeline.signal(.closed(shellID, reason: 2))
                == [.emit(.server, .closed(id, reason: 2))])
        #expect(timeline.signal(.invoked(shellID, key: "default")).isEmpty)
        #expect(timeline.signal(.invoked(ShellID(rawValue: 1), key: "default")).isEmpty)
    }

    @Test("a popup is replaced under the shell's id, and keeps its own")
    func replacing() throws {
        let timeline = Timeline.serving()
        let id = try #require(timeline.show(as: 500))
        let (call, effects) = timeline.call(Timeline.notify(Timeline.request(replaces: id)))
        #expect(Self.arguments(effects)?[1] == .uint32(500))
        #expect(
            timeline.post(.answer(call, .shown(ShellID(rawValue: 500))))
                == [.reply(call, [.uint32(id)])])
        // The popup had gone by itself, and the shell shows another one.
        #expect(timeline.show(as: 501, replacing: id) == id)
        #expect(timeline.signal(.closed(ShellID(rawValue: 500), reason: 1)).isEmpty)
    }

    @Test("an id of the shell that is used again after a restart is another popup")
    func restart() throws {
        let timeline = Timeline.serving()
        let old = try #require(timeline.show(as: 1))
        timeline.post(.shellOwner(.gnome, ":1.8"))
        timeline.answerQuestion()
        let new = try #require(timeline.show(as: 1))
        #expect(new != old)
        let (_, effects) = timeline.call(Timeline.notify(Timeline.request(replaces: old)))
        #expect(Self.arguments(effects)?[1] == .uint32(0))
    }

    @Test("a shell that dies drops focusd's calls and fails those of apps")
    func death() {
        let timeline = Timeline.standingIn()
        let (first, _) = timeline.call(Timeline.notify(Timeline.request()))
        let (second, _) = timeline.call(
            Timeline.notify(Timeline.request(), by: .client(Timeline.app)))
        let effects = timeline.post(.shellOwner(.gnome, nil))
        #expect(effects.contains(.drop(first)))
        #expect(effects.contains(.fail(second, .noReply, "the desktop's shell ended")))
    }

    @Test("an app closes its own popups only")
    func closing() throws {
        let timeline = Timeline.standingIn()
        let id = PopupID(rawValue: try #require(timeline.show(as: 5, by: .client(Timeline.app))))
        let life = try #require(timeline.life)
        let (stranger, refused) = timeline.call(.close(.client(":1.100"), id))
        #expect(refused == [.fail(stranger, .invalidArgs, "there is no such notification")])
        let (own, effects) = timeline.call(.close(.client(Timeline.app), id))
        #expect(effects == [.close(own, life, ShellID(rawValue: 5))])
        #expect(timeline.post(.answer(own, .done)) == [.reply(own, [])])
    }

    @Test("gnome-shell gets the sender's process as it wants it, and never the sender's name")
    func gnomeHints() {
        let hints: [String: Value] = [
            "sender-pid": .int64(0), "x-shell-sender": .string(":1.2"), "urgency": .byte(2),
        ]
        let timeline = Timeline.serving()
        let (_, effects) = timeline.call(
            Timeline.notify(Timeline.request(hints: hints), pid: nil))
        let sent = Self.arguments(effects)?[6]
        #expect(sent?["sender-pid"] == .uint32(4242))
        #expect(sent?["x-shell-sender-pid"] == .uint32(4242))
        #expect(sent?["x-shell-sender"] == nil)
        #expect(sent?["urgency"] == .byte(2))
        let (_, known) = timeline.call(Timeline.notify(Timeline.request(), pid: 77))
        #expect(Self.arguments(known)?[6]["sender-pid"] == .uint32(77))
        #expect(Timeline.request(hints: ["sender-pid": .int64(12)]).untrustedSenderPID == 12)
        #expect(Timeline.request(hints: ["sender-pid": .int64(-1)]).untrustedSenderPID == nil)
    }

    @Test("on Plasma a nameless notification gets the name of the sender's program")
    func plasmaName() {
        let timeline = Timeline.serving(.plasma)
        let (_, nameless) = timeline.call(Timeline.notify(Timeline.request(app: "")))
        #expect(Self.arguments(nameless)?[0] == .string("firefox"))
        let entry: [String: Value] = ["desktop-entry": .string("org.x")]
        let (_, named) = timeline.call(Timeline.notify(Timeline.request(app: "", hints: entry)))
        #expect(Self.arguments(named)?[0] == .string(""))
        #expect(Self.arguments(named)?[6]["sender-pid"] == nil)
    }

    @Test("an app's notification that Plasma takes for a duplicate is sent again, a few times")
    func duplicates() {
        let timeline = Timeline.standingIn(.plasma)
        let (call, _) = timeline.call(
            Timeline.notify(Timeline.request(), by: .client(Timeline.app)))
        let refusal = Bridge.Answer.refused(Bridge.duplicate, untrustedText: "text")
        for _ in 0..<BridgeLimits.duplicateTries {
            #expect(
                timeline.post(.answer(call, refusal))
                    == [.startTimer(.duplicate(call), BridgeLimits.duplicateDelay)])
            #expect(Self.arguments(timeline.post(.timer(.duplicate(call)))) != nil)
        }
        #expect(
            timeline.post(.answer(call, refusal)) == [.fail(call, Bridge.duplicate, "text")])
    }

    /// focusd's call was held for the second, and all its other deliveries waited behind it.
    @Test("focusd learns of a duplicate at once")
    func duplicateOfTheServer() {
        let timeline = Timeline.serving(.plasma)
        let (call, _) = timeline.call(Timeline.notify(Timeline.request()))
        let refusal = Bridge.Answer.refused(Bridge.duplicate, untrustedText: "text")
        #expect(timeline.post(.answer(call, refusal)) == [.fail(call, Bridge.duplicate, "text")])
    }

    // MARK: Limits

    @Test("calls are limited in number and bytes, for all and for one app")
    func callLimits() {
        let timeline = Timeline.standingIn()
        for _ in 0..<BridgeLimits.callsOfClient {
            let (_, effects) = timeline.call(
                Timeline.notify(Timeline.request(), by: .client(Timeline.app)))
            #expect(Self.arguments(effects) != nil)
        }
        #expect(Self.isRefused(timeline, .client(Timeline.app), bytes: 1))
        #expect(!Self.isRefused(timeline, .client(":1.5"), bytes: BridgeLimits.bytesOfClient))
        #expect(Self.isRefused(timeline, .client(":1.6"), bytes: BridgeLimits.bytesOfClient + 1))
        let left = BridgeLimits.calls - BridgeLimits.callsOfClient - 1
        for _ in 0..<left { #expect(!Self.isRefused(timeline, .server, bytes: 1)) }
        #expect(Self.isRefused(timeline, .server, bytes: 1))
        let other = Timeline.serving()
        #expect(!Self.isRefused(other, .server, bytes: BridgeLimits.callBytes))
        #expect(Self.isRefused(other, .server, bytes: 1))
    }

    @Test("apps leave room for focusd's calls")
    func callsForServer() {
        let timeline = Timeline.standingIn()
        var taken = 0
        for client in 0..<BridgeLimits.calls {
            let caller = Bridge.Caller.client(BusName(unchecked: ":1.\(client)"))
            if !Self.isRefused(timeline, caller, bytes: 1) { taken += 1 }
        }
        #expect(taken == BridgeLimits.calls - BridgeLimits.callsForServer)
        for _ in 0..<BridgeLimits.callsForServer {
            #expect(!Self.isRefused(timeline, .server, bytes: 1))
        }
        let other = Timeline.standingIn()
        let parts = BridgeLimits.callBytes / BridgeLimits.bytesOfClient
        let callers = (0..<parts).map { Bridge.Caller.client(BusName(unchecked: ":1.\($0)")) }
        let fitting = callers.count { caller in
            !Self.isRefused(other, caller, bytes: BridgeLimits.bytesOfClient)
        }
        let room = BridgeLimits.callBytes - BridgeLimits.bytesForServer
        #expect(fitting == room / BridgeLimits.bytesOfClient)
        #expect(!Self.isRefused(other, .server, bytes: BridgeLimits.bytesForServer))
    }

    @Test("the app with most popups loses its oldest one, and focusd none")
    func popupsOfAppsLimit() throws {
        let timeline = Timeline.standingIn()
        _ = timeline.show(as: 1)
        _ = timeline.show(as: 2, by: .client(":1.5"))
        for number in 0..<UInt32(BridgeLimits.popupsOfApps) {
            _ = timeline.show(as: 10 + number, by: .client(Timeline.app))
        }
        let known = [1, 2, 10, 11].filter { id in
            !timeline.signal(.invoked(ShellID(rawValue: id), key: "a")).isEmpty
        }
        #expect(known == [1, 2, 11])
    }

    @Test("the oldest popup is forgotten at the limit")
    func popupLimit() throws {
        let timeline = Timeline.serving()
        for number in 1...UInt32(BridgeLimits.popups) {
            #expect(timeline.show(as: number) == number)
        }
        #expect(timeline.signal(.invoked(ShellID(rawValue: 1), key: "a")).count == 1)
        _ = timeline.show(as: UInt32(BridgeLimits.popups) + 1)
        #expect(timeline.signal(.invoked(ShellID(rawValue: 1), key: "a")).isEmpty)
        #expect(timeline.signal(.invoked(ShellID(rawValue: 2), key: "a")).count == 1)
    }

    /// Found by review: as values, a hint of 32 MiB can take gigabytes of memory.
    @Test func valuesOfHintsHaveALimit() throws {
        // Five arguments, the actions, and the name, variant and array of the hint.
        let most = BridgeLimits.values - 9
        for (count, isLeftOut) in [(most, false), (most + 1, true)] {
            let many = Value.array(of: "b", Array(repeating: .boolean(true), count: count))
            let hints = [
                DictionaryEntry(key: .string("x-many"), value: .variant(many)),
                DictionaryEntry(key: .string("urgency"), value: .variant(.byte(1))),
            ]
            let request = try Self.read(hints)
            #expect(request.summary == "summary" && request.timeout == -1)
            #expect(request.hints == [hints[isLeftOut ? 1 : 0]])
        }
    }

    /// Found by review: each of many hints could have read as many values as one may have.
    @Test func hintOfTooManyValuesTakesHalfOfTheRest() throws {
        let counts = [BridgeLimits.values, BridgeLimits.values / 2, 1]
        let hints = counts.map { count in
            DictionaryEntry(
                key: .string("x-\(count)"),
                value: .variant(
                    .array(of: "b", Array(repeating: .boolean(true), count: count))))
        }
        #expect(try Self.read(hints).hints == [hints[2]])
    }

    private static func read(_ hints: [DictionaryEntry]) throws -> ShellRequest {
        let call = Message.methodCall(
            destination: nil, path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications", member: "Notify")
        try call.append(
            .string("App"), .uint32(0), .string(""), .string("summary"), .string("body"),
            .strings([]), .dictionary(key: .string, value: .variant, hints), .int32(-1))
        return try #require(ShellRequest(untrusted: call))
    }

    @Test("a signal that is too long is dropped")
    func signalLimit() {
        let timeline = Timeline.serving()
        _ = timeline.show(as: 1)
        let fitting = String(repeating: "x", count: BridgeLimits.signalBytes)
        #expect(timeline.signal(.replied(ShellID(rawValue: 1), text: fitting)).count == 1)
        #expect(timeline.signal(.replied(ShellID(rawValue: 1), text: fitting + "x")).isEmpty)
    }

    private static func isRefused(
        _ timeline: Timeline, _ caller: Bridge.Caller, bytes: Int
    ) -> Bool {
        let (_, effects) = timeline.call(
            Timeline.notify(Timeline.request(), by: caller, bytes: bytes))
        if case .fail(_, .limitsExceeded, _)? = effects.first { return true }
        return false
    }

    private static func arguments(_ effects: [Bridge.Effect]) -> [Value]? {
        if case .notify(_, _, let values)? = effects.first { values } else { nil }
    }
}
