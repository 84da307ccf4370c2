// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// A notification in the missed list, without its texts.
package struct MissedEntry: Hashable, Sendable {
    package let key: EntryKey
    package let id: ClientID
    package let app: AppID
    /// The script or program for which a tool sent it.
    package let program: AppID?
    /// The Focus that was active.
    package let focus: FocusID?

    package init(
        key: EntryKey, id: ClientID, app: AppID, program: AppID? = nil, focus: FocusID?
    ) {
        self.key = key
        self.id = id
        self.app = app
        self.program = program
        self.focus = focus
    }
}

extension Store {
    /// Returns the missed list from one key on, newest first. Reads no text, and the whole list at
    /// once.
    package func missed(from first: EntryKey) throws(StoreError) -> [MissedEntry] {
        absorbDeliveries()
        var missed = pendingMissed(from: first)
        var apps = Interning(AppID.init(rawValue:))
        var focuses = Interning(FocusID.init(rawValue:))
        try forEachRow(.missed) { statement in
            statement.bind(1, first.rawValue)
            statement.bind(2, Int64.max)
            statement.bind(3, Int(EntryState.silenced.rawValue))
        } _: { row in
            missed.append(
                MissedEntry(
                    key: EntryKey(rawValue: row.integer(0)),
                    id: ClientID(rawValue: UInt32(truncatingIfNeeded: row.integer(1))),
                    app: apps[row.text(2)], program: row.optionalText(4).map { apps[$0] },
                    focus: row.optionalText(3).map { focuses[$0] }))
            return true
        }
        return missed
    }

    private func pendingMissed(from first: EntryKey) -> [MissedEntry] {
        guard !batch.hasAbsorbed else { return [] }
        var missed: [MissedEntry] = []
        for index in pending.entries.indices.reversed() where pending.entries[index].key >= first {
            guard pending.entries[index].ending == nil else { continue }
            let entry = unsafe pending.withView(index) { view -> MissedEntry? in
                guard unsafe view.state == .silenced, unsafe !view.isRead else { return nil }
                let program = unsafe view.text(.program).map { unsafe $0.text(upTo: .max) }
                let focus = unsafe view.text(.focus).map { unsafe $0.text(upTo: .max) }
                return unsafe MissedEntry(
                    key: view.key, id: ClientID(rawValue: view.id),
                    app: AppID(rawValue: view.text(.app)?.text(upTo: .max) ?? ""),
                    program: program.map { AppID(rawValue: $0) },
                    focus: focus.map { FocusID(rawValue: $0) })
            }
            if let entry { missed.append(entry) }
        }
        return missed
    }

    /// Returns the start of the app's name of a live notification; nil for an unknown key.
    package func appName(
        of key: EntryKey, upTo limit: Int
    ) throws(StoreError) -> String? {
        if !batch.hasAbsorbed, let index = pending.index(of: key) {
            return unsafe pending.withView(index) { view in
                unsafe view.text(.appName)?.text(upTo: limit)
            }
        }
        var name: String?
        try forEachRow(.appName, { $0.bind(1, key.rawValue) }) { row in
            name = unsafe row.withText(0) { unsafe $0.text(upTo: limit) }
            return false
        }
        return name
    }

    /// Returns the id of a notification, live or ended; nil for an unknown key.
    package func clientID(of key: EntryKey) throws(StoreError) -> ClientID? {
        if !batch.hasAbsorbed, let index = pending.index(of: key) {
            return unsafe pending.withView(index) { unsafe ClientID(rawValue: $0.id) }
        }
        for sql in [SQL.clientID, .clientIDOfPast] {
            var id: ClientID?
            try forEachRow(sql, { $0.bind(1, key.rawValue) }) { row in
                id = ClientID(rawValue: UInt32(truncatingIfNeeded: row.integer(0)))
                return false
            }
            if let id { return id }
        }
        return nil
    }
}

/// Values that are created once for each text.
private struct Interning<Value> {
    private var known: [String: Value] = [:]
    private let make: (String) -> Value

    init(_ make: @escaping (String) -> Value) {
        self.make = make
    }

    subscript(text: String) -> Value {
        mutating get {
            if let value = known[text] { return value }
            let value = make(text)
            known[text] = value
            return value
        }
    }
}
