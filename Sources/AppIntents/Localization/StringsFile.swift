// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Apple's property lists of translations, `.strings` and `.stringsdict`, in all property list
/// formats (old style, XML, binary).
enum StringsFile {
    /// Returns the entries of a `.strings` file; none if the file is missing or invalid.
    static func texts(at url: URL) -> [String: Translation] {
        content(at: url).compactMapValues { ($0 as? String).map { Translation(text: $0) } }
    }

    /// Returns the entries of a `.stringsdict` file; none if the file is missing or invalid.
    static func plurals(at url: URL) -> [String: Translation] {
        content(at: url).compactMapValues { ($0 as? [String: Any]).flatMap(translation) }
    }

    private static func content(at url: URL) -> [String: Any] {
        guard var data = try? Data(contentsOf: url) else { return [:] }
        // Apple's older tools write UTF-16. The parser of old-style lists requires UTF-8.
        if data.starts(with: [0xff, 0xfe]) || data.starts(with: [0xfe, 0xff]) {
            data = String(data: data, encoding: .utf16).map { Data($0.utf8) } ?? Data()
        }
        let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        return list as? [String: Any] ?? [:]
    }

    /// Returns the translation of an entry in Apple's *stringsdict file format*: a format, and for
    /// each of its variables the number's specifier and the forms by plural category.
    private static func translation(_ entry: [String: Any]) -> Translation? {
        guard let format = entry["NSStringLocalizedFormatKey"] as? String else { return nil }
        var result = Translation(text: format)
        for (name, variable) in entry {
            guard let variable = variable as? [String: Any] else { continue }
            var forms: [PluralCategory: String] = [:]
            for category in PluralCategory.allCases {
                forms[category] = variable[category.rawValue] as? String
            }
            guard forms[.other] != nil else { return nil }
            result.variables[name] = Translation.Variable(
                forms: forms, position: nil,
                specifier: variable["NSStringFormatValueTypeKey"] as? String ?? "lld")
        }
        return result
    }
}
