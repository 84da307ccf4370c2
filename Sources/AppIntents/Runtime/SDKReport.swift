// SPDX-License-Identifier: Apache-2.0

package import FocusClient
import Foundation

/// The SDK's messages to the developer of an app.
package enum SDKReport {
    /// Writes a sentence to the standard error, which goes to the journal in a process that systemd
    /// or the bus started. A sentence never contains a value of the user, except inside the app's
    /// own error.
    package static func write(_ sentence: String) {
        // A failure is ignored, because no other output exists.
        try? FileHandle.standardError.write(contentsOf: Data("AppIntents: \(sentence)\n".utf8))
    }
}

extension ControlError {
    /// The message of the error.
    package var text: String {
        switch self {
        case .notReachable(let text), .refused(_, let text), .malformedAnswer(let text): text
        }
    }
}
