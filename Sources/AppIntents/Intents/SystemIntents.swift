// SPDX-License-Identifier: Apache-2.0

import Foundation

// Kinds of intents that apps' sources declare beside Focus filters. The parts for Siri and
// Shortcuts have no effect here.

/// An intent of a kind that the system knows.
///
/// Source: Apple's documentation of `SystemIntent`.
@_alwaysEmitConformanceMetadata
public protocol SystemIntent: AppIntent {}

/// An intent that shows an object of the app in the app.
///
/// Source: Apple's documentation of `OpenIntent`.
@_alwaysEmitConformanceMetadata
public protocol OpenIntent: SystemIntent {
    /// The type of the object to show.
    associatedtype Value: AppValue

    /// The object to show.
    var target: Value { get set }
}

extension OpenIntent {
    /// True: the app comes to the front.
    public static var openAppWhenRun: Bool { true }

    /// Does nothing: the app shows ``target``.
    ///
    /// - Returns: an empty result.
    public func perform() async throws -> some IntentResult { .result() }
}

/// An intent that starts or changes a live activity.
///
/// Source: Apple's documentation of `LiveActivityIntent`.
@_alwaysEmitConformanceMetadata
public protocol LiveActivityIntent: SystemIntent {}

/// An intent that plays sound.
///
/// Source: Apple's documentation of `AudioPlaybackIntent`.
@_alwaysEmitConformanceMetadata
public protocol AudioPlaybackIntent: SystemIntent {}

/// An intent that deletes objects of the app.
///
/// Source: Apple's documentation of `DeleteIntent`.
@_alwaysEmitConformanceMetadata
public protocol DeleteIntent: SystemIntent {
    /// The type of the objects to delete.
    associatedtype Entity: AppEntity

    /// The objects to delete.
    var entities: [Entity] { get }
}

/// An intent that may come to the front while it runs.
///
/// Source: Apple's documentation of `ForegroundContinuableIntent`.
@_alwaysEmitConformanceMetadata
public protocol ForegroundContinuableIntent: AppIntent {}

extension AppIntent {
    /// Performs the intent.
    ///
    /// - Parameter donateOnCompletion: True to remember the intent for suggestions. Has no effect.
    /// - Returns: the value of the result.
    /// - Throws: the error of ``perform()``, and ``AppIntentError`` if the result has no value.
    public func callAsFunction(
        donate donateOnCompletion: Bool = true
    ) async throws -> PerformResult.Value where PerformResult: ReturnsValue {
        guard let value = try await perform().value else {
            throw AppIntentError(.needsValue(parameter: Self.title))
        }
        return value
    }

    /// Performs the intent.
    ///
    /// - Parameter donateOnCompletion: True to remember the intent for suggestions. Has no effect.
    /// - Throws: the error of ``perform()``.
    public func callAsFunction(
        donate donateOnCompletion: Bool = true
    ) async throws where PerformResult.Value == Never {
        _ = try await perform()
    }

    /// Remembers the intent for suggestions on Apple's systems. Has no effect.
    ///
    /// - Returns: a new identifier.
    @discardableResult
    public func donate() -> IntentDonationIdentifier { IntentDonationIdentifier() }

    /// Remembers the intent for suggestions on Apple's systems. Has no effect.
    ///
    /// - Returns: a new identifier.
    /// - Throws: no error at present.
    @discardableResult
    public func donate() async throws -> IntentDonationIdentifier { IntentDonationIdentifier() }
}

/// The identifier of an intent that is remembered for suggestions.
///
/// Source: Apple's documentation of `IntentDonationIdentifier`.
public struct IntentDonationIdentifier: Hashable, Codable, Sendable {
    private var id = UUID()
}
