// SPDX-License-Identifier: Apache-2.0

/// The settings of logging in the environment.
struct LogSettings: Sendable {
    /// The highest syslog priority number that is written. Messages with a higher number are
    /// dropped.
    var lowestPriority = 6
    /// True if private values are shown.
    var showsPrivateData = false

    /// Reads `OSLOG_LEVEL` (`debug`, `info`, `default`, `error`, `fault`) and `OSLOG_PRIVATE_DATA`
    /// (`1`, `yes`, `true`). Ignores other values.
    init(environment: [String: String]) {
        switch environment["OSLOG_LEVEL"]?.lowercased() {
        case "debug", "trace": lowestPriority = OSLogType.debug.priority
        case "info": lowestPriority = OSLogType.info.priority
        case "default", "notice": lowestPriority = OSLogType.default.priority
        case "error": lowestPriority = OSLogType.error.priority
        case "fault": lowestPriority = OSLogType.fault.priority
        default: break
        }
        let answer = environment["OSLOG_PRIVATE_DATA"]?.lowercased() ?? ""
        showsPrivateData = ["1", "yes", "true"].contains(answer)
    }

    func allows(_ priority: Int) -> Bool {
        priority <= lowestPriority
    }
}
