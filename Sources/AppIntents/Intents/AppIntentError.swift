// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why an intent could not be performed.
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

    /// Throw it to have `perform()` begin anew.
    public static var restartPerform: AppIntentError { AppIntentError(.restartPerform) }

    /// What went wrong, for the user.
    public var errorDescription: String? {
        if let dialog { return String(localized: dialog.full) }
        return switch reason {
        case .needsValue(let title): "\(String(localized: title)) has no value."
        case .needsDisambiguation(let title): "\(String(localized: title)) may mean several."
        case .needsConfirmation(let title): "\(String(localized: title)) is not confirmed."
        case .restartPerform: "The intent asked to begin anew."
        }
    }
}

// A Focus filter runs without anybody to ask, so asking fails as it does on Apple's.

extension IntentParameter {
    /// The error to throw when there is no value to go on with.
    ///
    /// - Parameter dialog: What Siri asks.
    /// - Returns: the error.
    public func needsValueError(_ dialog: IntentDialog? = nil) -> AppIntentError {
        AppIntentError(.needsValue(parameter: title), dialog ?? facts.requestValueDialog)
    }

    /// The error to throw when several values may be meant.
    ///
    /// - Parameters:
    ///   - itemsToDisambiguate: The values.
    ///   - dialog: What Siri asks.
    /// - Returns: the error.
    public func needsDisambiguationError(
        among itemsToDisambiguate: [Value.ValueType], dialog: IntentDialog? = nil
    ) -> AppIntentError {
        AppIntentError(.needsDisambiguation(parameter: title), dialog)
    }

    /// Asks the user for a value.
    ///
    /// - Parameter dialog: What Siri asks.
    /// - Returns: nothing, because there is nobody to ask.
    /// - Throws: ``AppIntentError``.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value.ValueType {
        throw needsValueError(dialog)
    }

    /// Asks the user which of several values is meant.
    ///
    /// - Parameters:
    ///   - itemsToDisambiguate: The values.
    ///   - dialog: What Siri asks.
    /// - Returns: nothing, because there is nobody to ask.
    /// - Throws: ``AppIntentError``.
    public func requestDisambiguation(
        among itemsToDisambiguate: [Value.ValueType], dialog: IntentDialog? = nil
    ) async throws -> Value.ValueType {
        throw needsDisambiguationError(among: itemsToDisambiguate, dialog: dialog)
    }

    /// Asks the user whether a value is meant.
    ///
    /// - Parameters:
    ///   - itemToConfirm: The value.
    ///   - dialog: What Siri asks.
    /// - Returns: nothing, because there is nobody to ask.
    /// - Throws: ``AppIntentError``.
    public func requestConfirmation(
        for itemToConfirm: Value.ValueType, dialog: IntentDialog? = nil
    ) async throws -> Bool {
        throw AppIntentError(.needsConfirmation(parameter: title), dialog)
    }
}
