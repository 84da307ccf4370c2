// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The notes of deliveries that the database does not have yet.
struct DeliveryMarks {
    /// The server's ids of the delivered notifications.
    private(set) var servers: [EntryKey: ServerID] = [:]
    /// The highest number of a known note.
    private(set) var newest: UInt64 = 0
    /// The highest number in the database once the open transaction is committed.
    private(set) var through: UInt64 = 0
    /// The notes that the open transaction has taken over.
    private var taken: (servers: [EntryKey: ServerID], since: UInt64)?

    var isEmpty: Bool { servers.isEmpty && newest == through }
    var isTaken: Bool { taken != nil }

    /// Starts from the highest number in the database.
    init(through: UInt64 = 0) {
        (self.through, newest) = (through, through)
    }

    mutating func add(_ key: EntryKey, _ server: ServerID, number: UInt64) {
        servers[key] = server
        pass(number)
    }

    /// Adds a delivery without a note that the database has refused.
    mutating func keep(_ key: EntryKey, _ server: ServerID) {
        servers[key] = server
    }

    /// Skips a note that changes nothing.
    mutating func pass(_ number: UInt64) {
        newest = max(newest, number)
    }

    /// Takes an entry's note into the open transaction, together with its row.
    /// - Returns: The server's id; nil if the entry was not delivered.
    mutating func take(_ key: EntryKey) -> ServerID? {
        guard !servers.isEmpty, let server = servers.removeValue(forKey: key) else { return nil }
        if !isTaken { taken = ([:], through) }
        taken?.servers[key] = server
        return server
    }

    /// Takes all notes into the open transaction.
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
    /// Records that the real server has the notification, as noted by
    /// ``DeliveryJournal/note(_:as:)`` under that number. The note already survives a kill, so no
    /// batch is opened.
    ///
    /// Any change of the store and any query about the entry takes the note over first.
    package func markShown(_ key: EntryKey, server: ServerID, note: UInt64) {
        marks.add(key, server, number: note)
        syncer?.changed()
    }

    /// Takes the notes of deliveries into the open transaction, after all their entries have rows.
    func takeDeliveries() throws(StoreError) {
        guard !marks.isEmpty else { return }
        for (key, server) in marks.servers { try setShown(key, server) }
        let newest = "\(marks.newest)"
        try run(.setValue, doing: "recording deliveries") { statement in
            statement.bind(1, copying: StateName.deliveries)
            statement.bind(2, copying: newest)
        }
        marks.take()
    }

    /// Writes the noted deliveries to the database, so that a query finds the present states.
    ///
    /// After a failure the query returns the states in the database.
    func absorbDeliveries() {
        guard !marks.isEmpty else { return }
        switch batch.state {
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

    /// Reads the notes of a killed focusd. They go to the database with the arrivals.
    /// - Returns: The journal for further use.
    func recoverDeliveries(beside path: String) throws(StoreError) -> DeliveryJournal {
        let journal = DeliveryJournal(beside: path)
        let known = try value(StateName.deliveries).flatMap { UInt64($0) } ?? 0
        marks = DeliveryMarks(through: known)
        // A key that the store does not have will belong to another notification.
        let next = try nextKey()
        for note in journal.read() where note.number > known {
            if note.key < next {
                marks.add(note.key, note.server, number: note.number)
                leftDeliveries.append((note.key, note.server))
            } else {
                marks.pass(note.number)
            }
        }
        journal.taken(through: marks.newest)
        return journal
    }

    /// Leaves the file of notes, and keeps those notes that the store has not received yet.
    ///
    /// From now on, each delivery is reported to the store at once, until
    /// ``DeliveryJournal/goOn(with:)``.
    func leaveDeliveries() {
        for note in deliveryJournal?.leave(after: marks.newest) ?? [] {
            marks.add(note.key, note.server, number: note.number)
        }
    }
}
