// SPDX-License-Identifier: Apache-2.0

/// The runs of hooks that wait, and the number of those in progress.
///
/// Any app can cause runs about notifications, so the runs about a Focus have places of their own
/// and go first.
package struct HookQueue<Run: Sendable>: Sendable {
    private var waiting: [(app: AppID, client: PeerName?, run: Run)] = []
    private var waitingOfFocuses: [Run] = []
    private var running = 0
    /// Number of runs that were left out since the queue was full, until ``takeDropped()``.
    private var dropped = 0

    package init() {}

    /// Adds a run about the start or end of a Focus, unless too many wait.
    package mutating func add(_ run: Run) {
        if waitingOfFocuses.count < Limits.waitingFocusHooks {
            waitingOfFocuses.append(run)
        } else {
            dropped += 1
        }
    }

    /// Returns the room for runs about a notification of an app: too many may wait, or half as many
    /// of the app or its client.
    ///
    /// - Parameter client: the client that sent the notification; nil for one that sends for all
    ///   apps.
    package func room(about app: AppID, of client: PeerName?) -> Int {
        let ofApp = waiting.count { $0.app == app }
        let ofClient = client == nil ? 0 : waiting.count { $0.client == client }
        let rest = Limits.waitingHooks / 2 - max(ofApp, ofClient)
        return max(min(Limits.waitingHooks - waiting.count, rest), 0)
    }

    /// Adds runs about one notification as far as there is ``room(about:of:)``, and leaves out the
    /// others.
    ///
    /// - Parameters:
    ///   - count: the number of runs.
    ///   - firstRuns: returns as many of the runs as its argument says; not called without room.
    ///     It must not use the queue.
    package mutating func add(
        _ count: Int, about app: AppID, of client: PeerName?, _ firstRuns: (Int) -> [Run]
    ) {
        let kept = min(room(about: app, of: client), count)
        if kept > 0 { waiting += firstRuns(kept).map { (app, client, $0) } }
        dropped += count - kept
    }

    /// Returns the next run to begin; nil if there is none or the maximum is in progress.
    package mutating func next() -> Run? {
        guard running < Limits.runningHooks, hasWaiting else { return nil }
        running += 1
        return waitingOfFocuses.isEmpty ? waiting.removeFirst().run : waitingOfFocuses.removeFirst()
    }

    private var hasWaiting: Bool { !waiting.isEmpty || !waitingOfFocuses.isEmpty }

    /// Records the end of a run.
    package mutating func ended() { running -= 1 }

    /// Returns the number of runs that were left out, once no run waits; nil if there are none.
    package mutating func takeDropped() -> Int? {
        guard !hasWaiting, dropped > 0 else { return nil }
        defer { dropped = 0 }
        return dropped
    }
}
