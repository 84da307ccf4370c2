// SPDX-License-Identifier: Apache-2.0

/// A string that the D-Bus specification gives a grammar ("Valid Names", "Valid Object Paths").
///
/// A value of such a type is proof that its text is valid, so libdbus, which aborts its caller on an
/// invalid name, can be handed the text unchecked.
public protocol ValidatedName: RawRepresentable<String>, Hashable, Sendable, Comparable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// What the name is called in errors, as "bus name".
    static var kind: String { get }

    /// Why `text` is not such a name, nil when it is.
    static func flaw(in text: borrowing String) -> String?

    /// Wraps a text that is known to be valid, such as one that libdbus has checked.
    init(unchecked text: String)
}

/// A text that is not a name of the kind asked for.
public struct InvalidName: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of name, as "bus name".
    public let kind: String
    /// The text that was refused.
    public let text: String
    /// The rule that it breaks.
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

    /// Checks `rawValue` against the grammar; nil when it does not conform.
    public init?(rawValue: String) {
        guard Self.flaw(in: rawValue) == nil else { return nil }
        self.init(unchecked: rawValue)
    }

    /// A name written in the source; an invalid one is a mistake of the program and traps.
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
    /// What such a name is called in errors.
    public static let kind = "bus name"
    /// Why `text` is not such a name, nil when it is.
    public static func flaw(in text: borrowing String) -> String? { NameGrammar.busNameFlaw(text) }

    /// Whether the bus made the name up for one connection and will never use it again.
    public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

    /// The message bus itself.
    public static let bus = BusName(unchecked: "org.freedesktop.DBus")
}

/// The name of an interface, as "org.freedesktop.Notifications".
public struct InterfaceName: ValidatedName {
    /// The text of the name.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// What such a name is called in errors.
    public static let kind = "interface name"
    /// Why `text` is not such a name, nil when it is.
    public static func flaw(in text: borrowing String) -> String? {
        NameGrammar.interfaceNameFlaw(text)
    }
}

/// The name of a method, signal or property, as "Notify".
public struct MemberName: ValidatedName {
    /// The text of the name.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// What such a name is called in errors.
    public static let kind = "member name"
    /// Why `text` is not such a name, nil when it is.
    public static func flaw(in text: borrowing String) -> String? {
        NameGrammar.memberNameFlaw(text)
    }
}

/// The name of an error, as "org.freedesktop.DBus.Error.InvalidArgs".
public struct ErrorName: ValidatedName {
    /// The text of the name.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// What such a name is called in errors.
    public static let kind = "error name"
    /// Why `text` is not such a name, nil when it is.
    public static func flaw(in text: borrowing String) -> String? {
        NameGrammar.interfaceNameFlaw(text)
    }
}

/// The path of an object, as "/org/freedesktop/Notifications".
public struct ObjectPath: ValidatedName {
    /// The text of the path.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// What such a name is called in errors.
    public static let kind = "object path"
    /// Why `text` is not such a name, nil when it is.
    public static func flaw(in text: borrowing String) -> String? { NameGrammar.pathFlaw(text) }

    /// "/", the path above all others.
    public static let root = ObjectPath(unchecked: "/")
}
