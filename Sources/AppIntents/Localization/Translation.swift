// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A translated text, which may depend on numbers.
struct Translation: Hashable, Sendable {
    /// A part of the text that depends on one number.
    struct Variable: Hashable, Sendable {
        /// The texts by plural category. ``PluralCategory/other`` always has a text.
        var forms: [PluralCategory: String]
        /// The position of the number among the arguments, from 0; nil for the variable's own
        /// position.
        var position: Int?
        /// The specifier of `%arg`, without the percent sign.
        var specifier: String
    }

    /// The texts by the plural category of the first number. A text that does not depend on the
    /// number has only ``PluralCategory/other``.
    var forms: [PluralCategory: String]
    /// The variables `%#@name@` by name.
    var variables: [String: Variable] = [:]

    init(forms: [PluralCategory: String]) {
        self.forms = forms
    }

    init(text: String) {
        forms = [.other: text]
    }

    /// Returns the text with arguments; nil if the translation does not fit the arguments.
    func text(
        _ arguments: [LocalizationArgument], language: String, _ setting: LocalizationSetting
    ) -> String? {
        let number = forms.count > 1 ? arguments.lazy.compactMap(\.number).first : nil
        guard let form = forms.form(for: number, language) else { return nil }
        // Without values, neither the key nor the translation is a format.
        if arguments.isEmpty, variables.isEmpty { return form }
        var writer = TranslationWriter(
            translation: self, arguments: arguments, language: language, setting: setting)
        return writer.write(form) ? writer.text : nil
    }
}

extension [PluralCategory: String] {
    /// Returns the text for a number. A form for zero applies to 0 in every language, as on Apple's
    /// systems.
    func form(for number: Double?, _ language: String) -> String? {
        guard let number else { return self[.other] }
        if number == 0, let zero = self[.zero] { return zero }
        return self[PluralCategory(of: number, in: language)] ?? self[.other]
    }
}

/// Writes a translation with its arguments.
///
/// The format comes from a translator and is untrusted. The writer checks every specifier against
/// its argument. A mismatch fails instead of reading the wrong memory.
private struct TranslationWriter {
    let translation: Translation
    let arguments: [LocalizationArgument]
    let language: String
    let setting: LocalizationSetting
    var text = ""
    private var depth = 0

    /// Maximum nesting of variables. Apple's own files use one level.
    private static let maximumDepth = 8

    /// The number of `%arg`.
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
