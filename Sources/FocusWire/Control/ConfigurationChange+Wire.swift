// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

extension ConfigurationChange: ChangeOnWire {
    /// Reads a change; `change` names its kind.
    package init(_ fields: Fields) throws(ErrorReply) {
        let reader = ChangeReader(fields: fields)
        let kind = try reader.text("change")
        switch kind {
        case "set":
            guard let value = fields["value"].flatMap(FilterValue.init(setting:)) else {
                throw reader.missing("value s, as, b or a number")
            }
            self = .set(group: try reader.text("group"), key: try reader.text("key"), value)
        case "unset":
            self = .unset(group: try reader.text("group"), key: try reader.text("key"))
        case "remove-group": self = .removeGroup(try reader.text("group"))
        case "contents": self = .contents(try reader.text("contents"))
        default:
            throw reader.unknownKind
        }
    }
}

extension FilterValue {
    /// Reads a value in the form of a file; nil for other types.
    fileprivate init?(setting value: Value) {
        if let text = value.asString {
            self = .text(text)
        } else if let texts = value.asStrings {
            self = .list(texts)
        } else if let flag = value.asBool {
            self = .text(flag ? "true" : "false")
        } else if let number = value.asInteger {
            self = .text("\(number)")
        } else {
            return nil
        }
    }

    /// The value as s or as.
    package var wire: Value {
        switch self {
        case .text(let text): .string(text)
        case .list(let texts): .strings(texts)
        }
    }
}
