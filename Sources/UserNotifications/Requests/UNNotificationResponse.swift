// SPDX-License-Identifier: Apache-2.0

/// The identifier of the default action: the user opened the app from the notification.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// The identifier of the dismissal of a notification. Reported only for categories with
/// ``UNNotificationCategoryOptions/customDismissAction``.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// A user's action on a notification.
///
/// Source: Apple's documentation of `UNNotificationResponse`.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotificationResponse: NSObject, NSCopying, @unchecked Sendable {
    /// The notification.
    public let notification: UNNotification
    /// The identifier of an action of the category, ``UNNotificationDefaultActionIdentifier`` or
    /// ``UNNotificationDismissActionIdentifier``.
    public let actionIdentifier: String
    /// On Linux: the token that lets the app come to the front through its toolkit (the
    /// `ActivationToken` of the notification specification, as in `XDG_ACTIVATION_TOKEN`); nil if
    /// the server gave none.
    public let activationToken: String?

    init(_ notification: UNNotification, actionIdentifier: String, activationToken: String?) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        self.activationToken = activationToken
    }

    /// Returns the same response, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true if both responses are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationResponse else { return false }
        return notification == other.notification && actionIdentifier == other.actionIdentifier
    }

    /// The hash of the response, equal for equal responses.
    open override var hash: Int { notification.hash ^ actionIdentifier.hashValue }
}

/// A text that the user typed in a notification.
///
/// Source: Apple's documentation of `UNTextInputNotificationResponse`. Needs a server with the
/// capability `inline-reply`, such as KDE's.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// The text.
    public let userText: String

    init(
        _ notification: UNNotification, actionIdentifier: String, userText: String,
        activationToken: String?
    ) {
        self.userText = userText
        super.init(
            notification, actionIdentifier: actionIdentifier, activationToken: activationToken)
    }

    /// Returns true if both responses are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationResponse else { return false }
        return userText == other.userText && super.isEqual(object)
    }
}
