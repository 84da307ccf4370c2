// SPDX-License-Identifier: Apache-2.0

import Notify

extension ShowError {
    /// True if there was no server to take the notification, or the server ended too early.
    var isUnreachable: Bool {
        switch self {
        case .noServer, .serverDied, .busLost, .unresponsive, .noDescriptors: true
        case .timedOut, .refused, .notShown, .notANotification: false
        }
    }

    /// Name of the error, without the server's own words, which may quote a notification.
    var label: String {
        switch self {
        case .refused(let name, _): name
        default: "\(self)"
        }
    }
}
