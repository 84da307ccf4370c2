// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import GLibLoop

/// The failure of the store, and its repair.
struct StoreRepair {
    /// Pause between two repair attempts. No timer runs while the store works.
    static let pause = Duration.seconds(5)

    /// Reason for the store's failure, or nil while the store works.
    fileprivate(set) var problem: String?
    /// Timer of the next repair attempt, or nil while the store works.
    var retry: Timer?
    /// Called when the store has a file again. Other parts must write their data again, since the
    /// file may lack it.
    var onMended: (() throws -> Void)?
    /// First notification key of this run.
    let firstKey: EntryKey
    /// Key of the first notification that came over the present session bus, if this run found a
    /// new bus. Nil otherwise: the store has the key.
    var firstOnThisBus: EntryKey?
    /// True if the store's file could not be opened at the start.
    let beganDetached: Bool
    /// True if the state in that file is part of the engine's, once the file could be opened.
    fileprivate var hasTakenOver = false

    init(firstKey: EntryKey, beganDetached: Bool) {
        self.firstKey = firstKey
        self.beganDetached = beganDetached
    }
}

/// Repair of the store after disk failures. While the disk fails, the store and the engine keep
/// changes in memory. After the repair, the engine writes them to the store.
extension Engine {
    /// Runs a body that may fail because of the disk. Logs the first failure. Returns true on
    /// success.
    @discardableResult
    func attempt(_ body: () throws -> Void) -> Bool {
        guard !isClosed else { return false }
        do {
            try body()
            return true
        } catch {
            count(.storeFailures)
            noteStoreProblem("\(error)")
            return false
        }
    }

    /// Checks if the store needs repair. Called after each batch, and when a thread of the store
    /// asks.
    func lookAfterStore() {
        guard !isClosed else { return }
        guard store.needsMending else {
            if repair.problem == nil { movesToHistory.confirmAll() }
            return
        }
        noteStoreProblem(
            store.flushFailure.map { "\($0)" } ?? store.syncFailure.map { "\($0)" }
                ?? "the store's file cannot be used")
    }

    /// Records a problem of the store, logs it if it is new, and starts the repair.
    func noteStoreProblem(_ reason: String, isLogged: Bool = true) {
        if repair.problem == nil, isLogged {
            log.error(
                "the store fails, what comes is remembered in memory until it works: \(reason)")
        }
        setStoreProblem(reason)
        guard !isClosed, repair.retry == nil else { return }
        let timer = Timer { [weak self] in self?.mendStore() }
        repair.retry = timer
        // A damaged file is replaced at once. A failed write is retried later.
        timer.reset(after: store.flushFailure == nil ? .zero : StoreRepair.pause)
    }

    private func setStoreProblem(_ reason: String?) {
        repair.problem = reason
        problems.note(.storeFailing, isPresent: reason != nil, at: .now)
    }

    private func mendStore() {
        endBatch()
        moveEndedToHistory()
        let before = store.setAside
        do {
            try store.mend()
            noteSetAside(since: before)
            try rewrite()
            try store.commit()
        } catch {
            store.abandonBatch()
            noteSetAside(since: before)
            setStoreProblem("\(error)")
            repair.retry?.reset(after: StoreRepair.pause)
            return
        }
        guard !store.needsMending else {
            repair.retry?.reset(after: StoreRepair.pause)
            return
        }
        repair.retry = nil
        setStoreProblem(nil)
        movesToHistory.confirmAll()
        problems.note(.storeInMemory, isPresent: false, at: .now)
        log.notice("the store works again")
    }

    private func noteSetAside(since before: String?) {
        guard let setAside = store.setAside, setAside != before else { return }
        log.error("the store was damaged; it is now \(setAside), and a new one is begun")
        problems.note(.storeSetAside, isPresent: true, at: .now)
    }

    /// Writes the engine's state to the store, since changes during the failure are not in the
    /// file.
    private func rewrite() throws {
        if repair.beganDetached, !repair.hasTakenOver {
            try takeOverFile()
            repair.hasTakenOver = true
        }
        try rewriteValues()
        try repair.onMended?()
        try rewriteEntries()
        try rewriteRoutes()
    }

    /// Gives each stored notification its state in the engine.
    private func rewriteEntries() throws {
        var current: [EntryKey: LiveEntry] = [:]
        for entry in state.live.entries where entry.isStored { current[entry.key] = entry }
        var stored: [LiveEntry] = []
        try store.forEachLive { stored.append($0) }
        let isReleased = stored.contains { old in
            old.isHeldFromBadge && current[old.key]?.isHeldFromBadge == false
        }
        let allCount = isReleased && current.values.allSatisfy { !$0.isHeldFromBadge }
        if allCount { try store.countHeldInBadges() }
        for old in stored {
            guard let entry = current[old.key] else {
                let end = movesToHistory.uncertain[old.key]
                // A later run handles entries of an earlier run that this run could not take over.
                guard end != nil || old.key >= repair.firstKey || !repair.beganDetached else {
                    continue
                }
                try store.finish(old.key, as: end?.state ?? .dismissed, at: end?.time ?? .now)
                continue
            }
            if entry.state == .shown, let server = entry.server {
                if old.state != .shown || old.server != server {
                    try store.markShown(entry.key, server: server)
                }
            } else if entry.state != old.state,
                // A delivery may be noted in the store before the engine gets its result.
                old.state != .shown || !state.outbox.showing.contains(entry.key)
            {
                try store.setState(entry.key, entry.state)
            }
            if entry.serverDeaths != old.serverDeaths {
                try store.setServerDeaths(entry.key, entry.serverDeaths)
            }
            if entry.isRead != old.isRead { try store.setRead(entry.key, entry.isRead) }
            if old.isHeldFromBadge, !entry.isHeldFromBadge, !allCount {
                try store.countInBadge(entry.key)
            }
        }
    }
}
