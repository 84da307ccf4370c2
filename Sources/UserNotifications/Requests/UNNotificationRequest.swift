// SPDX-License-Identifier: Apache-2.0

/// A notification to deliver now, or when its trigger fires.
///
/// Source: Apple's documentation of `UNNotificationRequest`.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotificationRequest: NSObject, NSCopying, @unchecked Sendable {
    /// The identifier of the request. A request replaces a pending request and a notification on
    /// the screen that have the same identifier.
    public let identifier: String
    /// The content of the notification.
    public let content: UNNotificationContent
    /// The trigger of the notification; nil for an immediate delivery.
    public let trigger: UNNotificationTrigger?

    /// Makes a request with a copy of the content.
    public init(
        identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
    ) {
        self.identifier = identifier
        self.content = UNNotificationContent(content.fields)
        self.trigger = trigger
    }

    /// Returns the same request, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true if both requests are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationRequest else { return false }
        return identifier == other.identifier && content == other.content
            && trigger == other.trigger
    }

    /// The hash of the request, equal for equal requests.
    open override var hash: Int { identifier.hashValue }
}

/// A notification that was delivered.
///
/// Source: Apple's documentation of `UNNotification`.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotification: NSObject, NSCopying, @unchecked Sendable {
    /// The date of the delivery.
    public let date: Date
    /// The request of the notification.
    public let request: UNNotificationRequest

    init(_ request: UNNotificationRequest, date: Date) {
        self.request = request
        self.date = date
    }

    /// Returns the same notification, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns true if both notifications are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotification else { return false }
        return date == other.date && request == other.request
    }

    /// The hash of the notification, equal for equal notifications.
    open override var hash: Int { request.hash }
}
