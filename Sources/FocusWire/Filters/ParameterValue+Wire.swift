// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

// Converts parameters to D-Bus values, as `dbus/org.focusd.Focus1.Apps.xml` describes.

extension ParameterType.Kind {
    /// The D-Bus type of one value.
    var signature: Signature {
        switch self {
        case .bool: "b"
        case .int: "x"
        case .double: "d"
        case .string, .date, .url, .enumeration, .entity: "s"
        }
    }
}

extension ParameterValue {
    /// The value inside a variant.
    package var wire: DBus.Value {
        switch self {
        case .bool(let flag): .boolean(flag)
        case .int(let number): .int64(number)
        case .double(let number): .double(number)
        case .text(let text): .string(text)
        case .list(let kind, let values): .array(of: kind.signature, values.map(\.wire))
        }
    }

    /// Reads a value of a type; accepts other integers that fit for `x`, and an integer for `d`.
    ///
    /// Returns nil for a value of another type.
    package init?(_ value: Value, as type: ParameterType) {
        if type.isList {
            guard case .array(_, let elements) = value else { return nil }
            let member = ParameterType(type.kind)
            var values: [ParameterValue] = []
            values.reserveCapacity(elements.count)
            for element in elements {
                guard let value = ParameterValue(element, as: member) else { return nil }
                values.append(value)
            }
            self = .list(type.kind, values)
            return
        }
        switch (type.kind, value) {
        case (.bool, .boolean(let flag)): self = .bool(flag)
        case (.int, _):
            guard let number = value.integer else { return nil }
            self = .int(number)
        case (.double, .double(let number)): self = .double(number)
        case (.double, _):
            guard let number = value.integer else { return nil }
            self = .double(Double(number))
        case (.string, .string(let text)), (.date, .string(let text)), (.url, .string(let text)),
            (.enumeration, .string(let text)), (.entity, .string(let text)):
            self = .text(text)
        default: return nil
        }
    }
}

extension Value {
    /// The value of any integer type of D-Bus; nil for other values.
    fileprivate var integer: Int64? {
        switch self {
        case .byte(let number): Int64(number)
        case .int16(let number): Int64(number)
        case .uint16(let number): Int64(number)
        case .int32(let number): Int64(number)
        case .uint32(let number): Int64(number)
        case .int64(let number): number
        case .uint64(let number): Int64(exactly: number)
        default: nil
        }
    }
}

extension [String: ParameterValue] {
    /// The values as an `a{sv}`, in the order of the names.
    package var wire: DBus.Value {
        var fields = FieldsBuilder()
        for (name, value) in sorted(by: { $0.key < $1.key }) { fields.set(name, value.wire) }
        return fields.value
    }

    /// Reads an `a{sv}` as values of the declared parameters; ignores other names.
    ///
    /// - Throws: the first parameter, in the declaration's order, with a value of another type.
    package init(
        _ value: DBus.Value, of parameters: [ParameterDeclaration]
    ) throws(ParameterMismatch) {
        self.init()
        guard let fields = Fields(value) else {
            throw ParameterMismatch(name: "", expected: "a{sv}")
        }
        for parameter in parameters {
            guard let value = fields[parameter.name] else { continue }
            guard let read = ParameterValue(value, as: parameter.type) else {
                throw ParameterMismatch(name: parameter.name, expected: parameter.type.written)
            }
            self[parameter.name] = read
        }
    }
}

/// A value that is not of its parameter's type.
package struct ParameterMismatch: Error, Hashable, CustomStringConvertible {
    package let name: String
    package let expected: String

    package var description: String {
        name.isEmpty ? "not a dictionary of named values" : "\(name) is not of type \(expected)"
    }
}
