// SPDX-License-Identifier: Apache-2.0

/// The methods with which an app receives the events of its notifications.
///
/// Source: Apple's documentation of `UNUserNotificationCenterDelegate`. Implement the needed
/// methods, each in one of its two forms: with a completion handler or `async`. The center calls
/// the form with a completion handler, whose default calls the `async` form. Calls run on the main
/// queue; see ``UNUserNotificationCenter/delegateExecutor``.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Decides how a notification appears while the app is in front.
    ///
    /// Called only while the app has set ``UNUserNotificationCenter/isAppInFront``. Without an
    /// implementation, the notification does not appear, as on Apple's systems.
    @preconcurrency func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

    /// The `async` form of the method with a completion handler.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Handles the user's response to a notification.
    @preconcurrency func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

    /// The `async` form of the method with a completion handler.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async

    /// Opens the app's notification settings. No desktop calls this method.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

// The default of each form calls the other form. A call of either form thus reaches the form that
// the app implements. If the app implements neither, the default that is called second for the same
// delegate detects this and returns.
extension UNUserNotificationCenterDelegate {
    /// Calls the `async` form.
    @preconcurrency public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        guard !DelegateBridge.isCrossing(self) else { return completionHandler([]) }
        let delegate = DelegateReference(object: self)
        Task {
            completionHandler(
                await DelegateBridge.crossing(delegate.object) {
                    await delegate.object.userNotificationCenter(
                        center, willPresent: notification)
                })
        }
    }

    /// Calls the form with a completion handler.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        guard !DelegateBridge.isCrossing(self) else { return [] }
        return await withCheckedContinuation { answer in
            let once = Once { answer.resume(returning: $0) }
            DelegateBridge.crossing(self) {
                userNotificationCenter(center, willPresent: notification) { once($0) }
            }
        }
    }

    /// Calls the `async` form.
    @preconcurrency public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        guard !DelegateBridge.isCrossing(self) else { return completionHandler() }
        let delegate = DelegateReference(object: self)
        Task {
            await DelegateBridge.crossing(delegate.object) {
                await delegate.object.userNotificationCenter(center, didReceive: response)
            }
            completionHandler()
        }
    }

    /// Calls the form with a completion handler.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        guard !DelegateBridge.isCrossing(self) else { return }
        await withCheckedContinuation { answer in
            let once = Once<Void> { answer.resume(returning: $0) }
            DelegateBridge.crossing(self) {
                userNotificationCenter(center, didReceive: response) { once(()) }
            }
        }
    }

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {}
}

/// The appearance of a notification while the app is in front.
///
/// Source: Apple's documentation of `UNNotificationPresentationOptions`.
public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
    /// The bits, with Apple's values.
    public let rawValue: UInt

    /// Makes options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The badge shows the notification's number.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    /// The sound is played.
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    /// The notification is shown. Apple's name before ``banner`` and ``list``.
    public static let alert = UNNotificationPresentationOptions(rawValue: 4)
    /// The notification is listed.
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    /// The notification is shown.
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// The delegate whose default implementations are calling the other form.
///
/// Stored by delegate, so that a delegate that forwards its calls does not block the next delegate.
private enum DelegateBridge {
    @TaskLocal static var crossed: ObjectIdentifier?

    static func isCrossing(_ delegate: AnyObject) -> Bool {
        crossed == ObjectIdentifier(delegate)
    }

    static func crossing<Result>(_ delegate: AnyObject, _ body: () -> Result) -> Result {
        $crossed.withValue(ObjectIdentifier(delegate), operation: body)
    }

    static func crossing<Result: Sendable>(
        _ delegate: AnyObject, _ body: @Sendable () async -> Result
    ) async -> Result {
        await $crossed.withValue(ObjectIdentifier(delegate), operation: body)
    }
}

/// A container that passes a delegate to another thread, and through a lock.
///
/// Unchecked because delegates need not be `Sendable`, as in Apple's module. Delegates rely on the
/// center's calls on the main queue.
struct DelegateReference: @unchecked Sendable {
    let object: any UNUserNotificationCenterDelegate
}
