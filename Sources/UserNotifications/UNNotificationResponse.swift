// SPDX-License-Identifier: Apache-2.0

/// The action of a user who opened the app from the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// The action of a user who dismissed the notification; only where its category asks for it with
/// ``UNNotificationCategoryOptions/customDismissAction``.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// What the user did with a notification.
///
/// Apple's documentation of `UNNotificationResponse`.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotificationResponse: NSObject, NSCopying, @unchecked Sendable {
    /// The notification.
    public let notification: UNNotification
    /// The action: one of the category's, ``UNNotificationDefaultActionIdentifier`` or
    /// ``UNNotificationDismissActionIdentifier``.
    public let actionIdentifier: String
    /// On Linux: what the app hands to its toolkit to be let to the front (the `ActivationToken` of
    /// the notification specification, as in `XDG_ACTIVATION_TOKEN`); nil where the server gave none.
    public let activationToken: String?

    init(_ notification: UNNotification, actionIdentifier: String, activationToken: String?) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
        self.activationToken = activationToken
    }

    /// The same response: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same response.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationResponse else { return false }
        return notification == other.notification && actionIdentifier == other.actionIdentifier
    }

    /// A number that is the same for equal responses.
    open override var hash: Int { notification.hash ^ actionIdentifier.hashValue }
}

/// What the user wrote in a notification.
///
/// Apple's documentation of `UNTextInputNotificationResponse`. It takes a server that has the
/// capability `inline-reply`, as KDE's does.
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

    /// Whether both are the same response.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationResponse else { return false }
        return userText == other.userText && super.isEqual(object)
    }
}
