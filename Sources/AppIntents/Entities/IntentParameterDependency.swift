// SPDX-License-Identifier: Apache-2.0

/// Gives a query or an options provider read access to the intent whose parameter needs values.
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
/// The system asks for values before the user has set any, so the parameters have their defaults.
///
/// Source: Apple's documentation of `IntentParameterDependency`.
@propertyWrapper
public struct IntentParameterDependency<Intent: AppIntent>: @unchecked Sendable {
    // Unchecked because of the closure, which holds immutable key paths.

    private let hasValues: (Intent) -> Bool

    /// Makes a dependency on one parameter.
    ///
    /// - Parameter keyPath: The key path of the parameter, as in `\.$account`.
    public init<Value: _IntentValue & Sendable>(
        _ keyPath: KeyPath<Intent, IntentParameter<Value>>
    ) {
        hasValues = { $0[keyPath: keyPath].isSet }
    }

    /// Makes a dependency on two parameters.
    ///
    /// - Parameters:
    ///   - first: The key path of the first parameter.
    ///   - second: The key path of the second parameter.
    public init<First: _IntentValue & Sendable, Second: _IntentValue & Sendable>(
        _ first: KeyPath<Intent, IntentParameter<First>>,
        _ second: KeyPath<Intent, IntentParameter<Second>>
    ) {
        hasValues = { $0[keyPath: first].isSet && $0[keyPath: second].isSet }
    }

    /// The intent whose parameter needs values. It is nil at any other time, and while a named
    /// parameter has no value or the value nil.
    public var wrappedValue: IntentProjection<Intent>? {
        guard let intent = AskedIntent.current as? Intent, hasValues(intent) else { return nil }
        return IntentProjection(intent: intent)
    }
}

/// The read-only parameters of an intent.
///
/// Source: Apple's documentation of `IntentParameterDependency`.
@dynamicMemberLookup
public struct IntentProjection<Intent: AppIntent>: Sendable {
    let intent: Intent

    /// Returns the value of a parameter.
    ///
    /// - Parameter keyPath: The key path of the parameter.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Intent, Value>) -> Value {
        intent[keyPath: keyPath]
    }
}

/// The intent whose parameter the system currently asks the app to provide values for.
enum AskedIntent {
    @TaskLocal static var current: (any AppIntent)?
}

extension IntentParameter {
    /// True if the parameter has a value other than nil.
    fileprivate var isSet: Bool {
        guard hasValue else { return false }
        let mirror = Mirror(reflecting: wrappedValue)
        return mirror.displayStyle != .optional || !mirror.children.isEmpty
    }
}
