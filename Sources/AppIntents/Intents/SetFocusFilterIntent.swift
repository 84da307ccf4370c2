// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A Focus filter: how an app changes while a Focus is on.
///
/// The user sets its parameters per Focus. ``AppIntent/perform()`` is called with those values
/// when the Focus is turned on, and with every parameter's default when it is turned off; also where
/// all values are defaults, and where the filter has no parameters. Reading ``current`` gives the same
/// values at any other time.
///
/// What ``AppIntent/perform()`` throws is written to the standard error and shown to the user; then
/// ``appContext`` is asked all the same.
///
/// A parameter that is not optional and has no default is required: without a value for it the
/// filter is not called, so not when a Focus is turned off either.
///
/// The type needs no registration. An app without a line for it serves its filters while it runs;
/// an ``AppIntentsExtension`` serves them while it does not.
///
/// Source: Apple's documentation of `SetFocusFilterIntent`.
@_alwaysEmitConformanceMetadata
public protocol SetFocusFilterIntent: AppIntent, InstanceDisplayRepresentable {
    /// What the system heeds while the filter has these values; nothing by default.
    ///
    /// Read after ``AppIntent/perform()``, and again after
    /// ``invalidateFocusFilterAppContext()``.
    var appContext: FocusFilterAppContext { get }

    /// Values to offer to a user who adds the filter to a Focus; none by default.
    ///
    /// - Parameter context: For what they are wanted.
    /// - Returns: filters with the values set.
    static func suggestedFocusFilters(
        for context: FocusFilterSuggestionContext
    ) async -> [Self]
}

extension SetFocusFilterIntent {
    /// Nothing that the system would heed.
    public var appContext: FocusFilterAppContext { FocusFilterAppContext() }

    /// Does nothing, for a filter that is read through ``current`` and ``appContext`` alone.
    ///
    /// - Returns: a result that says no more than that the intent is done.
    public func perform() async throws -> some IntentResult { .result() }

    /// Suggests nothing.
    ///
    /// - Parameter context: For what suggestions are wanted.
    /// - Returns: no filters.
    public static func suggestedFocusFilters(
        for context: FocusFilterSuggestionContext
    ) async -> [Self] { [] }

    /// The filter with the values that count now; while no Focus sets it, and where there is no
    /// focusd, with every default.
    ///
    /// - Throws: ``SetFocusFilterIntentError/missingParameterValue`` when a required parameter
    ///   has no value, ``SetFocusFilterIntentError/notFound`` when focusd knows no such filter of
    ///   this app, and what the app's own queries throw.
    public static var current: Self {
        get async throws { try await FocusFilterRuntime.current(Self.self) }
    }

    /// Has the system read ``appContext`` anew, after something other than a parameter changed
    /// it.
    public static func invalidateFocusFilterAppContext() {
        FocusFilterRuntime.invalidateAppContext(of: Self.self)
    }
}

/// What the system heeds while a Focus filter has certain values.
///
/// Source: Apple's documentation of `FocusFilterAppContext`.
public struct FocusFilterAppContext: @unchecked Sendable {
    // Unchecked because of NSPredicate: a class, and one that nothing changes once it is made.

    /// Which of the app's notifications come through, by their filter criteria (`SELF`); nil lets
    /// all through.
    public let notificationFilterPredicate: NSPredicate?
    /// How the identifiers of the windows begin that are in keeping with the Focus.
    public let targetContentIdentifierPrefix: String?

    /// Makes a context.
    ///
    /// - Parameter notificationFilterPredicate: Which notifications come through. It must come
    ///   from a format; a predicate made from a block cannot be sent and lets all through.
    public init(notificationFilterPredicate: NSPredicate? = nil) {
        self.init(
            notificationFilterPredicate: notificationFilterPredicate,
            targetContentIdentifierPrefix: nil)
    }

    /// Makes a context that also says which windows are in keeping with the Focus.
    ///
    /// - Parameters:
    ///   - notificationFilterPredicate: Which notifications come through. It must come from a
    ///     format; a predicate made from a block cannot be sent and lets all through.
    ///   - targetContentIdentifierPrefix: How the identifiers of the windows begin.
    public init(
        notificationFilterPredicate: NSPredicate? = nil,
        targetContentIdentifierPrefix: String? = nil
    ) {
        self.notificationFilterPredicate = notificationFilterPredicate
        self.targetContentIdentifierPrefix = targetContentIdentifierPrefix
    }
}

/// For what suggestions of a Focus filter are wanted; it says nothing yet.
///
/// Source: Apple's documentation of `FocusFilterSuggestionContext`.
public struct FocusFilterSuggestionContext: Sendable {
    init() {}
}

/// Why a Focus filter cannot be read.
///
/// Source: Apple's documentation of `SetFocusFilterIntentError`.
public enum SetFocusFilterIntentError: LocalizedError, Hashable {
    /// The system knows no such filter of this app.
    case notFound
    /// A parameter is neither optional nor has a default, and the user has not set it.
    case missingParameterValue

    /// What went wrong, for the user.
    public var errorDescription: String? {
        switch self {
        case .notFound: "The Focus filter is not known to the system."
        case .missingParameterValue: "A required parameter of the Focus filter has no value."
        }
    }
}
