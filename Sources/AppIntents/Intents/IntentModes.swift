// SPDX-License-Identifier: Apache-2.0

/// The modes in which an intent can run.
///
/// Source: Apple's documentation of `IntentModes`. A Focus filter always runs in the background.
public struct IntentModes: OptionSet, Hashable, Sendable {
    /// One bit for each member.
    public let rawValue: Int

    /// Makes a set of modes.
    ///
    /// - Parameter rawValue: One bit for each mode.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The app stays in its place.
    public static let background = IntentModes(rawValue: 1)
    /// The app comes to the front.
    public static let foreground = IntentModes(rawValue: 2)

    /// Returns the mode in which the app comes to the front.
    ///
    /// - Parameter mode: The time at which the app comes to the front.
    /// - Returns: the mode.
    public static func foreground(_ mode: ForegroundMode) -> IntentModes { .foreground }

    /// The time at which an app comes to the front for an intent.
    public enum ForegroundMode: Hashable, Sendable {
        /// Before the intent runs.
        case immediate
        /// At the request of the intent.
        case dynamic
        /// After the intent has run.
        case deferred
    }
}
