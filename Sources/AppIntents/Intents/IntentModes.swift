// SPDX-License-Identifier: Apache-2.0

/// Where an intent can run.
///
/// Source: Apple's documentation of `IntentModes`. A Focus filter runs in the background,
/// whatever this says.
public struct IntentModes: OptionSet, Hashable, Sendable {
    /// One bit for each member.
    public let rawValue: Int

    /// Makes a set of modes.
    ///
    /// - Parameter rawValue: One bit for each mode.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// While the app stays where it is.
    public static let background = IntentModes(rawValue: 1)
    /// With the app in front.
    public static let foreground = IntentModes(rawValue: 2)

    /// With the app in front, in one of several ways.
    ///
    /// - Parameter mode: How the app comes to the front.
    /// - Returns: the mode.
    public static func foreground(_ mode: ForegroundMode) -> IntentModes { .foreground }

    /// How an app comes to the front for an intent.
    public enum ForegroundMode: Hashable, Sendable {
        /// Before the intent runs.
        case immediate
        /// When the intent asks for it.
        case dynamic
        /// After the intent has run.
        case deferred
    }
}
