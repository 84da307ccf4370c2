// SPDX-License-Identifier: Apache-2.0
import CDBus

/// The reason why a call has no result.
public struct CallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers distinguish; ``CallError/name`` has all details.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The case's name.
        public let description: String
        private init(_ description: String) { self.description = description }

        /// The connection is broken or closed.
        public static let disconnected = Code("disconnected")
        /// No answer came before the deadline; the callee may still act.
        public static let timedOut = Code("timedOut")
        /// The callee left the bus, or the bus gave up on the callee, without an answer.
        public static let noReply = Code("noReply")
        /// The calling task was cancelled.
        public static let cancelled = Code("cancelled")
        /// The destination's name has no owner, and the bus cannot start a program for it.
        public static let serviceUnknown = Code("serviceUnknown")
        /// The name in the question has no owner.
        public static let nameHasNoOwner = Code("nameHasNoOwner")
        /// The callee has no such object, interface, method or property.
        public static let unknownMethod = Code("unknownMethod")
        /// The callee rejected the arguments.
        public static let invalidArgs = Code("invalidArgs")
        /// The bus or the callee does not allow the call.
        public static let accessDenied = Code("accessDenied")
        /// The message cannot be sent on this connection.
        public static let notSupported = Code("notSupported")
        /// Any other error of the callee.
        public static let other = Code("other")
    }

    /// The kind of failure.
    public let code: Code
    /// The error's name on the bus.
    public let name: ErrorName
    /// The text of the error; empty if there is none.
    public let message: String

    /// Creates an error like one from a peer.
    public init(name: ErrorName, message: String) {
        self.init(code: Self.codes[name] ?? .other, name: name, message: message)
    }

    init(code: Code, name: ErrorName, message: String) {
        self.code = code
        self.name = name
        self.message = message
    }

    /// The error's name and text.
    public var description: String { message.isEmpty ? name.rawValue : "\(name): \(message)" }

    static let disconnected = CallError(name: .disconnected, message: "The connection is closed")
    static let cancelled = CallError(
        code: .cancelled, name: .failed, message: "The call was cancelled")
    static let outOfMemory = CallError(name: .noMemory, message: "No memory for the call")
    static let unexpectedAnswer = CallError(
        name: .failed, message: "The bus answered with other types than it should")
    static let descriptorsNotSupported = CallError(
        name: .notSupported, message: "The connection cannot pass file descriptors")

    /// Maximum bytes of an error that a peer answers with; its texts are for people.
    package static let maximumBytes = 64 << 10
    /// The error in place of a longer one, which is not read.
    package static let tooLong = CallError(
        name: .limitsExceeded, message: "The error is longer than \(maximumBytes) bytes")

    private static let codes: [ErrorName: Code] = [
        .disconnected: .disconnected, .noReply: .noReply, .timeout: .timedOut,
        .timedOut: .timedOut, .serviceUnknown: .serviceUnknown, .nameHasNoOwner: .nameHasNoOwner,
        .unknownMethod: .unknownMethod, .unknownObject: .unknownMethod,
        .unknownInterface: .unknownMethod, .unknownProperty: .unknownMethod,
        .invalidArgs: .invalidArgs, .accessDenied: .accessDenied, .authFailed: .accessDenied,
        .notSupported: .notSupported,
    ]
}

extension CallError {
    /// Converts the C error to Swift and frees it.
    init(taking error: inout DBusError) {
        // libdbus did not set an error that has no name.
        let name = unsafe error.name.map { unsafe ErrorName(unchecked: String(cString: $0)) }
        let message = unsafe error.message.map { unsafe String(cString: $0) }
        unsafe dbus_error_free(&error)
        self.init(name: name ?? .failed, message: message ?? "")
    }

    /// Reads the error from an error message.
    init(reply: Message) {
        guard reply.byteCount <= Self.maximumBytes else {
            self = .tooLong
            return
        }
        let name = ErrorName(unchecked: reply.errorName ?? ErrorName.failed.rawValue)
        var reader = reply.reader
        let text = (try? reader.string()) ?? ""
        self.init(name: name, message: text)
        // libdbus created a message without a sender, because the deadline passed.
        if reply.sender == nil, code == .noReply {
            self = CallError(code: .timedOut, name: name, message: text)
        }
    }

    /// Converts the C error of a blocking call to Swift and frees it.
    init(takingLocal error: inout DBusError, isConnected: Bool) {
        unsafe self.init(taking: &error)
        if !isConnected {
            self = .disconnected
        } else if code == .noReply, message.utf8.starts(with: "Did not receive a reply".utf8) {
            // libdbus does not say who sent NoReply; this text is its own.
            self = CallError(code: .timedOut, name: name, message: message)
        }
    }
}

/// The reason why a connection to a bus failed.
public struct ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name, such as "org.freedesktop.DBus.Error.NoServer".
    public let name: ErrorName
    /// The error text of libdbus.
    public let message: String

    init(_ error: CallError) {
        name = error.name
        message = error.message
    }

    /// The error's name and text.
    public var description: String { "\(name): \(message)" }
}

/// The error with which a service answers a call.
public struct ErrorReply: Error, Hashable, Sendable {
    /// The error's name.
    public var name: ErrorName
    /// A text for people, which is sent to the caller.
    public var text: String

    /// Creates an error with any name.
    public init(_ name: ErrorName, _ text: String) {
        self.name = name
        self.text = text
    }
}

extension ErrorName {
    /// The operation failed, with no more specific error.
    public static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
    /// There is not enough memory.
    public static let noMemory: ErrorName = "org.freedesktop.DBus.Error.NoMemory"
    /// The destination has no owner, and the bus cannot start a program for it.
    public static let serviceUnknown: ErrorName = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// The name in the question has no owner.
    public static let nameHasNoOwner: ErrorName = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// No answer came.
    public static let noReply: ErrorName = "org.freedesktop.DBus.Error.NoReply"
    /// An operation of the peer took too long.
    public static let timeout: ErrorName = "org.freedesktop.DBus.Error.Timeout"
    /// The start of a service by the bus took too long.
    public static let timedOut: ErrorName = "org.freedesktop.DBus.Error.TimedOut"
    /// The connection is broken or closed.
    public static let disconnected: ErrorName = "org.freedesktop.DBus.Error.Disconnected"
    /// The arguments are not valid for the method.
    public static let invalidArgs: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The object has no such method.
    public static let unknownMethod: ErrorName = "org.freedesktop.DBus.Error.UnknownMethod"
    /// The object does not exist.
    public static let unknownObject: ErrorName = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object has no such interface.
    public static let unknownInterface: ErrorName = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface has no such property.
    public static let unknownProperty: ErrorName = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The property cannot be set.
    public static let propertyReadOnly: ErrorName = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// The caller has no permission.
    public static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
    /// The bus did not accept the program's identity.
    public static let authFailed: ErrorName = "org.freedesktop.DBus.Error.AuthFailed"
    /// The operation is not available.
    public static let notSupported: ErrorName = "org.freedesktop.DBus.Error.NotSupported"
    /// A quota is used up.
    public static let limitsExceeded: ErrorName = "org.freedesktop.DBus.Error.LimitsExceeded"
}
