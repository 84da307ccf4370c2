// SPDX-License-Identifier: Apache-2.0

// Orders the jobs for the server (Design.md, "Nothing lost"). At most ``Outbox/shows`` shows are
// handed out at a time, to the queue of libnotify's thread. The thread begins one after the other,
// and each result is noted before the next one begins. The others are prepared, so that the server
// does not wait for focusd. A notification that replaces another is not handed out before the
// other's show has ended: it depends on the outcome.
//
// A show that ends with the server's death goes back to its place. The caller counts the server's
// deaths and finally parks the notification. A show that exceeds its time limit stays handed out:
// the server has the message in its socket and can answer later. So the outbox waits until the late
// answer or the server's end.
//
// Plasma refuses a notification that equals one of the last second. The show of such a notification
// waits for a moment, and so do the later shows of its app, in order. Then they are tried again,
// one after the other. Other apps' shows go on meanwhile. So do an app's new notifications while
// one of its silenced notifications waits. Such a wait is not stored: a restart tries at once.
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

    /// Maximum number of closes that are handed out.
    package static let closes = 4
    /// Maximum number of shows that are handed out: one at the server, and the prepared ones.
    package static let shows = 16
    /// Bytes of messages at which no further shows are prepared; a single message may be longer.
    package static let readyBytes = 4 << 20

    private var arrivals = ShowQueue()
    private var backlog = ShowQueue()
    /// The shows of apps with a show that the server refused for a moment.
    private var postponed: [PostponedLine: ShowQueue] = [:]
    /// The postponed shows that are tried again, at most one of each line.
    private var trials: [EntryKey: PostponedLine] = [:]
    private var closes: [ServerID] = []
    /// The shows that are handed out.
    private var underWay: [EntryKey: Show] = [:]
    private var bytesUnderWay = 0
    /// The closes that are handed out.
    private var closing: [ServerID] = []
    /// The key of ``stalled``.
    package private(set) var stalledOn: EntryKey?
    private var serverIsUp = false
    /// True to hand out no further jobs, because the service ends.
    package var isPaused = false

    package init() {}

    /// Number of notifications that are not delivered yet.
    package var waiting: Int {
        arrivals.count + backlog.count + underWay.count
            + postponed.values.reduce(0) { $0 + $1.count }
    }

    /// The notification whose call to the server exceeded the time limit and has no answer yet.
    package var stalled: (key: EntryKey, id: ClientID)? {
        guard let stalledOn, let id = underWay[stalledOn]?.id else { return nil }
        return (stalledOn, id)
    }

    /// The shows that are handed out.
    package var showing: some Collection<EntryKey> { underWay.keys }

    /// True while a job is handed out that the server can still end.
    package var isBusy: Bool { stalledOn == nil && (!underWay.isEmpty || !closing.isEmpty) }

    /// Popups that the server has not closed yet, oldest first.
    package var unclosed: [ServerID] { closing + closes }

    /// A number that grows with each change of ``unclosed``.
    package private(set) var closeChanges = 0

    /// Queues a notification, in the order of keys.
    ///
    /// - Parameter bytes: length of its message; 0 for a message that focusd creates.
    package mutating func show(_ key: EntryKey, _ id: ClientID, bytes: Int = 0) {
        arrivals.insert(Show(key: key, id: id, bytes: bytes))
    }

    /// Queues a notification that was silenced before, behind all new notifications.
    ///
    /// - Parameter bytes: length of its message.
    package mutating func showLate(_ key: EntryKey, _ id: ClientID, bytes: Int = 0) {
        backlog.insert(Show(key: key, id: id, bytes: bytes, isLate: true))
    }

    /// Queues the closing of a popup, before all shows.
    package mutating func close(_ server: ServerID) {
        closes.append(server)
        closeChanges += 1
    }

    /// Drops the queued close of a popup that another notification has now.
    ///
    /// - Returns: true if a close is handed out already, and takes the popup down.
    package mutating func cancelClose(of server: ServerID) -> Bool {
        if closes.contains(server) {
            closes.removeAll { $0 == server }
            closeChanges += 1
        }
        return closing.contains(server)
    }

    /// Returns true if a job waits, even if it cannot be handed out now.
    ///
    /// Mutating, although it changes nothing: a getter would copy the value out of the class part
    /// by part, and this call happens for each notification.
    package mutating func hasMore() -> Bool {
        !closes.isEmpty || arrivals.first != nil || backlog.first != nil
    }

    /// Hands out the next job; nil if there is none or the maximum is handed out.
    package mutating func next() -> Job? {
        guard serverIsUp, !isPaused, stalledOn == nil else { return nil }
        if closing.count < Self.closes, !closes.isEmpty {
            let server = closes.removeFirst()
            closing.append(server)
            return .close(server)
        }
        if let show = arrivals.first {
            guard underWay.count < Self.shows, bytesUnderWay < Self.readyBytes,
                !underWay.values.contains(where: { $0.id == show.id })
            else { return nil }
            arrivals.removeFirst()
            return handOut(show)
        }
        guard underWay.isEmpty, let show = backlog.first else { return nil }
        backlog.removeFirst()
        return handOut(show)
    }

    private mutating func handOut(_ show: Show) -> Job {
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

    /// Puts jobs that libnotify's thread has not begun back into the queue, in their order.
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
    package mutating func jobEnded(_ job: Job) {
        switch job {
        case .show(let key, _):
            end(key)
            if let line = trials.removeValue(forKey: key) { tryNext(of: line) }
        case .close(let server):
            guard let place = closing.firstIndex(of: server) else { return }
            closing.remove(at: place)
            closeChanges += 1
        }
    }

    /// Queues a show again that did not reach the server or ended with the server's death.
    package mutating func retry(_ key: EntryKey) {
        if let show = end(key) { putBack(show) }
    }

    private mutating func putBack(_ show: Show) {
        if show.isLate { backlog.insert(show) } else { arrivals.insert(show) }
    }

    /// Lets a show that the server refused for a moment wait until ``tryAgain(_:)``. The app's
    /// later shows have to wait behind it, see ``mustWait(_:of:)``.
    ///
    /// - Returns: false, without a change, for a show that was refused too often.
    package mutating func postpone(_ key: EntryKey, of app: AppID) -> Bool {
        guard var show = underWay[key], show.refusals < Limits.duplicateTries else { return false }
        end(key)
        trials[key] = nil
        show.refusals += 1
        postponed[PostponedLine(app: app, isLate: show.isLate), default: ShowQueue()].insert(show)
        return true
    }

    /// Returns true for a show behind one of its app that the server refused for a moment.
    package func mustWait(_ key: EntryKey, of app: AppID) -> Bool {
        guard !postponed.isEmpty, trials[key] == nil, let show = underWay[key] else { return false }
        return postponed[PostponedLine(app: app, isLate: show.isLate)] != nil
    }

    /// Puts a show back behind the postponed shows of its app. It was handed out, and the server
    /// does not have it.
    package mutating func putBehindPostponed(_ key: EntryKey, of app: AppID) {
        guard let show = end(key) else { return }
        postponed[PostponedLine(app: app, isLate: show.isLate), default: ShowQueue()].insert(show)
    }

    /// Tries the first postponed show of an app again, and the first of its late ones. Each further
    /// one follows when the one before has ended.
    package mutating func tryAgain(_ app: AppID) {
        for isLate in [false, true] { tryNext(of: PostponedLine(app: app, isLate: isLate)) }
    }

    private mutating func tryNext(of line: PostponedLine) {
        // The line's trial has not ended: the next one follows it.
        guard !trials.values.contains(line) else { return }
        guard let show = postponed[line]?.first else {
            postponed[line] = nil
            return
        }
        postponed[line]?.removeFirst()
        trials[show.key] = line
        putBack(show)
    }

    /// Lets no show wait any longer: the next server knows none of the earlier ones.
    private mutating func releasePostponed() {
        for var queue in postponed.values {
            while var show = queue.first {
                queue.removeFirst()
                show.refusals = 0
                putBack(show)
            }
        }
        postponed = [:]
        trials = [:]
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
        releasePostponed()
    }
}

/// The shows of an app that wait for each other: its new ones, or those that were silenced before.
private struct PostponedLine: Hashable, Sendable {
    let app: AppID
    let isLate: Bool
}

/// A notification that waits for its show.
private struct Show: Sendable {
    let key: EntryKey
    let id: ClientID
    let bytes: Int
    /// True for a notification that was silenced before.
    var isLate = false
    /// The number of times that the server refused it for a moment.
    var refusals = 0
}

/// Notifications that wait for their show, in the order of keys.
private struct ShowQueue: Sendable {
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
