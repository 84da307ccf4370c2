// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

// Focus filters in words and as JSON. This file makes all text of apps printable.

/// Titles by value, for an Enum's cases and for entities.
typealias ValueTitles = [String: String]

extension ParameterValue {
    var json: JSONValue {
        switch self {
        case .bool(let flag): .boolean(flag)
        case .int(let number): .integer(number)
        case .double(let number): .double(number)
        case .text(let text): .string(text)
        case .list(_, let values): .array(values.map(\.json))
        }
    }

    /// The value as the user types it: `on`, `3`, `work`. Members of a list are separated with
    /// commas.
    var typed: String {
        switch self {
        case .bool(let flag): flag ? "on" : "off"
        case .int(let number): String(number)
        case .double(let number): "\(number)"
        case .text(let text): text
        case .list(_, let values): values.map(\.typed).joined(separator: ",")
        }
    }

    /// Returns the value for people, with titles in place of values that have one. Printable.
    func words(_ titles: ValueTitles = [:]) -> String {
        switch self {
        case .list(_, let values):
            return values.isEmpty
                ? "nothing" : values.map { $0.words(titles) }.joined(separator: ", ")
        case .text(let text):
            if let title = titles[text]?.printable, !title.isEmpty { return title }
            return text.isEmpty ? "“”" : text.printable
        case .bool, .int, .double: return typed
        }
    }

    /// Texts in the value. Some may be entities' identifiers.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(_, let values): values.flatMap(\.texts)
        case .bool, .int, .double: []
        }
    }
}

extension ParameterValues {
    var json: JSONValue {
        .object(sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value.json) })
    }

    /// Returns assignments such as `account=work, alwaysUseDarkMode=on`, in the declaration's
    /// order. Printable.
    func typed(_ declaration: FilterDeclaration) -> String {
        let declared = declaration.parameters.map(\.name)
        let others = keys.filter { !declared.contains($0) }.sorted()
        return (declared + others).compactMap { name in
            self[name].map { "\(name.printable)=\($0.typed.printable)" }
        }.joined(separator: ", ")
    }
}

extension ParameterChoice {
    var json: JSONValue {
        [
            "value": .string(value), "title": .string(title), "subtitle": .string(subtitle),
            "image": .string(image),
        ]
    }
}

extension FilterDisplay {
    var json: JSONValue {
        ["title": .string(title), "subtitle": .string(subtitle), "image": .string(image)]
    }

    /// Words such as `Work account — Dark mode`, or an empty text without a text of the app.
    /// Printable.
    var words: String {
        [title.printable, subtitle.printable].filter { !$0.isEmpty }.joined(separator: " — ")
    }
}

extension ParameterDeclaration {
    var casesByValue: ValueTitles {
        Dictionary(cases.map { ($0.value, $0.title) }) { first, _ in first }
    }

    /// The app's title of the parameter, or the parameter's name. Printable.
    var titleWords: String {
        let words = title.printable
        return words.isEmpty ? name.printable : words
    }

    /// Returns the value that the app gets, in words.
    func words(_ value: ParameterValue?, _ titles: ValueTitles) -> String {
        if let value { return value.words(titles, typed: true) }
        if let defaultValue { return "\(defaultValue.words(titles, typed: true)), by default" }
        return isOptional ? "none" : "not set, but required"
    }

    /// - Parameter choices: the cases, or the entities for the value and the default.
    func json(_ value: ParameterValue?, _ choices: [ParameterChoice]) -> JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "type": .string(type.written), "optional": .boolean(isOptional),
            "default": defaultValue?.json ?? nil, "value": value?.json ?? nil,
            "choices": .array(choices.map(\.json)), "required": .boolean(isRequired),
            "minimum": range?.lower?.json ?? nil, "maximum": range?.upper?.json ?? nil,
            "control": isNumber ? .string(control.rawValue) : nil,
            "dateParts": type.kind == .date ? .string(dateParts.rawValue) : nil,
            "prompt": prompt.isEmpty ? nil : .string(prompt),
        ]
    }

    private var isNumber: Bool { type.kind == .int || type.kind == .double }
}

extension ParameterValue {
    /// Returns the titles with the values after them: `Work account (work)`.
    fileprivate func words(_ titles: ValueTitles, typed: Bool) -> String {
        switch self {
        case .list(_, let values) where !values.isEmpty:
            return values.map { $0.words(titles, typed: typed) }.joined(separator: ", ")
        case .text(let text):
            let words = words(titles)
            let plain = text.printable
            return words == plain || text.isEmpty ? words : "\(words) (\(plain))"
        default: return words(titles)
        }
    }
}

extension FilterSummary.AppState {
    var words: String {
        switch self {
        case .running: "running"
        case .activatable: "started when needed"
        case .absent: "not running"
        }
    }
}

extension FilterSummary {
    /// - Parameter display: the app's answer, or nil without an answer.
    func json(appName: String?, display: FilterDisplay?) -> JSONValue {
        [
            "app": .string(key.app.rawValue), "appName": .optional(appName),
            "id": .string(key.filter), "title": .string(declaration.title),
            "description": .string(declaration.description), "icon": .string(declaration.icon),
            "source": .optional(source?.rawValue), "state": .string(appState.rawValue),
            "configured": .boolean(isConfigured), "display": display?.json ?? nil,
            "values": values.json, "predicate": .optional(predicate),
            "appPredicate": .optional(appPredicate), "problems": .strings(problems),
        ]
    }

    /// Values that the app gets. Excludes values of a wrong type or of no parameter.
    var acceptedValues: ParameterValues {
        var accepted: ParameterValues = [:]
        for parameter in declaration.parameters {
            guard let value = values[parameter.name], value.isOf(parameter.type),
                parameter.complaint(about: value) == nil
            else { continue }
            accepted[parameter.name] = value
        }
        return accepted
    }

    /// Title and values, in place of the app's display: `Account: Account Work, …`.
    var plainWords: String {
        let declared = declaration.parameters.compactMap { parameter in
            values[parameter.name].map {
                "\(parameter.titleWords) \($0.words(parameter.casesByValue))"
            }
        }
        let names = Set(declaration.parameters.map(\.name))
        let others = values.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.key.printable) \($0.value.words())" }
        // Of a filter that no app declares, the predicate may be all that the Focus sets.
        let condition = source == nil ? predicate.map { ["lets through \($0.printable)"] } : nil
        let settings = declared + others + (condition ?? [])
        return settings.isEmpty ? title : "\(title): \(settings.joined(separator: ", "))"
    }
}
