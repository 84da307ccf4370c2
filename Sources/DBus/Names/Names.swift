// SPDX-License-Identifier: Apache-2.0

/// A string with a grammar in the D-Bus specification ("Valid Names", "Valid Object Paths").
///
/// The type guarantees a valid text. So the text can go to libdbus, which aborts the process on an
/// invalid name, without another check.
public protocol ValidatedName: RawRepresentable<String>, Hashable, Sendable, Comparable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The kind of name in errors, such as "bus name".
    static var kind: String { get }

    /// Returns the reason why `text` is not a valid name, or nil.
    static func flaw(in text: borrowing String) -> String?

    /// Wraps a text that is known to be valid, such as one that libdbus has checked.
    init(unchecked text: String)
}

/// A text that is not a valid name of a kind.
public struct InvalidName: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of name, such as "bus name".
    public let kind: String
    /// The refused text.
    public let text: String
    /// The broken rule.
    public let reason: String

    /// A sentence for logs.
    public var description: String { "\"\(text)\" is not a valid \(kind): \(reason)" }
}

extension ValidatedName {
    /// Checks `text` against the grammar.
    public init(_ text: String) throws(InvalidName) {
        if let reason = Self.flaw(in: text) {
            throw InvalidName(kind: Self.kind, text: text, reason: reason)
        }
        self.init(unchecked: text)
    }

    /// Checks `rawValue` against the grammar; returns nil for an invalid text.
    public init?(rawValue: String) {
        guard Self.flaw(in: rawValue) == nil else { return nil }
        self.init(unchecked: rawValue)
    }

    /// Creates a name from a literal; an invalid literal is a mistake of the program and traps.
    public init(stringLiteral text: StaticString) {
        let text = text.description
        let reason = Self.flaw(in: text)
        precondition(reason == nil, "\"\(text)\" is not a valid \(Self.kind): \(reason ?? "")")
        self.init(unchecked: text)
    }

    /// The text itself.
    public var description: String { rawValue }

    /// Orders names by their bytes.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The name of a connection: unique (":1.42") or well-known ("org.example.App").
public struct BusName: ValidatedName {
    /// The text of the name.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// The kind of name in errors.
    public static let kind = "bus name"
    /// Returns the reason why `text` is not a valid bus name, or nil.
    public static func flaw(in text: borrowing String) -> String? { NameGrammar.busNameFlaw(text) }

    /// True for a name that the bus assigned to one connection and never uses again.
    public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

    /// The message bus itself.
    public static let bus = BusName(unchecked: "org.freedesktop.DBus")
}

/// The name of an interface, such as "org.freedesktop.Notifications".
public struct InterfaceName: ValidatedName {
    /// The text of the name.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// The kind of name in errors.
    public static let kind = "interface name"
    /// Returns the reason why `text` is not a valid interface name, or nil.
    public static func flaw(in text: borrowing String) -> String? {
        NameGrammar.interfaceNameFlaw(text)
    }
}

/// The name of a method, signal or property, such as "Notify".
public struct MemberName: ValidatedName {
    /// The text of the name.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// The kind of name in errors.
    public static let kind = "member name"
    /// Returns the reason why `text` is not a valid member name, or nil.
    public static func flaw(in text: borrowing String) -> String? {
        NameGrammar.memberNameFlaw(text)
    }
}

/// The name of an error, such as "org.freedesktop.DBus.Error.InvalidArgs".
public struct ErrorName: ValidatedName {
    /// The text of the name.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// The kind of name in errors.
    public static let kind = "error name"
    /// Returns the reason why `text` is not a valid error name, or nil.
    public static func flaw(in text: borrowing String) -> String? {
        NameGrammar.interfaceNameFlaw(text)
    }
}

/// The path of an object, such as "/org/freedesktop/Notifications".
public struct ObjectPath: ValidatedName {
    /// The text of the path.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// The kind of name in errors.
    public static let kind = "object path"
    /// Returns the reason why `text` is not a valid object path, or nil.
    public static func flaw(in text: borrowing String) -> String? { NameGrammar.pathFlaw(text) }

    /// The path "/" above all others.
    public static let root = ObjectPath(unchecked: "/")
}
