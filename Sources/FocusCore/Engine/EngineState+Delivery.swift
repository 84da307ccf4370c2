// SPDX-License-Identifier: Apache-2.0

/// The end of a job for the server.
package enum JobEnd: Hashable, Sendable {
    /// The server shows the notification under this id, or has closed the popup.
    case done(ServerID)
    /// The server took the notification and shows no popup.
    case notShown
    /// The server did not answer in time, and may answer later.
    case timedOut
    /// The server died during the job.
    case serverDied
    /// There is no server; the job did not reach it.
    case unreachable
    /// The server answered with an error of this name.
    case refused(String)
    /// The server answered with an error of this name: the notification equals one of the last
    /// second.
    case duplicate(String)
}

/// The jobs for the server: shows of notifications and closes of popups.
extension EngineState {
    /// Queues a notification for delivery.
    /// - Parameter bytes: length of its message; 0 for a message of focusd's own.
    package mutating func queue(_ entry: EntryFacts, bytes: Int = 0) {
        outbox.show(entry.key, entry.id, bytes: bytes)
    }

    /// Hands out the next job; nil if there is none or the maximum is handed out.
    ///
    /// A show that is no longer wanted is dropped here: its notification has ended (closed,
    /// dismissed, replaced) or is not queued any more. Looking for its show at each of these events
    /// would cost more.
    package mutating func nextJob() -> Outbox.Job? {
        while let job = outbox.next() {
            guard case .show(let key, let id) = job else { return job }
            if let entry = live[id], entry.key == key, entry.state == .queued {
                guard outbox.mustWait(key, of: entry.countedAs) else { return job }
                outbox.putBehindPostponed(key, of: entry.countedAs)
            } else {
                outbox.jobEnded(job)
            }
        }
        return nil
    }

    /// Returns true if a job waits, even if it cannot be handed out now.
    package mutating func hasMoreJobs() -> Bool { outbox.hasMore() }

    /// Puts jobs that libnotify's thread has not begun back into the queue, in their order.
    package mutating func takeBack(_ jobs: [Outbox.Job]) { outbox.takeBack(jobs) }

    /// Hands out no more jobs, because the service ends.
    package mutating func pauseJobs() { outbox.isPaused = true }

    /// Closes a popup that the last run of focusd left, and whose notification has ended.
    package mutating func closeLeftPopup(_ server: ServerID) {
        // Another notification has got the popup since.
        if live.id(of: server) == nil { outbox.close(server) }
    }

    /// Records that an ended notification was taken back before libnotify's thread began to show
    /// it.
    package mutating func withdrawn(_ key: EntryKey, _ id: ClientID) {
        outbox.jobEnded(.show(key, id))
    }

    /// Removes a live entry without an effect: that of a notification that is not in the store and
    /// whose message does not fit into memory.
    package mutating func endLive(_ entry: EntryFacts) {
        live.end(entry.id, key: entry.key)
        tags[entry.key] = nil
    }

    /// Moves a notification to history that the server in front of focusd shows by itself.
    package mutating func shownElsewhere(
        _ entry: EntryFacts, into effects: inout [EngineEffect]
    ) {
        endLive(entry)
        effects.append(.ended(entry, .read, movesLater: true))
    }

    /// Handles the end of a job.
    ///
    /// - Parameter note: number of the note about a delivery in the delivery journal, or nil.
    package mutating func jobEnded(
        _ job: Outbox.Job, _ end: JobEnd, note: UInt64?, into effects: inout [EngineEffect]
    ) {
        guard case .show(let key, let id) = job else {
            outbox.jobEnded(job)
            return
        }
        switch end {
        case .done(let server):
            shown(key, id, as: server, note: note, &effects)
        case .notShown:
            notShown(key, id, &effects)
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
            effects.append(.request(.askForServer))
        case .refused(let name): refused(key, id, name, &effects)
        case .duplicate(let name):
            // By `countedAs`: a script does not wait for another one that uses notify-send.
            guard let entry = live[id], entry.key == key,
                outbox.postpone(key, of: entry.countedAs)
            else { return refused(key, id, name, &effects) }
            effects.append(.request(.tryAgain(entry.countedAs)))
        }
    }

    private mutating func refused(
        _ key: EntryKey, _ id: ClientID, _ name: String, _ effects: inout [EngineEffect]
    ) {
        outbox.jobEnded(.show(key, id))
        if let entry = live[id], entry.key == key { park(entry, .refused(name), &effects) }
    }

    /// Tries the notifications of an app or script again that wait since the server refused one of
    /// them for a moment.
    package mutating func tryAgain(_ app: AppID) { outbox.tryAgain(app) }

    /// Handles the late end of a job that had exceeded its time limit. Returns false if there is
    /// no such job.
    package mutating func endedLate(
        _ token: UInt64, _ end: JobEnd, into effects: inout [EngineEffect]
    ) -> Bool {
        guard let (key, id) = outbox.stalled, key.rawValue == Int64(clamping: token) else {
            return false
        }
        jobEnded(.show(key, id), end, note: nil, into: &effects)
        return true
    }

    /// Gives up a notification whose show was handed out, and whose message is lost.
    package mutating func messageLost(_ entry: LiveEntry, into effects: inout [EngineEffect]) {
        outbox.jobEnded(.show(entry.key, entry.id))
        park(entry, .messageLost, &effects)
    }

    /// Records that the server shows a notification under its id `server`.
    private mutating func shown(
        _ key: EntryKey, _ id: ClientID, as server: ServerID, note: UInt64?,
        _ effects: inout [EngineEffect]
    ) {
        serverTook(key, id, &effects)
        if let note { effects.append(.row(.shownAsNoted(key, server, note: note))) }
        freePopup(server, for: id, &effects)
        let entry = live.update(id, key: key) { entry in
            entry.facts.state = .shown
            entry.facts.server = server
        }
        guard let entry else {
            latePopup(server, of: id, into: &effects)
            return
        }
        cancelClose(of: server, nowOf: key)
        if note == nil, entry.isStored { effects.append(.row(.shown(key, server))) }
        hideIfSnoozed(entry, &effects)
    }

    /// Records that the server has taken a notification, with a popup or without.
    private mutating func serverTook(
        _ key: EntryKey, _ id: ClientID, _ effects: inout [EngineEffect]
    ) {
        outbox.jobEnded(.show(key, id))
        counters.count(.handedOver)
        effects.append(.problem(.serverStalled, isPresent: false))
        effects.append(.releaseMessage(key))
    }

    /// Closes the popup that a notification was to replace: it is out of date, and its end is not
    /// the end of this notification.
    private mutating func closeReplacedPopup(of entry: LiveEntry) {
        if let popup = entry.server { outbox.close(popup) }
    }

    /// Cancels the close of a popup: an earlier notification has ended, and the server shows the
    /// notification `key` in its popup. A close that is handed out already ends this popup, too.
    private mutating func cancelClose(of server: ServerID, nowOf key: EntryKey) {
        if outbox.cancelClose(of: server) {
            takenDown.insert(key)
        } else if !takenDown.isEmpty {
            takenDown.remove(key)
        }
    }

    /// Handles a notification that the server took without a popup: the user's rule of the server
    /// wants that. It ends as if its popup were gone already.
    private mutating func notShown(
        _ key: EntryKey, _ id: ClientID, _ effects: inout [EngineEffect]
    ) {
        serverTook(key, id, &effects)
        guard let entry = live[id], entry.key == key else { return }
        closeReplacedPopup(of: entry)
        let taken = live.update(id, key: key) { entry in
            entry.state = .shown
            entry.server = nil
        }
        if let taken { hideIfSnoozed(taken, &effects) }
        // A snoozed notification is in the missed list now.
        if let entry = live[id], entry.state == .shown { popupGone(entry, .undefined, &effects) }
    }

    /// Handles a popup that appears after its notification has ended. A newer notification with the
    /// same id takes the popup over; otherwise the popup is closed.
    package mutating func latePopup(
        _ server: ServerID, of id: ClientID, into effects: inout [EngineEffect]
    ) {
        if let newer = live[id], newer.state == .queued, newer.server == nil {
            freePopup(server, for: id, &effects)
            cancelClose(of: server, nowOf: newer.key)
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
        if entry.isStored { effects.append(.row(.setPlace(entry.key, server))) }
    }

    mutating func died(
        on key: EntryKey, _ id: ClientID, _ effects: inout [EngineEffect]
    ) {
        counters.count(.serverDeaths)
        effects.append(.notice(.serverDied(id)))
        guard let entry = live.update(id, key: key, { $0.serverDeaths += 1 }) else {
            outbox.jobEnded(.show(key, id))
            return
        }
        if entry.isStored { effects.append(.row(.setServerDeaths(key, entry.serverDeaths))) }
        guard entry.serverDeaths >= Limits.serverDeaths else {
            outbox.retry(key)
            return
        }
        outbox.jobEnded(.show(key, id))
        park(entry, .serverDied(entry.serverDeaths), &effects)
    }

    /// Keeps a notification without further attempts to show it. One that is not stored ends: no
    /// list shows it.
    private mutating func park(
        _ entry: LiveEntry, _ reason: ParkReason, _ effects: inout [EngineEffect]
    ) {
        counters.count(.parked)
        effects.append(.releaseMessage(entry.key))
        effects.append(.notice(.parked(entry.id, reason)))
        closeReplacedPopup(of: entry)
        if !entry.isStored {
            live.end(entry.id, key: entry.key)
            cleanUp(after: entry.facts, .read, closesPopup: false, &effects)
            return tellClosed(entry, .undefined, &effects)
        }
        _ = live.update(entry.id, key: entry.key) {
            $0.state = .parked
            $0.server = nil
        }
        effects.append(.row(.setState(entry.key, .parked)))
    }
}
