// SPDX-License-Identifier: Apache-2.0

/// Keys that were noted lately. If too many are, the key whose last note is oldest makes room.
///
/// Each note starts the key's time again. Times in the future are ignored: the clock was set back.
struct RecentKeys<Key: Hashable & Sendable>: Sendable {
    private let window: Int64
    private let capacity: Int
    private var latest: [Key: Timestamp] = [:]

    /// - Parameters:
    ///   - window: time after a note in which the key is recent, in milliseconds.
    ///   - capacity: maximum number of remembered keys.
    init(window: Int64, capacity: Int) {
        self.window = window
        self.capacity = capacity
    }

    /// Number of remembered keys.
    var count: Int { latest.count }

    /// Returns true if the key was noted within the window.
    func contains(_ key: Key, at now: Timestamp) -> Bool {
        latest[key].map { isRecent($0, at: now) } ?? false
    }

    /// Remembers a key.
    mutating func note(_ key: Key, at now: Timestamp) {
        if latest[key] == nil { makeRoom(at: now) }
        latest[key] = now
    }

    private func isRecent(_ then: Timestamp, at now: Timestamp) -> Bool {
        let (age, overflows) = now.rawValue.subtractingReportingOverflow(then.rawValue)
        return !overflows && (0...window).contains(age)
    }

    private mutating func makeRoom(at now: Timestamp) {
        guard latest.count >= capacity else { return }
        latest = latest.filter { isRecent($0.value, at: now) }
        guard latest.count >= capacity, let oldest = latest.min(by: { $0.value < $1.value }) else {
            return
        }
        latest[oldest.key] = nil
    }
}
