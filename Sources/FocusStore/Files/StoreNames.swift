// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The names of the store's files. A file with another name is never opened, changed or removed.
package enum StoreNames {
    /// The suffixes after the database's name: SQLite's own files, then the journals.
    static let suffixes = ["-wal", "-shm", "-journal", "-arrivals", "-handovers"]
    /// The suffix of the directory of the payload files.
    package static let payloads = "-payload"
    private static let damaged = ".corrupt-"

    /// Returns true for the store's files, including renamed damaged ones.
    package static func isFile(_ name: String, of store: String) -> Bool {
        guard name.hasPrefix(store) else { return false }
        let rest = name.dropFirst(store.count)
        if rest.isEmpty || suffixes.contains(String(rest)) { return true }
        return isDamaged(name, of: store)
    }

    /// Returns true for a renamed damaged file: `STORE.corrupt-TIME`, with a suffix before it or
    /// after it.
    static func isDamaged(_ name: String, of store: String) -> Bool {
        guard name.hasPrefix(store) else { return false }
        var rest = name.dropFirst(store.count)
        if let suffix = (suffixes + [payloads]).first(where: rest.hasPrefix) {
            rest = rest.dropFirst(suffix.count)
        }
        guard rest.hasPrefix(damaged) else { return false }
        rest = rest.dropFirst(damaged.count)
        let time = rest.prefix { $0.isASCII && $0.isNumber }
        let end = String(rest.dropFirst(time.count))
        return !time.isEmpty && (end.isEmpty || suffixes.contains(end))
    }

    /// Returns the name of a payload's file.
    static func payload(_ key: EntryKey) -> String { "\(key.rawValue)" }

    /// Returns the key of a payload's file; nil for any other name.
    package static func payloadKey(_ name: String) -> EntryKey? {
        // A number has several spellings; the store uses one.
        guard let number = Int64(name), number > 0 else { return nil }
        let key = EntryKey(rawValue: number)
        return payload(key) == name ? key : nil
    }
}
