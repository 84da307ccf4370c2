// SPDX-License-Identifier: Apache-2.0

/// Changes remote notifications before they are delivered.
///
/// Apple's documentation of `UNNotificationServiceExtension`. A subclass with `@main` is a program of
/// its own, which the session bus starts for a payload of `DeliverRemote` with `mutable-content` and an
/// alert; the article *Change remote notifications* has the files that it takes. Each notification gets
/// an instance of its own. Whatever the instance does, the notification comes: without a content in
/// time, as the payload has it.
open class UNNotificationServiceExtension: NSObject, @unchecked Sendable {
    // Unchecked: the class has no state; a subclass guards its own, as on Apple's systems, where the
    // two methods come on different threads as well.

    /// Makes an instance for one notification.
    public required override init() {}

    /// Called with each notification; by default it is delivered as it is.
    ///
    /// - Parameters:
    ///   - request: The notification, with a ``UNPushNotificationTrigger``. The payload is its content's
    ///     `userInfo`.
    ///   - contentHandler: Takes the content to deliver, once.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Called shortly before the time is over, when no content has been handed over by then; by default
    /// it does nothing.
    open func serviceExtensionTimeWillExpire() {}

    /// Serves the app's remote notifications until nothing has been asked for a while; the program's
    /// `main` where the subclass has `@main`.
    public class func main() async {
        await ServiceExtensionProgram.run(self)
    }
}
