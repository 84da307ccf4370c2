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
        guard update({ $0.hasMoreJobs() }) else { return }
        while let job = update({ $0.nextJob() }) {
            switch job {
            case .close:
                serverJobs?.begin(job, nil, isStored: false)
            case .show(let key, let id):
                guard let entry = entry(id), let request = request(key, entry) else {
                    messages.release(key)
                    update { $0.drop(key, id) }
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
            change { $0.messageLost(entry, into: &$1) }
            return nil
        }
        // The summary is focusd's own. gnome-shell never answers a notification without a process.
        let senderPID =
            entry.sender.rawValue.isEmpty ? UInt32(getpid()) : senderProcess?(entry.sender)
        let pictured = pictures?.message(message, for: key) ?? message
        let needsOrigin = needsOriginInBody?() == true && KnownBrowsers.apps.contains(entry.app)
        let whole = (needsOrigin ? OriginText.message(pictured) : nil) ?? pictured
        let shown = hiddenOnLockScreen(whole, of: entry) ?? whole
        return ShowRequest(
            message: (entry.isEphemeral ? nil : withSnoozeAction(shown)) ?? shown,
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
            // Jobs that have not begun go back to the outbox, which may change their order.
            if end.isDoubtful { takeBack() }
            change { $0.ended(end.job, end.jobEnd, note: end.note, into: &$1) }
            if !routes.isEmpty, case .show(let key, let id) = end.job { handedToShell(key, id) }
        }
        pumpOn()
        if state.outbox.isBusy {
            commitSoon()
        } else {
            endBatch()
            whenIdle?()
        }
    }

    /// Handles a late result for the notification that ran into the time limit.
    func finishedLate(_ token: UInt64, _ result: Result<UInt32, ShowError>) {
        if case .failure = result { takeBack() }
        if change({ $0.endedLate(token, JobEnd(result), into: &$1) }) { pumpOn() }
    }

    /// Continues after a delivery. Commits shown states that were not noted at once before the next
    /// delivery begins: a kill in between repeats one notification at most. The same commit holds
    /// the popups that the delivery left to be closed.
    private func pumpOn() {
        storeCloses()
        attempt { try store.commit() }
        pump()
    }

    private func takeBack() {
        let jobs = serverJobs?.takeBack() ?? []
        update { $0.takeBack(jobs) }
    }

    /// Releases the message of an ended notification and withdraws its delivery, unless the
    /// delivery has begun.
    func release(_ entry: EntryFacts) {
        messages.release(entry.key)
        if !routes.isEmpty { endRoute(entry.key) }
        guard entry.state == .queued, serverJobs?.withdraw(entry.key) == true else { return }
        update { $0.drop(entry.key, entry.id) }
    }

    /// Begins no more jobs, and calls `body` when the running jobs have ended or after `limit`.
    /// Thus the results are recorded before the service ends.
    func drain(within limit: Duration, _ body: @escaping @LoopActor () -> Void) {
        update { $0.pauseJobs() }
        takeBack()
        guard state.outbox.isBusy else {
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
}

extension DeliveryEnd {
    fileprivate var jobEnd: JobEnd { JobEnd(result) }

    /// True if jobs that have not begun must wait for the loop's decision: the server failed, or
    /// the delivery has no note in the journal.
    fileprivate var isDoubtful: Bool {
        switch (job, result) {
        case (.show, .success): note == nil
        case (.show, .failure(let error)): error == .timedOut || error.isUnreachable
        case (.close, .success): false
        case (.close, .failure): true
        }
    }
}

extension JobEnd {
    fileprivate init(_ result: Result<UInt32, ShowError>) {
        self =
            switch result {
            case .success(let server): .done(ServerID(rawValue: server))
            case .failure(.timedOut): .timedOut
            case .failure(.serverDied): .serverDied
            case .failure(.noServer), .failure(.busLost), .failure(.unresponsive): .unreachable
            case .failure(let error): .refused(error.label)
            }
    }
}
