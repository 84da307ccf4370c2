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

extension LoopBinding {
    /// Begins to prepare a long call, and pauses its sender's calls until that is done.
    func prepare(_ call: Message) {
        guard let preparations, call.byteCount >= preparations.minimum else { return }
        let sender = call.payer
        let isBegun = preparations.begin(call) { [weak self] time in
            // Charged as the loop's own time, so that a client's long calls leave time for others.
            self?.charge(time, for: call, at: .now)
            self?.prepared(sender)
        }
        guard isBegun else { return }
        self.preparations?.add(sender)
        pauseCalls(of: sender, .preparation)
    }

    private func prepared(_ sender: String) {
        if preparations?.end(sender) == true { resumeCalls(of: sender, .preparation) }
    }
}
