// SPDX-License-Identifier: Apache-2.0

/// What an app implements to hear of its notifications.
///
/// Apple's documentation of `UNUserNotificationCenterDelegate`. Implement what is needed, each in one
/// of its two spellings: with a completion handler or `async`. The center calls the first, and that
/// leads to the second where only that is implemented. Calls come on the main queue; see
/// ``UNUserNotificationCenter/delegateExecutor``.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// A notification comes while the app is in front; how is it to appear?
    ///
    /// It is asked only where the app has set ``UNUserNotificationCenter/isAppInFront``. Without an
    /// implementation nothing appears, as in Apple's systems.
    @preconcurrency func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

    /// As the spelling with a completion handler.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// The user did something with a notification.
    @preconcurrency func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

    /// As the spelling with a completion handler.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async

    /// The user wants to see the app's own notification settings; no desktop asks for that.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

// The completion spelling leads to the async one and the async one to the completion spelling, so that
// whichever an app implements is reached from both. Where it implements neither, the second default
// that is entered for the same delegate sees that, and answers.
extension UNUserNotificationCenterDelegate {
    /// Asks the `async` spelling.
    @preconcurrency public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        guard !DelegateBridge.isCrossing(self) else { return completionHandler([]) }
        let delegate = DelegateReference(self)
        Task {
            completionHandler(
                await DelegateBridge.crossing(delegate.object) {
                    await delegate.object.userNotificationCenter(
                        center, willPresent: notification)
                })
        }
    }

    /// Asks the spelling with a completion handler.
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

    /// Tells the `async` spelling.
    @preconcurrency public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        guard !DelegateBridge.isCrossing(self) else { return completionHandler() }
        let delegate = DelegateReference(self)
        Task {
            await DelegateBridge.crossing(delegate.object) {
                await delegate.object.userNotificationCenter(center, didReceive: response)
            }
            completionHandler()
        }
    }

    /// Tells the spelling with a completion handler.
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

/// How a notification appears while the app is in front.
///
/// Apple's documentation of `UNNotificationPresentationOptions`.
public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// Options from Apple's bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The badge gets the notification's number.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    /// The sound is heard.
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    /// It is shown; Apple's name before ``banner`` and ``list``.
    public static let alert = UNNotificationPresentationOptions(rawValue: 4)
    /// It is listed.
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    /// It is shown.
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// Remembers which delegate's default implementations are on their way to the other spelling.
///
/// By delegate, so that one that hands its calls on to another does not stop that one's.
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

/// A delegate on its way to another thread.
///
/// Unchecked: delegates are not asked to be `Sendable`, as in Apple's module; that the center calls
/// them on the main queue is what they go by.
struct DelegateReference: @unchecked Sendable {
    let object: any UNUserNotificationCenterDelegate

    init(_ object: any UNUserNotificationCenterDelegate) {
        self.object = object
    }
}
