// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
package import GLibLoop

/// An event that a notification server reports to apps.
package enum NotificationEvent: Hashable, Sendable {
    /// The notification has ended, and its id is no longer valid.
    case closed(ClientID, CloseReason)
    /// The user chose an action.
    case actionInvoked(ClientID, key: String)
    /// The token that lets the app raise its window. Precedes the action.
    case activationToken(ClientID, String)
    /// The user replied in the notification.
    case replied(ClientID, text: String)
    /// A server has appeared after a time without one.
    case serverAppeared
    /// The server has left the bus. If another server replaced it, `serverAppeared` follows at
    /// once.
    case serverLeft

    /// Reads a signal of the server. Returns nil for other signals, and for wrong types.
    init?(_ message: Message) {
        guard let values = try? message.arguments(), values.count == 2,
            let number = values[0].asUInt32
        else { return nil }
        let id = ClientID(rawValue: number)
        switch (message.member, values[1]) {
        case ("NotificationClosed", .uint32(let reason)):
            self = .closed(id, CloseReason(rawValue: reason) ?? .undefined)
        case ("ActionInvoked", .string(let key)): self = .actionInvoked(id, key: key)
        case ("ActivationToken", .string(let token)): self = .activationToken(id, token)
        case ("NotificationReplied", .string(let text)): self = .replied(id, text: text)
        default: return nil
        }
    }
}

/// Ends ``NotificationsClient/subscribe(_:)`` when it is dropped.
@LoopActor package final class NotificationSubscription {
    private let subscriptions: [Subscription]

    init(_ subscriptions: [Subscription]) {
        self.subscriptions = subscriptions
    }
}
