// SPDX-License-Identifier: Apache-2.0

import FocusWire

extension JSONValue {
    /// The value on one line, in the notation of RFC 8259.
    ///
    /// Control characters, including C1 and DEL, are escaped. The text is harmless in a terminal
    /// and contains no line break. A number that JSON cannot hold becomes null.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .double(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.isUnsafeInTerminals:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

/// Writer of an array whose elements arrive in parts. The result equals ``JSONValue/text``.
struct JSONArrayText {
    private var isBegun = false

    /// Returns the text to append for these elements.
    mutating func text(of elements: some Sequence<JSONValue>) -> String {
        var text = ""
        for element in elements {
            text += isBegun ? "," : "["
            isBegun = true
            text += element.text
        }
        return text
    }

    /// Text that ends the array.
    var end: String { isBegun ? "]" : "[]" }
}
