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
/// It is a class, so a value can be set through a constant intent, and copies of an intent share
/// their values. Each type of value has an initialiser of its own with what can be said of it;
/// optionals and collections use their element's.
///
/// Reading a parameter that is not optional, has no default and was not set is a mistake of the
/// app's and ends it: there is no value to answer. The system never calls a Focus filter in that
/// state.
///
/// Source: Apple's documentation of `IntentParameter`.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue & Sendable>: AnyIntentValue,
    @unchecked Sendable
{
    // Unchecked because Value.UnwrappedType is not known to be Sendable where Value is; both are
    // values of the same kind. Everything that changes is behind the lock.

    /// What the user sees as its name.
    public let title: LocalizedStringResource
    /// Its value where nobody has set one.
    public let defaultValue: Value.UnwrappedType?
    let facts: ParameterFacts
    private let coding = Value._parameterCoding
    private let state = Mutex<Value?>(nil)

    init(
        _ title: LocalizedStringResource, default defaultValue: Value.UnwrappedType? = nil,
        _ facts: ParameterFacts
    ) {
        self.title = title
        self.defaultValue = defaultValue
        self.facts = facts
    }

    /// Makes a parameter that is shown by its name in the source.
    public convenience init() {
        self.init("", ParameterFacts())
    }

    /// Whether it may be nil.
    public var isOptional: Bool { coding.isOptional }

    /// The parameter itself, which ``AppIntent/parameterSummary`` names by `\.$account`.
    public var projectedValue: IntentParameter<Value> { self }

    /// The value: what was set, else the default, else nil.
    ///
    /// - Precondition: for a type that is not optional, one of the first two.
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

    /// nil where reading is a mistake.
    private var value: Value? { state.withLock { $0 } ?? unset }

    /// What counts while nothing is set. An UnwrappedType is Value itself or what it wraps, so
    /// the cast succeeds.
    private var unset: Value? {
        if let defaultValue { return defaultValue as? Value }
        return coding.absent
    }
}

/// What a declaration says of a parameter beside its title and default.
struct ParameterFacts: @unchecked Sendable {
    // Unchecked because of `presentation`, which holds values of the enumerations that Apple's
    // interface nests in IntentParameter.

    var description: LocalizedStringResource?
    var requestValueDialog: IntentDialog?
    var inputConnectionBehavior = InputConnectionBehavior.default
    /// Style of the control, names of true and false: for windows that let the user set it.
    var presentation: Any?
    var context = ParameterContext.plain
    /// The values of a number that the parameter takes; nil for all.
    var range: ParameterRange?
    /// The control for a number.
    var control = NumberControl.stepper
    /// The symbol of the unit in which the user sets it.
    var unit: String?
    /// How many values a list may have.
    var size: IntentCollectionSize?
    /// nil where those of the type count.
    var cases: (@Sendable () -> [ParameterChoice])?
    /// nil where those of the type count.
    var entities: (@Sendable () -> EntityChoices)?
    var options: OptionChoices?

    init(
        _ description: LocalizedStringResource? = nil, _ requestValueDialog: IntentDialog? = nil,
        _ inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.description = description
        self.requestValueDialog = requestValueDialog
        self.inputConnectionBehavior = inputConnectionBehavior
    }

    /// The same with something changed.
    func with(_ change: (inout ParameterFacts) -> Void) -> ParameterFacts {
        var changed = self
        change(&changed)
        return changed
    }
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
            // A default that cannot be sent is one that focusd does not know: the app's own
            // counts.
            defaultValue: initial.flatMap { try? coding.encode($0, facts.context) },
            entityType: entityType ?? "",
            cases: (facts.cases ?? coding.cases)().bounded(imageBytes: Limits.declarationBytes / 8),
            hasOptions: facts.options != nil)
        declaration.range = facts.range
        declaration.control = facts.control
        if type.kind == .date { declaration.dateParts = facts.context.dateKind.parts }
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
            // What the app's own init() has set stays where there is nothing else.
            value = await offeredDefault ?? self.value
        }
        let decoded = value
        state.withLock { $0 = decoded }
    }

    /// What the app's provider or query has for a required parameter that has no default.
    private var offeredDefault: Value? {
        get async {
            if let options = facts.options { return await options.defaultValue() as? Value }
            return await entityChoices?.defaultValue() as? Value
        }
    }

    /// - Throws: `outOfRange` for a value that the declaration excludes; never for the default.
    private func check(_ value: ParameterValue) throws(ParameterProblem) {
        // Fewer than the fewest are taken: a user who is still choosing has set that many.
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
