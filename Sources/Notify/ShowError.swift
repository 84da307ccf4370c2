// SPDX-License-Identifier: Apache-2.0

/// Why the real server did not do what it was asked.
package enum ShowError: Error, Hashable, Sendable {
    /// Nobody owns the name. Nothing was handed over; worth another try after
    /// ``ServerEvent/serverAppeared``.
    case noServer

    /// The server does not even answer the question that precedes its first notification. Nothing
    /// was handed over.
    case unresponsive

    /// The server left the bus while it held the notification, which may have been what killed it.
    case serverDied

    /// The server has the notification and has not answered for 25 seconds; it may still show it.
    /// ``ServerEvent/lateAnswer(token:id:)`` or ``ServerEvent/lateFailure(token:_:)`` tells.
    case timedOut

    /// The server or the bus answered with this error, or with something that is no answer. The text
    /// is the server's and may quote the notification: it belongs in no log.
    case refused(name: String, untrustedMessage: String)

    /// There is no connection to the bus, or it went while the call was under way.
    case busLost

    /// The request's message is no `Notify` call.
    case notANotification
}

extension ShowError {
    /// A server whose answer to `Notify` is not one id, or the id 0 that the specification forbids.
    static let malformedAnswer = ShowError.refused(
        name: "org.freedesktop.DBus.Error.InvalidArgs", untrustedMessage: "")

    /// What an error that arrived over the bus says about a call to the server.
    ///
    /// - Parameters:
    ///   - name: The D-Bus name of the error.
    ///   - message: Its text.
    ///   - isFromBus: Whether the bus itself answered in the server's place.
    init(errorName name: String, untrustedMessage message: String, isFromBus: Bool) {
        guard isFromBus else {
            self = .refused(name: name, untrustedMessage: message)
            return
        }
        switch name {
        case "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            self = .noServer
        case "org.freedesktop.DBus.Error.NoReply" where message.contains("disconnected"):
            // Both dbus-daemon and dbus-broker put it so; the other cause is the bus's own deadline.
            self = .serverDied
        default:
            self = .refused(name: name, untrustedMessage: message)
        }
    }
}

/// Why there is no connection to the bus.
package struct ConnectError: Error, Hashable, Sendable {
    /// What GLib or the bus said.
    package let message: String

    /// Whether GDBus still holds on to a connection that is gone, which passes by itself.
    let isStale: Bool

    init(message: String, isStale: Bool = false) {
        self.message = message
        self.isStale = isStale
    }
}
