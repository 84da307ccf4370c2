// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

extension Engine {
    /// Store key of ``Deliveries/through``.
    private static let deliveredName = "delivered-through"

    /// Restores the time up to which deliveries were made.
    func restoreDeliveries() {
        attempt {
            let through = try store.value(Self.deliveredName).flatMap { Int64($0) }
            deliveries = Deliveries(through: through.map(Timestamp.init) ?? .now)
        }
    }

    /// Begins the deliveries from now, since the active Focus changes.
    func restartDeliveries() {
        deliveries = Deliveries(through: .now)
        storeDeliveries()
    }

    /// Delivers the notifications that the active Focus silenced, if a delivery time has passed.
    /// - Returns: the time of the next delivery.
    func followDeliveries(at now: Timestamp, _ rules: some LocalTimeRules) -> Timestamp? {
        guard let focus = activation?.focus, let times = focuses[focus]?.deliverAt else {
            return nil
        }
        let before = deliveries.through
        if deliveries.areDue(times, at: now, rules) {
            _ = deliverNow(missed(of: focus).map(\.id))
        }
        if deliveries.through != before { storeDeliveries() }
        return Deliveries.next(times, after: now, rules)
    }

    private func storeDeliveries() {
        attempt { try rewriteDeliveries() }
    }

    func rewriteDeliveries() throws {
        try store.setValue(Self.deliveredName, "\(deliveries.through.rawValue)")
    }
}
