// SPDX-License-Identifier: Apache-2.0

package import FocusClient
import Synchronization

/// The app's access to notifications. It accepts requests, lists pending and delivered
/// notifications, and passes the user's responses to the delegate.
///
/// Source: Apple's documentation of `UNUserNotificationCenter`. The center uses the freedesktop
/// notification specification. It works with focusd, which filters and counts, and with every other
/// notification server. Without a server, its calls fail with
/// ``UNError/Code/notificationsNotAllowed``.
///
/// Calls take effect in the order of the calls, also if the caller does not wait.
///
/// Triggers fire while the app runs. Pending requests are stored in
/// `$XDG_STATE_HOME/user-notifications`, and restored when the app next calls ``current()``. A
/// request that became due while the app did not run is then delivered once. A process without an
/// app id stores nothing.
///
/// Unchecked `Sendable` because a lock or an actor protects the mutable state.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    let office: PostOffice
    private let state = Mutex(State())

    private struct State {
        weak var delegate: (any UNUserNotificationCenterDelegate)?
        var isAppInFront = false
        var executor: DelegateExecutor?
    }

    /// A function that executes work on the thread of the app's delegate.
    public typealias DelegateExecutor = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameters:
    ///   - appName: The name of the app in its notifications.
    ///   - archive: The storage of requests that outlive the process; nil for none.
    package init(
        session: AppSession, appName: String, archive: RequestArchive?,
        clock: (any TriggerClock)? = nil
    ) {
        office = PostOffice(
            AppNotifications(session), clock: clock ?? SystemClock(), appName: appName,
            archive: archive)
        super.init()
        let outlets = PostOffice.Outlets(
            isAppInFront: { [weak self] in self?.isAppInFront ?? false },
            willPresent: { [weak self] in self?.willPresent($0, $1) },
            didReceive: { [weak self] in self?.didReceive($0) })
        office.queue.add { [office] in await office.start(outlets) }
    }

    /// Returns the center of this process.
    open class func current() -> UNUserNotificationCenter { ProcessCenter.shared }

    /// False: no notification server shows an app's own views.
    open var supportsContentExtensions: Bool { false }

    // MARK: Delegate

    /// The object that receives the user's responses. The reference is weak. Set the delegate
    /// before responses arrive.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { state.withLock { $0.delegate.map(DelegateReference.init) }?.object }
        set {
            let reference = newValue.map(DelegateReference.init)
            state.withLock { $0.delegate = reference?.object }
        }
    }

    /// On Linux: true while the app is in front, which only the app can know. While true, the
    /// delegate decides in `userNotificationCenter(_:willPresent:withCompletionHandler:)` how a
    /// notification appears. Otherwise every notification appears.
    open var isAppInFront: Bool {
        get { state.withLock { $0.isAppInFront } }
        set { state.withLock { $0.isAppInFront = newValue } }
    }

    /// On Linux: the function that calls the delegate.
    ///
    /// Nil, the default, calls the delegate on the main queue and thus on the main actor, as on
    /// Apple's systems. The app must serve that queue with `dispatchMain()`, `RunLoop.main.run()`,
    /// or an `async` main function. An app whose main thread runs another loop, such as GTK's, sets
    /// a function that executes the work in that loop. A function that executes the work directly
    /// calls the delegate on a background thread. An unserved queue is reported on the standard
    /// error.
    open var delegateExecutor: DelegateExecutor? {
        get { state.withLock { $0.executor } }
        set { state.withLock { $0.executor = newValue } }
    }

    private func willPresent(
        _ notification: UNNotification,
        _ answer: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        let once = Once(answer)
        onDelegateThread { center, delegate in
            guard let delegate else { return once([]) }
            delegate.userNotificationCenter(center, willPresent: notification) { once($0) }
        }
    }

    private func didReceive(_ response: UNNotificationResponse) {
        onDelegateThread { center, delegate in
            delegate?.userNotificationCenter(center, didReceive: response) {}
        }
    }

    private func onDelegateThread(
        _ body:
            @escaping @Sendable (
                UNUserNotificationCenter, (any UNUserNotificationCenterDelegate)?
            ) -> Void
    ) {
        let work: @Sendable () -> Void = { [self] in body(self, delegate) }
        if let executor = delegateExecutor {
            executor(work)
        } else {
            MainQueue.shared.run(work)
        }
    }
}
