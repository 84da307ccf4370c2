// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

/// Creates a database with that many notifications in history, with the store's own code.
func fillHistory(_ path: String, count: Int) throws {
    let store = try Store(path: path)
    let decision = Decision(verdict: .silence, reason: .app, level: .active)
    for number in 1...count {
        let id = UInt32(number)
        let notification = Notification(
            app: AppID("org.bench.App\(number % 20)"), appName: "Bench",
            summary: "Message \(number) of the benchmark",
            body: "A text of about forty characters' length.", category: "im.received",
            filterCriteria: "work")
        let record = EntryRecord(
            key: EntryKey(rawValue: Int64(number)), id: ClientID(rawValue: id),
            time: Timestamp(rawValue: Timestamp.ofBenchmark + Int64(number)),
            notification: notification, decision: decision, focus: FocusID("quiet"),
            sender: PeerName(rawValue: ":1.\(number % 50)"), sandbox: nil, state: .silenced)
        try unsafe store.insert(record, payload: nil)
        try store.finish(record.key, as: .dismissed, at: record.time)
        if number % 1_000 == 0 { try store.commit() }
    }
    try store.setLastClientID(ClientID(rawValue: UInt32(count)))
    try store.commit()
    try store.close()
}

extension Timestamp {
    /// A time in 2026, long before history's limits remove it.
    fileprivate static let ofBenchmark: Int64 = 1_780_000_000_000
}
