// SPDX-License-Identifier: Apache-2.0

// Queue between the loop, which chooses the jobs for the real server, and libnotify's thread, which
// waits for the server's replies. A few jobs are queued ahead, so that the next one begins when the
// last one ends, without waiting for the loop.
//
// A kill may repeat one notification at most. For this, the thread notes a delivery
// (`FocusStore/Journal/DeliveryJournal.swift`) before the next one begins. The queue is stopped
// when the note fails, the server does not answer in time, or there is no server. The loop then
// takes back the jobs that have not begun.

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Notify
import Synchronization

/// The outbox's jobs at the real server: the queue, libnotify's thread, and the run of the server
/// that the jobs are for.
///
/// No job runs after a failure to reach the server, a crash of the server or a change of the name's
/// owner, until the loop knows the next server. Jobs added in between come back as `noServer`. Thus
/// the next server gets all jobs in order, and no popup is attributed to the wrong server.
@LoopActor final class ServerDeliveries {
    /// Number of server runs that have ended, which is the number of the run that is up. Counted on
    /// libnotify's thread as soon as it meets the end; the loop hears of the end later.
    final class EndedRuns: Sendable {
        private let ended = Atomic<Int>(0)

        var count: Int { ended.load(ordering: .acquiring) }

        func end() {
            ended.add(1, ordering: .acquiringAndReleasing)
        }
    }

    /// Event from libnotify's thread. All events use one mailbox to stay in order.
    private enum ThreadEvent: Sendable {
        case ended(DeliveryEnd)
        case event(ServerEvent)
    }

    let forwarder: NotificationForwarder
    private let mailbox = Mailbox<ThreadEvent>()
    private let queue = DeliveryQueue()
    private let thread: DeliveryThread
    private let endedRuns = EndedRuns()
    /// Number of the server run that the loop believes to be up.
    private var serverRun = 0
    /// The owner of the server's name that the loop believes to be up.
    private var serverOwner: ServerOwner?
    /// Called with ended jobs, in order, for ``Engine/jobsEnded(_:)``.
    var onEnd: (([DeliveryEnd]) -> Void)?
    /// Called with each event of the server.
    var onEvent: ((ServerEvent) -> Void)?

    /// - Parameter note: records on any thread that the real server has a notification. Returns the
    ///   note's number, or nil if the note failed.
    init(note: @escaping @Sendable (EntryKey, ServerID) -> UInt64?) {
        forwarder = NotificationForwarder(mayReport: mailbox.hasRoom) { [mailbox] event in
            mailbox.post(.event(event))
        }
        thread = DeliveryThread(forwarder, queue, endedRuns, note: note) {
            [mailbox] end, canWait in
            mailbox.post(.ended(end), canWait: canWait)
        }
        mailbox.onRoom = { [weak forwarder] in
            guard let forwarder else { return }
            Task { @NotifyActor in forwarder.reportWaitingEvents() }
        }
        mailbox.handler = { [weak self] events in self?.handle(events) ?? events.count }
    }

    /// Records that a new run of the server is up.
    /// - Parameter owner: the owner of the server's name, as the forwarder knows it.
    func serverIsUp(_ owner: ServerOwner?) {
        serverRun = endedRuns.count
        serverOwner = owner
    }

    /// Adds a job to the line; it begins when libnotify's thread takes it. ``Engine/jobsEnded(_:)``
    /// gets its end.
    func append(_ job: Outbox.Job, _ request: DeliveryRequest?, isStored: Bool) {
        let item = DeliveryQueue.Item(
            job: job, request: request, isStored: isStored, serverRun: serverRun,
            serverOwner: serverOwner)
        if queue.append(item) { Task { @NotifyActor [thread] in thread.run() } }
    }

    /// Removes the job of a notification that ended. Returns false if libnotify's thread has
    /// already taken the job.
    func withdraw(_ key: EntryKey) -> Bool { queue.withdraw(key) }

    /// Removes and returns the jobs that libnotify's thread has not taken.
    func takeBack() -> [Outbox.Job] { queue.takeBack() }

    /// Handles the first of some events, and returns their number. Ends of jobs share a commit. But
    /// an action of the user is committed and sent at once, and 256 of them took 40 ms.
    private func handle(_ events: ArraySlice<ThreadEvent>) -> Int {
        let end = ContinuousClock.now + LongWork.partTime
        var ends: [DeliveryEnd] = []
        var handled = 0
        for item in events {
            handled += 1
            switch item {
            case .ended(let end): ends.append(end)
            case .event(let event):
                if !ends.isEmpty { onEnd?(ends) }
                ends = []
                onEvent?(event)
                if ContinuousClock.now >= end { return handled }
            }
        }
        if !ends.isEmpty { onEnd?(ends) }
        return handled
    }
}

/// End of a job of the outbox.
struct DeliveryEnd: Sendable {
    let job: Outbox.Job
    /// Server id of the shown popup, or of the closed popup for a close.
    let result: Result<UInt32, ShowError>
    /// Number of the note about this delivery, or nil if there is none.
    let note: UInt64?
    /// True if the queue stops: jobs that have not begun wait for the loop's decision, because
    /// the server failed or refused a duplicate, or because no note tells of the delivery.
    let stopsQueue: Bool

    /// - Parameter isStored: true if the store has the notification, so that its delivery must be
    ///   noted.
    init(
        _ job: Outbox.Job, _ result: Result<UInt32, ShowError>, note: UInt64? = nil, isStored: Bool
    ) {
        self.job = job
        self.result = result
        self.note = note
        stopsQueue =
            switch (job, result) {
            case (_, .failure(let error)):
                error == .timedOut || error.isUnreachable || error.isDuplicate
            case (.show, .success): isStored && note == nil
            case (.close, .success): false
            }
    }
}

/// A notification on its way to libnotify's thread, which reads its message and changes it.
///
/// Reading, checking and copying a message of many megabytes takes tens of milliseconds, and no
/// client is answered while the loop does that.
struct DeliveryRequest: Sendable {
    /// The place of the message.
    enum Source: Sendable {
        case message(Message)
        /// Bytes from the store, and a message made from the stored texts for damaged ones.
        case bytes([UInt8], texts: Message?)
        /// File of the store, and a message made from the stored texts for an unreadable file.
        case file(PayloadFile, texts: Message?)
    }

    let source: Source
    let changes: NotifyChanges
    /// The server's id of the notification to replace, or 0 for a new one.
    let replaces: UInt32
    let senderPID: UInt32?
    let key: EntryKey

    /// Returns the request for libnotify; nil if the message cannot be read.
    func read() -> ShowRequest? {
        guard let message else { return nil }
        return ShowRequest(
            message: changes.isEmpty ? message : changes.applied(to: message),
            replaces: replaces, urgency: NotifyCall.sentUrgency, senderPID: senderPID,
            token: UInt64(key.rawValue))
    }

    private var message: Message? {
        switch source {
        case .message(let message): message
        case .bytes(let bytes, let texts): (try? Message.demarshal(bytes)) ?? texts
        case .file(let file, let texts): file.read().flatMap { try? Message.demarshal($0) } ?? texts
        }
    }
}
