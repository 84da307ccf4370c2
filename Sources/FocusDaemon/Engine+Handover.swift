// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Notify

extension Engine {
    /// Begins as many jobs as may be under way.
    func pump() {
        guard outbox.hasMore() else { return }
        while let job = outbox.next() {
            switch job {
            case .close:
                line?.begin(job, nil, isStored: false)
            case .show(let key, let id):
                guard let entry = proxy[id], let request = request(key, entry) else {
                    messages.release(key)
                    outbox.finished(job)
                    continue
                }
                line?.begin(job, request, isStored: !entry.facts.isEphemeral)
            }
        }
    }

    /// What to show; nil when the notification is over or replaced meanwhile.
    private func request(_ key: EntryKey, _ entry: LiveEntry) -> ShowRequest? {
        guard entry.facts.key == key, entry.facts.state == .queued else { return nil }
        guard let message = messages[key] ?? storedMessage(key) ?? rebuiltMessage(key) else {
            park(entry, why: "its message is lost")
            return nil
        }
        let senderPID = senderProcess?(entry.sender)
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

    /// A message made of what the columns hold, where the stored one is gone (its room was
    /// needed); the hints are lost, the words are not.
    private func rebuiltMessage(_ key: EntryKey) -> Message? {
        var record: EntryRecord?
        attempt { record = try store.entry(key: key) }
        return record.flatMap { try? Message.notify($0) }
    }

    /// Jobs have ended.
    func finished(_ ends: [HandoverEnd]) {
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
            settle()
        } else {
            endBatch()
            whenIdle?()
        }
    }

    /// Goes on after a hand-over. What was not noted as it happened is in the database before the
    /// next one begins: a kill in between makes one notification come twice, never several. And
    /// what it has left to be closed is there with the note.
    func pumpOn() {
        storeCloses()
        attempt { try store.commit() }
        pump()
    }

    private func finished(_ key: EntryKey, _ id: ClientID, _ end: HandoverEnd) {
        switch end.result {
        case .success(let server):
            if end.note == nil { takeBack() }
            shown(key, id, as: ServerID(rawValue: server), note: end.note)
        case .failure(.timedOut):
            takeBack()
            outbox.stalled(on: key)
            troubles.note(.serverStalled, isPresent: true, at: .now)
            log.warning("the real notification server does not answer; waiting for it")
        case .failure(.serverDied):
            takeBack()
            died(on: key, id)
        case .failure(.noServer), .failure(.busLost), .failure(.unresponsive):
            takeBack()
            // Nothing was handed over. Nothing more is tried before the server is known to be up.
            outbox.retry(key)
            outbox.serverDown()
            onTrouble?()
        case .failure(let error):
            refused(key, id, error)
        }
    }

    /// The outbox has the jobs that have not begun again.
    private func takeBack() {
        outbox.takeBack(line?.takeBack() ?? [])
    }

    /// Nothing more is done about a notification: its message goes, and it is not shown any more
    /// unless its turn has come.
    func letGo(of entry: EntryFacts) {
        messages.release(entry.key)
        guard entry.state == .queued, line?.withdraw(entry.key) == true else { return }
        outbox.finished(.show(entry.key, entry.id))
    }

    /// Begins no more jobs and calls back when those under way have ended, or after `limit`: what
    /// the server has been given is recorded before the service ends.
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

    /// The real server has it under that id.
    /// - Parameter note: under which number that is noted, nil where it is not.
    func shown(_ key: EntryKey, _ id: ClientID, as server: ServerID, note: UInt64?) {
        outbox.finished(.show(key, id))
        if let note { store.markShown(key, server: server, handover: note) }
        counters.count(.handedOver)
        troubles.note(.serverStalled, isPresent: false, at: .now)
        messages.release(key)
        let entry = proxy.update(id, key: key) { entry in
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

    /// A popup came up for a notification that was over by then: a newer one with the same id
    /// takes it over, otherwise it goes.
    func adopt(_ server: ServerID, for id: ClientID) {
        if let newer = proxy[id], newer.state == .queued, newer.server == nil {
            _ = proxy.update(id) { $0.server = server }
            storePlace(of: newer, server)
        } else if proxy[id]?.server != server {
            outbox.close(server)
        }
    }

    /// Remembers which popup a queued notification is to take the place of; none is 0, which no
    /// popup has.
    func storePlace(of entry: LiveEntry, _ server: ServerID) {
        guard !entry.isEphemeral else { return }
        attempt {
            try store.markShown(entry.key, server: server)
            try store.setState(entry.key, .queued)
        }
    }

    private func refused(_ key: EntryKey, _ id: ClientID, _ error: ShowError) {
        outbox.finished(.show(key, id))
        if let entry = proxy[id], entry.key == key {
            park(entry, why: "the real server refused it (\(error.label))")
        }
    }

    func died(on key: EntryKey, _ id: ClientID) {
        counters.count(.serverDeaths)
        log.warning("the real server ended while it was given notification \(id.rawValue)")
        guard let entry = proxy.update(id, key: key, { $0.serverDeaths += 1 }) else {
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

    /// Keeps a notification without trying to show it again.
    private func park(_ entry: LiveEntry, why: String) {
        messages.release(entry.key)
        counters.count(.parked)
        log.error("notification \(entry.id.rawValue) is not shown: \(why)")
        // What it was to replace is out of date, and the end of that popup is not its end.
        if let popup = entry.server { outbox.close(popup) }
        _ = proxy.update(entry.id, key: entry.key) {
            $0.state = .parked
            $0.server = nil
        }
        guard !entry.isEphemeral else { return }
        attempt { try store.setState(entry.key, .parked) }
    }
}
