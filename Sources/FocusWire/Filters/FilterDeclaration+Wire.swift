// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

// Converts declarations, choices and contexts to D-Bus values, as the XML files of `dbus/`
// describe.

extension ParameterChoice {
    /// The choice as an `(ssss)`.
    package var wire: Value {
        .structure([.string(value), .string(title), .string(subtitle), .string(image)])
    }

    package init?(_ value: Value) {
        guard case .structure(let fields) = value, fields.count == 4 else { return nil }
        let texts = fields.compactMap(\.asString)
        guard texts.count == 4 else { return nil }
        self.init(texts[0], title: texts[1], subtitle: texts[2], image: texts[3])
    }

    /// Returns the choices as an `a(ssss)`.
    package static func list(_ choices: [ParameterChoice]) -> Value {
        .array(of: "(ssss)", choices.map(\.wire))
    }

    /// Reads an `a(ssss)`; nil for any other type.
    package static func list(_ value: Value) -> [ParameterChoice]? {
        guard case .array(let element, let values) = value, element.rawValue == "(ssss)" else {
            return nil
        }
        return values.compactMap(ParameterChoice.init)
    }
}

extension ParameterDeclaration {
    package var fields: Value {
        var fields = FieldsBuilder()
        fields.set("name", name)
        fields.set("type", type.written)
        fields.set("title", title)
        fields.set("description", description)
        fields.set("optional", .boolean(isOptional))
        fields.set("default", defaultValue?.wire)
        fields.set("entity-type", entityType.isEmpty ? nil : entityType)
        fields.set("cases", cases.isEmpty ? nil : ParameterChoice.list(cases))
        fields.set("options", hasOptions ? .boolean(true) : nil)
        fields.set("minimum", range?.lower?.wire)
        fields.set("maximum", range?.upper?.wire)
        fields.set("control", control == .stepper ? nil : control.rawValue)
        fields.set("date-parts", dateParts == .dateTime ? nil : dateParts.rawValue)
        fields.set("prompt", prompt.isEmpty ? nil : prompt)
        return fields.value
    }

    /// - Throws: a sentence with the parameter and its problem.
    package init(_ fields: Fields) throws(DeclarationProblem) {
        guard let name = fields.string("name"), !name.isEmpty else {
            throw DeclarationProblem("a parameter has no name")
        }
        guard let written = fields.string("type"), let type = ParameterType(written: written) else {
            throw DeclarationProblem("parameter \(name) has no type that focusd knows")
        }
        self.init(name, type: type)
        title = fields.string("title") ?? ""
        description = fields.string("description") ?? ""
        isOptional = fields.boolean("optional") ?? false
        if let value = fields["default"] {
            guard let value = ParameterValue(value, as: type) else {
                throw DeclarationProblem("the default of parameter \(name) is not a \(written)")
            }
            defaultValue = value
        }
        entityType = fields.string("entity-type") ?? ""
        cases = fields["cases"].flatMap(ParameterChoice.list) ?? []
        hasOptions = fields.boolean("options") ?? false
        prompt = fields.string("prompt") ?? ""
        range = ParameterRange(
            try Self.bound("minimum", fields, of: self), try Self.bound("maximum", fields, of: self)
        )
        if let word = fields.string("control") {
            guard let known = NumberControl(rawValue: word) else {
                throw DeclarationProblem("parameter \(name) has no control that focusd knows")
            }
            control = known
        }
        if let word = fields.string("date-parts") {
            guard let known = DateParts(rawValue: word) else {
                throw DeclarationProblem("parameter \(name) has no date-parts that focusd knows")
            }
            dateParts = known
        }
    }

    private static func bound(
        _ key: String, _ fields: Fields, of parameter: ParameterDeclaration
    ) throws(DeclarationProblem) -> ParameterValue? {
        guard let value = fields[key] else { return nil }
        guard let bound = ParameterValue(value, as: ParameterType(parameter.type.kind)) else {
            let type = parameter.type.kind.rawValue
            throw DeclarationProblem("the \(key) of parameter \(parameter.name) is not a \(type)")
        }
        return bound
    }
}

/// A problem with a declaration from the bus.
package struct DeclarationProblem: Error, Hashable {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension FilterDeclaration {
    /// The part of a `Declare` call for this filter.
    package var fields: Value {
        var fields = FieldsBuilder()
        fields.set("title", title)
        fields.set("description", description)
        fields.set("icon", icon)
        fields.set("parameters", FieldsBuilder.list(parameters.map(\.fields)))
        return fields.value
    }

    package init(_ key: FilterKey, _ fields: Fields) throws(DeclarationProblem) {
        self.init(key, title: fields.string("title") ?? key.filter)
        description = fields.string("description") ?? ""
        icon = fields.string("icon") ?? ""
        for parameter in fields.list("parameters") ?? [] {
            parameters.append(try ParameterDeclaration(parameter))
        }
    }
}

extension FilterContext {
    package var fields: Value {
        var fields = FieldsBuilder()
        fields.set("notificationFilterPredicate", predicate)
        fields.set("targetContentIdentifierPrefix", targetContentIdentifierPrefix)
        return fields.value
    }
}

extension FilterKey {
    /// The path of the app's object for the filter: `/org/example/Chat/FocusFilter/ID`.
    ///
    /// Nil for an app id or a filter id that gives no valid object path.
    package var path: ObjectPath? { app.path(of: "FocusFilter/" + filter) }
}

extension AppID {
    /// The name that the app owns while it runs; nil if the id is not a valid well-known bus name.
    package var busName: BusName? { busName(ending: "") }

    /// True if this id is the bus name of an app's extension and not the id of an app.
    package var isExtensionName: Bool {
        rawValue.hasSuffix(".FocusFilter") || rawValue.hasSuffix(Self.serviceEnding)
    }

    /// The name that the app's extension owns; nil if the id is not a valid well-known bus name.
    package var extensionName: BusName? { busName(ending: ".FocusFilter") }

    /// The name on the bus that begins with the id; nil unless it is a valid well-known name.
    func busName(ending: String) -> BusName? {
        guard let name = try? BusName(rawValue + ending), !name.isUnique else { return nil }
        return name
    }

    /// The path of an object of the app; nil unless it is a valid path. `-` becomes `_`, as in the
    /// desktop entry specification's rule for D-Bus activation.
    func path(of object: String) -> ObjectPath? {
        let app = rawValue.split(separator: ".", omittingEmptySubsequences: false)
            .map { $0.map { $0 == "-" ? "_" : String($0) }.joined() }
        return try? ObjectPath("/" + app.joined(separator: "/") + "/" + object)
    }
}
