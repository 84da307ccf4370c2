// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The parameters of one intent, with their names, in the order of their declarations.
struct IntentParameters: Sendable {
    /// A parameter with its name: `account` for a property `account`.
    struct Named: Sendable {
        let name: String
        let parameter: any AnyIntentParameter
    }

    let all: [Named]

    /// Finds the parameters by reflection: a property wrapper is stored under `_name`.
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
            // The inherited parameters come first.
            found = named + found
            mirror = level.superclassMirror
        }
        all = found
    }

    subscript(name: String) -> (any AnyIntentParameter)? {
        all.first { $0.name == name }?.parameter
    }

    /// The name of the first required parameter without a value. While there is such a parameter,
    /// `perform()` and other code of the app that reads parameters must not be called.
    var missing: String? { all.first { !$0.parameter.hasValue }?.name }

    /// Returns a parameter that knows the entities of a type.
    func parameter(ofEntities type: String) -> (any AnyIntentParameter)? {
        all.first { $0.parameter.entityType == type }?.parameter
    }

    /// Returns the declarations of the parameters for focusd.
    func declarations() async -> [ParameterDeclaration] {
        var declarations: [ParameterDeclaration] = []
        for named in all {
            if let one = await named.parameter.declaration(named: named.name) {
                declarations.append(one)
            }
        }
        return declarations
    }

    /// Sets every parameter to its value, or to its default.
    ///
    /// - Throws: ``ParameterProblem/In`` with the parameter's name, or the error of a query.
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

/// The reason why a value does not fit a parameter.
enum ParameterProblem: Error, Hashable, CustomStringConvertible {
    /// The value has another type than the expected one, which is written as in declarations.
    case wrongType(expected: String)
    /// The text is not a value of the expected kind: a date, a URL, an identifier.
    case unreadable(expected: String)
    /// The value is outside the declared range, which the text names.
    case outOfRange(String)
    /// The values of this Swift type have no form on the bus.
    case unsupported(String)

    var description: String {
        switch self {
        case .wrongType(let expected): "is not of type \(expected)"
        case .unreadable(let expected): "is not readable as \(expected)"
        case .outOfRange(let range): "is out of range; \(range)"
        case .unsupported(let type): "is of type \(type), which cannot be sent"
        }
    }

    /// A problem with the name of its parameter.
    struct In: Error, Hashable, CustomStringConvertible {
        let parameter: String
        let problem: ParameterProblem

        var description: String { "\(parameter) \(problem)" }
    }
}
