// SPDX-License-Identifier: Apache-2.0

/// What the real server, or the bus it lives on, reports.
package enum ServerEvent: Hashable, Sendable {
    /// The notification is gone; `reason` is the specification's number, unchecked.
    case closed(id: UInt32, reason: UInt32)

    /// The user chose an action.
    case actionInvoked(id: UInt32, key: String)

    /// The token with which the app may raise its window; precedes the action it belongs to.
    case activationToken(id: UInt32, token: String)

    /// The user answered in the notification's text field.
    case replied(id: UInt32, text: String)

    /// A server that ``NotificationForwarder/show(_:)`` gave up waiting for has shown the
    /// notification after all.
    case lateAnswer(token: UInt64, id: UInt32)

    /// A server that ``NotificationForwarder/show(_:)`` gave up waiting for will not show the
    /// notification any more.
    case lateFailure(token: UInt64, ShowError)

    /// A hint was left out of what the server is given, because GDBus would misread it, and what
    /// stands beside it; `name` is the sender's text, unchecked.
    case hintLeftOut(name: String)

    /// A server owns the name and can be used.
    case serverAppeared

    /// Nobody owns the name any more.
    case serverVanished

    /// Bytes of a key, token or answer; an event with a longer one does not come.
    static let maximumTextBytes = 1 << 20

    /// Bytes of the server's own text in the event.
    var textBytes: Int {
        switch self {
        case .actionInvoked(_, let text), .activationToken(_, let text), .replied(_, let text):
            text.utf8.count
        default: 0
        }
    }

    /// The connection to the bus is gone; ``NotificationForwarder/reconnect(busAddress:)`` makes a
    /// new one.
    case busLost
}
