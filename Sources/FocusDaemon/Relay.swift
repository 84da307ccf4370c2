// SPDX-License-Identifier: Apache-2.0

// `dunstctl`, `makoctl` and the like talk to the real server by the name that focusd owns. Calls
// for interfaces and objects that focusd does not serve go to the real server, and its signals on
// those interfaces come back to everyone. Sandboxed senders are refused: what such an interface
// does (a history of all apps, say) was never meant for them.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Passes on what is between the user's tools and the real server.
@LoopActor final class Relay {
    private let front: Connection
    private let senders: SenderDirectory
    private var back: Connection?
    private var signals: Subscription?
    private var underWay = 0

    /// How many relayed calls may wait for their answers.
    static let maximumCalls = 256
    /// How long the real server may take; longer than its clients' own default of 25 s.
    static let deadline = Duration.seconds(60)

    init(_ front: Connection, senders: SenderDirectory) {
        self.front = front
        self.senders = senders
        front.onUnhandledCall = { [weak self] call in self?.relay(call) ?? false }
    }

    /// The bus of the real server; nil while there is none.
    func connect(to back: Connection?) {
        self.back = back
        signals = back?.subscribe(MatchRule(sender: WireName.notifications)) { [weak self] signal in
            self?.publish(signal)
        }
    }

    private func publish(_ signal: Message) {
        guard signal.interface != WireName.notificationsInterface.rawValue else { return }
        front.send(signal.copy(destination: nil))
    }

    /// False where nothing can be relayed to, for the standard errors.
    private func relay(_ call: MethodCall) -> Bool {
        guard back != nil else { return false }
        let isHeld = senders.identify(call.peer) { [weak self] identity in
            guard identity.isUnsandboxed else {
                call.fail(WireError.accessDenied, "not for sandboxed programs")
                return
            }
            self?.pass(call)
        }
        if !isHeld { call.fail(WireError.limitsExceeded, "too many calls at once") }
        return true
    }

    private func pass(_ call: MethodCall) {
        guard let back else {
            call.fail(WireError.failed, "the real notification server is gone")
            return
        }
        let copy = call.message.copy(destination: WireName.notifications)
        guard call.message.expectsReply else {
            back.send(copy)
            return
        }
        guard underWay < Self.maximumCalls else {
            call.fail(WireError.limitsExceeded, "too many calls wait for the real server")
            return
        }
        underWay += 1
        back.call(copy, timeout: Self.deadline) { [weak self] result in
            self?.underWay -= 1
            switch result {
            case .success(let answer): Self.answer(call, with: answer)
            case .failure(let error): call.fail(error.name, error.message)
            }
        }
    }

    private static func answer(_ call: MethodCall, with answer: Message) {
        call.reply(answer.copy(asReplyTo: call.message))
    }
}
