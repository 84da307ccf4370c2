// SPDX-License-Identifier: Apache-2.0

// Limits the notifications of a client, and of an app, that are shown in a short time.
// Notifications beyond the limit go to the missed list; none is lost or refused.
//
// The numbers: a chat that was offline posts its missed messages at once, tens or now and then a
// few hundred. A build or test script posts one notification per target, some ten per second. No
// user reads twenty popups per second for longer than a moment, and no server shows them: dunst's
// own queue shows a handful at a time. So 500 at once and then 20 per second are above all intended
// uses, and far below the rate of a runaway program.
//
// An app may have twice as much as one of its clients, so that one client cannot use up the
// allowance of its app. A notification that adds no popup counts a tenth: one that replaces an
// older one (progress, 200 per second) and feedback (volume, brightness).
//
// Only notifications that would be shown count; a notification that a Focus silences does not
// disturb the user.

/// The limits of `[Limits]` of `focusd.conf`.
package struct SendingRate: Hashable, Sendable {
    /// Number of notifications at once; 0 is no limit.
    package var burst = Limits.notificationBurst
    /// Number of further notifications per second.
    package var perSecond = Limits.notificationsPerSecond

    package init() {}
}

/// The rest of each client's and each app's ``SendingRate``.
package struct SendingAllowance: Sendable {
    /// The client or app whose allowance is used up.
    package enum Exhausted: Hashable, Sendable {
        case client(PeerName)
        case app(AppID)
    }

    /// The cost of a popup, and of a notification that adds none.
    private static let popup = 10
    private static let update = 1
    /// Ratio of an app's allowance to a client's.
    private static let appFactor = 2

    private let isLimited: Bool
    private var clients: Allowances<PeerName>
    private var apps: Allowances<AppID>

    package init(_ rate: SendingRate) {
        isLimited = rate.burst > 0
        let burst = rate.burst * Self.popup
        let pause = Duration.seconds(1) / max(rate.perSecond * Self.popup, 1)
        clients = Allowances(burst, every: pause, of: Limits.countedSenders)
        apps = Allowances(
            burst * Self.appFactor, every: pause / Self.appFactor, of: Limits.countedSenders)
    }

    /// Uses the allowance for one notification; returns the client or app with too little, or nil.
    package mutating func take(
        client: PeerName, app: AppID, addsPopup: Bool, at now: ContinuousClock.Instant
    ) -> Exhausted? {
        guard isLimited else { return nil }
        let uses = addsPopup ? Self.popup : Self.update
        guard clients.take(uses, for: client, at: now) else { return .client(client) }
        return apps.take(uses, for: app, at: now) ? nil : .app(app)
    }
}

/// Limits how often each of many callers may do something: a burst at once, then one use per pause.
package struct Allowances<Caller: Hashable & Sendable>: Sendable {
    private let burst: Int
    private let pause: Duration
    private let maximumCallers: Int
    /// The time at which each caller has its whole allowance again.
    private var full: [Caller: ContinuousClock.Instant] = [:]

    /// - Parameter maximumCallers: number of remembered callers at which callers with a whole
    ///   allowance are forgotten.
    package init(_ burst: Int, every pause: Duration, of maximumCallers: Int) {
        self.burst = burst
        self.pause = pause
        self.maximumCallers = maximumCallers
    }

    /// Uses some of a caller's allowance. Returns false and uses nothing if too little is left.
    package mutating func take(
        _ uses: Int = 1, for caller: Caller, at now: ContinuousClock.Instant
    ) -> Bool {
        let full = max(self.full[caller] ?? now, now) + pause * uses
        guard full - now <= pause * burst else { return false }
        if self.full.count >= maximumCallers, self.full[caller] == nil {
            self.full = self.full.filter { $0.value > now }
        }
        self.full[caller] = full
        return true
    }

    /// Number of remembered callers.
    package var count: Int { full.count }
}
