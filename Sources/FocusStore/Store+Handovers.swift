// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// What the journal of hand-overs has and the database has not.
struct HandoverMarks {
    /// The server's ids of what was handed over.
    private(set) var servers: [EntryKey: ServerID] = [:]
    /// The highest number of a note that is known of.
    private(set) var newest: UInt64 = 0
    /// Up to which the database has them, once the open transaction is committed.
    private(set) var through: UInt64 = 0
    /// What that transaction has taken over.
    private var taken: (servers: [EntryKey: ServerID], since: UInt64)?

    var isEmpty: Bool { servers.isEmpty && newest == through }
    var isTaken: Bool { taken != nil }

    /// Takes up what the database knows.
    init(through: UInt64 = 0) {
        (self.through, newest) = (through, through)
    }

    mutating func add(_ key: EntryKey, _ server: ServerID, number: UInt64) {
        servers[key] = server
        pass(number)
    }

    /// What was handed over without a note, and the database has refused to hear of.
    mutating func keep(_ key: EntryKey, _ server: ServerID) {
        servers[key] = server
    }

    /// There is a note of that number that changes nothing.
    mutating func pass(_ number: UInt64) {
        newest = max(newest, number)
    }

    /// The open transaction has this one, with its row.
    /// - Returns: the server's id, nil where it has not been handed over.
    mutating func take(_ key: EntryKey) -> ServerID? {
        guard !servers.isEmpty, let server = servers.removeValue(forKey: key) else { return nil }
        if !isTaken { taken = ([:], through) }
        taken?.servers[key] = server
        return server
    }

    /// The open transaction has all of them.
    mutating func take() {
        taken = ((taken?.servers ?? [:]).merging(servers) { $1 }, taken?.since ?? through)
        servers.removeAll(keepingCapacity: true)
        through = newest
    }

    mutating func commit() {
        taken = nil
    }

    mutating func rollback() {
        guard let taken else { return }
        servers = taken.servers.merging(servers) { $1 }
        through = taken.since
        self.taken = nil
    }
}

extension Store {
    /// Records that the real server has the notification, as ``HandoverJournal/note(_:as:)`` has
    /// noted under that number. It survives a kill already, and opens no batch.
    ///
    /// Any change of the store, and whoever reads what an entry has become, takes it over first.
    package func markShown(_ key: EntryKey, server: ServerID, handover: UInt64) {
        marks.add(key, server, number: handover)
        syncer?.changed()
    }

    /// Takes the notes of hand-overs into the transaction that is open, when all that they are
    /// about has its row.
    func takeHandovers() throws(StoreError) {
        guard !marks.isEmpty else { return }
        for (key, server) in marks.servers { try setShown(key, server) }
        let newest = "\(marks.newest)"
        try run(.setValue, doing: "recording hand-overs") { statement in
            statement.bind(1, copying: StateName.handovers)
            statement.bind(2, copying: newest)
        }
        marks.take()
    }

    /// Has the database take over what is noted, so that a query finds the states as they are.
    ///
    /// Where it cannot, the query answers what it knows.
    func settleHandovers() {
        guard !marks.isEmpty else { return }
        switch batch {
        case .open:
            try? change {}
        case .none:
            do throws(StoreError) {
                try change {}
                try commit()
            } catch {
                rollback()
            }
        case .arrivals, .failed: break
        }
    }

    /// Takes up the notes that a killed focusd left; they go to the database with what arrived.
    /// - Returns: the journal, to go on with.
    func recoverHandovers(beside path: String) throws(StoreError) -> HandoverJournal {
        let journal = HandoverJournal(beside: path)
        let known = try value(StateName.handovers).flatMap { UInt64($0) } ?? 0
        marks = HandoverMarks(through: known)
        // A key that the store does not have will be another's.
        let next = try nextKey()
        for note in journal.read() where note.number > known {
            if note.key < next {
                marks.add(note.key, note.server, number: note.number)
                leftHandovers.append((note.key, note.server))
            } else {
                marks.pass(note.number)
            }
        }
        journal.taken(through: marks.newest)
        return journal
    }

    /// Lets go of the file of notes, and makes marks of those that the store has not heard of yet.
    ///
    /// From here on each hand-over is told at once, until ``HandoverJournal/goOn(with:)``.
    func leaveHandovers() {
        for note in handovers?.leave(after: marks.newest) ?? [] {
            marks.add(note.key, note.server, number: note.number)
        }
    }
}
