// SPDX-License-Identifier: Apache-2.0

// Between the loop, which decides what the real server is told, and libnotify's thread, which waits
// for its answers. A few jobs lie ready, so that the next one begins as soon as the last has ended,
// without a word from the loop in between.
//
// The rule that a kill makes one notification come twice at most is kept here: a hand-over is noted
// (`FocusStore/HandoverJournal.swift`) before the next begins. Where it cannot be, and after whatever
// makes the next one doubtful (no answer in time, no server), the line is held until the loop has
// dealt with it: it takes back what has not begun.

import FocusCore
import GLibLoop
import Notify
import Synchronization

/// Where the outbox's jobs are done, in the order in which they are begun.
@LoopActor protocol ServerJobs: AnyObject {
    /// Begins a job; its end comes back through ``Engine/finished(_:)``.
    func begin(_ job: Outbox.Job, _ request: ShowRequest?, isStored: Bool)
    /// Drops a notification that is over before its turn; false where that has come already.
    func withdraw(_ key: EntryKey) -> Bool
    /// Gives back the jobs whose turn has not come.
    func takeBack() -> [Outbox.Job]
}

/// How a job of the outbox has ended.
struct HandoverEnd: Sendable {
    let job: Outbox.Job
    /// The real server's id for what it shows; for a close, that of the popup.
    let result: Result<UInt32, ShowError>
    /// Under which number the hand-over is noted, nil where it is not.
    let note: UInt64?
}

/// Jobs that lie ready for libnotify's thread.
final class HandoverLine: Sendable {
    struct Item: Sendable {
        let job: Outbox.Job
        let request: ShowRequest?
        /// Whether the store knows the notification, so that its hand-over is to be noted.
        let isStored: Bool
        /// Which server it is for; see ``RealServer/begin(_:_:isStored:)``.
        let life: Int
        let serverNumber: UInt64?
    }

    private struct State {
        var items: [Item] = []
        /// Whether the thread is at work, or about to be.
        var isAwake = false
        var isHeld = false
    }

    private let state = Mutex(State())

    /// Adds a job.
    /// - Returns: whether the thread has to be told.
    func append(_ item: Item) -> Bool {
        state.withLock { state in
            state.items.append(item)
            if state.isAwake || state.isHeld { return false }
            state.isAwake = true
            return true
        }
    }

    /// The next job for the thread, which is at work until there is none.
    func next() -> Item? {
        state.withLock { state in
            if state.isHeld || state.items.isEmpty {
                state.isAwake = false
                return nil
            }
            return state.items.removeFirst()
        }
    }

    /// Whether so many lie ready that the loop need not hear of what has ended before more have.
    var isLong: Bool { state.withLock { $0.items.count > Outbox.shows / 2 && !$0.isHeld } }

    /// Nothing more begins before ``takeBack()``.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Takes out a notification that is over before it was shown.
    /// - Returns: false where it is not there: it has begun.
    func withdraw(_ key: EntryKey) -> Bool {
        state.withLock { state in
            let place = state.items.firstIndex { item in
                if case .show(key, _) = item.job { return true }
                return false
            }
            if let place { state.items.remove(at: place) }
            return place != nil
        }
    }

    /// Takes out all that has not begun, in order, and lets go of the line.
    func takeBack() -> [Outbox.Job] {
        state.withLock { state in
            defer { state.items = [] }
            state.isHeld = false
            return state.items.map(\.job)
        }
    }
}

/// The side of the line where libnotify is.
@NotifyActor final class HandoverThread {
    /// How many jobs are done in one go; then others who want libnotify have their turn.
    private static let turn = 16

    private let forwarder: NotificationForwarder
    private let line: HandoverLine
    private let lives: RealServer.Lives
    private let note: @Sendable (EntryKey, ServerID) -> UInt64?
    private let onEnd: @Sendable (HandoverEnd, _ canWait: Bool) -> Void
    /// When the loop last heard of an end.
    private var told = ContinuousClock.now

    /// For how long the loop may be told nothing of what has ended, while jobs end.
    private static let silence = Duration.milliseconds(2)

    /// - Parameters:
    ///   - note: writes down that the real server has a notification.
    ///   - onEnd: told of each job's end, in order, and whether the loop may hear of it with the
    ///     next; it must not block.
    nonisolated init(
        _ forwarder: NotificationForwarder, _ line: HandoverLine, _ lives: RealServer.Lives,
        note: @escaping @Sendable (EntryKey, ServerID) -> UInt64?,
        onEnd: @escaping @Sendable (HandoverEnd, _ canWait: Bool) -> Void
    ) {
        self.forwarder = forwarder
        self.line = line
        self.lives = lives
        self.note = note
        self.onEnd = onEnd
    }

    /// Does what lies ready.
    func run() {
        for _ in 0..<Self.turn {
            guard let item = line.next() else { return }
            let end = perform(item)
            if end.isDoubtful(wasStored: item.isStored) { line.hold() }
            tell(end)
        }
        Task { run() }
    }

    /// A server that hangs leaves the loop without word of the few that it took at once before; they
    /// are noted.
    private func tell(_ end: HandoverEnd) {
        let now = ContinuousClock.now
        let canWait = line.isLong && now - told < Self.silence
        if !canWait { told = now }
        onEnd(end, canWait)
    }

    private func perform(_ item: HandoverLine.Item) -> HandoverEnd {
        do throws(ShowError) {
            if lives.count != item.life || forwarder.serverNumber != item.serverNumber {
                throw .noServer
            }
            switch item.job {
            case .show(let key, _):
                guard let request = item.request else { throw .notANotification }
                let server = try forwarder.show(request)
                let number = item.isStored ? note(key, ServerID(rawValue: server)) : nil
                return HandoverEnd(job: item.job, result: .success(server), note: number)
            case .close(let server):
                try forwarder.close(server.rawValue)
                return HandoverEnd(job: item.job, result: .success(server.rawValue), note: nil)
            }
        } catch {
            if error.isUnreachable { lives.end() }
            return HandoverEnd(job: item.job, result: .failure(error), note: nil)
        }
    }
}

extension HandoverEnd {
    /// Whether nothing may follow before the loop has dealt with it.
    fileprivate func isDoubtful(wasStored: Bool) -> Bool {
        switch (job, result) {
        case (_, .failure(let error)): error == .timedOut || error.isUnreachable
        case (.show, .success): wasStored && note == nil
        case (.close, .success): false
        }
    }
}
