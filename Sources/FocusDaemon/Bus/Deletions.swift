// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import GLibLoop
import Synchronization

/// Calls that delete stored notifications, so that no byte of these remains in the store's files.
///
/// The rows are deleted in turns of the loop, then the other rows are copied to new pages in
/// further turns (``Renewal``), and a thread of the store empties its log. One renewal serves all
/// calls that came before it began. A caller's further calls wait until its answer has left.
@LoopActor final class Deletions {
    /// Begins to delete rows for a call.
    typealias Beginning = @LoopActor () throws(StoreError) -> Deletion

    private struct Job {
        let call: MethodCall
        let begin: Beginning
        let whenDone: @LoopActor (Result<Int, StoreError>) -> Void
        var deletion: Deletion?
        var failure: StoreError?
    }

    private let engine: Engine
    private let connection: Connection
    /// Calls whose rows are not all deleted. Only the first one has a beginning.
    private var next: [Job] = []
    /// Calls that wait for the present or the next renewal.
    private var deleted: [Job] = []
    /// The present renewal; nil if there is none.
    private var renewal: Renewal?
    /// The removal of what a renewal that failed has copied; nil if there is none.
    private var cleaning: Renewal?
    /// Time that the loop has spent on the renewal.
    private var time = Duration.zero
    /// True while the store's thread empties the log after the renewal.
    private var isEmptyingLog = false
    /// The reports of the store's threads, in order.
    private let reports = Reports()
    /// Set while the renewal waits until the log is shorter.
    private var pause: Timer?
    /// True if an earlier focusd, or a renewal that failed, left deleted data.
    private var hasEarlierDeletion = false
    /// Time from the first failed renewal to the next one.
    private let retryPause: Duration
    private var retry: Timer?
    /// Number of renewals that have failed since the last one that did not.
    private var failures = 0
    /// True when the program is about to end: no caller pauses any more.
    private var isFinishing = false
    private lazy var turns = LongWork { [weak self] in self?.goOn() ?? false }

    /// The results of the threads that have emptied the log.
    private final class Reports: Sendable {
        let results = Mutex<[StoreError?]>([])
    }

    /// A client is charged for one part in so many of the renewal's time: nobody waits for more
    /// than a part, but it uses a processor and the disk.
    private static let chargedPart = 10
    /// Number of rows, or of pages, between two looks at the clock.
    private static let renewedRows = 32
    /// Time in which a log that is too long can be emptied.
    private static let pauseForLog = Duration.milliseconds(20)
    /// The pause doubles with each failure, so many times at most: each try writes the database.
    private static let doublings = 4

    init(
        _ engine: Engine, _ connection: Connection, retryPause: Duration = Limits.deletionPause
    ) {
        self.engine = engine
        self.connection = connection
        self.retryPause = retryPause
    }

    /// Deletes rows for a call, and calls `whenDone` with the number of deleted notifications once
    /// they are out of the store's files, or with the reason why they may not be.
    func perform(
        _ call: MethodCall, _ begin: @escaping Beginning,
        whenDone: @escaping @LoopActor (Result<Int, StoreError>) -> Void
    ) {
        if !isFinishing { connection.pauseCalls(of: call.sender.rawValue, for: .answer) }
        next.append(Job(call: call, begin: begin, whenDone: whenDone))
        turns.begin()
    }

    /// Removes the deleted data that an earlier focusd, or a renewal that failed, has left.
    func finishEarlierDeletion() {
        guard (try? engine.store.isRenewalDue) == true else { return }
        hasEarlierDeletion = true
        turns.begin()
    }

    /// True while ``tryLater()`` waits.
    var isTryingLater: Bool { retry != nil }

    /// True while the copies of a renewal that failed are removed.
    var isCleaning: Bool { cleaning != nil }

    /// Looks for deleted data later: after a failure, or after a time without the store's file,
    /// whose mark was unknown until then. Not at once, since a disk that is almost full would fail
    /// again and again.
    func tryLater() {
        guard retry == nil, !isFinishing else { return }
        let doublings = min(max(failures - 1, 0), Self.doublings)
        retry = Timer(after: retryPause * (1 << doublings)) { [weak self] in
            self?.retry = nil
            self?.finishEarlierDeletion()
        }
    }

    /// Answers all calls that have come, for a program that is about to end.
    func finish() {
        isFinishing = true
        retry = nil
        // The next renewal begins with the same.
        cleaning = nil
        // Nobody waits for an earlier focusd's deletion, and the next start makes up for it.
        if next.isEmpty, deleted.isEmpty {
            hasEarlierDeletion = false
            if !isEmptyingLog { renewal = nil }
        }
        repeat {
            while goOn() {}
            // An open batch would keep the thread from emptying the log.
            engine.endBatch()
            engine.store.finishEmptyingLog()
            end()
        } while !next.isEmpty
    }

    /// Deletes or copies some rows, or begins to empty the log. Returns true if more is to be
    /// deleted or copied now.
    private func goOn() -> Bool {
        guard !isEmptyingLog else { return false }
        if cleaning != nil { return cleanSome() }
        if renewal == nil {
            if !next.isEmpty {
                advance(&next[0])
                if next[0].failure != nil || next[0].deletion?.isComplete == true {
                    deleted.append(next.removeFirst())
                }
                return true
            }
            guard !deleted.isEmpty || hasEarlierDeletion else { return false }
        }
        do throws(StoreError) {
            return try renew()
        } catch {
            let hasBegun = renewal != nil
            answer(error)
            if hasBegun, !isFinishing { cleaning = engine.store.beginCleaning() }
            return isCleaning || !next.isEmpty
        }
    }

    /// Removes some of what a renewal that failed has copied: the copy may fill the disk, and
    /// nothing that arrives could be stored until the next try. Returns true if there is more to
    /// do now.
    private func cleanSome() -> Bool {
        guard var cleaning else { return true }
        let end = ContinuousClock.now + Limits.surveyTime
        do throws(StoreError) {
            repeat {
                engine.endBatch()
                try engine.store.advance(&cleaning, rows: Self.renewedRows)
            } while !cleaning.isComplete && .now < end
        } catch {
            // The next renewal begins with the same.
            self.cleaning = nil
            return true
        }
        self.cleaning = cleaning.isComplete ? nil : cleaning
        return !pausesForLog()
    }

    /// Lets a long log be emptied before the work goes on. Returns true if it has to wait.
    private func pausesForLog() -> Bool {
        guard engine.store.isLogLong, !isFinishing else { return false }
        pause = Timer(after: Self.pauseForLog) { [weak self] in self?.turns.begin() }
        return true
    }

    private func renew() throws(StoreError) -> Bool {
        var renewal: Renewal
        if let begun = self.renewal {
            renewal = begun
        } else {
            engine.endBatch()
            renewal = try engine.store.beginRenewal()
        }
        let start = ContinuousClock.now
        let end = start + Limits.surveyTime
        defer {
            self.renewal = renewal
            time += .now - start
        }
        repeat {
            engine.endBatch()
            try engine.store.advance(&renewal, rows: Self.renewedRows)
        } while !renewal.isComplete && .now < end
        if renewal.isComplete {
            isEmptyingLog = true
            engine.store.emptyLog { [reports] failure in
                reports.results.withLock { $0.append(failure) }
                Task { @LoopActor [weak self] in self?.end() }
            }
            return false
        }
        return !pausesForLog()
    }

    private func advance(_ job: inout Job) {
        do throws(StoreError) {
            guard var deletion = job.deletion else {
                job.deletion = try job.begin()
                return
            }
            defer { job.deletion = deletion }
            try engine.advance(&deletion, until: .now + Limits.surveyTime)
        } catch {
            job.failure = error
        }
    }

    /// Answers the calls if the log is empty.
    private func end() {
        guard let failure = reports.results.withLock({ $0.popLast() }) else { return }
        if failure == nil { engine.attempt { try engine.store.endRenewal() } }
        // Writes the changes that had to wait, too.
        engine.endBatch()
        answer(failure)
    }

    /// Ends the renewal and answers its calls.
    private func answer(_ failure: StoreError?) {
        renewal = nil
        isEmptyingLog = false
        hasEarlierDeletion = false
        noteEnd(failure)
        let jobs = deleted
        deleted = []
        defer { time = .zero }
        for job in jobs {
            connection.charge(time / Self.chargedPart / jobs.count, for: job.call.message)
            if let failure = job.failure ?? failure {
                job.whenDone(.failure(failure))
            } else {
                job.whenDone(.success(job.deletion?.count ?? 0))
            }
            connection.resumeCalls(of: job.call.sender.rawValue, for: .answer)
        }
        if !next.isEmpty { turns.begin() }
    }

    private func noteEnd(_ failure: StoreError?) {
        guard let failure else {
            failures = 0
            return
        }
        failures += 1
        if failures == 1 {
            engine.log.error(
                "the store may still contain deleted notifications, focusd tries again: \(failure)")
        }
        tryLater()
    }
}
