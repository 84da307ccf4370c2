// SPDX-License-Identifier: Apache-2.0

import DBus

@testable import FocusBridge

/// A bridge without buses: a test posts events and reads the effects.
final class Timeline {
    static let shellOwner: BusName = ":1.7"
    static let app: BusName = ":1.99"
    static let facts = ShellFacts(
        name: "gnome-shell", vendor: "GNOME", version: "43.9", specVersion: "1.2",
        capabilities: ["actions", "body"])

    var bridge: Bridge
    /// The shell that was asked last.
    private(set) var life: ShellLife?
    private var calls = 0

    init(hasServerBus: Bool = true) {
        bridge = Bridge(ownPID: 4242, hasServerBus: hasServerBus)
    }

    /// A bridge that serves focusd, with a shell that has described itself.
    static func serving(_ shell: Shell = .gnome) -> Timeline {
        let timeline = Timeline()
        timeline.post(.started([shell: shellOwner], hasFront: true))
        timeline.answerQuestion()
        timeline.post(.sessionName(.queued))
        return timeline
    }

    /// The same bridge while it has the server's name on the session bus.
    static func standingIn(_ shell: Shell = .gnome) -> Timeline {
        let timeline = serving(shell)
        timeline.post(.sessionName(.owned))
        return timeline
    }

    @discardableResult
    func post(_ event: Bridge.Event) -> [Bridge.Effect] {
        var effects: [Bridge.Effect] = []
        bridge.handle(event, into: &effects)
        for case .ask(let life) in effects { self.life = life }
        return effects
    }

    @discardableResult
    func answerQuestion() -> [Bridge.Effect] {
        guard let life else { return [] }
        return post(.shellAnswered(life, Self.facts))
    }

    /// Posts a call and returns its id and effects.
    func call(_ call: Bridge.Call) -> (Bridge.CallID, [Bridge.Effect]) {
        calls += 1
        let id = Bridge.CallID(rawValue: calls)
        return (id, post(.call(id, call)))
    }

    /// Has a notification shown, and returns the id that the caller gets.
    func show(
        as shellID: UInt32, replacing: UInt32 = 0, by caller: Bridge.Caller = .server
    ) -> UInt32? {
        let (id, _) = call(Self.notify(Self.request(replaces: replacing), by: caller))
        let effects = post(.answer(id, .shown(ShellID(rawValue: shellID))))
        guard case .reply(id, let values)? = effects.first else { return nil }
        return values.first?.asUInt32
    }

    @discardableResult
    func signal(_ signal: Bridge.ShellSignal) -> [Bridge.Effect] {
        life.map { post(.signal($0, signal)) } ?? []
    }

    static func notify(
        _ request: ShellRequest, by caller: Bridge.Caller = .server, bytes: Int = 100,
        pid: UInt32? = 77
    ) -> Bridge.Call {
        .notify(
            Bridge.Notify(
                caller: caller, request: request, bytes: bytes, senderPID: pid, program: "firefox"))
    }

    static func request(
        app: String = "App", replaces: UInt32 = 0, hints: [String: Value] = [:]
    ) -> ShellRequest {
        let values: [Value] = [
            .string(app), .uint32(replaces), .string("icon"), .string("summary"), .string("body"),
            .strings(["default", "Open"]), .vardict(hints), .int32(-1),
        ]
        guard let request = ShellRequest(untrusted: values) else {
            preconditionFailure("these are the arguments of Notify")
        }
        return request
    }
}
