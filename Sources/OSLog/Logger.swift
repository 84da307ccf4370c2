// SPDX-License-Identifier: Apache-2.0

/// Writes messages to the journal, or to stderr (Apple's `Logger`).
///
/// A message goes to journald's socket with the fields `SUBSYSTEM`, `CATEGORY`, `PRIORITY` and
/// `CODE_FILE`, `CODE_LINE`, `CODE_FUNC`; it goes to stderr where that is a terminal or where there
/// is no journal. Debug messages are dropped unless the environment has `OSLOG_LEVEL=debug`.
///
/// Values in a message that are texts or objects are private: `<private>` stands in their place
/// unless they are marked `privacy: .public`, or the environment has `OSLOG_PRIVATE_DATA=1`.
/// Numbers and truth values are public.
public struct Logger: Sendable {
    private let log: OSLog

    /// Writes without a subsystem and a category.
    public init() {
        log = .default
    }

    /// Writes for a subsystem and a category.
    ///
    /// - Parameters:
    ///   - subsystem: The app's id in reverse-DNS form.
    ///   - category: The part of the app.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Writes to a log.
    ///
    /// - Parameter logObj: The log.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a message that matters when something went wrong.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func log(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .default, .init(file: file, line: line, function: function))
    }

    /// Writes a message of a level.
    ///
    /// - Parameters:
    ///   - level: The level.
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func log(
        level: OSLogType, _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, level, .init(file: file, line: line, function: function))
    }

    /// Writes a message that follows the program step by step; a debug message.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func trace(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .debug, .init(file: file, line: line, function: function))
    }

    /// Writes a message that is for development; dropped unless the environment asks for it.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func debug(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .debug, .init(file: file, line: line, function: function))
    }

    /// Writes a message that is helpful, not essential.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func info(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .info, .init(file: file, line: line, function: function))
    }

    /// Writes a message that matters when something went wrong.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func notice(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .default, .init(file: file, line: line, function: function))
    }

    /// Writes a message that tells of something unexpected that did not fail.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func warning(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(
            message, .error, .init(file: file, line: line, function: function), name: "warning",
            priority: 4)
    }

    /// Writes a message that tells of a failure in this process.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func error(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .error, .init(file: file, line: line, function: function))
    }

    /// Writes a message that tells of a failure beyond this process; the same as a fault.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func critical(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(
            message, .fault, .init(file: file, line: line, function: function), name: "critical")
    }

    /// Writes a message that tells of a failure beyond this process, or by its own mistake.
    ///
    /// - Parameters:
    ///   - message: The message; its values are asked for only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func fault(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .fault, .init(file: file, line: line, function: function))
    }
}

extension OSLog {
    /// Writes a message, unless its level is off.
    ///
    /// - Parameters:
    ///   - name: What the level is called, where Apple has a second name for it.
    ///   - priority: The priority of syslog, where it tells more than the level.
    func write(
        _ message: OSLogMessage, _ level: OSLogType, _ place: LogEntry.SourcePlace,
        name: String? = nil, priority: Int? = nil
    ) {
        let priority = priority ?? level.priority
        guard let destination, destination.settings.allows(priority) else { return }
        destination.write(
            LogEntry(
                subsystem: subsystem, category: category, level: name ?? level.name,
                priority: priority, text: message.text(destination.settings), place: place))
    }
}
