// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A Focus filter as `Control.ListFilters` lists it: the app's declaration and the Focus's
/// settings.
package struct FilterSummary: Hashable, Sendable {
    /// The source of the declaration.
    package enum Source: String, Hashable, Sendable {
        /// The app's `.focus-filter` file.
        case file
        /// The app itself, at run time.
        case app
    }

    /// The presence of the app, which decides if calls can reach it.
    package enum AppState: String, Hashable, Sendable {
        case running
        /// The bus can start its extension.
        case activatable
        case absent
    }

    /// The declaration; only the ids for a filter that no app declares.
    package var declaration: FilterDeclaration
    /// Nil if a Focus's file sets a filter that no app declares.
    package var source: Source?
    package var appState: AppState
    /// True if the Focus sets the filter.
    package var isConfigured: Bool
    /// The values that the Focus sets, without defaults. Includes values of a wrong type and of
    /// unknown parameters.
    package var values: ParameterValues
    /// The user's own predicate, in the canonical format.
    package var predicate: String?
    /// The predicate of the app's last answer for this Focus.
    package var appPredicate: String?
    /// True if the app has answered for this Focus, with a predicate or without one.
    package var isAnswered: Bool
    /// Problems with the settings and with the app's answers.
    package var problems: [String]

    package init(
        _ declaration: FilterDeclaration, source: Source? = nil, appState: AppState = .absent,
        isConfigured: Bool = false, values: ParameterValues = [:], predicate: String? = nil,
        appPredicate: String? = nil, isAnswered: Bool = false, problems: [String] = []
    ) {
        self.declaration = declaration
        self.source = source
        self.appState = appState
        self.isConfigured = isConfigured
        self.values = values
        self.predicate = predicate
        self.appPredicate = appPredicate
        self.isAnswered = isAnswered
        self.problems = problems
    }

    package var key: FilterKey { declaration.key }

    // MARK: On the bus

    /// Returns nil without the ids. Leaves out an unreadable parameter and adds it to `problems`.
    package init?(_ fields: Fields) {
        guard let app = fields.string("app"), let filter = fields.string("filter"), !app.isEmpty,
            !filter.isEmpty
        else { return nil }
        declaration = FilterDeclaration(
            FilterKey(AppID(app), filter), title: fields.string("title") ?? "",
            description: fields.string("description") ?? "", icon: fields.string("icon") ?? "")
        problems = fields.strings("problems") ?? []
        for parameter in fields.list("parameters") ?? [] {
            do throws(DeclarationProblem) {
                declaration.parameters.append(try ParameterDeclaration(parameter))
            } catch {
                problems.append(error.reason)
            }
        }
        source = fields.string("source").flatMap(Source.init)
        appState = fields.string("state").flatMap(AppState.init) ?? .absent
        isConfigured = fields.boolean("configured") ?? false
        values = Self.values(fields["values"], of: declaration)
        predicate = fields.string("predicate")
        appPredicate = fields.string("app-predicate")
        isAnswered = fields.boolean("answered") ?? false
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("app", key.app.rawValue)
        fields.set("filter", key.filter)
        fields.set("title", declaration.title)
        fields.set("description", declaration.description)
        fields.set("icon", declaration.icon)
        fields.set("parameters", FieldsBuilder.list(declaration.parameters.map(\.fields)))
        fields.set("source", source?.rawValue ?? "")
        fields.set("state", appState.rawValue)
        fields.set("configured", .boolean(isConfigured))
        fields.set("values", values.wire)
        fields.set("predicate", predicate)
        fields.set("app-predicate", appPredicate)
        fields.set("answered", .boolean(isAnswered))
        fields.set("problems", .strings(problems))
        return fields.value
    }

    /// Returns values of the parameters' types; a value of another type keeps its own type.
    static func values(_ value: Value?, of declaration: FilterDeclaration) -> ParameterValues {
        guard case .dictionary(_, _, let entries) = value else { return [:] }
        var types: [String: ParameterType] = [:]
        for parameter in declaration.parameters { types[parameter.name] = parameter.type }
        var values: ParameterValues = [:]
        for entry in entries {
            guard let name = entry.key.asString, case .variant(let value) = entry.value else {
                continue
            }
            values[name] =
                types[name].flatMap { ParameterValue(value, as: $0) }
                ?? ParameterValue(plain: value)
        }
        return values
    }
}

/// A setting that an app suggests (`Control.SuggestFilters`).
package struct FilterSuggestion: Hashable, Sendable {
    package var display: FilterDisplay
    package var values: ParameterValues

    package init(_ display: FilterDisplay, values: ParameterValues) {
        self.display = display
        self.values = values
    }

    package init?(_ fields: Fields, of declaration: FilterDeclaration) {
        guard fields["values"].flatMap(Fields.init) != nil else { return nil }
        display = FilterDisplay(
            title: fields.string("title") ?? "", subtitle: fields.string("subtitle") ?? "",
            image: fields.string("image") ?? "")
        values = FilterSummary.values(fields["values"], of: declaration)
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("title", display.title)
        fields.set("subtitle", display.subtitle)
        fields.set("image", display.image)
        fields.set("values", values.wire)
        return fields.value
    }
}

extension ParameterValue {
    /// Creates a value without a declared type; nil for types that no parameter has.
    fileprivate init?(plain value: Value) {
        if case .array(let element, _) = value {
            let kind: ParameterType.Kind? =
                switch element.rawValue {
                case "b": .bool
                case "d": .double
                case "s": .string
                case "y", "n", "q", "i", "u", "x", "t": .int
                default: nil
                }
            guard let kind else { return nil }
            self.init(value, as: ParameterType(kind, isList: true))
            return
        }
        for kind in [ParameterType.Kind.bool, .int, .double, .string] {
            guard let read = ParameterValue(value, as: ParameterType(kind)) else { continue }
            self = read
            return
        }
        return nil
    }
}
