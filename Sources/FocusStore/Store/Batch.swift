// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The state of a store's changes since its last commit. Changes only by the functions here.
///
///     none ──addArrival──▶ arrivals ──begin──▶ open ──fail──▶ failed
///       └────────────────begin─────────────────▲
///
/// A failed arrival or ``begin()`` leads from arrivals to failed. ``end()`` leads from each of them
/// back to none.
struct Batch {
    enum State {
        case none
        /// Only arrivals, which go to the journal, and ends of pending notifications.
        case arrivals
        /// A transaction.
        case open
        case failed(StoreError)
    }

    private(set) var state = State.none
    /// True if the open transaction has taken the pending notifications over.
    private(set) var hasAbsorbed = false
    /// True if the last batch failed but its arrivals were kept.
    private(set) var keptArrivals = false

    /// Notes an arrival, or the end of a pending notification. Opens a batch if there is none.
    mutating func addArrival() {
        guard case .none = state else { return }
        keptArrivals = false
        state = .arrivals
    }

    /// Notes the beginning of a transaction.
    mutating func begin() {
        if case .none = state { keptArrivals = false }
        state = .open
    }

    /// Notes that the open transaction has the pending notifications.
    mutating func absorb() {
        hasAbsorbed = true
    }

    /// Notes that the changes are undone.
    /// - Parameter keepsArrivals: True if there were arrivals, and they stay in memory.
    mutating func fail(_ error: StoreError, keepsArrivals: Bool) {
        state = .failed(error)
        hasAbsorbed = false
        if keepsArrivals { keptArrivals = true }
    }

    /// Notes an arrival that stays in memory although its batch has failed.
    mutating func addArrivalAfterFailure() {
        keptArrivals = true
    }

    /// Ends the batch, committed or failed.
    mutating func end() {
        state = .none
        hasAbsorbed = false
    }
}

/// Numbers about the store's contents that need not be counted again, with the changes of the
/// current batch; each is nil until it is counted.
struct KnownNumbers {
    var payloadBytes: Int?
    var historyCount: Int?
    /// The result of ``Store/nextKey()``.
    var nextKey: EntryKey?

    mutating func addPayloadBytes(_ count: Int) {
        if let sum = payloadBytes { payloadBytes = sum + count }
    }

    mutating func addToHistory(_ count: Int) {
        if let sum = historyCount { historyCount = sum + count }
    }

    /// Notes that a key is taken.
    mutating func take(_ key: EntryKey) {
        if let next = nextKey, key >= next { nextKey = EntryKey(rawValue: key.rawValue + 1) }
    }
}
