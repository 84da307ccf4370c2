// SPDX-License-Identifier: Apache-2.0

/// The type of a Focus filter's parameter (`Type=` of a declaration).
package struct ParameterType: Hashable, Sendable {
    /// The type of one value; the raw value is its spelling in declarations.
    package enum Kind: String, Sendable, CaseIterable {
        case bool = "Bool"
        case int = "Int"
        case double = "Double"
        case string = "String"
        /// ISO 8601: `2026-11-21T09:30:00Z`, local time without a zone; or a date or a time alone.
        case date = "Date"
        case url = "URL"
        /// The value of the case.
        case enumeration = "Enum"
        /// The identifier of the entity.
        case entity = "Entity"
    }

    package var kind: Kind
    /// True for a list of such values.
    package var isList: Bool

    package init(_ kind: Kind, isList: Bool = false) {
        self.kind = kind
        self.isList = isList
    }

    /// Reads `Bool` or `[String]`; nil for any other text.
    package init?(written: String) {
        isList = written.hasPrefix("[") && written.hasSuffix("]") && written.utf8.count > 2
        guard
            let kind = Kind(
                rawValue: String(isList ? written.dropFirst().dropLast() : written[...]))
        else { return nil }
        self.kind = kind
    }

    /// The spelling in a declaration.
    package var written: String { isList ? "[\(kind.rawValue)]" : kind.rawValue }
}

/// The value of a parameter. An absent value means nil.
package enum ParameterValue: Hashable, Sendable {
    case bool(Bool)
    case int(Int64)
    case double(Double)
    /// A String, a Date (ISO 8601), a URL, an Enum's case or an Entity's identifier.
    case text(String)
    /// Values of one kind; an empty list has a kind, too.
    case list(ParameterType.Kind, [ParameterValue])

    /// Returns true if the value has that type.
    package func isOf(_ type: ParameterType) -> Bool {
        switch self {
        case .list(let kind, let values):
            let member = ParameterType(kind)
            return type.isList && type.kind == kind && values.allSatisfy { $0.isOf(member) }
        case _ where type.isList: return false
        case .bool: return type.kind == .bool
        case .int: return type.kind == .int
        case .double: return type.kind == .double
        case .text:
            switch type.kind {
            case .string, .date, .url, .enumeration, .entity: return true
            case .bool, .int, .double: return false
            }
        }
    }
}

/// Values by the names of their parameters.
package typealias ParameterValues = [String: ParameterValue]
