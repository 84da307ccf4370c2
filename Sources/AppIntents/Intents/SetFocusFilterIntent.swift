// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A Focus filter: the changes of an app while a Focus is on.
///
/// The user sets the parameters per Focus. The system calls ``AppIntent/perform()`` with the user's
/// values when the Focus is turned on, and with the default of every parameter when the Focus is
/// turned off. It calls the function also if all values are defaults, and if the filter has no
/// parameters. ``current`` gives the same values at any other time.
///
/// An error of ``AppIntent/perform()`` is written to the standard error and shown to the user. The
/// system reads ``appContext`` after an error too.
///
/// A parameter that is not optional and has no default is required. The system does not call a
/// filter while a required parameter has no value, so not when a Focus is turned off either.
///
/// The type needs no registration. An app without code for the filter serves the filter while the
/// app runs. An ``AppIntentsExtension`` serves the filter while the app does not run.
///
/// Source: Apple's documentation of `SetFocusFilterIntent`.
@_alwaysEmitConformanceMetadata
public protocol SetFocusFilterIntent: AppIntent, InstanceDisplayRepresentable {
    /// The effects on the system while the filter has these values; none by default.
    ///
    /// The system reads the property after ``AppIntent/perform()``, and again after
    /// ``invalidateFocusFilterAppContext()``.
    var appContext: FocusFilterAppContext { get }

    /// Returns filters with values to offer to a user who adds the filter to a Focus; none by
    /// default.
    ///
    /// - Parameter context: The situation for which the system wants suggestions.
    /// - Returns: filters with the values set.
    static func suggestedFocusFilters(
        for context: FocusFilterSuggestionContext
    ) async -> [Self]
}

extension SetFocusFilterIntent {
    /// An empty context.
    public var appContext: FocusFilterAppContext { FocusFilterAppContext() }

    /// Does nothing, for a filter that the app reads only through ``current`` and ``appContext``.
    ///
    /// - Returns: an empty result.
    public func perform() async throws -> some IntentResult { .result() }

    /// Returns no suggestions.
    ///
    /// - Parameter context: The situation for which the system wants suggestions.
    /// - Returns: no filters.
    public static func suggestedFocusFilters(
        for context: FocusFilterSuggestionContext
    ) async -> [Self] { [] }

    /// The filter with its current values. Every parameter has its default while no Focus sets the
    /// filter, and on a system without focusd.
    ///
    /// - Throws: ``SetFocusFilterIntentError/missingParameterValue`` if a required parameter has no
    ///   value, ``SetFocusFilterIntentError/notFound`` if focusd knows no such filter of this app,
    ///   and the errors of the app's queries.
    public static var current: Self {
        get async throws { try await CurrentFilterRequest.value(Self.self) }
    }

    /// Tells the system to read ``appContext`` again, after a change that is not a change of a
    /// parameter.
    public static func invalidateFocusFilterAppContext() {
        CurrentFilterRequest.invalidateAppContext(of: Self.self)
    }
}

/// The effects on the system while a Focus filter has certain values.
///
/// Source: Apple's documentation of `FocusFilterAppContext`.
public struct FocusFilterAppContext: @unchecked Sendable {
    // Unchecked because of NSPredicate, a class whose objects are not changed after their creation.

    /// The predicate that allows notifications of the app by their filter criteria (`SELF`); nil
    /// allows all notifications.
    public let notificationFilterPredicate: NSPredicate?
    /// The prefix of the identifiers of windows that fit the Focus.
    public let targetContentIdentifierPrefix: String?

    /// Makes a context.
    ///
    /// - Parameter notificationFilterPredicate: Selects the notifications to allow. Use a format, a
    ///   constant, or a compound of these. A predicate with a block cannot be sent and allows all
    ///   notifications.
    public init(notificationFilterPredicate: NSPredicate? = nil) {
        self.init(
            notificationFilterPredicate: notificationFilterPredicate,
            targetContentIdentifierPrefix: nil)
    }

    /// Makes a context that also selects the windows that fit the Focus.
    ///
    /// - Parameters:
    ///   - notificationFilterPredicate: Selects the notifications to allow. Use a format, a
    ///     constant, or a compound of these. A predicate with a block cannot be sent and allows all
    ///     notifications.
    ///   - targetContentIdentifierPrefix: The prefix of the identifiers of the windows.
    public init(
        notificationFilterPredicate: NSPredicate? = nil,
        targetContentIdentifierPrefix: String? = nil
    ) {
        self.notificationFilterPredicate = notificationFilterPredicate
        self.targetContentIdentifierPrefix = targetContentIdentifierPrefix
    }
}

/// The situation for which the system wants suggestions of a Focus filter; empty at present.
///
/// Source: Apple's documentation of `FocusFilterSuggestionContext`.
public struct FocusFilterSuggestionContext: Sendable {
    init() {}
}

/// The reason why a Focus filter cannot be read.
///
/// Source: Apple's documentation of `SetFocusFilterIntentError`.
public enum SetFocusFilterIntentError: LocalizedError, Hashable {
    /// The system does not know the filter of this app.
    case notFound
    /// A parameter is not optional, has no default, and was not set by the user.
    case missingParameterValue

    /// The message for the user.
    public var errorDescription: String? {
        switch self {
        case .notFound: "The Focus filter is not known to the system."
        case .missingParameterValue: "A required parameter of the Focus filter has no value."
        }
    }
}
