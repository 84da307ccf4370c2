// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension Store {
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
