// SPDX-License-Identifier: Apache-2.0

/// The end of a job for the server.
package enum JobEnd: Hashable, Sendable {
    /// The server shows the notification under this id, or has closed the popup.
    case done(ServerID)
    /// The server did not answer in time, and may answer later.
    case timedOut
    /// The server died during the job.
    case serverDied
    /// There is no server; the job did not reach it.
    case unreachable
    /// The server answered with an error of this name.
    case refused(String)
}

/// Deliveries to the server.
extension EngineState {
    /// Ends a live notification without an effect: focusd's own or one without a store, whose
    /// message could not be kept, or one that its server shows itself.
    package mutating func endLive(_ entry: EntryFacts) {
        live.end(entry.id, key: entry.key)
    }

    /// Handles the end of a job.
    ///
    /// - Parameter note: number of the note about a delivery in the delivery journal, or nil.
    package mutating func ended(
        _ job: Outbox.Job, _ end: JobEnd, note: UInt64?, into effects: inout [EngineEffect]
    ) {
        guard case .show(let key, let id) = job else {
            outbox.finished(job)
            return
        }
        switch end {
        case .done(let server):
            shown(key, id, as: server, note: note, &effects)
        case .timedOut:
            outbox.stalled(on: key)
            effects.append(.problem(.serverStalled, isPresent: true))
            effects.append(.notice(.serverStalled))
        case .serverDied:
            died(on: key, id, &effects)
        case .unreachable:
            // The outbox stops until the server is known to run.
            outbox.retry(key)
            outbox.serverDown()
            effects.append(.askForServer)
        case .refused(let name):
            outbox.finished(job)
            if let entry = live[id], entry.key == key { park(entry, .refused(name), &effects) }
        }
    }

    /// Handles a late end of the job that ran into the time limit. Returns false if there is no
    /// such job.
    package mutating func endedLate(
        _ token: UInt64, _ end: JobEnd, into effects: inout [EngineEffect]
    ) -> Bool {
        guard let (key, id) = outbox.stalled, key.rawValue == Int64(clamping: token) else {
            return false
        }
        ended(.show(key, id), end, note: nil, into: &effects)
        return true
    }

    /// Gives up a queued notification whose message is lost.
    package mutating func messageLost(_ entry: LiveEntry, into effects: inout [EngineEffect]) {
        park(entry, .messageLost, &effects)
    }

    /// Records that the server shows a notification under its id `server`.
    private mutating func shown(
        _ key: EntryKey, _ id: ClientID, as server: ServerID, note: UInt64?,
        _ effects: inout [EngineEffect]
    ) {
        outbox.finished(.show(key, id))
        counters.count(.handedOver)
        effects.append(.problem(.serverStalled, isPresent: false))
        effects.append(.releaseMessage(key))
        if let note { effects.append(.shownAsNoted(key, server, note: note)) }
        let entry = live.update(id, key: key) { entry in
            entry.facts.state = .shown
            entry.facts.server = server
        }
        guard let entry else {
            adopt(server, for: id, into: &effects)
            return
        }
        if note == nil, !entry.isEphemeral { effects.append(.shown(key, server)) }
        hideIfSnoozed(entry, &effects)
    }

    /// Handles a popup of a notification that has ended. A newer notification with the same id
    /// takes the popup over; otherwise the popup is closed.
    package mutating func adopt(
        _ server: ServerID, for id: ClientID, into effects: inout [EngineEffect]
    ) {
        if let newer = live[id], newer.state == .queued, newer.server == nil {
            _ = live.update(id) { $0.server = server }
            setPlace(of: newer, server, &effects)
        } else if live[id]?.server != server {
            outbox.close(server)
        }
    }

    /// Stores the popup that a queued notification is to replace; 0 for none.
    func setPlace(
        of entry: LiveEntry, _ server: ServerID, _ effects: inout [EngineEffect]
    ) {
        if !entry.isEphemeral { effects.append(.setPlace(entry.key, server)) }
    }

    mutating func died(
        on key: EntryKey, _ id: ClientID, _ effects: inout [EngineEffect]
    ) {
        counters.count(.serverDeaths)
        effects.append(.notice(.serverDied(id)))
        guard let entry = live.update(id, key: key, { $0.serverDeaths += 1 }) else {
            outbox.finished(.show(key, id))
            return
        }
        if !entry.isEphemeral { effects.append(.setServerDeaths(key, entry.serverDeaths)) }
        guard entry.serverDeaths >= Limits.serverDeaths else {
            outbox.retry(key)
            return
        }
        outbox.finished(.show(key, id))
        park(entry, .serverDied(entry.serverDeaths), &effects)
    }

    /// Keeps a notification without further attempts to show it.
    private mutating func park(
        _ entry: LiveEntry, _ reason: ParkReason, _ effects: inout [EngineEffect]
    ) {
        counters.count(.parked)
        effects.append(.releaseMessage(entry.key))
        effects.append(.notice(.parked(entry.id, reason)))
        // The popup to be replaced is out of date, and its end is not the end of this notification.
        if let popup = entry.server { outbox.close(popup) }
        _ = live.update(entry.id, key: entry.key) {
            $0.state = .parked
            $0.server = nil
        }
        if !entry.isEphemeral { effects.append(.setState(entry.key, .parked)) }
    }
}
