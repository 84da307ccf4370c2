// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Glibc
import Notify

extension Engine {
    /// Begins as many deliveries and closes as may run at a time.
    func pump() {
        guard outbox.hasMore() else { return }
        while let job = outbox.next() {
            switch job {
            case .close:
                serverJobs?.begin(job, nil, isStored: false)
            case .show(let key, let id):
                guard let entry = live[id], let request = request(key, entry) else {
                    messages.release(key)
                    outbox.finished(job)
                    continue
                }
                serverJobs?.begin(job, request, isStored: !entry.facts.isEphemeral)
            }
        }
    }

    /// Returns the request for a notification, or nil if it has ended or was replaced.
    private func request(_ key: EntryKey, _ entry: LiveEntry) -> ShowRequest? {
        guard entry.facts.key == key, entry.facts.state == .queued else { return nil }
        guard let message = messages[key] ?? storedMessage(key) ?? rebuiltMessage(key) else {
            park(entry, why: "its message is lost")
            return nil
        }
        // The summary is focusd's own. gnome-shell never answers a notification without a process.
        let senderPID =
            entry.sender.rawValue.isEmpty ? UInt32(getpid()) : senderProcess?(entry.sender)
        let pictured = pictures?.message(message, for: key) ?? message
        let needsOrigin = needsOriginInBody?() == true && KnownBrowsers.apps.contains(entry.app)
        return ShowRequest(
            message: (needsOrigin ? OriginText.message(pictured) : nil) ?? pictured,
            replaces: entry.facts.server?.rawValue ?? 0,
            urgency: NotifyCall.sentUrgency, senderPID: senderPID, token: UInt64(key.rawValue))
    }

    private func storedMessage(_ key: EntryKey) -> Message? {
        var message: Message?
        attempt {
            guard let payload = try store.payload(of: key) else { return }
            message = try unsafe payload.withUnsafeBytes { try unsafe Message.demarshal($0) }
        }
        return message
    }

    /// Returns a message made from the stored columns, for a payload that was deleted to free
    /// space. The hints are lost, the texts are not.
    private func rebuiltMessage(_ key: EntryKey) -> Message? {
        var record: EntryRecord?
        attempt { record = try store.entry(key: key) }
        return record.flatMap { try? Message.notify($0) }
    }

    /// Handles ended deliveries and closes.
    func finished(_ ends: [DeliveryEnd]) {
        for end in ends {
            switch end.job {
            case .show(let key, let id): finished(key, id, end)
            case .close:
                outbox.finished(end.job)
                if case .failure = end.result { takeBack() }
            }
        }
        pumpOn()
        if outbox.isBusy {
            commitSoon()
        } else {
            endBatch()
            whenIdle?()
        }
    }

    /// Continues after a delivery. Commits shown states that were not noted at once before the next
    /// delivery begins: a kill in between repeats one notification at most. The same commit holds
    /// the popups that the delivery left to be closed.
    func pumpOn() {
        storeCloses()
        attempt { try store.commit() }
        pump()
    }

    private func finished(_ key: EntryKey, _ id: ClientID, _ end: DeliveryEnd) {
        switch end.result {
        case .success(let server):
            if end.note == nil { takeBack() }
            shown(key, id, as: ServerID(rawValue: server), note: end.note)
        case .failure(.timedOut):
            takeBack()
            outbox.stalled(on: key)
            problems.note(.serverStalled, isPresent: true, at: .now)
            log.warning("the real notification server does not answer; waiting for it")
        case .failure(.serverDied):
            takeBack()
            died(on: key, id)
        case .failure(.noServer), .failure(.busLost), .failure(.unresponsive):
            takeBack()
            // Nothing was delivered. The outbox stops until the server is known to run.
            outbox.retry(key)
            outbox.serverDown()
            onServerProblem?()
        case .failure(let error):
            refused(key, id, error)
        }
    }

    /// Returns jobs that have not begun from the delivery queue to the outbox.
    private func takeBack() {
        outbox.takeBack(serverJobs?.takeBack() ?? [])
    }

    /// Releases the message of an ended notification and withdraws its delivery, unless the
    /// delivery has begun.
    func letGo(of entry: EntryFacts) {
        messages.release(entry.key)
        guard entry.state == .queued, serverJobs?.withdraw(entry.key) == true else { return }
        outbox.finished(.show(entry.key, entry.id))
    }

    /// Begins no more jobs, and calls `body` when the running jobs have ended or after `limit`.
    /// Thus the results are recorded before the service ends.
    func drain(within limit: Duration, _ body: @escaping @LoopActor () -> Void) {
        outbox.isPaused = true
        takeBack()
        guard outbox.isBusy else {
            body()
            return
        }
        let end: @LoopActor () -> Void = { [weak self] in
            self?.whenIdle = nil
            self?.draining = nil
            body()
        }
        whenIdle = end
        draining = Timer(after: limit, end)
    }

    /// Records that the real server shows a notification under its id `server`.
    /// - Parameter note: number of the note about this delivery, or nil if there is none.
    func shown(_ key: EntryKey, _ id: ClientID, as server: ServerID, note: UInt64?) {
        outbox.finished(.show(key, id))
        if let note { store.markShown(key, server: server, note: note) }
        counters.count(.handedOver)
        problems.note(.serverStalled, isPresent: false, at: .now)
        messages.release(key)
        let entry = live.update(id, key: key) { entry in
            entry.facts.state = .shown
            entry.facts.server = server
        }
        guard let entry else {
            adopt(server, for: id)
            return
        }
        guard note == nil, !entry.isEphemeral else { return }
        attempt { try store.markShown(key, server: server) }
    }

    /// Handles a popup of a notification that has ended. A newer notification with the same id
    /// takes the popup over; otherwise the popup is closed.
    func adopt(_ server: ServerID, for id: ClientID) {
        if let newer = live[id], newer.state == .queued, newer.server == nil {
            _ = live.update(id) { $0.server = server }
            storePlace(of: newer, server)
        } else if live[id]?.server != server {
            outbox.close(server)
        }
    }

    /// Stores the popup that a queued notification is to replace. The value 0, which no popup has,
    /// means none.
    func storePlace(of entry: LiveEntry, _ server: ServerID) {
        guard !entry.isEphemeral else { return }
        attempt {
            try store.markShown(entry.key, server: server)
            try store.setState(entry.key, .queued)
        }
    }

    private func refused(_ key: EntryKey, _ id: ClientID, _ error: ShowError) {
        outbox.finished(.show(key, id))
        if let entry = live[id], entry.key == key {
            park(entry, why: "the real server refused it (\(error.label))")
        }
    }

    func died(on key: EntryKey, _ id: ClientID) {
        counters.count(.serverDeaths)
        log.warning("the real server ended while it was given notification \(id.rawValue)")
        guard let entry = live.update(id, key: key, { $0.serverDeaths += 1 }) else {
            outbox.finished(.show(key, id))
            return
        }
        if !entry.isEphemeral {
            attempt { try store.setServerDeaths(key, entry.serverDeaths) }
        }
        guard entry.serverDeaths >= Limits.serverDeaths else {
            outbox.retry(key)
            return
        }
        outbox.finished(.show(key, id))
        park(entry, why: "the real server died on it \(entry.serverDeaths) times")
    }

    /// Keeps a notification without further attempts to show it.
    private func park(_ entry: LiveEntry, why: String) {
        messages.release(entry.key)
        counters.count(.parked)
        log.error("notification \(entry.id.rawValue) is not shown: \(why)")
        // The popup to be replaced is out of date, and its end is not the end of this notification.
        if let popup = entry.server { outbox.close(popup) }
        _ = live.update(entry.id, key: entry.key) {
            $0.state = .parked
            $0.server = nil
        }
        guard !entry.isEphemeral else { return }
        attempt { try store.setState(entry.key, .parked) }
    }
}
