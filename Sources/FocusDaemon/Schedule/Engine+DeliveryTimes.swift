// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

extension Engine {
    /// Store key of ``DeliveryTimes/through``.
    private static let deliveredName = "delivered-through"

    /// Restores the time up to which deliveries were made.
    func restoreDeliveryTimes() {
        attempt {
            let through = try store.value(Self.deliveredName).flatMap { Int64($0) }
            deliveryTimes = DeliveryTimes(through: through.map(Timestamp.init) ?? .now)
        }
    }

    /// Begins the deliveries from now, since the active Focus changes.
    func restartDeliveryTimes() {
        deliveryTimes = DeliveryTimes(through: .now)
        storeDeliveryTimes()
    }

    /// Delivers the notifications that the active Focus silenced, if a delivery time has passed.
    /// - Returns: the time of the next delivery.
    func followDeliveryTimes(at now: Timestamp, _ rules: some LocalTimeRules) -> Timestamp? {
        guard let focus = activation?.focus, let times = focuses[focus]?.deliverAt else {
            return nil
        }
        let before = deliveryTimes.through
        if deliveryTimes.areDue(times, at: now, rules) {
            _ = deliverNow(missed(of: focus).map(\.id))
        }
        if deliveryTimes.through != before { storeDeliveryTimes() }
        return DeliveryTimes.next(times, after: now, rules)
    }

    private func storeDeliveryTimes() {
        attempt { try rewriteDeliveryTimes() }
    }

    func rewriteDeliveryTimes() throws {
        try store.setValue(Self.deliveredName, "\(deliveryTimes.through.rawValue)")
    }
}
