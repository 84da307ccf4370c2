// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

// Converts the texts of a Focus's file, and the user's input, to values of the declared types, and
// back.

/// The reason why a text is not a value of a parameter, in words for the user.
package struct ParameterTextProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter's name as given.
    package let parameter: String
    package let reason: String

    package init(_ parameter: String, _ reason: String) {
        self.parameter = parameter
        self.reason = reason
    }

    /// The problem as `parameter: reason`.
    package var description: String { "\(parameter): \(reason)" }
}

extension FilterDeclaration {
    /// Returns a Focus's values, with the types of this declaration. Suits ``FilterBoard/Reading``.
    ///
    /// Refuses invalid values: such a value counts as not set, and `problems` names its line.
    package func read(
        _ configuration: FilterConfiguration
    ) -> (values: ParameterValues, problems: [String]) {
        var values: ParameterValues = [:]
        var problems: [String] = []
        for (name, written) in configuration.parameters.sorted(by: { $0.key < $1.key }) {
            do throws(ParameterTextProblem) {
                values[name] = try declaration(named: name).value(written: written)
            } catch {
                problems.append(configuration.places.prefix(of: name) + error.description)
            }
        }
        return (values, problems)
    }

    /// Returns the parameter with that name; the error names the nearest known parameter.
    package func declaration(
        named name: String
    ) throws(ParameterTextProblem) -> ParameterDeclaration {
        if let parameter = parameters.first(where: { $0.name == name }) { return parameter }
        guard !parameters.isEmpty else {
            throw ParameterTextProblem(name, "the filter has no parameters")
        }
        throw ParameterTextProblem(
            name, "no parameter of this filter: \(unknown(name, among: parameters.map(\.name)))")
    }

    /// Converts the user's input for a parameter to the value for the Focus's file.
    ///
    /// Bool: `yes`, `no`, `on`, `off`, `true`, `false`, `1`, `0`. Enum: a case's value or title, or
    /// a unique prefix of either, regardless of letter case. Date: ISO 8601; a space may replace
    /// the `T`. URL: with its scheme. Lists: `a,b`, where `\,` is a comma; empty for the empty
    /// list.
    package func fileValue(
        of name: String, typed text: String
    ) throws(ParameterTextProblem) -> FilterValue {
        FilterValue(try value(of: name, typed: text))
    }

    /// Converts the user's input like ``fileValue(of:typed:)``, to the value itself.
    package func value(
        of name: String, typed text: String
    ) throws(ParameterTextProblem) -> ParameterValue {
        try declaration(named: name).value(typed: text)
    }
}

extension FilterValue {
    /// Creates the form of a value for a Focus's file.
    package init(_ value: ParameterValue) {
        if case .list(_, let values) = value {
            self = .list(values.map(\.plain))
        } else {
            self = .text(value.plain)
        }
    }
}

extension ParameterDeclaration {
    /// Reads a value in key file form, with escapes.
    package func value(written: String) throws(ParameterTextProblem) -> ParameterValue {
        if type.isList {
            guard let texts = FilterValue.list(written: written) else { throw badEscape }
            return try checked(list(of: texts, entry(inFile:)))
        }
        guard let text = FilterValue.text(written: written) else { throw badEscape }
        return try checked(entry(inFile: text))
    }

    /// Reads the user's input.
    package func value(typed text: String) throws(ParameterTextProblem) -> ParameterValue {
        if type.isList { return try checked(list(of: Self.split(text), entry(typed:))) }
        return try checked(entry(typed: text))
    }

    private func list(
        of texts: [String], _ read: (String) throws(ParameterTextProblem) -> ParameterValue
    ) throws(ParameterTextProblem) -> ParameterValue {
        guard texts.count <= Limits.parameterListEntries else {
            throw ParameterTextProblem(
                name, "\(texts.count) entries, more than \(Limits.parameterListEntries)")
        }
        var values: [ParameterValue] = []
        values.reserveCapacity(texts.count)
        for text in texts { values.append(try read(text)) }
        return .list(type.kind, values)
    }

    private func checked(_ value: ParameterValue) throws(ParameterTextProblem) -> ParameterValue {
        if let reason = complaint(about: value) { throw ParameterTextProblem(name, reason) }
        return value
    }

    /// Reads one value in the spelling of files.
    private func entry(inFile text: String) throws(ParameterTextProblem) -> ParameterValue {
        let word = text.trimmed
        switch type.kind {
        case .bool:
            switch word {
            case "true", "1": return .bool(true)
            case "false", "0": return .bool(false)
            default: throw expected("true or false", text)
            }
        case .int:
            guard let number = Int64(word) else { throw expected("a whole number", text) }
            return .int(number)
        case .double:
            guard let number = Double(word), number.isFinite else {
                throw expected("a number", text)
            }
            return .double(number)
        case .date, .url, .enumeration: return .text(word)
        case .string, .entity: return .text(text)
        }
    }

    /// Reads one value in a spelling that people use.
    private func entry(typed text: String) throws(ParameterTextProblem) -> ParameterValue {
        let word = text.trimmed
        switch type.kind {
        case .bool:
            switch word.lowercased() {
            case "yes", "on", "true", "1": return .bool(true)
            case "no", "off", "false", "0": return .bool(false)
            default: throw expected("on or off", text)
            }
        case .date:
            // RFC 3339 allows a space in place of the T.
            let parts = word.split(separator: " ")
            return .text(parts.count == 2 ? parts.joined(separator: "T") : word)
        case .enumeration:
            let folded = word.lowercased()
            let choice =
                cases.first { $0.value == word }
                ?? cases.first { $0.value.lowercased() == folded }
                ?? cases.first { $0.title.lowercased() == folded }
                ?? onlyCase(beginningWith: folded)
            return .text(choice?.value ?? word)
        case .url:
            // An app has no use for `example.org`, which is a relative path in a URL.
            guard Self.hasScheme(word) else {
                throw expected("a URL with its scheme, as https://example.org/", text)
            }
            return .text(word)
        case .int, .double, .string, .entity: return try entry(inFile: text)
        }
    }

    /// Returns the only case whose value or title has this prefix, regardless of letter case.
    private func onlyCase(beginningWith folded: String) -> ParameterChoice? {
        guard !folded.isEmpty else { return nil }
        let found = cases.filter {
            $0.value.lowercased().hasPrefix(folded) || $0.title.lowercased().hasPrefix(folded)
        }
        return found.count == 1 ? found.first : nil
    }

    /// Returns true if a text begins with a URI scheme (RFC 3986, 3.1).
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.first else { return false }
        return first.isASCII && first.isLetter
            && text[..<colon].allSatisfy { character in
                character.isASCII && (character.isLetter || character.isNumber)
                    || "+-.".contains(character)
            }
    }

    private func expected(_ what: String, _ text: String) -> ParameterTextProblem {
        let shown = text.count > 60 ? text.prefix(59) + "…" : text
        return ParameterTextProblem(name, "expected \(what), got “\(shown)”")
    }

    private var badEscape: ParameterTextProblem {
        ParameterTextProblem(name, "unknown escape sequence (a backslash is written \\\\)")
    }

    /// Splits a typed list into its entries.
    private static func split(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        var entries = [""]
        var isEscaped = false
        for character in text {
            if isEscaped {
                entries[entries.count - 1] += character == "," ? "," : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "," {
                entries.append("")
            } else {
                entries[entries.count - 1].append(character)
            }
        }
        if isEscaped { entries[entries.count - 1] += "\\" }
        return entries
    }
}

extension FilterValue {
    /// Returns the text that a value of `FilterConfiguration.parameters` stands for; nil for an
    /// invalid escape.
    package static func text(written: String) -> String? {
        file(written).flatMap { try? $0.string("Filter", "value") }
    }

    /// Returns a value of `FilterConfiguration.parameters` as a list; nil for an invalid escape.
    package static func list(written: String) -> [String]? {
        file(written).flatMap { try? $0.strings("Filter", "value") }
    }

    private static func file(_ written: String) -> KeyFile? {
        // A value is one line; further lines would be entries and groups of their own.
        guard !written.utf8.contains(UInt8(ascii: "\n")) else { return nil }
        return try? KeyFile(contents: "[Filter]\nvalue=\(written)\n")
    }
}
