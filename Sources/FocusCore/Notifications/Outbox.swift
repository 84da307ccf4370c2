// SPDX-License-Identifier: Apache-2.0

// Orders the jobs for the server (DESIGN §9). At most ``Outbox/shows`` shows are in progress at a
// time. Shows run one by one, and each result is recorded before the next show begins. The other
// shows are prepared, so that the server does not wait for focusd. A notification that replaces
// another is not prepared: its show depends on the outcome of the other show.
//
// A show that ends with the server's death goes back to its place. The caller counts the server's
// deaths and finally parks the notification. A show that exceeds its time limit stays in progress:
// the server has the message in its socket and can answer later. So the outbox waits until the late
// answer or the server's end.
//
// Silenced notifications that the user wants shown, perhaps a thousand at once, go one by one and
// only while nothing newer waits. The server sets the pace, and new notifications do not wait
// behind them.

/// The order of the jobs for the server.
package struct Outbox: Sendable {
    /// A job for the server.
    package enum Job: Hashable, Sendable {
        case show(EntryKey, ClientID)
        case close(ServerID)
    }

    /// Maximum number of closes in progress.
    package static let closes = 4
    /// Maximum number of shows in progress: one at the server, and the prepared ones.
    package static let shows = 16
    /// Bytes of messages at which no further shows are prepared; a single message may be longer.
    package static let readyBytes = 4 << 20

    private var line = Line()
    private var backlog = Line()
    /// The notification of the backlog that is in progress.
    private var resending: EntryKey?
    private var closes: [ServerID] = []
    private var underWay: [EntryKey: Show] = [:]
    private var bytesUnderWay = 0
    private var closing: [ServerID] = []
    private var stalledOn: EntryKey?
    private var serverIsUp = false
    /// True to begin no further jobs, because the service ends.
    package var isPaused = false

    package init() {}

    /// Number of notifications that are not delivered yet.
    package var waiting: Int { line.count + backlog.count + underWay.count }

    /// The notification whose call to the server exceeded the time limit and has no answer yet.
    package var stalled: (key: EntryKey, id: ClientID)? {
        guard let stalledOn, let id = underWay[stalledOn]?.id else { return nil }
        return (stalledOn, id)
    }

    /// The shows in progress.
    package var showing: some Collection<EntryKey> { underWay.keys }

    /// True while a job is in progress that the server can still end.
    package var isBusy: Bool { stalledOn == nil && (!underWay.isEmpty || !closing.isEmpty) }

    /// Popups that the server has not closed yet, oldest first.
    package var unclosed: [ServerID] { closing + closes }

    /// A number that grows with each change of ``unclosed``.
    package private(set) var closeChanges = 0

    /// Queues a notification, in the order of keys.
    ///
    /// - Parameter bytes: length of its message; 0 for a message that focusd creates.
    package mutating func show(_ key: EntryKey, _ id: ClientID, bytes: Int = 0) {
        line.insert(Show(key: key, id: id, bytes: bytes))
    }

    /// Queues a notification that was silenced before, behind all new notifications.
    ///
    /// - Parameter bytes: length of its message.
    package mutating func showLate(_ key: EntryKey, _ id: ClientID, bytes: Int = 0) {
        backlog.insert(Show(key: key, id: id, bytes: bytes))
    }

    /// Queues the closing of a popup, before all shows.
    package mutating func close(_ server: ServerID) {
        closes.append(server)
        closeChanges += 1
    }

    /// Returns true if a job waits, even if it cannot begin now.
    ///
    /// Mutating, although it changes nothing: a getter would copy the value out of the class part
    /// by part, and this call happens for each notification.
    package mutating func hasMore() -> Bool {
        !closes.isEmpty || line.first != nil || backlog.first != nil
    }

    /// Returns the next job to begin; nil if there is none or the maximum is in progress.
    package mutating func next() -> Job? {
        guard serverIsUp, !isPaused, stalledOn == nil else { return nil }
        if closing.count < Self.closes, !closes.isEmpty {
            let server = closes.removeFirst()
            closing.append(server)
            return .close(server)
        }
        if let show = line.first {
            guard underWay.count < Self.shows, bytesUnderWay < Self.readyBytes,
                !underWay.values.contains(where: { $0.id == show.id })
            else { return nil }
            line.removeFirst()
            return begin(show)
        }
        guard underWay.isEmpty, let show = backlog.first else { return nil }
        backlog.removeFirst()
        resending = show.key
        return begin(show)
    }

    private mutating func begin(_ show: Show) -> Job {
        underWay[show.key] = show
        bytesUnderWay += show.bytes
        return .show(show.key, show.id)
    }

    @discardableResult
    private mutating func end(_ key: EntryKey) -> Show? {
        if stalledOn == key { stalledOn = nil }
        guard let show = underWay.removeValue(forKey: key) else { return nil }
        bytesUnderWay -= show.bytes
        return show
    }

    /// Takes back jobs that have not begun, in order, to return them again later.
    package mutating func takeBack(_ jobs: [Job]) {
        for job in jobs.reversed() {
            switch job {
            case .show(let key, _): retry(key)
            case .close(let server):
                guard let place = closing.firstIndex(of: server) else { continue }
                closing.remove(at: place)
                closes.insert(server, at: 0)
            }
        }
    }

    /// Removes a job that has ended, with any outcome.
    package mutating func finished(_ job: Job) {
        switch job {
        case .show(let key, _):
            end(key)
            if resending == key { resending = nil }
        case .close(let server):
            guard let place = closing.firstIndex(of: server) else { return }
            closing.remove(at: place)
            closeChanges += 1
        }
    }

    /// Queues a show again that did not reach the server or ended with the server's death.
    package mutating func retry(_ key: EntryKey) {
        guard let show = end(key) else { return }
        if resending == key {
            resending = nil
            backlog.insert(show)
        } else {
            line.insert(show)
        }
    }

    /// Records that the server did not answer in time.
    package mutating func stalled(on key: EntryKey) {
        guard underWay[key] != nil else { return }
        stalledOn = key
    }

    /// Records that a server has appeared and takes jobs.
    package mutating func serverUp() {
        serverIsUp = true
    }

    /// Drops the queued closes, because their popups are gone.
    package mutating func forgetCloses() {
        guard !closes.isEmpty else { return }
        closes.removeAll()
        closeChanges += 1
    }

    /// Records that the server is gone, and its popups with it.
    package mutating func serverDown() {
        serverIsUp = false
        forgetCloses()
        if let stalledOn { retry(stalledOn) }
    }
}

/// The outbox of the engine, for the shell that begins its jobs.
extension EngineState {
    /// Queues a notification for delivery.
    /// - Parameter bytes: length of its message; 0 for a message of focusd's own.
    package mutating func queue(_ entry: EntryFacts, bytes: Int = 0) {
        outbox.show(entry.key, entry.id, bytes: bytes)
    }

    /// Returns the next job to begin; nil if there is none or the maximum is in progress.
    package mutating func nextJob() -> Outbox.Job? { outbox.next() }

    /// Returns true if a job waits, even if it cannot begin now.
    package mutating func hasMoreJobs() -> Bool { outbox.hasMore() }

    /// Takes back jobs that have not begun.
    package mutating func takeBack(_ jobs: [Outbox.Job]) { outbox.takeBack(jobs) }

    /// Begins no more jobs, because the service ends.
    package mutating func pauseJobs() { outbox.isPaused = true }

    /// Closes the popup of an earlier focusd's notification that has ended.
    package mutating func closeLeftPopup(_ server: ServerID) { outbox.close(server) }

    /// Drops a show whose notification has ended or was replaced.
    package mutating func drop(_ key: EntryKey, _ id: ClientID) {
        outbox.finished(.show(key, id))
    }
}

/// A notification that waits for its show.
private struct Show: Sendable {
    let key: EntryKey
    let id: ClientID
    let bytes: Int
}

/// Notifications that wait for their show, in the order of keys.
private struct Line: Sendable {
    private var shows: [Show] = []
    /// Number of removed elements at the beginning of `shows`.
    private var gone = 0

    var count: Int { shows.count - gone }

    var first: Show? { gone < shows.count ? shows[gone] : nil }

    mutating func insert(_ show: Show) {
        var place = shows.count
        while place > gone, shows[place - 1].key > show.key { place -= 1 }
        shows.insert(show, at: place)
    }

    mutating func removeFirst() {
        gone += 1
        if gone == shows.count || gone > 1_024 {
            shows.removeFirst(gone)
            gone = 0
        }
    }
}
