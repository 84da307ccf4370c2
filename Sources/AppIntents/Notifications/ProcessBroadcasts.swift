// SPDX-License-Identifier: Apache-2.0

import FocusClient
import Foundation

/// The connection between this process and the other processes of its app.
enum ProcessBroadcasts {
    typealias Observation = BroadcastLine.Observation

    static let shared = BroadcastLine(app: AppIdentity.current)

    /// Messages on their way to the bus.
    private static let pending = DispatchGroup()

    /// Maximum time for which the end of the process waits for the bus. The bus takes a message in
    /// less than a millisecond; a bus that hangs must not keep the process.
    static let patience = Duration.seconds(2)

    /// Sends a message to every process that observes it.
    static func post(_ message: Broadcasts.Message) {
        pending.enter()
        shared.post(message) { pending.leave() }
    }

    /// Waits until the bus has all posted messages, so that a program may post and end at once.
    static func finish() {
        _ = pending.wait(timeout: .now() + .seconds(Int(patience.components.seconds)))
    }
}
