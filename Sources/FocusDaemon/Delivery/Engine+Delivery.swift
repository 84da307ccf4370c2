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

/// Messages to be delivered that fit into memory. All others wait in the store.
///
/// Messages that wait for long are copies: libdbus stops reading from the session bus while too
/// many bytes of received messages are alive. Then no client would get a reply.
@LoopActor struct WaitingMessages {
    /// Maximum number of messages in memory that are also stored.
    static let maximumCount = 4_096
    /// Maximum size of messages in memory that are also stored, in bytes.
    static let maximumBytes = 4 << 20

    private struct Kept {
        let source: DeliveryRequest.Source
        let bytes: Int
        /// Payer of a message that is only in memory, or nil if the store has the message.
        let payer: PeerAccounts.Payer?
    }

    private let accounts: SharedAccounts
    private var kept: [EntryKey: Kept] = [:]
    /// Number and size in bytes of the messages in memory that are also stored.
    private var storedCount = 0
    private var storedBytes = 0

    init(_ accounts: SharedAccounts) {
        self.accounts = accounts
    }

    subscript(key: EntryKey) -> DeliveryRequest.Source? { kept[key]?.source }

    /// Keeps a stored message in memory, if there is room.
    mutating func keep(_ message: Message, bytes: Int, for key: EntryKey) {
        guard kept[key] == nil else { return }
        guard storedCount < Self.maximumCount, storedBytes + bytes <= Self.maximumBytes else {
            return
        }
        storedCount += 1
        storedBytes += bytes
        kept[key] = Kept(source: .message(message), bytes: bytes, payer: nil)
    }

    /// Keeps a message that is not stored. Returns false if there is no room, or if its client or
    /// app already uses as much room as is left for all others.
    mutating func keepUnstored(
        _ message: Message, bytes: Int, for key: EntryKey, of payer: PeerAccounts.Payer
    ) -> Bool {
        if kept[key]?.payer != nil { return true }
        guard accounts.value.mayCharge(bytes, of: .unstoredBytes, to: payer),
            let source = Self.copy(of: message),
            accounts.value.charge(bytes, of: .unstoredBytes, to: payer)
        else { return false }
        kept[key] = Kept(source: source, bytes: bytes, payer: payer)
        return true
    }

    private static func copy(of message: Message) -> DeliveryRequest.Source? {
        if let long = message.companion as? LongCallFile {
            return .file(long.file, texts: nil)
        }
        return (try? unsafe Message.demarshal(message.keptBytes())).map { .message($0) }
    }

    /// Releases a message, if it is in memory.
    mutating func release(_ key: EntryKey) {
        guard !kept.isEmpty, let released = kept.removeValue(forKey: key) else { return }
        guard let payer = released.payer else {
            storedCount -= 1
            storedBytes -= released.bytes
            return
        }
        accounts.value.release(released.bytes, of: .unstoredBytes, by: payer)
    }
}
