// SPDX-License-Identifier: Apache-2.0

/// Writes a message.
///
/// - Parameters:
///   - message: The message; its values are asked for only when it is written.
public func os_log(_ message: OSLogMessage) {
    OSLog.default.write(message, .default, .init())
}

/// Writes a message of a level.
///
/// - Parameters:
///   - type: The level.
///   - log: Where it belongs.
///   - message: The message; its values are asked for only when it is written.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(message, type, .init())
}

/// Writes a message in a printf format.
///
/// Specifiers may say `%{public}@` and `%{private}d`; without it, numbers are public and all else
/// is private. A specifier that does not suit its argument shows the argument as it is: nothing in
/// a format can read astray.
///
/// - Parameters:
///   - message: The format.
///   - log: Where the message belongs.
///   - type: The level.
///   - arguments: What the specifiers are for, in order.
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
///   - log: Where the message belongs.
///   - message: The format, as the other form takes it.
///   - arguments: What the specifiers are for, in order.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: Any?...
) {
    log.write(OSLogMessage(format: message.description, arguments), type, .init())
}
