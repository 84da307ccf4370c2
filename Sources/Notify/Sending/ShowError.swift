// SPDX-License-Identifier: Apache-2.0

/// The reason why the real server did not fulfil a request.
package enum ShowError: Error, Hashable, Sendable {
    /// The name has no owner, and no notification was sent. Try again after
    /// ``ServerEvent/serverAppeared``.
    case noServer

    /// The server did not answer the question that precedes its first notification. No notification
    /// was sent.
    case unresponsive

    /// The server left the bus while it had the notification, which may have caused its end.
    case serverDied

    /// The server has the notification but did not answer within 25 seconds. It may still show it:
    /// ``ServerEvent/lateAnswer(token:id:)`` or ``ServerEvent/lateFailure(token:_:)`` follows.
    case timedOut

    /// The server or the bus answered with this error, or with an invalid answer. The text is the
    /// server's and may quote the notification: never log it.
    case refused(name: String, untrustedMessage: String)

    /// The server took the notification and shows no popup: it answered with the id 0, as dunst
    /// does for a rule with an empty format.
    case notShown

    /// The process has no connection to the bus, or lost it during the call.
    case busLost

    /// The process may open no further file, so libnotify cannot be called. No notification was
    /// sent.
    case noDescriptors

    /// The request's message is not a `Notify` call.
    case notANotification
}

extension ShowError {
    /// Plasma's error for a notification that equals one of the last second.
    private static let duplicateName =
        "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"

    /// True for a notification that equals one of the last second, and that the server accepts
    /// later.
    package var isDuplicate: Bool {
        if case .refused(Self.duplicateName, _) = self { true } else { false }
    }

    /// True if there was no server to take the notification, or the server ended too early.
    package var isUnreachable: Bool {
        switch self {
        case .noServer, .serverDied, .busLost, .unresponsive, .noDescriptors: true
        case .timedOut, .refused, .notShown, .notANotification: false
        }
    }

    /// Name of the error, without the server's own words, which may quote a notification.
    package var label: String {
        switch self {
        case .refused(let name, _): name
        default: "\(self)"
        }
    }

    /// The error for an answer to `Notify` that is not one id.
    static let malformedAnswer = ShowError.refused(
        name: "org.freedesktop.DBus.Error.InvalidArgs", untrustedMessage: "")

    /// Creates the error for a call to the server from an error that arrived over the bus.
    ///
    /// - Parameters:
    ///   - name: The D-Bus name of the error.
    ///   - message: Its text.
    ///   - isFromBus: True if the bus itself answered in place of the server.
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
            // The text of both dbus-daemon and dbus-broker. The other cause is the bus's own
            // timeout.
            self = .serverDied
        default:
            self = .refused(name: name, untrustedMessage: message)
        }
    }
}

/// The reason for a missing connection to the bus.
package struct ConnectError: Error, Hashable, Sendable {
    /// The error text of GLib or the bus.
    package let message: String

    /// True if GDBus still holds a closed connection. GDBus releases it soon.
    var isStale = false
}
