// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension Store {
    /// Lends every live entry to `body`, oldest first. `body` must not change the store.
    package func forEachLive(_ body: (LiveEntry) -> Void) throws(StoreError) {
        let released = try releasedThrough()
        var apps: [String: AppID] = [:]
        var payloads = 0
        try forEachRow(.loadLive) { row in
            payloads += Int(row.integer(7))
            if let entry = row.liveEntry(releasedThrough: released, apps: &apps) {
                body(marked(entry))
            }
            return true
        }
        if !batch.hasAbsorbed {
            for index in pending.entries.indices where pending.entries[index].ending == nil {
                let record = pending.record(index, releasedThrough: released)
                guard var entry = record?.live else { continue }
                entry.payloadBytes = pending.entries[index].payloadBytes
                body(marked(entry))
            }
            payloads += pending.payloadBytes
        }
        known.payloadBytes = payloads
    }

    /// Returns the entry with its state from the notes of deliveries.
    private func marked(_ entry: LiveEntry) -> LiveEntry {
        guard let server = marks.servers[entry.key] else { return entry }
        var entry = entry
        entry.state = .shown
        entry.server = server
        return entry
    }

    /// Every key that focusd gives is lower, after any number of years. A damaged store may have a
    /// higher one, which must not decide about the next key: no key follows the highest number.
    static let keyLimit: Int64 = 1 << 62

    /// Returns the first unused key below ``keyLimit``.
    package func nextKey() throws(StoreError) -> EntryKey {
        let newest = max(
            try number(.newestLive), try number(.newestHistory), try releasedThrough(),
            try key(StateName.lastKey))
        // The highest key of all places.
        let youngest = pending.entries.last?.key.rawValue ?? 0
        let next = EntryKey(rawValue: max(newest, youngest) + 1)
        known.nextKey = next
        return next
    }

    /// Returns the id last stored by ``setLastClientID(_:)``; 0 at first.
    package func lastClientID() throws(StoreError) -> ClientID {
        ClientID(rawValue: UInt32(truncatingIfNeeded: try number(StateName.lastClientID)))
    }

    /// Returns the badges that apps have set.
    package func badges() throws(StoreError) -> [AppID: UInt32] {
        var badges: [AppID: UInt32] = [:]
        try forEachRow(.badges) { row in
            badges[AppID(rawValue: row.text(0))] = UInt32(truncatingIfNeeded: row.integer(1))
            return true
        }
        return badges
    }

    /// Returns the stored active Focus.
    package func activation() throws(StoreError) -> Activation? {
        guard let focus = try value(StateName.focus),
            let cause = try value(StateName.focusCause).flatMap(Activation.Cause.init)
        else { return nil }
        let since = Timestamp(rawValue: try number(StateName.focusSince))
        return Activation(focus: FocusID(rawValue: focus), since: since, cause: cause)
    }

    /// Returns the text that ``setValue(_:_:)`` stored under a name.
    package func value(_ name: String) throws(StoreError) -> String? {
        var value: String?
        try forEachRow(.value, { $0.bind(1, copying: name) }) { row in
            value = row.text(0)
            return false
        }
        return value
    }

    /// Returns the names of stored texts that begin with a prefix.
    package func valueNames(beginningWith prefix: String) throws(StoreError) -> [String] {
        var names: [String] = []
        try forEachRow(.valueNames, { $0.bind(1, copying: prefix) }) { row in
            let name = row.text(0)
            guard name.hasPrefix(prefix) else { return false }
            names.append(name)
            return true
        }
        return names
    }

    /// Returns the bytes of all payloads. Counted once, then remembered.
    package func payloadBytes() throws(StoreError) -> Int {
        if let bytes = known.payloadBytes { return bytes }
        let total = Int(try number(.payloadTotal)) + (batch.hasAbsorbed ? 0 : pending.payloadBytes)
        known.payloadBytes = total
        return total
    }

    /// Returns the message of a live notification; nil if it was dropped or the key is unknown.
    package func payload(of key: EntryKey) throws(StoreError) -> [UInt8]? {
        try unsafe withPayload(of: key) { unsafe Array($0) }
    }

    /// Lends the message of a live notification; nil as for ``payload(of:)``.
    package func withPayload<R>(
        of key: EntryKey, _ body: (UnsafeRawBufferPointer) -> R
    ) throws(StoreError) -> R? {
        switch try unsafe storedPayload(of: key, body) {
        case .row(let result): result
        case .file(let file): unsafe file.read()?.withUnsafeBytes { unsafe body($0) }
        case nil: nil
        }
    }

    /// Returns the message of a live notification, or the open file that has it; nil as for
    /// ``payload(of:)``. Reads no file.
    package func storedPayload(of key: EntryKey) throws(StoreError) -> StoredPayload<[UInt8]>? {
        try unsafe storedPayload(of: key) { unsafe Array($0) }
    }

    private func storedPayload<R>(
        of key: EntryKey, _ body: (UnsafeRawBufferPointer) -> R
    ) throws(StoreError) -> StoredPayload<R>? {
        if !batch.hasAbsorbed, let index = pending.index(of: key) {
            return unsafe pendingPayload(index, body)
        }
        var result: R?
        var countInFile = 0
        try forEachRow(.payload, { $0.bind(1, key.rawValue) }) { row in
            if row.isNull(1) {
                countInFile = Int(row.integer(0))
            } else {
                result = unsafe row.withBytes(1) { unsafe body($0) }
            }
            return false
        }
        guard countInFile > 0 else { return result.map { .row($0) } }
        return files?.open(key, count: countInFile).map { .file($0) }
    }

    private func pendingPayload<R>(
        _ index: Int, _ body: (UnsafeRawBufferPointer) -> R
    ) -> StoredPayload<R>? {
        let entry = pending.entries[index]
        guard entry.ending == nil else { return nil }
        guard entry.hasFile else {
            return unsafe pending.withView(index) { view in
                unsafe view.payload.map { .row(unsafe body($0)) }
            }
        }
        return files?.open(entry.key, count: entry.payloadBytes).map { .file($0) }
    }

    /// Returns the size of an entry's payload, and true if it has a file; nil for an unknown key.
    func payloadSize(of key: EntryKey) throws(StoreError) -> (count: Int, isInFile: Bool)? {
        if !batch.hasAbsorbed, let index = pending.index(of: key) {
            let entry = pending.entries[index]
            return entry.ending == nil ? (entry.payloadBytes, entry.hasFile) : nil
        }
        var size: (count: Int, isInFile: Bool)?
        try forEachRow(.payloadSize, { $0.bind(1, key.rawValue) }) { row in
            let count = Int(row.integer(0))
            size = (count, count > 0 && row.bool(1))
            return false
        }
        return size
    }

    /// Returns the newest key whose entry counts in the badge again.
    func releasedThrough() throws(StoreError) -> Int64 {
        try key(StateName.releasedThrough)
    }

    /// Returns a stored key; 0 for one that focusd never gives, as a damaged store may have.
    private func key(_ name: String) throws(StoreError) -> Int64 {
        let key = try number(name)
        return key < Self.keyLimit ? key : 0
    }

    /// Returns the first column of the first row as a number, 0 for NULL.
    func number(_ sql: SQL) throws(StoreError) -> Int64 {
        var number: Int64 = 0
        try forEachRow(sql) { row in
            number = row.integer(0)
            return false
        }
        return number
    }

    private func number(_ name: String) throws(StoreError) -> Int64 {
        try value(name).flatMap { Int64($0) } ?? 0
    }
}

extension Statement {
    /// Returns the entry of the current row of ``SQL/loadLive``; nil for a state of a later
    /// version.
    /// - Parameter apps: The ids so far, so that the entries of one app share one id.
    fileprivate func liveEntry(
        releasedThrough released: Int64, apps: inout [String: AppID]
    ) -> LiveEntry? {
        guard let state = EntryState(rawValue: UInt8(truncatingIfNeeded: integer(2))) else {
            return nil
        }
        let name = text(8)
        let app = apps[name] ?? AppID(rawValue: name)
        apps[name] = app
        let key = EntryKey(rawValue: integer(0))
        let facts = EntryFacts(
            key: key, id: ClientID(rawValue: UInt32(truncatingIfNeeded: integer(1))), state: state,
            server: isNull(3) ? nil : ServerID(rawValue: UInt32(truncatingIfNeeded: integer(3))),
            serverDeaths: Int(integer(4)), isRead: bool(5),
            isHeldFromBadge: bool(6) && key.rawValue > released, payloadBytes: Int(integer(7)))
        return LiveEntry(
            facts, app: app, countedAs: optionalText(11).map { AppID(rawValue: $0) },
            sender: PeerName(rawValue: text(9)),
            sandbox: optionalText(10).map { AppID(rawValue: $0) },
            focus: optionalText(12).map { FocusID(rawValue: $0) })
    }
}

/// A message in the store: the result of reading its row, or its open file.
package enum StoredPayload<Row> {
    case row(Row)
    case file(PayloadFile)
}
