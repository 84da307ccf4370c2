// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A translated text, which may depend on numbers.
struct Translation: Hashable, Sendable {
    /// A part of the text that depends on one number.
    struct Variable: Hashable, Sendable {
        /// The texts by plural category; there is one for ``PluralCategory/other``.
        var forms: [PluralCategory: String]
        /// Which argument the number is, from 0; nil for the one that its place says.
        var position: Int?
        /// How `%arg` writes the number, without the percent sign.
        var specifier: String
    }

    /// The texts by plural category of the first number; only ``PluralCategory/other`` for a text
    /// that does not depend on it.
    var forms: [PluralCategory: String]
    /// What `%#@name@` stands for.
    var variables: [String: Variable] = [:]

    init(forms: [PluralCategory: String]) {
        self.forms = forms
    }

    init(text: String) {
        forms = [.other: text]
    }

    /// The text with arguments; nil when the translation asks for others than there are.
    func text(
        _ arguments: [LocalizationArgument], language: String, _ setting: LocalizationSetting
    ) -> String? {
        let number = forms.count > 1 ? arguments.lazy.compactMap(\.number).first : nil
        guard let form = forms.form(for: number, language) else { return nil }
        // Without values nothing made the key a format, so the translation is none either.
        if arguments.isEmpty, variables.isEmpty { return form }
        var writer = TranslationWriter(
            translation: self, arguments: arguments, language: language, setting: setting)
        return writer.write(form) ? writer.text : nil
    }
}

extension [PluralCategory: String] {
    /// The text for a number. A form for zero holds for 0 in every language, as on Apple's systems.
    func form(for number: Double?, _ language: String) -> String? {
        guard let number else { return self[.other] }
        if number == 0, let zero = self[.zero] { return zero }
        return self[PluralCategory(of: number, in: language)] ?? self[.other]
    }
}

/// Puts a translation together.
///
/// The format is the translator's, so nothing in it is trusted: every specifier is checked against
/// the argument that it is for, and what does not fit fails instead of reading astray.
private struct TranslationWriter {
    let translation: Translation
    let arguments: [LocalizationArgument]
    let language: String
    let setting: LocalizationSetting
    var text = ""
    private var depth = 0

    /// How deep variables may stand in variables; Apple's own files use one level.
    private static let maximumDepth = 8

    /// What `%arg` stands for.
    private struct Number {
        let position: Int
        let specifier: String
    }

    init(
        translation: Translation, arguments: [LocalizationArgument], language: String,
        setting: LocalizationSetting
    ) {
        self.translation = translation
        self.arguments = arguments
        self.language = language
        self.setting = setting
    }

    mutating func write(_ format: String) -> Bool {
        write(format, from: 0, number: nil)
    }

    private mutating func write(_ format: String, from first: Int, number: Number?) -> Bool {
        guard depth <= Self.maximumDepth,
            let template = FormatTemplate(format, hasNumber: number != nil)
        else { return false }
        depth += 1
        defer { depth -= 1 }
        var next = first
        for piece in template.pieces {
            switch piece {
            case .literal(let literal):
                text += literal
            case .argument(let position, let specifier):
                guard write(specifier, at: position ?? next) else { return false }
                if position == nil { next += 1 }
            case .variable(let name, let position):
                guard let variable = translation.variables[name] else { return false }
                guard write(variable, at: variable.position ?? position ?? next) else {
                    return false
                }
                if variable.position == nil, position == nil { next += 1 }
            case .number:
                guard let number, let specifier = FormatSpecifier("%" + number.specifier),
                    write(specifier, at: number.position)
                else { return false }
            }
        }
        return true
    }

    private mutating func write(_ specifier: FormatSpecifier, at position: Int) -> Bool {
        guard arguments.indices.contains(position),
            let written = specifier.text(arguments[position], setting)
        else { return false }
        text += written
        return true
    }

    private mutating func write(_ variable: Translation.Variable, at position: Int) -> Bool {
        guard arguments.indices.contains(position), let value = arguments[position].number,
            let form = variable.forms.form(for: value, language)
        else { return false }
        let number = Number(position: position, specifier: variable.specifier)
        return write(form, from: position, number: number)
    }
}
