// SPDX-License-Identifier: Apache-2.0

import FocusCore

// Missed notifications are delivered together at a set time (`Deliver=`) and by the summary's
// button. Many of them take several turns of the loop, each with a commit of its own. The time of
// the delivery is stored with the last part: after a kill in between, the next start delivers the
// rest if the Focus is still on. Otherwise, the rest stays in the missed list.
extension Engine {
    /// Delivers missed notifications, the oldest first: at once if they are few, else in parts.
    func deliver(_ missed: [MissedGroup]) {
        let isUnderWay = !leftToDeliver.isEmpty
        leftToDeliver += missed.flatMap(\.entries).sorted { $0.key < $1.key }
        // The turns of a delivery that is under way go on with these. Only they write its time.
        guard isUnderWay || deliverSome() else { return }
        // One signal at the end, in place of one for each notification.
        if leftToDeliver.count > Limits.toldEntries { news.isDelayed = true }
        deliveryTurns.begin()
    }

    /// Delivers the next part in a batch of its own. Returns true if more is left.
    func goOnDelivering() -> Bool {
        guard !isClosed, !leftToDeliver.isEmpty else { return false }
        let isMoreLeft = deliverSome()
        if !isMoreLeft {
            news.isDelayed = false
            attempt { try values.write(state.deliveryTimes) }
        }
        endBatch()
        return isMoreLeft
    }

    /// Delivers all that is left, for a program that is about to end.
    func finishDelivering() {
        while goOnDelivering() {}
    }

    /// Delivers the next part. Returns true if more is left.
    private func deliverSome() -> Bool {
        let next = leftToDeliver.prefix(Limits.deliveredPerTurn)
        leftToDeliver = leftToDeliver.dropFirst(Limits.deliveredPerTurn)
        // The user may have snoozed one meanwhile, or its app may have replaced it.
        let ids = next.filter { entry in
            facts(of: entry.id)?.key == entry.key && !state.snoozes.contains(entry.key)
        }.map(\.id)
        _ = change { $0.deliverNow(ids, into: &$1) }
        if leftToDeliver.isEmpty { leftToDeliver = [] }
        return !leftToDeliver.isEmpty
    }
}
