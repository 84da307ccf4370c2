// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Synchronization

/// A property of an intent that the user can set.
///
/// ```swift
/// struct ChatFocusFilter: SetFocusFilterIntent {
///     @Parameter(title: "Use Dark Mode", default: false)
///     var alwaysUseDarkMode: Bool
///
///     @Parameter(title: "Selected Account")
///     var account: AccountEntity?
/// }
/// ```
///
/// The wrapper is a class. A constant intent can therefore change its values, and copies of an
/// intent share their values. Each type of value has initialisers of its own with the settings of
/// that type. Optionals and collections use the initialisers of their elements.
///
/// Reading a parameter that is not optional, has no default and was not set is a programming error
/// and ends the app, because no value exists. The system never calls a Focus filter in this state.
///
/// Source: Apple's documentation of `IntentParameter`.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue & Sendable>: AnyIntentValue,
    @unchecked Sendable
{
    // Unchecked because the compiler does not know that Value.UnwrappedType is Sendable if Value
    // is. Both are values of the same kind. A lock protects the mutable state.

    /// The name of the parameter for the user.
    public let title: LocalizedStringResource
    /// The value of the parameter if the user has not set one.
    public let defaultValue: Value.UnwrappedType?
    let facts: ParameterFacts
    private let coding = Value._parameterCoding
    private let state = Mutex<Value?>(nil)

    init(
        _ title: LocalizedStringResource, default defaultValue: Value.UnwrappedType? = nil,
        _ description: LocalizedStringResource? = nil, _ requestValueDialog: IntentDialog? = nil,
        _ inputConnectionBehavior: InputConnectionBehavior = .default,
        _ declare: (inout ParameterFacts) -> Void = { _ in }
    ) {
        self.title = title
        self.defaultValue = defaultValue
        var facts = ParameterFacts(
            description: description, requestValueDialog: requestValueDialog,
            inputConnectionBehavior: inputConnectionBehavior)
        declare(&facts)
        self.facts = facts
    }

    /// Makes a parameter with its name in the source as its title.
    public convenience init() {
        self.init("")
    }

    /// True if the value may be nil.
    public var isOptional: Bool { coding.isOptional }

    /// The parameter itself, which ``AppIntent/parameterSummary`` references as `\.$account`.
    public var projectedValue: IntentParameter<Value> { self }

    /// The value that was set, otherwise the default, otherwise nil.
    ///
    /// - Precondition: a parameter that is not optional was set or has a default.
    public var wrappedValue: Value {
        get {
            guard let value = value else {
                preconditionFailure(
                    """
                    parameter "\(String(localized: title))" was read without having a value: \
                    make it optional, give it a default, or set it first
                    """)
            }
            return value
        }
        set { state.withLock { $0 = newValue } }
    }

    /// The value; nil if reading the parameter would trap.
    private var value: Value? { state.withLock { $0 } ?? unset }

    /// The value while none is set. An UnwrappedType is Value itself or the type that Value wraps,
    /// so the cast succeeds.
    private var unset: Value? {
        if let defaultValue { return defaultValue as? Value }
        return coding.absent
    }
}

/// The declaration of a parameter, without its title and default.
struct ParameterFacts: @unchecked Sendable {
    // Unchecked because of `presentation`, which holds values of the enumerations that Apple's
    // interface nests in IntentParameter.

    var description: LocalizedStringResource?
    var requestValueDialog: IntentDialog?
    var inputConnectionBehavior: InputConnectionBehavior
    /// The style of the control or the names of true and false, for settings windows.
    var presentation: Any?
    var context = ParameterContext.plain
    /// The allowed values of a number; nil for all values.
    var range: ParameterRange?
    /// The control for a number.
    var control = NumberControl.stepper
    /// The symbol of the unit in which the user sets the number.
    var unit: String?
    /// The number of values in a list.
    var size: IntentCollectionSize?
    /// The cases to offer; nil for the cases of the type.
    var cases: (@Sendable () -> [ParameterChoice])?
    /// The source of the entities; nil for the query of the type.
    var entities: (@Sendable () -> EntityChoices)?
    var options: OptionChoices?
}

/// The operations on a parameter that a filter needs, without the parameter's type.
///
/// Every ``IntentParameter`` conforms. A type without a form on the bus (such as a list of
/// optionals) leaves its parameter undeclared: the parameter keeps its default, and users cannot
/// set it.
protocol AnyIntentParameter: AnyObject, Sendable {
    /// True if the parameter can be read: it is optional, was set, or has a default.
    var hasValue: Bool { get }

    /// The name of the parameter's entities in declarations; nil for a parameter of any other type.
    var entityType: String? { get }

    /// Returns the declaration of the parameter for focusd; nil for a type without a form on the
    /// bus.
    ///
    /// Asks the options provider for the default of a required parameter without a default.
    func declaration(named name: String) async -> ParameterDeclaration?

    /// Returns the value in its form on the bus; nil for nil, and for a parameter without a value.
    ///
    /// - Throws: ``ParameterProblem``.
    func encoded() throws(ParameterProblem) -> ParameterValue?

    /// Sets the value. The value nil means "not set": the parameter then has its default, otherwise
    /// nil.
    ///
    /// Entities come from their query. A deleted entity is nil in an optional, and missing in a
    /// list. A required parameter then has no value.
    ///
    /// - Throws: ``ParameterProblem`` if the value does not fit the parameter, and the error of the
    ///   app's query. The parameter is then unchanged.
    func decode(_ value: ParameterValue?) async throws

    /// Returns the choices of the parameter's options provider, with values as in a Focus file.
    func options() async throws -> [ParameterChoice]

    /// Returns the entities with these identifiers, in their order, without deleted entities.
    func entities(for identifiers: [String]) async throws -> [ParameterChoice]

    /// Returns the entities to offer.
    func suggestedEntities() async throws -> [ParameterChoice]

    /// Returns the entities that match a text of the user.
    func entities(matching text: String) async throws -> [ParameterChoice]
}

extension IntentParameter: AnyIntentParameter {
    var hasValue: Bool { value != nil }

    private var entityChoices: EntityChoices? { (facts.entities ?? coding.entities)?() }

    var entityType: String? { entityChoices?.type }

    func declaration(named name: String) async -> ParameterDeclaration? {
        guard let type = coding.type else { return nil }
        var initial = unset
        if initial == nil { initial = await offeredDefault }
        let shown = String(localized: title).clipped(to: Limits.filterTitleBytes)
        let description = [facts.description.map { String(localized: $0) }, facts.unit]
            .compactMap { $0 }.joined(separator: " – ")
        var declaration = ParameterDeclaration(
            name, title: shown.isEmpty ? name : shown,
            description: description.clipped(to: Limits.filterDescriptionBytes), type: type,
            isOptional: isOptional,
            // focusd does not learn of a default that cannot be sent. The app's default then
            // applies.
            defaultValue: initial.flatMap { try? coding.encode($0, facts.context) },
            entityType: entityType ?? "",
            cases: (facts.cases ?? coding.cases)().bounded(imageBytes: Limits.declarationBytes / 8),
            hasOptions: facts.options != nil)
        declaration.range = facts.range
        declaration.control = facts.control
        if type.kind == .date { declaration.dateParts = facts.context.dateKind }
        declaration.prompt = (facts.requestValueDialog?.text ?? "")
            .clipped(to: Limits.filterTitleBytes)
        return declaration
    }

    func encoded() throws(ParameterProblem) -> ParameterValue? {
        guard let value else { return nil }
        return try coding.encode(value, facts.context)
    }

    func decode(_ sent: ParameterValue?) async throws {
        var value: Value?
        if let sent {
            guard let type = coding.type else {
                throw ParameterProblem.unsupported(String(describing: Value.self))
            }
            guard sent.isOf(type) else {
                throw ParameterProblem.wrongType(expected: type.written)
            }
            try check(sent)
            value = try await coding.decode([sent], facts.context).first ?? nil
        } else if unset == nil {
            // A value that the app's own init() has set stays if there is no other value.
            value = await offeredDefault ?? self.value
        }
        let decoded = value
        state.withLock { $0 = decoded }
    }

    /// The value that the app's provider or query has for a required parameter without a default.
    private var offeredDefault: Value? {
        get async {
            if let options = facts.options { return await options.defaultValue() as? Value }
            return await entityChoices?.defaultValue() as? Value
        }
    }

    /// - Throws: `outOfRange` for a value that the declaration excludes, but never for the default.
    private func check(_ value: ParameterValue) throws(ParameterProblem) {
        // A list may be shorter than its minimum size, because the user may still be choosing.
        if case .list(_, let values) = value, let size = facts.size, values.count > size.maximum {
            throw .outOfRange("it takes at most \(size.maximum) values")
        }
        guard let range = facts.range, !range.contains(value) else { return }
        let own = unset.flatMap { try? coding.encode($0, facts.context) }
        guard own != value else { return }
        throw .outOfRange("it takes \(range.words)")
    }

    func options() async throws -> [ParameterChoice] {
        try await facts.options?.choices() ?? []
    }

    func entities(for identifiers: [String]) async throws -> [ParameterChoice] {
        try await entityChoices?.withIdentifiers(identifiers) ?? []
    }

    func suggestedEntities() async throws -> [ParameterChoice] {
        try await entityChoices?.suggested() ?? []
    }

    func entities(matching text: String) async throws -> [ParameterChoice] {
        try await entityChoices?.matching(text) ?? []
    }
}
