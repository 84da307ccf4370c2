// SPDX-License-Identifier: Apache-2.0

/// Writes a message of the default level.
///
/// - Parameters:
///   - message: The message. Its values are evaluated only when it is written.
public func os_log(_ message: OSLogMessage) {
    OSLog.default.write(message, .default, .init())
}

/// Writes a message of a level.
///
/// - Parameters:
///   - type: The level.
///   - log: The log of the message.
///   - message: The message. Its values are evaluated only when it is written.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(message, type, .init())
}

/// Writes a message in a printf format.
///
/// Specifiers may have the form `%{public}@` or `%{private}d`. Otherwise numbers are public and all
/// other values private. A specifier that does not match its argument shows the argument
/// unformatted, so no format can cause an invalid read.
///
/// - Parameters:
///   - message: The format.
///   - log: The log of the message.
///   - type: The level.
///   - arguments: The arguments of the specifiers, in order.
@_disfavoredOverload
public func os_log(
    _ message: StaticString, log: OSLog = .default, type: OSLogType = .default,
    _ arguments: Any?...
) {
    log.write(OSLogMessage(format: message.description, arguments), type, .init())
}

/// Writes a message of a level in a printf format.
///
/// - Parameters:
///   - type: The level.
///   - log: The log of the message.
///   - message: The format, as for the other form.
///   - arguments: The arguments of the specifiers, in order.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: Any?...
) {
    log.write(OSLogMessage(format: message.description, arguments), type, .init())
}
