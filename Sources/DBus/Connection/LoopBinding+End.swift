// SPDX-License-Identifier: Apache-2.0
import GLibLoop

/// The last calls of a program that is about to end.
extension LoopBinding {
    /// Time in which calls are read, and pauses end, at the end. A sender that goes on, or whose
    /// calls cost much, must not prevent the end.
    static let lastCallsTime = Duration.milliseconds(500)

    /// Handles all calls that have arrived; for a program that is about to end.
    ///
    /// A signal may end the program before the loop has read from the socket, and blocking calls
    /// put what they read meanwhile into libdbus's queue. So this reads both.
    ///
    /// - Parameter time: Time in which calls are read, and pauses end.
    func takeAllTurns(within time: Duration = lastCallsTime) {
        guard !isDispatching else { return }
        let end = ContinuousClock.now + time
        var hasTime: Bool { ContinuousClock.now < end }
        repeat {
            // A client may pause because of a call that was read or handled just now.
            if hasTime { endAllPauses() }
            let isUnread = hasTime && (bytesLeft > 0 || hasMessages)
            guard turns.hasNext || isUnread else { return }
            runBatch(isUnread && bytesLeft > 0 ? .readable : [], isLast: true)
        } while !isClosed
    }

    /// Ends the pauses that the connection itself has begun.
    private func endAllPauses() {
        endPauses(at: accounts.lastEnd ?? .now)
        for sender in preparations?.endAll() ?? [] { turns.resume(sender, .preparation) }
    }
}
