// SPDX-License-Identifier: Apache-2.0

/// In which of an app's programs an intent may run.
///
/// Source: Apple's documentation of `IntentExecutionTargets`. A Focus filter runs in the app while
/// that runs, else in its extension, whatever this says.
public struct IntentExecutionTargets: OptionSet, Hashable, Sendable {
    /// One bit for each member.
    public let rawValue: Int

    /// Makes a set of programs.
    ///
    /// - Parameter rawValue: One bit for each program.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The app itself.
    public static let main = IntentExecutionTargets(rawValue: 1)
    /// The app's ``AppIntentsExtension``.
    public static let appIntentsExtension = IntentExecutionTargets(rawValue: 2)
}

extension AppIntent {
    /// In which of an app's programs an intent may run.
    public typealias ExecutionTargets = IntentExecutionTargets

    /// In which of the app's programs the intent may run; by default in all of them.
    public static var allowedExecutionTargets: IntentExecutionTargets {
        [.main, .appIntentsExtension]
    }
}
