// SPDX-License-Identifier: Apache-2.0

import FocusClient

/// The connection between this process and the other processes of its app.
enum ProcessBroadcasts {
    typealias Observation = BroadcastLine.Observation

    static let shared = BroadcastLine(app: AppIdentity.current)
}
