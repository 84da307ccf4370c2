// SPDX-License-Identifier: Apache-2.0

/// A notification to be shown: now, or when its trigger fires.
///
/// Apple's documentation of `UNNotificationRequest`.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotificationRequest: NSObject, NSCopying, @unchecked Sendable {
    /// Names the request: another one with the same identifier takes its place, as a pending request
    /// and as a notification on the screen.
    public let identifier: String
    /// What is shown.
    public let content: UNNotificationContent
    /// When it is shown; nil is now.
    public let trigger: UNNotificationTrigger?

    /// A request with a copy of the content.
    public init(
        identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
    ) {
        self.identifier = identifier
        self.content = UNNotificationContent(content.fields)
        self.trigger = trigger
    }

    /// The same request: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same request.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationRequest else { return false }
        return identifier == other.identifier && content == other.content
            && trigger == other.trigger
    }

    /// A number that is the same for equal requests.
    open override var hash: Int { identifier.hashValue }
}

/// A notification that was delivered.
///
/// Apple's documentation of `UNNotification`.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotification: NSObject, NSCopying, @unchecked Sendable {
    /// When it was delivered.
    public let date: Date
    /// The request that it came from.
    public let request: UNNotificationRequest

    init(_ request: UNNotificationRequest, date: Date) {
        self.request = request
        self.date = date
    }

    /// The same notification: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether both are the same notification.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotification else { return false }
        return date == other.date && request == other.request
    }

    /// A number that is the same for equal notifications.
    open override var hash: Int { request.hash }
}
