// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

/// The effects of events, each performed in one place.
extension Engine {
    /// Performs an effect. Changes of the store join the open batch; replies and signals wait
    /// behind the barrier.
    func perform(_ effect: EngineEffect) {
        noteNews(effect)
        switch effect {
        case .ended(let entry, let state, let movesLater):
            releaseMessage(of: entry)
            pictures?.forget(entry.key)
            guard entry.isStored else { return }
            if movesLater {
                movesToHistory.add(entry.key, state)
            } else {
                attempt { try movesToHistory.finish(entry.key, as: state, in: store) }
            }
        case .releaseMessage(let key): messages.release(key)
        case .signal(let signal, let peer): afterCommit(.signal(signal, to: peer))
        // A part of the news: a change of many notifications is told once.
        case .changed(.snoozes): break
        case .changed(let change): afterCommit(.changed(change))
        case .problem(let kind, let isPresent):
            problems.note(kind, isPresent: isPresent, at: .now)
        case .notice(let notice): write(notice)
        case .row(let change): attempt { try write(change, to: store) }
        case .request(let request): perform(request)
        }
    }

    private func write(_ change: RowChange, to store: Store) throws {
        switch change {
        case .setState(let key, let state): try store.setState(key, state)
        case .shown(let key, let server): try store.markShown(key, server: server)
        case .shownAsNoted(let key, let server, let note):
            store.markShown(key, server: server, note: note)
        case .setPlace(let key, let server):
            try store.markShown(key, server: server)
            try store.setState(key, .queued)
        case .setServerDeaths(let key, let deaths): try store.setServerDeaths(key, deaths)
        case .setRead(let key, let isRead): try store.setRead(key, isRead)
        case .countInBadge(let key): try store.countInBadge(key)
        case .expired(let key):
            pictures?.forget(key)
            try store.setState(key, .expired)
            try store.dropPayload(of: key)
        case .reserveIDs(let id): try store.setLastClientID(id)
        case .setBadge(let app, let count): try store.setBadge(app, count)
        case .setActivation(let activation): try store.setActivation(activation)
        case .setAgenda: try values.write(state.agenda)
        case .setDeliveryTimes:
            // The last part of a delivery writes them, see `Delivery/Engine+Missed`.
            if leftToDeliver.isEmpty { try values.write(state.deliveryTimes) }
        case .setQuietSince(let key): try values.write(quietSince: key)
        case .setServerInstance(let instance): try values.write(serverInstance: instance)
        case .hidden(let key):
            try store.markShown(key, server: ServerID(rawValue: 0))
            try store.setState(key, .silenced)
        case .left(let key):
            try store.markShown(key, server: .left)
            try store.setState(key, .silenced)
        case .setSnoozes:
            // A change of many notifications asks for this once for each of them.
            guard storedSnoozes != state.snoozes else { return }
            try values.write(state.snoozes)
            storedSnoozes = state.snoozes
        case .setMutes: try values.write(state.mutes)
        case .setAppsHeardBefore: try values.write(state.appsHeardBefore)
        case .setInhibition(let cookie): try values.write(state.inhibitions[cookie], cookie)
        case .countHeldInBadges: try store.countHeldInBadges()
        }
    }

    private func perform(_ request: EngineRequest) {
        switch request {
        case .summarize(let first): summarize(from: first)
        case .deliverMissed(let focus, let first, let end):
            deliver(missed(of: focus, from: first, before: end))
        case .deliverSummarized(let keys): deliver(missed(in: keys))
        case .openMissedList(let token): viewer?.open(activationToken: token)
        case .applyFocus: applyFocus()
        case .wake(let moment): clock.sleep(until: moment)
        case .askForServer: onServerProblem?()
        case .tryAgain(let app): tryAgainLater(app)
        case .askAboutApp(let app, let name):
            afterCommit(.work { [weak self] in self?.ask(about: app, sentName: name) })
        case .holdAnswered(let id, let answer): onHoldAnswer?(id, answer)
        case .mute(let app): _ = mute(app, until: .never)
        case .snooze(let id): snoozeByAction(id)
        case .learnApps: learnApps()
        }
    }

    private func write(_ notice: EngineNotice) {
        switch notice {
        case .serverStalled:
            log.warning("the real notification server does not answer; waiting for it")
        case .serverDied(let id):
            log.warning("the real server ended while it was given notification \(id.rawValue)")
        case .parked(let id, let reason):
            log.error("notification \(id.rawValue) is not shown: \(Self.text(of: reason))")
        case .predicateFault(let fault):
            log.warning("\(fault.place): \(fault.message); the notification was let through")
        case .focusWithoutFile(let focus):
            log.notice("the active Focus \(focus) has no file that can be used; it is off")
        }
    }

    private nonisolated static func text(of reason: ParkReason) -> String {
        switch reason {
        case .messageLost: "its message is lost"
        case .refused(let name): "the real server refused it (\(name))"
        case .serverDied(let times): "the real server died on it \(times) times"
        }
    }

    // MARK: Rows of the service itself

    /// Stores the first key whose sender this bus has named, if the store does not have it, and
    /// the bus of the popups.
    func storeSenders() throws(StoreError) {
        if let first = repair.firstOnThisBus { try values.write(firstOnThisBus: first) }
        try values.write(popupsAreOfThisBus: leftPopups.areOfThisBus)
    }

    /// Stores the popups whose notifications ended but which the real server has not closed yet. No
    /// notification refers to these popups any more.
    func storeCloses() {
        guard storedCloses != state.outbox.closeChanges else { return }
        storedCloses = state.outbox.closeChanges
        attempt { try values.write(closes: state.outbox.unclosed) }
    }

    /// Writes all values of the service again after a failure of the store, whose file misses the
    /// changes since then.
    func rewriteValues() throws {
        try store.setActivation(state.activation)
        try store.setLastClientID(ClientID(rawValue: state.reservedID))
        try values.write(serverInstance: state.serverInstance)
        try storeSenders()
        try values.write(state.agenda)
        try values.write(state.deliveryTimes)
        try values.write(state.mutes)
        try values.write(state.snoozes)
        storedSnoozes = state.snoozes
        try values.write(state.appsHeardBefore)
        try values.write(quietSince: state.quietSince)
        try values.write(closes: state.outbox.unclosed)
        try values.rewrite(state.inhibitions)
        for (app, count) in state.live.badges.allOwn { try store.setBadge(app, count) }
    }
}
