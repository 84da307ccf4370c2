// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import GLibLoop

/// The store's way back to a disk that works. While it has none, what is known is kept in memory, in
/// the store and here; then it is written down.
extension Engine {
    /// From one attempt to the next. No timer runs while all is well.
    static let mendingPause = Duration.seconds(5)

    /// How a notification ended that the store may still have as live.
    struct UnsettledEnd {
        let state: EntryState
        let time: Timestamp
    }

    /// Runs something that may fail for want of disk; logs when that begins.
    @discardableResult
    func attempt(_ body: () throws -> Void) -> Bool {
        guard !isClosed else { return false }
        do {
            try body()
            return true
        } catch {
            counters.count(.storeFailures)
            noteStoreProblem("\(error)")
            return false
        }
    }

    /// Sees whether the store needs help: after each batch, and when one of its threads asks.
    func lookAfterStore() {
        guard !isClosed else { return }
        guard store.needsMending else {
            if storeProblem == nil, !unsettledEnds.isEmpty { unsettledEnds.removeAll() }
            return
        }
        noteStoreProblem(
            store.flushFailure.map { "\($0)" } ?? store.syncFailure.map { "\($0)" }
                ?? "the store's file is of no use")
    }

    /// The store does not work: says so where that is news, and sees to it that it is mended.
    func noteStoreProblem(_ reason: String, isNews: Bool = true) {
        if storeProblem == nil, isNews {
            log.error(
                "the store fails, what comes is remembered in memory until it works: \(reason)")
        }
        storeProblem = reason
        guard !isClosed, mending == nil else { return }
        let timer = Timer { [weak self] in self?.mendStore() }
        mending = timer
        // What cannot be read is replaced at once, and what cannot be written is tried later.
        timer.reset(after: store.flushFailure == nil ? .zero : Self.mendingPause)
    }

    private func mendStore() {
        endBatch()
        applyEndings()
        let before = store.setAside
        do {
            try store.mend()
            noteSetAside(since: before)
            try rewrite()
            try store.commit()
        } catch {
            store.abandonBatch()
            noteSetAside(since: before)
            storeProblem = "\(error)"
            mending?.reset(after: Self.mendingPause)
            return
        }
        guard !store.needsMending else {
            mending?.reset(after: Self.mendingPause)
            return
        }
        mending = nil
        storeProblem = nil
        unsettledEnds.removeAll()
        troubles.note(.storeInMemory, isPresent: false, at: .now)
        log.notice("the store works again")
    }

    private func noteSetAside(since before: String?) {
        guard let setAside = store.setAside, setAside != before else { return }
        log.error("the store was damaged; it is now \(setAside), and a new one is begun")
        troubles.note(.storeSetAside, isPresent: true, at: .now)
    }

    /// Writes down what the engine knows: what it changed meanwhile is not in the file.
    private func rewrite() throws {
        try store.setActivation(activation)
        try store.setLastClientID(ClientID(rawValue: reservedID))
        try store.setValue("server", serverInstance)
        try rewriteAgenda()
        try rewriteDeliveries()
        try rewriteCloses()
        for (app, count) in proxy.badges.allOwn { try store.setBadge(app, count) }
        try onStoreMended?()
        try rewriteEntries()
    }

    /// Gives each stored notification the state that it has here.
    private func rewriteEntries() throws {
        var live: [EntryKey: LiveEntry] = [:]
        for entry in proxy.entries where !entry.isEphemeral { live[entry.key] = entry }
        var stored: [LiveEntry] = []
        try store.forEachLive { stored.append($0) }
        let isReleased = stored.contains { old in
            old.isHeldFromBadge && live[old.key]?.isHeldFromBadge == false
        }
        if isReleased, live.values.allSatisfy({ !$0.isHeldFromBadge }) { try store.releaseHeld() }
        for old in stored {
            guard let entry = live[old.key] else {
                // What an earlier life left, which this one could not read, is the next one's.
                guard old.key >= firstKey || !beganDetached else { continue }
                let end = unsettledEnds[old.key]
                try store.finish(old.key, as: end?.state ?? .dismissed, at: end?.time ?? .now)
                continue
            }
            if entry.state == .shown, let server = entry.server {
                if old.state != .shown || old.server != server {
                    try store.markShown(entry.key, server: server)
                }
            } else if entry.state != old.state,
                // A hand-over may be noted of which this has not heard yet.
                old.state != .shown || !outbox.showing.contains(entry.key)
            {
                try store.setState(entry.key, entry.state)
            }
            if entry.serverDeaths != old.serverDeaths {
                try store.setServerDeaths(entry.key, entry.serverDeaths)
            }
            if entry.isRead, !old.isRead { try store.setRead(entry.key) }
        }
    }
}
