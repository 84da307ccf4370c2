// SPDX-License-Identifier: Apache-2.0

/// Lets a query or an options provider look at the intent whose parameter it offers values for.
///
/// ```swift
/// struct FolderQuery: EntityQuery {
///     @IntentParameterDependency<MailFilter>(\.$account)
///     var filter
///
///     func suggestedEntities() async throws -> [Folder] {
///         filter?.account.folders ?? []
///     }
/// }
/// ```
///
/// Values are asked for before the user has set any, so the parameters have their defaults.
///
/// Source: Apple's documentation of `IntentParameterDependency`.
@propertyWrapper
public struct IntentParameterDependency<Intent: AppIntent>: @unchecked Sendable {
    // Unchecked because of the closure, which holds key paths; nothing changes them.

    private let hasValues: (Intent) -> Bool

    /// Names the parameter that is looked at.
    ///
    /// - Parameter keyPath: The key path to it, as in `\.$account`.
    public init<Value: _IntentValue & Sendable>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>
    ) {
        hasValues = { $0[keyPath: keyPath].isSet }
    }

    /// Names the parameters that are looked at.
    ///
    /// - Parameters:
    ///   - first: The key path to the first.
    ///   - second: The key path to the second.
    public init<First: _IntentValue & Sendable, Second: _IntentValue & Sendable>(
        _ first: KeyPath<Intent, IntentParameter<First>>,
        _ second: KeyPath<Intent, IntentParameter<Second>>
    ) {
        hasValues = { $0[keyPath: first].isSet && $0[keyPath: second].isSet }
    }

    /// The intent, while values of one of its parameters are asked for and all parameters named
    /// have values other than nil; else nil.
    public var wrappedValue: IntentProjection<Intent>? {
        guard let intent = AskedIntent.current as? Intent, hasValues(intent) else { return nil }
        return IntentProjection(intent: intent)
    }
}

/// The parameters of an intent, to look at.
///
/// Source: Apple's documentation of `IntentParameterDependency`.
@dynamicMemberLookup
public struct IntentProjection<Intent: AppIntent>: Sendable {
    let intent: Intent

    /// The value of one.
    ///
    /// - Parameter keyPath: The key path to it.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Intent, Value>) -> Value {
        intent[keyPath: keyPath]
    }
}

/// The intent for a parameter of which an app is asked for values.
enum AskedIntent {
    @TaskLocal static var current: (any AppIntent)?
}

extension IntentParameter {
    /// Whether it has a value other than nil.
    fileprivate var isSet: Bool {
        guard hasValue else { return false }
        let mirror = Mirror(reflecting: wrappedValue)
        return mirror.displayStyle != .optional || !mirror.children.isEmpty
    }
}
