// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// What serving a filter needs of a parameter, whatever its type.
///
/// Every ``IntentParameter`` is one. A value that has no form on the bus (a file, a person) makes
/// its parameter undeclared: it keeps its default and nobody can set it.
protocol AnyIntentParameter: AnyObject, Sendable {
    /// Whether it may be nil.
    var isOptional: Bool { get }

    /// Whether it can be read: it is optional, was set, or has a default.
    var hasValue: Bool { get }

    /// What the declaration calls its entities; nil for a parameter of any other type.
    var entityType: String? { get }

    /// How focusd is told of it; nil for a type that has no form on the bus.
    ///
    /// Asks the options provider for its default where the parameter is required and has none.
    func declaration(named name: String) async -> ParameterDeclaration?

    /// The value as it travels; nil for nil, and where it has none.
    ///
    /// - Throws: ``ParameterProblem``.
    func encoded() throws(ParameterProblem) -> ParameterValue?

    /// Takes a value over, nil as "not set": then the default counts, else nil.
    ///
    /// Entities come from their query. One that is gone is nil in an optional and missing in a
    /// list; a required parameter is left without a value.
    ///
    /// - Throws: ``ParameterProblem`` when the value is not one of the parameter's, and what the
    ///   app's query throws. The parameter is then as it was.
    func decode(_ value: ParameterValue?) async throws

    /// What the app offers for it (its options provider), value as it stands in a Focus's file.
    func options() async throws -> [ParameterChoice]

    /// The entities with these identifiers, in their order; those that are gone are left out.
    func entities(for identifiers: [String]) async throws -> [ParameterChoice]

    /// The entities to offer.
    func suggestedEntities() async throws -> [ParameterChoice]

    /// The entities that a user who typed this may mean.
    func entities(matching text: String) async throws -> [ParameterChoice]
}

/// The parameters of one intent, by name, in the order in which its type declares them.
struct IntentParameters: Sendable {
    /// One of them: `account` for a property `account`.
    struct Named: Sendable {
        let name: String
        let parameter: any AnyIntentParameter
    }

    let all: [Named]

    /// Finds them through reflection: a property wrapper stores itself as `_name`.
    init(of intent: any AppIntent) {
        var found: [Named] = []
        var mirror: Mirror? = Mirror(reflecting: intent)
        while let level = mirror {
            let named = level.children.compactMap { child -> Named? in
                guard let parameter = child.value as? any AnyIntentParameter,
                    let label = child.label
                else { return nil }
                return Named(
                    name: label.hasPrefix("_") ? String(label.dropFirst()) : label,
                    parameter: parameter)
            }
            // A class's own come after those it inherits.
            found = named + found
            mirror = level.superclassMirror
        }
        all = found
    }

    subscript(name: String) -> (any AnyIntentParameter)? {
        all.first { $0.name == name }?.parameter
    }

    /// The first required parameter without a value; while there is one, neither `perform()` nor
    /// anything else of the app that reads parameters may be called.
    var missing: String? { all.first { !$0.parameter.hasValue }?.name }

    /// A parameter that knows the entities of that type.
    func parameter(ofEntities type: String) -> (any AnyIntentParameter)? {
        all.first { $0.parameter.entityType == type }?.parameter
    }

    /// What focusd is told of them.
    func declarations() async -> [ParameterDeclaration] {
        var declarations: [ParameterDeclaration] = []
        for named in all {
            if let one = await named.parameter.declaration(named: named.name) {
                declarations.append(one)
            }
        }
        return declarations
    }

    /// Gives every parameter its value, or its default.
    ///
    /// - Throws: ``ParameterProblem/In`` with the parameter's name, or what a query threw.
    func decode(_ values: ParameterValues) async throws {
        for named in all {
            do {
                try await named.parameter.decode(values[named.name])
            } catch let problem as ParameterProblem {
                throw ParameterProblem.In(parameter: named.name, problem: problem)
            }
        }
    }

    /// The values that are not nil.
    ///
    /// - Throws: ``ParameterProblem/In``.
    func encoded() throws(ParameterProblem.In) -> ParameterValues {
        var values: ParameterValues = [:]
        for named in all {
            do {
                values[named.name] = try named.parameter.encoded()
            } catch {
                throw ParameterProblem.In(parameter: named.name, problem: error)
            }
        }
        return values
    }
}

/// Why a value is none of a parameter's.
enum ParameterProblem: Error, Hashable, CustomStringConvertible {
    /// The type that was expected, as declarations write it.
    case wrongType(expected: String)
    /// A text that says no such value: a date, a URL, an identifier.
    case unreadable(expected: String)
    /// Outside the declared range, which the text names.
    case outOfRange(String)
    /// Values of this Swift type have no form on the bus.
    case unsupported(String)

    var description: String {
        switch self {
        case .wrongType(let expected): "is not of type \(expected)"
        case .unreadable(let expected): "is not readable as \(expected)"
        case .outOfRange(let range): "is out of range; \(range)"
        case .unsupported(let type): "is of type \(type), which cannot be sent"
        }
    }

    /// A problem and the parameter that has it.
    struct In: Error, Hashable, CustomStringConvertible {
        let parameter: String
        let problem: ParameterProblem

        var description: String { "\(parameter) \(problem)" }
    }
}
