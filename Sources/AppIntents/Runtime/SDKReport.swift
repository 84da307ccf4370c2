// SPDX-License-Identifier: Apache-2.0

package import FocusClient
import Foundation

/// What the SDK has to tell the developer of an app.
package enum SDKReport {
    /// Writes a sentence to the standard error, which is the journal's for what systemd or the bus
    /// started. Never with a value that the user set, but for what the app's own error says.
    package static func write(_ sentence: String) {
        // Nothing is left to do where even that cannot be written.
        try? FileHandle.standardError.write(contentsOf: Data("AppIntents: \(sentence)\n".utf8))
    }
}

extension ControlError {
    /// What it says, for people.
    package var text: String {
        switch self {
        case .notReachable(let text), .refused(_, let text), .malformedAnswer(let text): text
        }
    }
}
