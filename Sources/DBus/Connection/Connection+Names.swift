// SPDX-License-Identifier: Apache-2.0
import CDBus

/// Flags of a request for a name ("org.freedesktop.DBus.RequestName").
public struct NameFlags: OptionSet, Hashable, Sendable {
    /// The bits of the specification.
    public let rawValue: UInt32

    /// Creates flags from the bits of the specification.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Allows another program to take over the name later.
    public static let allowReplacement = NameFlags(rawValue: 1)
    /// Takes over the name if its owner allows it.
    public static let replaceExisting = NameFlags(rawValue: 2)
    /// Fails instead of waiting for the name when the name has an owner.
    public static let doNotQueue = NameFlags(rawValue: 4)
}

/// The result of a request for a name.
public enum RequestNameReply: UInt32, Hashable, Sendable {
    /// The connection owns the name now.
    case primaryOwner = 1
    /// Another connection owns the name. This connection gets the name when the owner releases it.
    case inQueue = 2
    /// Another connection owns the name, and this connection does not wait for it.
    case exists = 3
    /// The connection owned the name before.
    case alreadyOwner = 4
}

/// The result of a release of a name.
public enum ReleaseNameReply: UInt32, Hashable, Sendable {
    /// The connection no longer owns the name, or no longer waits for it.
    case released = 1
    /// The name has no owner.
    case nonExistent = 2
    /// Another connection owns the name.
    case notOwner = 3
}

extension Connection {
    /// Requests a name; blocks the loop until the bus has answered.
    public func requestName(
        _ name: BusName, _ flags: NameFlags = []
    ) throws(CallError) -> RequestNameReply {
        let reply = try askBus("RequestName", .string(name.rawValue), .uint32(flags.rawValue))
        guard let code = RequestNameReply(rawValue: try Self.number(in: reply)) else {
            throw .unexpectedAnswer
        }
        return code
    }

    /// Releases a name; blocks the loop until the bus has answered.
    @discardableResult
    public func releaseName(_ name: BusName) throws(CallError) -> ReleaseNameReply {
        let reply = try askBus("ReleaseName", .string(name.rawValue))
        guard let code = ReleaseNameReply(rawValue: try Self.number(in: reply)) else {
            throw .unexpectedAnswer
        }
        return code
    }

    /// Returns the unique id of this bus, which does not depend on its address; blocks the loop.
    public func busID() throws(CallError) -> String {
        try Self.string(in: try askBus("GetId"))
    }

    /// Returns the unique name of the owner of `name`; blocks the loop.
    ///
    /// - Throws: `CallError` with code `nameHasNoOwner` if the name has no owner.
    public func nameOwner(_ name: BusName) throws(CallError) -> BusName {
        let reply = try askBus("GetNameOwner", .string(name.rawValue))
        return BusName(unchecked: try Self.string(in: reply))
    }

    /// Returns a call to the bus itself.
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
