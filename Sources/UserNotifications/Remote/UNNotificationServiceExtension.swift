// SPDX-License-Identifier: Apache-2.0

/// A program that changes remote notifications before their delivery.
///
/// Source: Apple's documentation of `UNNotificationServiceExtension`. A subclass with `@main` is a
/// program of its own. The session bus starts it for a payload of `DeliverRemote` with
/// `mutable-content` and an alert. The article *Change remote notifications* describes the files
/// that it needs. Each notification gets a new instance. Every notification is delivered: if the
/// instance returns no content in time, the content of the payload is used.
open class UNNotificationServiceExtension: NSObject {
    // Not Sendable, as on Apple's systems: a subclass with state would have to say so itself.

    /// Makes an instance for one notification.
    public required override init() {}

    /// Changes a notification. The default implementation delivers the notification unchanged.
    ///
    /// - Parameters:
    ///   - request: The notification, with a ``UNPushNotificationTrigger``. The `userInfo` of its
    ///     content is the payload.
    ///   - contentHandler: Receives the content to deliver, once.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Returns the best content so far. Called shortly before the end of the time if no content was
    /// passed to the handler. The default implementation does nothing.
    open func serviceExtensionTimeWillExpire() {}

    /// Serves the app's remote notifications until no request has arrived for a time. The program's
    /// `main` if the subclass has `@main`.
    public class func main() async {
        await ServiceExtensionProgram.run(self)
    }
}
