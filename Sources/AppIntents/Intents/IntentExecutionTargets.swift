// SPDX-License-Identifier: Apache-2.0

/// The programs of an app in which an intent may run.
///
/// Source: Apple's documentation of `IntentExecutionTargets`. A Focus filter ignores the targets:
/// it runs in the app while the app runs, otherwise in the app's extension.
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
    /// The programs of an app in which an intent may run.
    public typealias ExecutionTargets = IntentExecutionTargets

    /// The programs of the app in which the intent may run; all programs by default.
    public static var allowedExecutionTargets: IntentExecutionTargets {
        [.main, .appIntentsExtension]
    }
}
