// SPDX-License-Identifier: Apache-2.0

import AppIntents
import FocusClient
public import Foundation

/// What an app may know of the user's Focus: that its own notifications are being silenced.
///
/// Source: Apple's documentation of `INFocusStatus`.
open class INFocusStatus: NSObject, @unchecked Sendable {
    // Unchecked: nothing in it changes once it is made.

    /// True where a notification that the app sends now would be silenced; nil where nobody says so,
    /// because focusd does not run or the app has no id.
    public let isFocused: Bool?

    /// Makes a status.
    ///
    /// - Parameter isFocused: Whether the app's notifications are being silenced.
    public init(isFocused: Bool?) {
        self.isFocused = isFocused
    }
}

/// Whether an app may know of the user's Focus.
///
/// Source: Apple's documentation of `INFocusStatusAuthorizationStatus`.
public enum INFocusStatusAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined
    /// The app may not ask.
    case restricted
    /// The user refuses.
    case denied
    /// The app may know.
    case authorized
}

/// Tells an app whether its notifications are being silenced, and nothing else: never which Focus is
/// on, nor anything about another app.
///
/// focusd answers an app about itself without asking the user, so the app is always authorized.
///
/// Source: Apple's documentation of `INFocusStatusCenter`.
open class INFocusStatusCenter: NSObject, @unchecked Sendable {
    private static let shared = INFocusStatusCenter()

    /// The one center.
    open class var `default`: INFocusStatusCenter { shared }

    /// Always authorized: an app may know this about itself.
    open var authorizationStatus: INFocusStatusAuthorizationStatus { .authorized }

    /// The status now. It waits for focusd, two seconds at most.
    open var focusStatus: INFocusStatus { INFocusStatus(isFocused: FocusStatusQuestion.ask()) }

    /// Answers that the app is authorized; nobody is asked.
    ///
    /// - Parameter completionHandler: Takes the answer, at once.
    open func requestAuthorization(
        completionHandler: ((INFocusStatusAuthorizationStatus) -> Void)? = nil
    ) {
        completionHandler?(.authorized)
    }

    /// Answers that the app is authorized; nobody is asked.
    ///
    /// - Returns: ``INFocusStatusAuthorizationStatus/authorized``.
    open func requestAuthorization() async -> INFocusStatusAuthorizationStatus { .authorized }
}

/// Asks focusd, from a thread that waits.
private enum FocusStatusQuestion {
    static let patience = DispatchTimeInterval.seconds(2)

    static func ask(_ session: AppSession = .process) -> Bool? {
        let answer = Answer()
        let isThere = DispatchSemaphore(value: 0)
        Task.detached {
            answer.value = try? await session.apps().isSilenced()
            isThere.signal()
        }
        guard isThere.wait(timeout: .now() + patience) == .success else { return nil }
        return answer.value
    }

    /// Written before the signal, read after it.
    private final class Answer: @unchecked Sendable {
        var value: Bool?
    }
}
