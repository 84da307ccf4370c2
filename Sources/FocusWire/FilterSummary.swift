// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A Focus filter as `Control.ListFilters` lists it: what the app declares, and what a Focus sets.
package struct FilterSummary: Hashable, Sendable {
    /// Where the declaration comes from.
    package enum Source: String, Hashable, Sendable {
        /// The app's `.focus-filter` file.
        case file
        /// The app itself, at run time.
        case app
    }

    /// Whether the app can be told and asked.
    package enum AppState: String, Hashable, Sendable {
        case running
        /// Its extension can be started.
        case activatable
        case absent
    }

    /// For a filter that nobody declares, its ids alone.
    package var declaration: FilterDeclaration
    /// nil where a Focus's file sets a filter that nobody declares.
    package var source: Source?
    package var appState: AppState
    /// Whether the Focus sets the filter.
    package var isConfigured: Bool
    /// As the Focus sets them, without defaults. What is not of its parameter's type, or of no
    /// parameter, is here as well.
    package var values: ParameterValues
    /// The user's own predicate, in the canonical format.
    package var predicate: String?
    /// What the app answered last for this Focus.
    package var appPredicate: String?
    /// What is wrong with what is set, and what went wrong with the app.
    package var problems: [String]

    package init(
        _ declaration: FilterDeclaration, source: Source? = nil, appState: AppState = .absent,
        isConfigured: Bool = false, values: ParameterValues = [:], predicate: String? = nil,
        appPredicate: String? = nil, problems: [String] = []
    ) {
        self.declaration = declaration
        self.source = source
        self.appState = appState
        self.isConfigured = isConfigured
        self.values = values
        self.predicate = predicate
        self.appPredicate = appPredicate
        self.problems = problems
    }

    package var key: FilterKey { declaration.key }

    // MARK: On the bus

    /// nil without the ids. A parameter that cannot be read is left out, and is a problem.
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
        fields.set("problems", .strings(problems))
        return fields.value
    }

    /// Values as their parameters' types; those that are not of it as what they are.
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

/// One of the settings that an app suggests (`Control.SuggestFilters`).
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
    /// A value whose type nobody declares; nil for what no parameter can hold.
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
