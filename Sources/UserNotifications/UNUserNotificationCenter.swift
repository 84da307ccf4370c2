// SPDX-License-Identifier: Apache-2.0

package import FocusClient
import Synchronization

/// The app's way to notifications: it takes requests, tells what is pending and delivered, and hands
/// the user's responses to the delegate.
///
/// Apple's documentation of `UNUserNotificationCenter`. It speaks the freedesktop notification
/// specification, so it works with focusd, which filters and counts, and with every other
/// notification server, which does not. Without any server its calls end with
/// ``UNError/Code/notificationsNotAllowed``.
///
/// Calls take effect in the order in which they are made, also those that nobody waits for.
///
/// Triggers fire while the app runs. What is pending when it ends is kept in
/// `$XDG_STATE_HOME/user-notifications`, and taken up when the app next asks for ``current()``: what
/// should have come meanwhile comes then, once, and the rest in its time. A process without an app id
/// keeps nothing.
///
/// Unchecked `Sendable`: what changes is behind a lock or in an actor.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    let office: PostOffice
    private let state = Mutex(State())

    private struct State {
        weak var delegate: (any UNUserNotificationCenterDelegate)?
        var isAppInFront = false
        var executor: DelegateExecutor?
    }

    /// How work gets to the thread on which the app wants its delegate to be called.
    public typealias DelegateExecutor = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameters:
    ///   - appName: What the notifications say they come from.
    ///   - archive: Where requests outlive the process.
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
        office.line.add { [office] in await office.start(outlets) }
    }

    /// The center of this process.
    open class func current() -> UNUserNotificationCenter { ProcessCenter.shared }

    /// False: no notification server shows an app's own views.
    open var supportsContentExtensions: Bool { false }

    // MARK: The delegate

    /// Who hears of the user's responses. It is held weakly, and has to be set before they come.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { state.withLock { DelegateBox($0.delegate) }.delegate }
        set {
            let box = DelegateBox(newValue)
            state.withLock { $0.delegate = box.delegate }
        }
    }

    /// On Linux: whether the app is in front, which only the app knows. While it says so, the delegate
    /// is asked by `userNotificationCenter(_:willPresent:withCompletionHandler:)` how a notification is
    /// to appear; otherwise all appear.
    open var isAppInFront: Bool {
        get { state.withLock { $0.isAppInFront } }
        set { state.withLock { $0.isAppInFront = newValue } }
    }

    /// On Linux: how the delegate is called.
    ///
    /// Nil, as it is at first, calls it on the main queue, so on the main actor, as Apple's systems do.
    /// Somebody has to serve that queue: `dispatchMain()`, `RunLoop.main.run()`, or an `async` main
    /// function. An app whose main thread runs another loop, such as GTK's, sets a function that takes
    /// the work there, or one that runs it in place to be called on a background thread. A queue that
    /// nobody serves is reported on the standard error.
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

/// A delegate on its way through a lock.
///
/// Unchecked: it is only handed on; see ``DelegateReference``.
private struct DelegateBox: @unchecked Sendable {
    let delegate: (any UNUserNotificationCenterDelegate)?

    init(_ delegate: (any UNUserNotificationCenterDelegate)?) {
        self.delegate = delegate
    }
}
