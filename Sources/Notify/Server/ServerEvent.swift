// SPDX-License-Identifier: Apache-2.0

/// An event of the real server or of its bus.
package enum ServerEvent: Hashable, Sendable {
    /// The notification ended. `reason` is the specification's number, unchecked.
    case closed(id: UInt32, reason: UInt32)

    /// The user chose an action.
    case actionInvoked(id: UInt32, key: String)

    /// The token that lets the app raise its window. Precedes its action.
    case activationToken(id: UInt32, token: String)

    /// The user sent a text from the notification's reply field.
    case replied(id: UInt32, text: String)

    /// The server has shown a notification after ``NotificationForwarder/show(_:)`` had timed out.
    case lateAnswer(token: UInt64, id: UInt32)

    /// The server will not show a notification for which ``NotificationForwarder/show(_:)`` had
    /// timed out.
    case lateFailure(token: UInt64, ShowError)

    /// A hint was not sent. `name` is the sender's text, cut to ``maximumHintNameBytes``.
    case hintLeftOut(name: String, HintFlaw)

    /// The server reports more actions than a user can do (``ActionAllowance``), and the further
    /// ones are lost. Occurs once in ``ServerWatch/pauseOfReports`` at most.
    case actionsLost

    /// A server owns the name and is usable.
    case serverAppeared

    /// The name has no owner any more.
    case serverVanished

    /// Maximum bytes of a key, token or answer. An event with a longer one is dropped.
    static let maximumTextBytes = 1 << 20

    /// Maximum bytes of the name of a hint that is not sent. A longer one is cut.
    static let maximumHintNameBytes = 255

    /// The popup of which the event reports an action of the user; nil for other events.
    var actedOn: UInt32? {
        switch self {
        case .actionInvoked(let id, _), .activationToken(let id, _), .replied(let id, _): id
        default: nil
        }
    }

    /// Number of bytes of the server's own text in the event.
    var textBytes: Int {
        switch self {
        case .actionInvoked(_, let text), .activationToken(_, let text), .replied(_, let text):
            text.utf8.count
        default: 0
        }
    }

    /// The bus closed the connection. ``NotificationForwarder/reconnect(busAddress:)`` opens a new
    /// one.
    case busLost
}

/// The reason why a hint is not sent to the server.
package enum HintFlaw: Hashable, Sendable {
    /// GDBus would misread the hint and its neighbours.
    case misread
    /// The size of the picture does not fit its bytes.
    case badImage
    /// The hints of the notification have more values than `HintReader.maximumValues` with it.
    case tooManyValues
}
