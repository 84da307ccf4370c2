// SPDX-License-Identifier: Apache-2.0

extension FilterDeclaration {
    /// Returns the text of a `.focus-filter` file that declares these filters of one app.
    ///
    /// - Parameter translations: the same filters in other languages, by locale (`de`, `pt_BR`).
    ///   Texts that equal the untranslated text are left out.
    package static func fileText(
        of declarations: [FilterDeclaration],
        translations: [String: [FilterDeclaration]] = [:]
    ) -> String {
        let languages = translations.sorted { $0.key < $1.key }
        var text = DeclarationText()
        for declaration in declarations {
            let others = languages.compactMap { locale, declarations in
                declarations.first { $0.key == declaration.key }.map { (locale, $0) }
            }
            text.filter(declaration, others)
        }
        return text.text
    }
}

/// Builds the text of a key file.
private struct DeclarationText {
    var text = ""

    mutating func filter(
        _ filter: FilterDeclaration, _ others: [(locale: String, filter: FilterDeclaration)]
    ) {
        group("Filter \(filter.key.filter)")
        localized("Title", filter.title, others.map { ($0, $1.title) })
        localized("Description", filter.description, others.map { ($0, $1.description) })
        entry("Icon", filter.icon)
        if !filter.parameters.isEmpty {
            entry("Parameters", raw: Self.list(filter.parameters.map(\.name)))
        }
        for parameter in filter.parameters {
            let translated = others.compactMap { locale, filter in
                filter.parameters.first { $0.name == parameter.name }.map { (locale, $0) }
            }
            self.parameter(parameter, of: filter.key.filter, translated)
        }
    }

    private mutating func parameter(
        _ parameter: ParameterDeclaration, of filter: String,
        _ others: [(locale: String, parameter: ParameterDeclaration)]
    ) {
        group("Parameter \(filter) \(parameter.name)")
        localized("Title", parameter.title, others.map { ($0, $1.title) })
        localized("Description", parameter.description, others.map { ($0, $1.description) })
        entry("Type", parameter.type.written)
        if parameter.isOptional { entry("Optional", "true") }
        if let value = parameter.defaultValue { entry("Default", raw: value.written) }
        if let value = parameter.range?.lower { entry("Minimum", raw: value.written) }
        if let value = parameter.range?.upper { entry("Maximum", raw: value.written) }
        if parameter.control != .stepper { entry("Control", parameter.control.rawValue) }
        if parameter.dateParts != .dateTime { entry("DateParts", parameter.dateParts.rawValue) }
        localized("Prompt", parameter.prompt, others.map { ($0, $1.prompt) })
        entry("EntityType", parameter.entityType)
        if parameter.hasOptions { entry("Options", "true") }
        guard !parameter.cases.isEmpty else { return }
        entry("Cases", raw: Self.list(parameter.cases.map(\.value)))
        cases("CaseTitles", \.title, parameter, others)
        if parameter.cases.contains(where: { !$0.subtitle.isEmpty }) {
            cases("CaseSubtitles", \.subtitle, parameter, others)
        }
        if parameter.cases.contains(where: { !$0.image.isEmpty }) {
            entry("CaseImages", raw: Self.list(parameter.cases.map(\.image)))
        }
    }

    /// Adds one text of each case, in all languages.
    private mutating func cases(
        _ key: String, _ text: KeyPath<ParameterChoice, String>, _ parameter: ParameterDeclaration,
        _ others: [(locale: String, parameter: ParameterDeclaration)]
    ) {
        let plain = Self.list(parameter.cases.map { $0[keyPath: text] })
        entry(key, raw: plain)
        for (locale, other) in others {
            let translated = Self.list(
                parameter.cases.map { choice in
                    (other.cases.first { $0.value == choice.value } ?? choice)[keyPath: text]
                })
            if translated != plain { entry("\(key)[\(locale)]", raw: translated) }
        }
    }

    private mutating func group(_ name: String) {
        text += text.isEmpty ? "[\(name)]\n" : "\n[\(name)]\n"
    }

    private mutating func localized(
        _ key: String, _ value: String, _ others: [(locale: String, value: String)]
    ) {
        entry(key, value)
        for (locale, other) in others where other != value { entry("\(key)[\(locale)]", other) }
    }

    private mutating func entry(_ key: String, _ value: String) {
        if !value.isEmpty { entry(key, raw: KeyFileEscape.text(value)) }
    }

    private mutating func entry(_ key: String, raw: String) {
        text += "\(key)=\(raw)\n"
    }

    private static func list(_ values: [String]) -> String { KeyFileEscape.list(values) }
}

extension ParameterValue {
    /// The value in the form of a key file.
    package var written: String {
        switch self {
        case .list(_, let values): KeyFileEscape.list(values.map(\.plain))
        default: KeyFileEscape.text(plain)
        }
    }

    /// One value as a text: `true`, `3`, `1.5`, `work`. A list gives its values with commas, for
    /// display only.
    package var plain: String {
        switch self {
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .text(let text): text
        case .list(_, let values): values.map(\.plain).joined(separator: ", ")
        }
    }
}

/// GKeyFile's escapes, for code that writes a key file without GLib.
enum KeyFileEscape {
    static func text(_ text: String) -> String {
        escape(text, isInList: false)
    }

    static func list(_ texts: [String]) -> String {
        texts.map { escape($0, isInList: true) + ";" }.joined()
    }

    private static func escape(_ text: String, isInList: Bool) -> String {
        var escaped = String.UnicodeScalarView()
        var isLeading = true
        for scalar in text.unicodeScalars {
            let sequence: String? =
                switch scalar {
                // A reader drops white space before a value or an entry of a list.
                case " " where isLeading: "\\s"
                case "\t": "\\t"
                case "\n": "\\n"
                case "\r": "\\r"
                case "\\": "\\\\"
                case ";" where isInList: "\\;"
                // A key file cannot contain NUL.
                case "\0": "\u{FFFD}"
                default: nil
                }
            if scalar != " " { isLeading = false }
            if let sequence {
                escaped.append(contentsOf: sequence.unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
