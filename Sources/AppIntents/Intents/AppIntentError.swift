// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The error of an intent that could not be performed.
///
/// Source: Apple's documentation of `AppIntentError`.
public struct AppIntentError: LocalizedError, Sendable {
    enum Reason: Sendable {
        case needsValue(parameter: LocalizedStringResource)
        case needsDisambiguation(parameter: LocalizedStringResource)
        case needsConfirmation(parameter: LocalizedStringResource)
        case restartPerform
    }

    let reason: Reason
    let dialog: IntentDialog?

    init(_ reason: Reason, _ dialog: IntentDialog? = nil) {
        self.reason = reason
        self.dialog = dialog
    }

    /// The error that `perform()` throws to start from the beginning.
    public static var restartPerform: AppIntentError { AppIntentError(.restartPerform) }

    /// The message for the user.
    public var errorDescription: String? {
        if let dialog { return String(localized: dialog.full) }
        return switch reason {
        case .needsValue(let title): "\(String(localized: title)) has no value."
        case .needsDisambiguation(let title): "\(String(localized: title)) may mean several."
        case .needsConfirmation(let title): "\(String(localized: title)) is not confirmed."
        case .restartPerform: "The intent asked to start again."
        }
    }
}

// A Focus filter runs without a user to ask. Asking therefore fails, as on Apple's systems.

extension IntentParameter {
    /// Returns the error to throw if `perform()` needs a value.
    ///
    /// - Parameter dialog: The question to the user, which becomes the error's message.
    /// - Returns: the error.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> AppIntentError {
        AppIntentError(.needsValue(parameter: title), dialog ?? facts.requestValueDialog)
    }

    /// Returns the error to throw if several values may be meant.
    ///
    /// - Parameters:
    ///   - itemsToDisambiguate: The values.
    ///   - dialog: The question to the user, which becomes the error's message.
    /// - Returns: the error.
    public func needsDisambiguationError(
        among itemsToDisambiguate: [Value.ValueType], dialog: IntentDialog? = nil
    ) -> AppIntentError {
        AppIntentError(.needsDisambiguation(parameter: title), dialog)
    }

    /// Always fails: there is no user to ask for a value.
    ///
    /// - Parameter dialog: The question to the user, which becomes the error's message.
    /// - Returns: never, because there is no user to ask.
    /// - Throws: ``AppIntentError``.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value.ValueType {
        throw needsValueError(dialog)
    }

    /// Always fails: there is no user to ask for the meant value.
    ///
    /// - Parameters:
    ///   - itemsToDisambiguate: The values.
    ///   - dialog: The question to the user, which becomes the error's message.
    /// - Returns: never, because there is no user to ask.
    /// - Throws: ``AppIntentError``.
    public func requestDisambiguation(
        among itemsToDisambiguate: [Value.ValueType], dialog: IntentDialog? = nil
    ) async throws -> Value.ValueType {
        throw needsDisambiguationError(among: itemsToDisambiguate, dialog: dialog)
    }

    /// Always fails: there is no user to ask for a confirmation.
    ///
    /// - Parameters:
    ///   - itemToConfirm: The value.
    ///   - dialog: The question to the user, which becomes the error's message.
    /// - Returns: never, because there is no user to ask.
    /// - Throws: ``AppIntentError``.
    public func requestConfirmation(
        for itemToConfirm: Value.ValueType, dialog: IntentDialog? = nil
    ) async throws -> Bool {
        throw AppIntentError(.needsConfirmation(parameter: title), dialog)
    }
}
