// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
package import GLibLoop

/// What a notification server tells apps.
package enum NotificationEvent: Hashable, Sendable {
    /// The notification is over; its id means nothing any more.
    case closed(ClientID, CloseReason)
    /// The user chose an action.
    case actionInvoked(ClientID, key: String)
    /// What the app shows the compositor to be allowed to the front; comes before the action.
    case activationToken(ClientID, String)
    /// The user replied in the notification.
    case replied(ClientID, text: String)
    /// There is a server, where there was none.
    case serverAppeared
    /// The server has gone; where another one took its place, that one has appeared then.
    case serverLeft

    /// Why a notification is over, table "NotificationClosed" of the notification specification.
    package enum CloseReason: UInt32, Sendable {
        case expired = 1
        case dismissed = 2
        case closedByCall = 3
        case undefined = 4
    }

    /// Nil for signals that are none of these, or carry other types than they should.
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
