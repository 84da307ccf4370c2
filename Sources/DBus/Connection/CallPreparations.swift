// SPDX-License-Identifier: Apache-2.0
import GLibLoop

/// Begins the preparation of a call, and calls `whenDone` later, once, with the processor time that
/// the preparation took. Returns false for a call that needs none.
package typealias CallPreparation =
    @LoopActor (_ call: Message, _ whenDone: @escaping @LoopActor (Duration) -> Void) -> Bool

/// Long calls that are prepared on another thread while they wait for their turns.
struct CallPreparations {
    /// Length in bytes from which a call is prepared.
    let minimum: Int
    let begin: CallPreparation
    /// Number of calls in preparation, by sender.
    private var counts: [String: Int] = [:]

    init(from minimum: Int, _ begin: @escaping CallPreparation) {
        self.minimum = minimum
        self.begin = begin
    }

    mutating func add(_ sender: String) {
        counts[sender, default: 0] += 1
    }

    /// Notes the end of a preparation. Returns true if it was the sender's last one.
    mutating func end(_ sender: String) -> Bool {
        guard let count = counts[sender] else { return false }
        counts[sender] = count > 1 ? count - 1 : nil
        return count == 1
    }

    /// Notes the end of all preparations, and returns their senders.
    mutating func endAll() -> [String] {
        defer { counts = [:] }
        return Array(counts.keys)
    }
}
