// SPDX-License-Identifier: Apache-2.0

@_exported public import Foundation

// This module exports Foundation, because sources for Apple's platforms use NSPredicate, Bundle and
// UserDefaults with `import AppIntents` alone.

/// A type with a name that stays the same between versions of an app.
///
/// Source: Apple's documentation of `PersistentlyIdentifiable`.
@_alwaysEmitConformanceMetadata
public protocol PersistentlyIdentifiable {
    /// The name; by default the name of the type without its module.
    ///
    /// Users' Focuses store the name. A renamed type keeps its filters by returning its old name
    /// here.
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    /// The name of the type without its module.
    public static var persistentIdentifier: String { String(describing: Self.self) }
}

/// A type that may have dependencies that the app adds to its ``AppDependencyManager``.
///
/// Source: Apple's documentation of `AppIntent`.
@_alwaysEmitConformanceMetadata
public protocol _SupportsAppDependencies {}

extension _SupportsAppDependencies {
    /// A property that ``AppDependencyManager`` fills: `@Dependency var store: Store`.
    public typealias Dependency = AppDependency
}

/// An action that an app can do for the system; a Focus filter is an intent.
///
/// Source: Apple's documentation of `AppIntent`. Declarations for Siri and Shortcuts compile and
/// have no effect here.
@_alwaysEmitConformanceMetadata
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies,
    _DescribedByIntentDescription, _DescribedByResource, _DescribedByOptionalResource, Sendable
{
    /// The type of the result of ``perform()``.
    associatedtype PerformResult: IntentResult
    /// The type of ``parameterSummary``.
    associatedtype SummaryContent: ParameterSummary

    /// The name of the intent for the user.
    static var title: LocalizedStringResource { get }

    /// The description of the intent for the user; nil by default.
    ///
    /// The type of the property may also be `IntentDescription`, `LocalizedStringResource` or
    /// `LocalizedStringResource?`. The user sees the description with each of these types.
    static var description: IntentDescription? { get }

    /// True to bring the app to the front when the intent runs; false by default.
    static var openAppWhenRun: Bool { get }

    /// The users who may run the intent; ``IntentAuthenticationPolicy/alwaysAllowed`` by default.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }

    /// True to offer the intent to users; true by default.
    static var isDiscoverable: Bool { get }

    /// The modes in which the intent can run; ``IntentModes/background`` by default.
    static var supportedModes: IntentModes { get }

    /// A sentence with the parameters of the intent; empty by default.
    static var parameterSummary: SummaryContent { get }

    /// Performs the intent with the values of its parameters.
    ///
    /// - Returns: the result, usually `.result()`.
    /// - Throws: an error of the app.
    func perform() async throws -> PerformResult

    /// Makes an intent whose parameters have their defaults.
    init()
}

extension AppIntent {
    /// A property that the user can set: `@Parameter(title: "Account") var account: Account?`.
    public typealias Parameter = IntentParameter
    /// A sentence with parameters in it, for ``parameterSummary``.
    public typealias Summary = IntentParameterSummary<Self>
    /// One of two summaries, chosen by a parameter's value.
    public typealias When<WhenCondition, Otherwise> = ParameterSummaryWhenCondition<
        Self, WhenCondition, Otherwise
    >
    where
        WhenCondition: ParameterSummary, Otherwise: ParameterSummary,
        WhenCondition.Intent == Self, Otherwise.Intent == Self
    /// One of several summaries, chosen by a parameter's value.
    public typealias Switch<Value, CaseCondition> = ParameterSummarySwitchCondition<
        Self, Value, CaseCondition
    >
    where
        Value: _IntentValue & Sendable, CaseCondition: _ParameterSummarySwitchCase,
        CaseCondition.Intent == Self, CaseCondition.Value == Value
    /// The summary for one value or for several values.
    public typealias Case = ParameterSummaryCaseCondition
    /// The summary for all other values.
    public typealias DefaultCase = ParameterSummaryDefaultCaseCondition
}

extension AppIntent {
    /// No description.
    public static var description: IntentDescription? { nil }
    /// False: the app does not come to the front.
    public static var openAppWhenRun: Bool { false }
    /// Everybody may run the intent.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    /// True: users are offered the intent.
    public static var isDiscoverable: Bool { true }
    /// The intent runs in the background.
    public static var supportedModes: IntentModes { .background }
    /// An empty summary.
    public static var parameterSummary: some ParameterSummary {
        IntentParameterSummary<Self>()
    }

    /// The state of the system around a running intent.
    public var systemContext: IntentSystemContext { IntentSystemContext() }
}

/// The users who may run an intent while the screen is locked.
///
/// Source: Apple's documentation of `IntentAuthenticationPolicy`. A Focus filter runs when the
/// Focus changes, with every policy.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
    /// Everybody, at any time.
    case alwaysAllowed
    /// A user who has unlocked a device.
    case requiresAuthentication
    /// A user who has unlocked this device.
    case requiresLocalDeviceAuthentication
}

/// The state of the system around a running intent.
///
/// Source: Apple's documentation of `IntentSystemContext`.
public struct IntentSystemContext: Hashable, Sendable {
    /// The time at which the user asked for the intent. Always nil, because nobody asks for a Focus
    /// filter.
    public var preciseTimestamp: Date? { nil }
}

extension Never: AppIntent {
    /// An empty title, because an intent of this type does not exist.
    public static var title: LocalizedStringResource { "" }

    /// Traps, because a value of this type does not exist.
    public init() { preconditionFailure("there is no value of type Never") }

    /// Returns an empty result. No value exists to call this function on.
    ///
    /// - Returns: an empty result.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}
