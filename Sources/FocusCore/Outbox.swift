// SPDX-License-Identifier: Apache-2.0

// What is still to be told to the real server, in order (DESIGN §9). Few jobs are under way at a
// time: they are done one by one, each show noted before the next begins, and the others lie ready,
// so that the server need not wait for us. What replaces another is not among them: it needs to
// know what became of that.
//
// A show that ends with the server's death goes back to its place; the job that the server died
// on is counted by the caller, who parks it in the end. A show that runs into its time limit
// stays under way: the server has it in its socket and may answer once it wakes, so the outbox
// stands still until the late answer or the server's end.
//
// What the user has shown after all, perhaps a thousand at once, goes one by one and only while
// nothing newer waits: the server sets the pace, and who arrives meanwhile does not stand behind it.

/// The order of things to be told to the real server.
package struct Outbox: Sendable {
    /// One thing to tell.
    package enum Job: Hashable, Sendable {
        case show(EntryKey, ClientID)
        case close(ServerID)
    }

    /// How many closes may be under way.
    package static let closes = 4
    /// How many shows may be: one that the server has, and those that lie ready.
    package static let shows = 16
    /// Bytes of messages from which on no more are made ready; one more may be, however long.
    package static let readyBytes = 4 << 20

    private var line = Line()
    private var backlog = Line()
    /// The one of the backlog that is under way.
    private var resending: EntryKey?
    private var closes: [ServerID] = []
    private var underWay: [EntryKey: Show] = [:]
    private var bytesUnderWay = 0
    private var closing: [ServerID] = []
    private var stalledOn: EntryKey?
    private var serverIsUp = false
    /// Set when nothing more is to begin, because the service ends.
    package var isPaused = false

    package init() {}

    /// How many notifications have not been handed over.
    package var waiting: Int { line.count + backlog.count + underWay.count }

    /// The notification on which the real server has let a call run into its time limit, and has
    /// not answered since.
    package var stalled: (key: EntryKey, id: ClientID)? {
        guard let stalledOn, let id = underWay[stalledOn]?.id else { return nil }
        return (stalledOn, id)
    }

    /// The shows that are under way.
    package var showing: some Collection<EntryKey> { underWay.keys }

    /// Whether a job is under way that the server may still end.
    package var isBusy: Bool { stalledOn == nil && (!underWay.isEmpty || !closing.isEmpty) }

    /// Popups that the real server has not closed yet, oldest first.
    package var unclosed: [ServerID] { closing + closes }

    /// Grows whenever ``unclosed`` changes.
    package private(set) var closeChanges = 0

    /// Queues a notification, in the order of keys.
    ///
    /// - Parameter bytes: how long its message is, 0 for one that focusd makes up.
    package mutating func show(_ key: EntryKey, _ id: ClientID, bytes: Int = 0) {
        line.insert(Show(key: key, id: id, bytes: bytes))
    }

    /// Queues a notification that was silenced before, behind all that arrive.
    ///
    /// - Parameter bytes: how long its message is.
    package mutating func showLate(_ key: EntryKey, _ id: ClientID, bytes: Int = 0) {
        backlog.insert(Show(key: key, id: id, bytes: bytes))
    }

    /// Queues the closing of a popup; it comes before what is yet to be shown.
    package mutating func close(_ server: ServerID) {
        closes.append(server)
        closeChanges += 1
    }

    /// Whether anything is yet to begin, though perhaps not now.
    ///
    /// Mutating, though it changes nothing: what a class holds is copied for a getter, part by part,
    /// and this is asked for each notification.
    package mutating func hasMore() -> Bool {
        !closes.isEmpty || line.first != nil || backlog.first != nil
    }

    /// The next job to begin, nil when there is none or nothing more may be under way.
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

    /// Jobs that have not begun, in order: they are to be given once more.
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

    /// A job has ended, whatever came of it.
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

    /// A show did not reach the server, or died with it: it is to be tried again.
    package mutating func retry(_ key: EntryKey) {
        guard let show = end(key) else { return }
        if resending == key {
            resending = nil
            backlog.insert(show)
        } else {
            line.insert(show)
        }
    }

    /// The server did not answer in time.
    package mutating func stalled(on key: EntryKey) {
        guard underWay[key] != nil else { return }
        stalledOn = key
    }

    /// A server has appeared and may be told things.
    package mutating func serverUp() {
        serverIsUp = true
    }

    /// The popups that were to be closed are gone.
    package mutating func forgetCloses() {
        guard !closes.isEmpty else { return }
        closes.removeAll()
        closeChanges += 1
    }

    /// The server is gone, and its popups with it.
    package mutating func serverDown() {
        serverIsUp = false
        forgetCloses()
        if let stalledOn { retry(stalledOn) }
    }
}

/// A notification waiting to be shown.
private struct Show: Sendable {
    let key: EntryKey
    let id: ClientID
    let bytes: Int
}

/// Notifications waiting to be shown, in the order of keys.
private struct Line: Sendable {
    private var shows: [Show] = []
    /// How many at the beginning have gone.
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
