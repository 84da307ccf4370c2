// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Glibc
import Notify

extension Engine {
    /// Gives libnotify's thread as many deliveries and closes as may be handed out at a time.
    func pump() {
        guard update({ $0.hasMoreJobs() }) else { return }
        while let job = update({ $0.nextJob() }) {
            switch job {
            case .close:
                deliveries?.append(job, nil, isStored: false)
            case .show(_, let id):
                guard let entry = entry(id) else { continue }
                guard let request = request(entry) else {
                    change { $0.messageLost(entry, into: &$1) }
                    continue
                }
                deliveries?.append(job, request, isStored: entry.facts.isStored)
            }
        }
    }

    /// Returns the request for a notification, or nil if its message is lost.
    private func request(_ entry: LiveEntry) -> DeliveryRequest? {
        let key = entry.facts.key
        let kept = messages[key] ?? stored(key)
        guard let source = kept ?? rebuiltMessage(key).map({ .message($0) }) else { return nil }
        let changes = self.changes(to: entry)
        // Only a whole message has the app's own call for gnome-shell.
        if !routes.isEmpty { routes.setOrdinary(kept == nil || changes.hidden != nil, key) }
        // The summary is focusd's own. gnome-shell never answers a notification without a process.
        let senderPID =
            entry.sender.rawValue.isEmpty
            ? UInt32(getpid()) : surroundings?.processID(of: entry.sender)
        return DeliveryRequest(
            source: source, changes: changes,
            replaces: entry.facts.server?.rawValue ?? 0, senderPID: senderPID, key: key)
    }

    /// Returns the changes to a notification's message for the real server.
    private func changes(to entry: LiveEntry) -> NotifyChanges {
        var changes = NotifyChanges()
        pictures?.change(&changes, for: entry.key)
        changes.showsOrigin =
            surroundings?.serverFacts?.needsOriginInBody == true
            && KnownBrowsers.apps.contains(entry.app)
        changes.hidden = hiddenOnLockScreen(entry)
        if entry.isStored { changes.action = snoozeAction }
        changes.actionNeedsDefault = surroundings?.serverFacts?.invokesOnlyAction == true
        return changes
    }

    /// Maximum size of a message that the loop itself checks, in bytes.
    private static let maximumBytesOnLoop = 64 << 10

    private func stored(_ key: EntryKey) -> DeliveryRequest.Source? {
        var payload: StoredPayload<[UInt8]>?
        attempt { payload = try store.storedPayload(of: key) }
        return switch payload {
        // A short message that is damaged is made from its texts, too.
        case .row(let bytes) where bytes.count <= Self.maximumBytesOnLoop:
            (try? Message.demarshal(bytes)).map { .message($0) }
        case .row(let bytes): .bytes(bytes, texts: rebuiltMessage(key))
        case .file(let file): .file(file, texts: rebuiltMessage(key))
        case nil: nil
        }
    }

    /// Returns a message made from the stored columns, for a payload that was deleted to free
    /// space. The hints are lost, the texts are not.
    private func rebuiltMessage(_ key: EntryKey) -> Message? {
        var record: EntryRecord?
        attempt { record = try store.entry(key: key) }
        return record.flatMap { try? Message.notify($0) }
    }

    /// Handles ended deliveries and closes.
    func jobsEnded(_ ends: [DeliveryEnd]) {
        for end in ends {
            // Jobs that have not begun go back to the outbox, which may change their order.
            if end.stopsQueue { takeBack() }
            change { $0.jobEnded(end.job, JobEnd(end.result), note: end.note, into: &$1) }
            if !routes.isEmpty, case .show(let key, let id) = end.job { handedToShell(key, id) }
        }
        pumpOn()
        if state.outbox.isBusy {
            commitSoon()
        } else {
            endBatch()
            drain?.end()
        }
    }

    /// Handles a late result for the notification that ran into the time limit.
    func finishedLate(_ token: UInt64, _ result: Result<UInt32, ShowError>) {
        if case .failure = result { takeBack() }
        let stalled = state.outbox.stalled
        guard change({ $0.endedLate(token, JobEnd(result), into: &$1) }) else { return }
        if !routes.isEmpty, let stalled { handedToShell(stalled.key, stalled.id) }
        pumpOn()
    }

    /// Continues after a delivery. First commits the deliveries that the delivery journal does not
    /// have: a kill in between repeats one notification at most. The same commit stores the popups
    /// that are still to be closed.
    private func pumpOn() {
        storeCloses()
        attempt { try store.commit() }
        pump()
    }

    /// Tries an app's or script's notifications again after the moment for which the real server
    /// refuses them.
    func tryAgainLater(_ app: AppID) {
        trialTimers[app] = Timer(after: Limits.duplicatePause) { [weak self] in
            guard let self else { return }
            trialTimers[app] = nil
            update { $0.tryAgain(app) }
            pumpOn()
        }
    }

    private func takeBack() {
        let jobs = deliveries?.takeBack() ?? []
        update { $0.takeBack(jobs) }
    }

    /// Releases the message of a notification that has ended: closed, dismissed or replaced.
    ///
    /// If its show still waits in the outbox, `EngineState.nextJob` drops the show. If the show is
    /// already in the line of libnotify's thread, it is withdrawn here. If the thread has begun it,
    /// `EngineState.latePopup` deals with the popup.
    func releaseMessage(of entry: EntryFacts) {
        messages.release(entry.key)
        if !routes.isEmpty { endRoute(entry.key) }
        guard entry.state == .queued, deliveries?.withdraw(entry.key) == true else { return }
        update { $0.withdrawn(entry.key, entry.id) }
    }

    /// Hands out no more jobs, and calls `body` when the running jobs have ended or after `limit`.
    /// Thus the results are recorded before the service ends.
    func drain(within limit: Duration, _ body: @escaping @LoopActor () -> Void) {
        update { $0.pauseJobs() }
        takeBack()
        guard state.outbox.isBusy else {
            body()
            return
        }
        drain = Drain(within: limit) { [weak self] in
            self?.drain = nil
            body()
        }
    }
}

/// The wait for the running jobs before the service ends.
@LoopActor final class Drain {
    /// Ends the wait.
    let end: @LoopActor () -> Void
    private let timer: Timer

    init(within limit: Duration, _ end: @escaping @LoopActor () -> Void) {
        self.end = end
        timer = Timer(after: limit, end)
    }
}

extension JobEnd {
    fileprivate init(_ result: Result<UInt32, ShowError>) {
        self =
            switch result {
            case .success(let server): .done(ServerID(rawValue: server))
            case .failure(.notShown): .notShown
            case .failure(.timedOut): .timedOut
            case .failure(.serverDied): .serverDied
            case .failure(.noServer), .failure(.busLost), .failure(.unresponsive),
                .failure(.noDescriptors):
                .unreachable
            case .failure(let error) where error.isDuplicate: .duplicate(error.label)
            case .failure(let error): .refused(error.label)
            }
    }
}
