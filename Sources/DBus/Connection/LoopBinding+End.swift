// SPDX-License-Identifier: Apache-2.0
import GLibLoop

/// The last calls of a program that is about to end.
extension LoopBinding {
    /// Time for reading at the end. A sender that goes on must not prevent the end.
    private static let lastReadingTime = Duration.milliseconds(500)

    /// Handles all calls that have arrived; for a program that is about to end.
    ///
    /// A signal may end the program before the loop has read from the socket, and blocking calls
    /// put what they read meanwhile into libdbus's queue. So this reads both.
    func takeAllTurns() {
        guard !isDispatching else { return }
        endPauses(at: accounts.lastEnd ?? .now)
        for sender in preparations?.endAll() ?? [] { turns.resume(sender, .preparation) }
        let end = ContinuousClock.now + Self.lastReadingTime
        var isUnread: Bool { ContinuousClock.now < end && (bytesLeft > 0 || hasMessages) }
        while !isClosed, turns.hasNext || isUnread {
            runBatch(bytesLeft > 0 && .now < end ? .readable : [], isLast: true)
        }
    }
}
