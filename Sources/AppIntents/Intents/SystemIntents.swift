// SPDX-License-Identifier: Apache-2.0

import Foundation

// Kinds of intents that stand beside Focus filters in apps' sources. What belongs to Siri and to
// Shortcuts has no effect here.

/// An intent of a kind that the system itself knows.
///
/// Source: Apple's documentation of `SystemIntent`.
@_alwaysEmitConformanceMetadata
public protocol SystemIntent: AppIntent {}

/// An intent that shows one of the app's things in the app.
///
/// Source: Apple's documentation of `OpenIntent`.
@_alwaysEmitConformanceMetadata
public protocol OpenIntent: SystemIntent {
    /// The type of what is shown.
    associatedtype Value: AppValue

    /// What is shown.
    var target: Value { get set }
}

extension OpenIntent {
    /// The app comes to the front.
    public static var openAppWhenRun: Bool { true }

    /// Leaves it to the app to show ``target``.
    ///
    /// - Returns: a result that says no more than that the intent is done.
    public func perform() async throws -> some IntentResult { .result() }
}

/// An intent that begins or changes a live activity.
///
/// Source: Apple's documentation of `LiveActivityIntent`.
@_alwaysEmitConformanceMetadata
public protocol LiveActivityIntent: SystemIntent {}

/// An intent that plays sound.
///
/// Source: Apple's documentation of `AudioPlaybackIntent`.
@_alwaysEmitConformanceMetadata
public protocol AudioPlaybackIntent: SystemIntent {}

/// An intent that deletes some of the app's things.
///
/// Source: Apple's documentation of `DeleteIntent`.
@_alwaysEmitConformanceMetadata
public protocol DeleteIntent: SystemIntent {
    /// The type of what is deleted.
    associatedtype Entity: AppEntity

    /// What is deleted.
    var entities: [Entity] { get }
}

/// An intent that may come to the front while it runs.
///
/// Source: Apple's documentation of `ForegroundContinuableIntent`.
@_alwaysEmitConformanceMetadata
public protocol ForegroundContinuableIntent: AppIntent {}

extension AppIntent {
    /// Does what the intent is for.
    ///
    /// - Parameter donateOnCompletion: Whether it is remembered for suggestions, which nothing
    ///   here does.
    /// - Returns: the value of the result.
    /// - Throws: what ``perform()`` throws.
    public func callAsFunction(
        donate donateOnCompletion: Bool = true
    ) async throws -> PerformResult.Value where PerformResult: ReturnsValue {
        guard let value = try await perform().value else {
            throw AppIntentError(.needsValue(parameter: Self.title))
        }
        return value
    }

    /// Does what the intent is for.
    ///
    /// - Parameter donateOnCompletion: Whether it is remembered for suggestions, which nothing
    ///   here does.
    /// - Throws: what ``perform()`` throws.
    public func callAsFunction(
        donate donateOnCompletion: Bool = true
    ) async throws where PerformResult.Value == Never {
        _ = try await perform()
    }

    /// Has the intent remembered for suggestions, which nothing here does.
    ///
    /// - Returns: by what it would be known.
    @discardableResult
    public func donate() -> IntentDonationIdentifier { IntentDonationIdentifier() }

    /// Has the intent remembered for suggestions, which nothing here does.
    ///
    /// - Returns: by what it would be known.
    /// - Throws: nothing yet.
    @discardableResult
    public func donate() async throws -> IntentDonationIdentifier { IntentDonationIdentifier() }
}

/// By what an intent is known that is remembered for suggestions.
///
/// Source: Apple's documentation of `IntentDonationIdentifier`.
public struct IntentDonationIdentifier: Hashable, Codable, Sendable {
    private var id = UUID()
}
