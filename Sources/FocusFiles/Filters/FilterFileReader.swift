// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Converts a key file to declarations, or reports all its problems.
struct FilterFileReader {
    var reader: KeyFileReader
    let app: AppID
    let locale: String?
    /// The `Parameters` list of each filter.
    private var listed: [String: [String]] = [:]

    static let filterKeys = ["Title", "Description", "Icon", "Parameters"]
    static let parameterKeys = [
        "Title", "Description", "Type", "Optional", "Default", "EntityType", "Cases",
        "CaseTitles", "CaseSubtitles", "CaseImages", "Options", "Minimum", "Maximum", "Control",
        "DateParts", "Prompt",
    ]
    /// The keys that may have translations.
    private static let localizedKeys = [
        "Title", "Description", "CaseTitles", "CaseSubtitles", "Prompt",
    ]

    init(reader: KeyFileReader, app: AppID, locale: String?) {
        self.reader = reader
        self.app = app
        self.locale = locale
    }

    mutating func read() throws(FileProblems) -> [FilterDeclaration] {
        var declarations: [FilterDeclaration] = []
        var parameterGroups: [(group: String, filter: String, name: String)] = []
        for group in reader.file.groups {
            for line in reader.file.lines(ofGroup: group).dropFirst() {
                reader.report("[\(group)] is there twice", line: line)
            }
            let words = group.split(whereSeparator: \.isWhitespace).map(String.init)
            switch (words.first, words.count) {
            case ("Filter", 2): declarations.append(readFilter(words[1], group))
            case ("Parameter", 3): parameterGroups.append((group, words[1], words[2]))
            case ("Filter", _):
                reader.report("group [Filter]: it needs an id: [Filter ID]", in: group)
            case ("Parameter", _):
                reader.report(
                    "group [Parameter]: it needs two ids: [Parameter FILTER NAME]", in: group)
            default:
                reader.report(
                    "group \(unknown(words.first ?? "", among: ["Filter", "Parameter"]))",
                    in: group)
            }
        }
        if declarations.count > Limits.filtersPerApp {
            reader.report(
                "\(declarations.count) filters, more than \(Limits.filtersPerApp)", line: nil)
        }
        checkListed(parameterGroups)
        for declaration in declarations { report(declaration.flaws, of: declaration) }
        try reader.finish()
        return declarations
    }

    // MARK: [Filter ID]

    private mutating func readFilter(_ id: String, _ group: String) -> FilterDeclaration {
        allowKeys(Self.filterKeys, in: group)
        var filter = FilterDeclaration(FilterKey(app, id), title: text(group, "Title") ?? "")
        if filter.title.isEmpty { reader.report("[\(group)] needs Title=", in: group) }
        filter.description = text(group, "Description") ?? ""
        filter.icon = reader.text(group, "Icon") ?? ""
        let names = reader.list(group, "Parameters") ?? []
        listed[id] = names
        guard names.count <= Limits.parametersPerFilter else {
            reader.report(
                "Parameters: \(names.count) of them, more than \(Limits.parametersPerFilter)",
                in: group, key: "Parameters")
            return filter
        }
        filter.parameters = names.map { readParameter($0, of: id, listedIn: group) }
        return filter
    }

    // MARK: [Parameter FILTER NAME]

    private mutating func readParameter(
        _ name: String, of filter: String, listedIn filterGroup: String
    ) -> ParameterDeclaration {
        var parameter = ParameterDeclaration(name, type: ParameterType(.string))
        let group = Self.group(filter, name)
        guard reader.file.contains(group: group) else {
            if FilterDeclaration.isParameterName(name) {
                reader.report("there is no [\(group)]", in: filterGroup, key: "Parameters")
            }
            return parameter
        }
        allowKeys(Self.parameterKeys, in: group)
        parameter.title = text(group, "Title") ?? ""
        parameter.description = text(group, "Description") ?? ""
        parameter.isOptional = reader.flag(group, "Optional") ?? false
        parameter.entityType = reader.text(group, "EntityType") ?? ""
        parameter.hasOptions = reader.flag(group, "Options") ?? false
        guard let type = readType(group) else { return parameter }
        parameter.type = type
        parameter.cases = readCases(group)
        readDefault(group, of: &parameter)
        readLimits(group, of: &parameter)
        return parameter
    }

    private mutating func readLimits(_ group: String, of parameter: inout ParameterDeclaration) {
        let lower = readBound(group, "Minimum", of: parameter)
        let upper = readBound(group, "Maximum", of: parameter)
        parameter.range = ParameterRange(lower, upper)
        parameter.control = reader.choice(group, "Control", of: NumberControl.self) ?? .stepper
        parameter.dateParts = reader.choice(group, "DateParts", of: DateParts.self) ?? .dateTime
        parameter.prompt = text(group, "Prompt") ?? ""
    }

    private mutating func readBound(
        _ group: String, _ key: String, of parameter: ParameterDeclaration
    ) -> ParameterValue? {
        guard let written = reader.file.rawValue(group, key) else { return nil }
        let bound = ParameterDeclaration(parameter.name, type: ParameterType(parameter.type.kind))
        do throws(ParameterTextProblem) {
            return try bound.value(written: written)
        } catch {
            reader.report("\(key): \(error.reason)", in: group, key: key)
            return nil
        }
    }

    private mutating func readType(_ group: String) -> ParameterType? {
        guard let written = reader.text(group, "Type") else {
            reader.report("[\(group)] needs Type=", in: group)
            return nil
        }
        if let type = ParameterType(written: written) { return type }
        let kinds = ParameterType.Kind.allCases.map(\.rawValue)
        let isList = written.hasPrefix("[")
        let word = isList ? String(written.dropFirst().prefix { $0 != "]" }) : written
        reader.report("Type: \(unknown(word, among: kinds))", in: group, key: "Type")
        return nil
    }

    private mutating func readCases(_ group: String) -> [ParameterChoice] {
        // Not with the reader's rules for lists: an app's enumeration may have an empty case.
        let values = checked { file throws(KeyFileError) in try file.strings(group, "Cases") }
        guard let values else { return [] }
        var choices = values.map { ParameterChoice($0, title: $0) }
        readTexts(group, "CaseTitles", "titles", \.title, of: &choices)
        readTexts(group, "CaseSubtitles", "subtitles", \.subtitle, of: &choices)
        readTexts(group, "CaseImages", "images", \.image, of: &choices)
        return choices
    }

    /// Reads one text for each case.
    private mutating func readTexts(
        _ group: String, _ key: String, _ what: String,
        _ place: WritableKeyPath<ParameterChoice, String>, of choices: inout [ParameterChoice]
    ) {
        let texts = checked { [locale] file throws(KeyFileError) in
            Self.localizedKeys.contains(key)
                ? try file.localizedStrings(group, key, locale: locale)
                : try file.strings(group, key)
        }
        guard let texts else { return }
        guard texts.count == choices.count else {
            reader.report(
                "\(key): \(texts.count) \(what) for \(choices.count) cases", in: group, key: key)
            return
        }
        for index in choices.indices { choices[index][keyPath: place] = texts[index] }
    }

    private mutating func readDefault(_ group: String, of parameter: inout ParameterDeclaration) {
        guard let written = reader.file.rawValue(group, "Default") else { return }
        do throws(ParameterTextProblem) {
            parameter.defaultValue = try parameter.value(written: written)
        } catch {
            reader.report("Default: \(error.reason)", in: group, key: "Default")
        }
    }

    // MARK: Common

    private static func group(_ filter: String, _ name: String) -> String {
        "Parameter \(filter) \(name)"
    }

    private mutating func checkListed(
        _ groups: [(group: String, filter: String, name: String)]
    ) {
        for (group, filter, name) in groups {
            guard let names = listed[filter] else {
                reader.report("there is no [Filter \(filter)]", in: group)
                continue
            }
            if !names.contains(name) {
                reader.report("[Filter \(filter)] does not list “\(name)” in Parameters", in: group)
            } else if group != Self.group(filter, name) {
                reader.report("group [\(group)]: one space between its words", in: group)
            }
        }
    }

    private mutating func report(_ flaws: [DeclarationFlaw], of declaration: FilterDeclaration) {
        let id = declaration.key.filter
        for flaw in flaws {
            let group = flaw.parameter.map { Self.group(id, $0) } ?? "Filter \(id)"
            reader.report(
                (flaw.entry.map { "\($0): " } ?? "") + flaw.reason, in: group,
                key: flaw.entry.flatMap { reader.file.rawValue(group, $0) == nil ? nil : $0 })
        }
    }

    /// Returns a text in the reader's language.
    private mutating func text(_ group: String, _ key: String) -> String? {
        checked { [locale] file throws(KeyFileError) in
            try file.localizedString(group, key, locale: locale)
        }
    }

    private mutating func checked<Value>(
        _ read: (KeyFile) throws(KeyFileError) -> Value?
    ) -> Value? {
        do throws(KeyFileError) {
            return try read(reader.file)
        } catch {
            reader.report(error.reason, line: error.line)
            return nil
        }
    }

    /// Reports unknown keys; keys that begin with `X-` are private extensions, like in desktop
    /// files.
    private mutating func allowKeys(_ known: [String], in group: String) {
        for key in reader.file.keys(in: group) where !key.hasPrefix("X-") {
            let name = String(key.prefix { $0 != "[" })
            guard known.contains(name) else {
                reader.report("key \(unknown(name, among: known))", in: group, key: key)
                continue
            }
            if name != key, !Self.localizedKeys.contains(name) {
                reader.report("\(name) has no translations", in: group, key: key)
            }
        }
    }
}
