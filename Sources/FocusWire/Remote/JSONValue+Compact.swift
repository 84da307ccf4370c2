// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
    /// The value on one line, in the notation of RFC 8259. A number that JSON cannot hold becomes
    /// null.
    package var compact: String {
        compact(escaping: { $0.value < 0x20 ? Self.escape($0) : nil })
    }

    /// - Parameter escape: returns the escape of a character other than `"` and `\`; nil for a
    ///   character to write as it is.
    package func compact(escaping escape: (Unicode.Scalar) -> String?) -> String {
        switch self {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .double(let value): return value.isFinite ? "\(value)" : "null"
        case .string(let value): return Self.quoted(value, escape)
        case .array(let values):
            let texts = values.map { $0.compact(escaping: escape) }
            return "[" + texts.joined(separator: ",") + "]"
        case .object(let members):
            let texts = members.map {
                Self.quoted($0.name, escape) + ":" + $0.value.compact(escaping: escape)
            }
            return "{" + texts.joined(separator: ",") + "}"
        }
    }

    /// Returns `\uXXXX` for a character up to U+FFFF.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    private static func quoted(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                result += "\\"
            } else if let escape = escape(scalar) {
                result += escape
                continue
            }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
