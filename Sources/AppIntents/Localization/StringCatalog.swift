// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A string catalogue (`.xcstrings`): JSON that Apple's tools compile at build time and SwiftPM on
/// Linux copies unchanged.
///
/// Supports texts, plural variations, device variations (`mac`, otherwise `other`) and
/// substitutions, in all combinations that the format allows.
struct StringCatalog {
    /// The language of the keys.
    let sourceLanguage: String?
    /// The translations by language and key.
    private(set) var translations: [String: [String: Translation]] = [:]

    /// Reads a catalogue; nil if the file is missing or invalid.
    init?(at url: URL) {
        guard let data = try? Data(contentsOf: url),
            let file = try? JSONDecoder().decode(File.self, from: data)
        else { return nil }
        sourceLanguage = file.sourceLanguage
        for (key, entry) in file.strings {
            for (language, unit) in entry.localizations ?? [:] {
                guard var translation = unit.forms.map(Translation.init(forms:)) else { continue }
                for (name, substitution) in unit.substitutions ?? [:] {
                    guard let forms = substitution.variations?.forms else { continue }
                    translation.variables[name] = Translation.Variable(
                        forms: forms, position: substitution.argNum.map { $0 - 1 },
                        specifier: substitution.formatSpecifier ?? "lld")
                }
                translations[language, default: [:]][key] = translation
            }
        }
    }

    // MARK: File format

    private struct File: Decodable {
        let sourceLanguage: String?
        let strings: [String: Entry]
    }

    private struct Entry: Decodable {
        let localizations: [String: Unit]?
    }

    private struct Text: Decodable {
        let value: String
    }

    /// A text or its variations, which contain further units.
    private final class Unit: Decodable {
        let stringUnit: Text?
        let variations: Variations?
        let substitutions: [String: Substitution]?

        /// The texts by plural category; nil without a text for `other`.
        var forms: [PluralCategory: String]? {
            stringUnit.map { [.other: $0.value] } ?? variations?.forms
        }
    }

    private struct Variations: Decodable {
        let plural: [String: Unit]?
        let device: [String: Unit]?

        var forms: [PluralCategory: String]? {
            if let plural {
                var result: [PluralCategory: String] = [:]
                for (name, unit) in plural {
                    guard let category = PluralCategory(rawValue: name) else { continue }
                    result[category] = unit.forms?[.other]
                }
                return result[.other] == nil ? nil : result
            }
            return device.flatMap { ($0["mac"] ?? $0["other"])?.forms }
        }
    }

    private struct Substitution: Decodable {
        let argNum: Int?
        let formatSpecifier: String?
        let variations: Variations?
    }
}
