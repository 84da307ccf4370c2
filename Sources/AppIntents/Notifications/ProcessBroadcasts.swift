// SPDX-License-Identifier: Apache-2.0

import FocusClient

/// The line between this process and the others of its app.
enum ProcessBroadcasts {
    typealias Observation = BroadcastLine.Observation

    static let shared = BroadcastLine(app: AppIdentity.current)
}
