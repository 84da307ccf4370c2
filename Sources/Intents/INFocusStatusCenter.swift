// SPDX-License-Identifier: Apache-2.0

import AppIntents
import FocusClient
public import Foundation
package import Synchronization

/// The part of the user's Focus that an app may know: a Focus silences the app's notifications.
///
/// Source: Apple's documentation of `INFocusStatus`.
open class INFocusStatus: NSObject, @unchecked Sendable {
    // Unchecked because objects of the class are immutable.

    /// True if a notification that the app sends now would be silenced. It is nil if focusd does
    /// not run or the app has no id.
    public let isFocused: Bool?

    /// Makes a status.
    ///
    /// - Parameter isFocused: True if the app's notifications are silenced.
    public init(isFocused: Bool?) {
        self.isFocused = isFocused
    }
}

/// The permission of an app to know about the user's Focus.
///
/// Source: Apple's documentation of `INFocusStatusAuthorizationStatus`.
public enum INFocusStatusAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined
    /// The app may not ask for the permission.
    case restricted
    /// The user refuses the permission.
    case denied
    /// The app may know about the Focus.
    case authorized
}

/// Tells an app if its notifications are silenced, and nothing else: neither which Focus is on nor
/// anything about another app.
///
/// focusd answers an app about itself without asking the user. The app is therefore always
/// authorized.
///
/// Source: Apple's documentation of `INFocusStatusCenter`.
open class INFocusStatusCenter: NSObject, @unchecked Sendable {
    private static let shared = INFocusStatusCenter()

    /// Maximum time that ``focusStatus`` waits for focusd. Only tests change it.
    package static let patience = Mutex(FocusStatusQuestion.patience)

    /// The only center.
    open class var `default`: INFocusStatusCenter { shared }

    /// Always authorized: an app may know about its own notifications.
    open var authorizationStatus: INFocusStatusAuthorizationStatus { .authorized }

    /// The current status. Waits for focusd for at most two seconds.
    open var focusStatus: INFocusStatus { INFocusStatus(isFocused: FocusStatusQuestion.ask()) }

    /// Tells the app that it is authorized, without asking the user.
    ///
    /// - Parameter completionHandler: Receives the answer immediately.
    open func requestAuthorization(
        completionHandler: ((INFocusStatusAuthorizationStatus) -> Void)? = nil
    ) {
        completionHandler?(.authorized)
    }

    /// Tells the app that it is authorized, without asking the user.
    ///
    /// - Returns: ``INFocusStatusAuthorizationStatus/authorized``.
    open func requestAuthorization() async -> INFocusStatusAuthorizationStatus { .authorized }
}

/// Asks focusd, and blocks the calling thread until the answer.
private enum FocusStatusQuestion {
    static let patience = Duration.seconds(2)

    static func ask(_ session: AppSession = .process) -> Bool? {
        let answer = Answer()
        let isThere = DispatchSemaphore(value: 0)
        Task.detached {
            answer.value = try? await session.apps().isSilenced()
            isThere.signal()
        }
        let seconds = INFocusStatusCenter.patience.withLock { $0.components.seconds }
        let end = DispatchTime.now() + .seconds(Int(seconds))
        guard isThere.wait(timeout: end) == .success else { return nil }
        return answer.value
    }

    /// The answer of focusd. Unchecked because it is written before the signal and read after the
    /// signal.
    private final class Answer: @unchecked Sendable {
        var value: Bool?
    }
}
