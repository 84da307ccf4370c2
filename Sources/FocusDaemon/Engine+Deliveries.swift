// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

extension Engine {
    /// The store's name for ``Deliveries/through``.
    private static let deliveredName = "delivered-through"

    /// Takes back how far the deliveries had come.
    func restoreDeliveries() {
        attempt {
            let through = try store.value(Self.deliveredName).flatMap { Int64($0) }
            deliveries = Deliveries(through: through.map(Timestamp.init) ?? .now)
        }
    }

    /// A Focus is turned on, or whichever was on off.
    func restartDeliveries() {
        deliveries = Deliveries(through: .now)
        storeDeliveries()
    }

    /// Hands over what the Focus that is on has silenced, where a time for that has come.
    /// - Returns: when the next one comes.
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
