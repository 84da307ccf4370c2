// SPDX-License-Identifier: Apache-2.0
import CDBus

/// How a name is asked for ("org.freedesktop.DBus.RequestName").
public struct NameFlags: OptionSet, Hashable, Sendable {
    /// The bits of the specification.
    public let rawValue: UInt32

    /// Flags from the bits of the specification.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Another program may take the name over later.
    public static let allowReplacement = NameFlags(rawValue: 1)
    /// Take the name over from its owner, when that allows it.
    public static let replaceExisting = NameFlags(rawValue: 2)
    /// Fail instead of waiting in line when the name has an owner.
    public static let doNotQueue = NameFlags(rawValue: 4)
}

/// What became of a request for a name.
public enum RequestNameReply: UInt32, Hashable, Sendable {
    /// The name is ours now.
    case primaryOwner = 1
    /// The name is another's; ours when that lets it go.
    case inQueue = 2
    /// The name is another's, and we do not wait for it.
    case exists = 3
    /// The name was ours before.
    case alreadyOwner = 4
}

/// What became of a name that was given back.
public enum ReleaseNameReply: UInt32, Hashable, Sendable {
    /// It is no longer ours, or we no longer wait for it.
    case released = 1
    /// Nobody has it.
    case nonExistent = 2
    /// Another has it.
    case notOwner = 3
}

extension Connection {
    /// Asks for a name, blocking the loop until the bus has answered.
    public func requestName(
        _ name: BusName, _ flags: NameFlags = []
    ) throws(CallError) -> RequestNameReply {
        let reply = try askBus("RequestName", .string(name.rawValue), .uint32(flags.rawValue))
        guard let code = RequestNameReply(rawValue: try Self.number(in: reply)) else {
            throw .unexpectedAnswer
        }
        return code
    }

    /// Gives a name back, blocking the loop until the bus has answered.
    @discardableResult
    public func releaseName(_ name: BusName) throws(CallError) -> ReleaseNameReply {
        let reply = try askBus("ReleaseName", .string(name.rawValue))
        guard let code = ReleaseNameReply(rawValue: try Self.number(in: reply)) else {
            throw .unexpectedAnswer
        }
        return code
    }

    /// What tells this bus from all others, whatever address it was reached by; blocks the loop.
    public func busID() throws(CallError) -> String {
        try Self.string(in: try askBus("GetId"))
    }

    /// The unique name of who owns `name`; blocks the loop.
    ///
    /// - Throws: `CallError` with code `nameHasNoOwner` when nobody does.
    public func nameOwner(_ name: BusName) throws(CallError) -> BusName {
        let reply = try askBus("GetNameOwner", .string(name.rawValue))
        return BusName(unchecked: try Self.string(in: reply))
    }

    /// A call to the bus itself.
    nonisolated static func busCall(_ member: MemberName) -> Message {
        .methodCall(
            destination: .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member)
    }

    private func askBus(
        _ member: MemberName, _ arguments: Value...
    ) throws(CallError) -> MessageReader {
        let message = Self.busCall(member)
        do throws(MarshalError) {
            try message.append(contentsOf: arguments)
        } catch {
            throw CallError(name: .invalidArgs, message: error.description)
        }
        return try callBlocking(message).reader
    }

    private static func number(in reader: MessageReader) throws(CallError) -> UInt32 {
        var reader = reader
        guard let number = try? reader.uint32() else { throw .unexpectedAnswer }
        return number
    }

    private static func string(in reader: MessageReader) throws(CallError) -> String {
        var reader = reader
        guard let string = try? reader.string() else { throw .unexpectedAnswer }
        return string
    }
}
