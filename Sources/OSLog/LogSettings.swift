// SPDX-License-Identifier: Apache-2.0

/// What the environment says about logging.
struct LogSettings: Sendable {
    /// Messages of a higher syslog priority number than this are dropped.
    var lowestPriority = 6
    /// Whether private values are shown.
    var showsPrivateData = false

    /// Settings as they are without an environment.
    init() {}

    /// Reads `OSLOG_LEVEL` (`debug`, `info`, `default`, `error`, `fault`) and `OSLOG_PRIVATE_DATA`
    /// (`1`, `yes`, `true`); what is none of these is ignored.
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
