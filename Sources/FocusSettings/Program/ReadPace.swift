// SPDX-License-Identifier: Apache-2.0

/// The pace at which a part of focusd's state is read again while it changes all the time.
///
/// In a flood, each notification changes the missed list, its number and the counters. The pause
/// leaves four fifths of the time to other work, in the window and in focusd. A part that is read
/// fast, and one that changes once, is shown at once.
enum ReadPace {
    /// Returns the pause after a read that took so long.
    static func pause(after duration: Duration) -> Duration {
        min(max(duration * 4, .zero), .seconds(2))
    }
}
