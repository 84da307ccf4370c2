// SPDX-License-Identifier: Apache-2.0

@_exported public import Foundation

// Foundation comes with this module: sources written for Apple's platforms use NSPredicate,
// Bundle and UserDefaults with `import AppIntents` alone.

/// A type with a name that stays the same from one version of an app to the next.
///
/// Source: Apple's documentation of `PersistentlyIdentifiable`.
@_alwaysEmitConformanceMetadata
public protocol PersistentlyIdentifiable {
    /// The name; by default the type's own, without its module.
    ///
    /// Users' Focuses hold it, so a type that is renamed keeps its old name by answering it here.
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    /// The type's own name, without its module.
    public static var persistentIdentifier: String { String(describing: Self.self) }
}

/// A type that may hold dependencies that the app registers.
///
/// Source: Apple's documentation of `AppIntent`.
@_alwaysEmitConformanceMetadata
public protocol _SupportsAppDependencies {}

extension _SupportsAppDependencies {
    /// A property that ``AppDependencyManager`` fills: `@Dependency var store: Store`.
    public typealias Dependency = AppDependency
}

/// Something that an app can do for the system; a Focus filter is one.
///
/// Source: Apple's documentation of `AppIntent`. What belongs to Siri and to Shortcuts is
/// accepted and has no effect here.
@_alwaysEmitConformanceMetadata
public protocol AppIntent: PersistentlyIdentifiable, _SupportsAppDependencies,
    _DescribedByIntentDescription, _DescribedByResource, _DescribedByOptionalResource, Sendable
{
    /// What ``perform()`` answers.
    associatedtype PerformResult: IntentResult
    /// The type of ``parameterSummary``.
    associatedtype SummaryContent: ParameterSummary

    /// What the user sees as its name.
    static var title: LocalizedStringResource { get }

    /// What the user reads about it; nil by default.
    ///
    /// It may also be declared as `IntentDescription`, `LocalizedStringResource` or
    /// `LocalizedStringResource?`; each reaches the user.
    static var description: IntentDescription? { get }

    /// Whether the app comes to the front when the intent runs; false by default.
    static var openAppWhenRun: Bool { get }

    /// Who may run it; ``IntentAuthenticationPolicy/alwaysAllowed`` by default.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }

    /// Whether users are offered the intent; true by default.
    static var isDiscoverable: Bool { get }

    /// Where it can run; ``IntentModes/background`` by default.
    static var supportedModes: IntentModes { get }

    /// Its parameters in a sentence; by default none.
    static var parameterSummary: SummaryContent { get }

    /// Does what the intent is for, with the values that its parameters have.
    ///
    /// - Returns: the result, usually `.result()`.
    /// - Throws: whatever keeps it from being done.
    func perform() async throws -> PerformResult

    /// Makes an intent whose parameters have their defaults.
    init()
}

extension AppIntent {
    /// A property that the user can set: `@Parameter(title: "Account") var account: Account?`.
    public typealias Parameter = IntentParameter
    /// A sentence with parameters in it, for ``parameterSummary``.
    public typealias Summary = IntentParameterSummary<Self>
    /// One of two summaries, by a parameter's value.
    public typealias When<WhenCondition, Otherwise> = ParameterSummaryWhenCondition<
        Self, WhenCondition, Otherwise
    >
    where
        WhenCondition: ParameterSummary, Otherwise: ParameterSummary,
        WhenCondition.Intent == Self, Otherwise.Intent == Self
    /// One of several summaries, by a parameter's value.
    public typealias Switch<Value, CaseCondition> = ParameterSummarySwitchCondition<
        Self, Value, CaseCondition
    >
    where
        Value: _IntentValue & Sendable, CaseCondition: _ParameterSummarySwitchCase,
        CaseCondition.Intent == Self, CaseCondition.Value == Value
    /// The summary for one value, or for several.
    public typealias Case = ParameterSummaryCaseCondition
    /// The summary for all other values.
    public typealias DefaultCase = ParameterSummaryDefaultCaseCondition
}

extension AppIntent {
    /// No description.
    public static var description: IntentDescription? { nil }
    /// The app stays where it is.
    public static var openAppWhenRun: Bool { false }
    /// Anyone may run it.
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    /// Users are offered it.
    public static var isDiscoverable: Bool { true }
    /// In the background.
    public static var supportedModes: IntentModes { .background }
    /// A summary that says nothing.
    public static var parameterSummary: some ParameterSummary {
        IntentParameterSummary<Self>()
    }

    /// The state of the system around a running intent.
    public var systemContext: IntentSystemContext { IntentSystemContext() }
}

/// Who may run an intent while the screen is locked.
///
/// Source: Apple's documentation of `IntentAuthenticationPolicy`. A Focus filter runs when the
/// Focus changes, whatever this says.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
    /// Anyone, at any time.
    case alwaysAllowed
    /// Somebody who has unlocked the device.
    case requiresAuthentication
    /// Somebody who has unlocked this very device.
    case requiresLocalDeviceAuthentication
}

/// The state of the system around a running intent.
///
/// Source: Apple's documentation of `IntentSystemContext`.
public struct IntentSystemContext: Hashable, Sendable {
    /// When the user asked for the intent; a Focus filter is not asked for, so always nil.
    public var preciseTimestamp: Date? { nil }
}

extension Never: AppIntent {
    /// Nothing, for there is no such intent.
    public static var title: LocalizedStringResource { "" }

    /// There is no such value.
    public init() { preconditionFailure("there is no value of type Never") }

    /// There is nothing to do.
    ///
    /// - Returns: a result that says so.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}
