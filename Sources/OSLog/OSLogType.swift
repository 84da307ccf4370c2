// SPDX-License-Identifier: Apache-2.0

/// How much a message matters (Apple's `OSLogType`).
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's number for the level.
    public let rawValue: UInt8

    /// A level by its number.
    ///
    /// - Parameter rawValue: Apple's number; one that is not listed here counts as ``default``.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A level by its number.
    ///
    /// - Parameter rawValue: Apple's number; one that is not listed here counts as ``default``.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What one wants to see when something went wrong.
    public static let `default` = OSLogType(rawValue: 0)
    /// What is helpful, not essential.
    public static let info = OSLogType(rawValue: 1)
    /// What is for development; dropped unless the environment asks for it.
    public static let debug = OSLogType(rawValue: 2)
    /// What failed in this process.
    public static let error = OSLogType(rawValue: 16)
    /// What failed beyond this process, or by its own mistake.
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
