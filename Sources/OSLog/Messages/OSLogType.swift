// SPDX-License-Identifier: Apache-2.0

/// The importance of a message (Apple's `OSLogType`).
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's number for the level.
    public let rawValue: UInt8

    /// Creates a level from its number.
    ///
    /// - Parameter rawValue: Apple's number. An unlisted number counts as ``default``.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a level from its number.
    ///
    /// - Parameter rawValue: Apple's number. An unlisted number counts as ``default``.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Information for finding the cause of a failure.
    public static let `default` = OSLogType(rawValue: 0)
    /// Helpful but not essential information.
    public static let info = OSLogType(rawValue: 1)
    /// Information for development. Dropped unless the environment enables it.
    public static let debug = OSLogType(rawValue: 2)
    /// A failure in this process.
    public static let error = OSLogType(rawValue: 16)
    /// A failure outside this process, or a programming error.
    public static let fault = OSLogType(rawValue: 17)

    /// The level as a log line shows it.
    var name: String {
        switch self {
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "notice"
        }
    }

    /// The priority of syslog (RFC 5424, section 6.2.1), which the journal keeps.
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .error: 3
        case .fault: 2
        default: 5
        }
    }
}
