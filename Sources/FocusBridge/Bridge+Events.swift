// SPDX-License-Identifier: Apache-2.0

package import DBus

extension Bridge {
    /// A caller of the bridge.
    package enum Caller: Hashable, Sendable {
        /// focusd, on the private bus.
        case server
        /// An app on the session bus, by its unique name.
        case client(BusName)
    }

    /// A call that waits for the bridge's answer.
    package struct CallID: Hashable, Sendable {
        let rawValue: Int
    }

    /// A call of `Notify`, with all that the bridge knows of its sender.
    package struct Notify: Hashable, Sendable {
        var caller: Caller
        var request: ShellRequest
        /// Length of the message.
        var bytes: Int
        /// The process that sent the notification; nil if unknown.
        var senderPID: UInt32?
        /// The name of the sender's program, for a nameless notification.
        var program = ""
    }

    /// A call of an app or of focusd.
    package enum Call: Hashable, Sendable {
        case notify(Notify)
        case close(Caller, PopupID)
        case capabilities
        case information
    }

    /// The shell's answer to a call.
    package enum Answer: Hashable, Sendable {
        case shown(ShellID)
        case done
        /// The shell has taken a call to `org.gtk.Notifications`.
        case added(OriginalName)
        /// The shell has refused such a call, for example because the app has no desktop file.
        case originalRefused
        case refused(ErrorName, untrustedText: String)
    }

    /// A signal of the shell about one of its popups.
    package typealias ShellSignal = PopupSignal<ShellID>

    /// The state of `org.freedesktop.Notifications` on the session bus, as seen by the bridge.
    package enum SessionName: Hashable, Sendable {
        case none, queued, owned
    }

    package enum TimerKind: Hashable, Sendable {
        /// The next question to a shell that has not described itself yet.
        case question
        /// The next attempt to have the bus start focusd.
        case revival
        /// The next attempt to show a notification that Plasma took for a duplicate.
        case duplicate(CallID)
        /// The end of the service for apps, after the name went.
        case service
    }

    /// An event.
    package enum Event: Sendable {
        /// The bridge has joined its buses, and these names have owners.
        case started([Shell: BusName], hasFront: Bool)
        case shellOwner(Shell, BusName?)
        case shellAnswered(ShellLife, ShellFacts)
        case shellFailed(ShellLife)
        /// focusd has come to the session bus, or left it.
        case front(isThere: Bool)
        case serverBusLost
        case sessionName(SessionName)
        case timer(TimerKind)
        case call(CallID, Call)
        case answer(CallID, Answer)
        case signal(ShellLife, ShellSignal)
    }

    /// An effect, to be performed in order.
    package enum Effect: Hashable, Sendable {
        /// Ask a shell to describe itself.
        case ask(ShellLife)
        /// Join the private bus and take the server's name there.
        case serve
        /// Leave that connection.
        case stopServing
        /// Ask for the server's name on the session bus, and wait for it in the bus's queue.
        case requestName(mayBeReplaced: Bool)
        case releaseName
        /// Have the session bus start a program.
        case startService(BusName)
        case notify(CallID, ShellLife, [Value])
        case close(CallID, ShellLife, ShellID)
        /// Close a popup that no caller knows any more. Nobody waits for the answer.
        case abandon(ShellLife, ShellID)
        /// Pass a call to `org.gtk.Notifications` on, which arrived as these bytes.
        case addOriginal(CallID, ShellLife, [UInt8])
        case removeOriginal(CallID, ShellLife, OriginalName)
        case reply(CallID, [Value])
        case fail(CallID, ErrorName, String)
        /// Forget a call without an answer.
        case drop(CallID)
        case emit(Caller, PopupSignal<PopupID>)
        case startTimer(TimerKind, Duration)
        case stopTimer(TimerKind)
        /// End the program, for that reason.
        case end(String)
    }
}

/// A signal about a popup, with the id of one of the two sides.
package enum PopupSignal<ID: Hashable & Sendable>: Hashable, Sendable {
    case closed(ID, reason: UInt32)
    case invoked(ID, key: String)
    case activation(ID, token: String)
    case replied(ID, text: String)

    /// The popup.
    package var id: ID {
        switch self {
        case .closed(let id, _), .invoked(let id, _), .activation(let id, _), .replied(let id, _):
            id
        }
    }

    /// Bytes of the texts.
    var textBytes: Int {
        switch self {
        case .closed: 0
        case .invoked(_, let text), .activation(_, let text), .replied(_, let text):
            text.utf8.count
        }
    }

    /// The same signal with another id.
    func renamed<Other>(_ id: Other) -> PopupSignal<Other> {
        switch self {
        case .closed(_, let reason): .closed(id, reason: reason)
        case .invoked(_, let key): .invoked(id, key: key)
        case .activation(_, let token): .activation(id, token: token)
        case .replied(_, let text): .replied(id, text: text)
        }
    }
}
