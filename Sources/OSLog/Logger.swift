// SPDX-License-Identifier: Apache-2.0

/// Writes messages to the journal, or to stderr (Apple's `Logger`).
///
/// A message goes to journald's socket with the fields `SUBSYSTEM`, `CATEGORY`, `PRIORITY` and
/// `CODE_FILE`, `CODE_LINE`, `CODE_FUNC`. It goes to stderr if that is a terminal or if there is no
/// journal. Debug messages are dropped unless the environment has `OSLOG_LEVEL=debug`.
///
/// Texts and objects in a message are private: `<private>` replaces them unless they are marked
/// `privacy: .public`, or the environment has `OSLOG_PRIVATE_DATA=1`. Numbers and truth values are
/// public.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger without a subsystem and a category.
    public init() {
        log = .default
    }

    /// Creates a logger for a subsystem and a category.
    ///
    /// - Parameters:
    ///   - subsystem: The app's id in reverse-DNS form.
    ///   - category: The part of the app.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Creates a logger for a log.
    ///
    /// - Parameter logObj: The log.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a message of the default level.
    ///
    /// - Parameters:
    ///   - message: The message. Its values are evaluated only when it is written.
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
    ///   - message: The message. Its values are evaluated only when it is written.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    ///   - function: The caller.
    public func log(
        level: OSLogType, _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, level, .init(file: file, line: line, function: function))
    }

    // MARK: Levels by name

    // The parameters are those of `log`.

    /// Writes a message about a single step of the program, at the debug level.
    public func trace(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .debug, .init(file: file, line: line, function: function))
    }

    /// Writes a message for development. Dropped unless the environment enables it.
    public func debug(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .debug, .init(file: file, line: line, function: function))
    }

    /// Writes a helpful but not essential message.
    public func info(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .info, .init(file: file, line: line, function: function))
    }

    /// Writes a message of the default level.
    public func notice(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .default, .init(file: file, line: line, function: function))
    }

    /// Writes a message about an unexpected event that is not a failure.
    public func warning(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(
            message, .error, .init(file: file, line: line, function: function), name: "warning",
            priority: 4)
    }

    /// Writes a message about a failure in this process.
    public func error(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .error, .init(file: file, line: line, function: function))
    }

    /// Writes a message about a failure outside this process, as ``fault(_:file:line:function:)``
    /// does.
    public func critical(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(
            message, .fault, .init(file: file, line: line, function: function), name: "critical")
    }

    /// Writes a message about a failure outside this process, or about a programming error.
    public func fault(
        _ message: OSLogMessage, file: String = #fileID, line: UInt = #line,
        function: String = #function
    ) {
        log.write(message, .fault, .init(file: file, line: line, function: function))
    }
}

extension OSLog {
    /// Writes a message, unless its level is disabled.
    ///
    /// - Parameters:
    ///   - name: The name of the level, if Apple has a second name for it.
    ///   - priority: The syslog priority, if it is more exact than the level's.
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
