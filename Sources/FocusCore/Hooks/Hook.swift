// SPDX-License-Identifier: Apache-2.0

package import Predicates

/// An event that runs a hook.
package enum HookEvent: String, Sendable, CaseIterable {
    /// A Focus turned on.
    case start
    /// A Focus turned off.
    case end
    case silenced
    case delivered

    /// The event of a decision.
    package init(_ verdict: Verdict) {
        self = verdict == .deliver ? .delivered : .silenced
    }

    /// True for an event about a notification.
    package var isAboutNotification: Bool { self == .silenced || self == .delivered }
}

/// A program of the user that focusd runs at an event (`[Hook NAME]` of focusd.conf).
package struct Hook: Hashable, Sendable {
    package var name: String
    package var events: Set<HookEvent>
    /// The Focuses whose events count; empty for all of them, and for none.
    package var focuses: Set<FocusID> = []
    /// The notifications that count; nil for all of them.
    package var when: Predicate?
    /// The program and its arguments.
    package var command: [String]

    package init(name: String, events: Set<HookEvent>, command: [String]) {
        self.name = name
        self.events = events
        self.command = command
    }

    /// Returns true if the hook runs at an event of a Focus.
    package func wants(_ event: HookEvent, of focus: FocusID?) -> Bool {
        events.contains(event) && (focuses.isEmpty || focus.map(focuses.contains) ?? false)
    }
}

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

    /// Returns how many runs about a notification of an app may be added: too many may wait, or
    /// half as many of the app or its client.
    ///
    /// - Parameter client: the client that sent the notification; nil for one that sends for all
    ///   apps.
    package func room(about app: AppID, of client: PeerName?) -> Int {
        let ofApp = waiting.count { $0.app == app }
        let ofClient = client == nil ? 0 : waiting.count { $0.client == client }
        let rest = Limits.waitingHooks / 2 - max(ofApp, ofClient)
        return max(min(Limits.waitingHooks - waiting.count, rest), 0)
    }

    /// Adds a run about a notification of an app, unless there is no ``room(about:of:)``.
    package mutating func add(_ run: Run, about app: AppID, of client: PeerName?) {
        add(CollectionOfOne(run), about: app, of: client)
    }

    /// Adds runs about one notification as far as there is room, for which the queue is counted
    /// once.
    package mutating func add(
        _ runs: some Collection<Run>, about app: AppID, of client: PeerName?
    ) {
        let kept = runs.prefix(room(about: app, of: client))
        waiting += kept.map { (app, client, $0) }
        dropped += runs.count - kept.count
    }

    /// Notes runs that are left out, since there is no room for them.
    package mutating func leaveOut(_ count: Int) { dropped += count }

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
