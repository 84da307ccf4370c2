// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport

/// Hears of each Focus that is turned on, and of each end.
@LoopActor final class FocusListener {
    let changes = Recorder<String>()
    let client: Client
    private var subscription: Subscription?

    init(_ desktop: Desktop) async throws {
        client = try desktop.client()
        let changes = changes
        subscription = client.connection.subscribe(
            MatchRule(interface: WireName.control, member: "FocusChanged")
        ) { message in
            let values = (try? message.arguments()) ?? []
            changes.record(values.first?.asString ?? "?")
        }
        try await client.focusd("Subscribe")
    }
}
