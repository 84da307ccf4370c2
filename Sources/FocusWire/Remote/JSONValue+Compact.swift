// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
    /// The value on one line, in the notation of RFC 8259.
    package var compact: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .double(let value): value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.compact).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { Self.quoted($0.name) + ":" + $0.value.compact }
                .joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                result += (hex.utf8.count == 1 ? "\\u000" : "\\u00") + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
