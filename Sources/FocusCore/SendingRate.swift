// SPDX-License-Identifier: Apache-2.0

// How many notifications a client, and an app, may have shown in a short time. What comes beyond that
// is accepted and kept in the missed list; nothing is lost, and nothing is refused.
//
// The numbers. A chat that was away posts what it missed at once: tens, now and then a few hundred. A
// build or test script posts one per target: some ten in a second. Nobody reads twenty popups in a
// second for longer than a moment, and no server shows them: dunst's own queue shows a handful at a
// time. So 500 at once and 20 a second for ever are above what is ever meant, and far below what a
// program that runs away sends.
//
// An app may have twice what a client of it may, so that no single client can use up what its app
// has. What adds no popup counts a tenth: one that takes an older one's place (progress, 200 a second)
// and feedback (volume, brightness).
//
// Only what would be shown is counted: what a Focus silences disturbs nobody.

/// What `[Limits]` of `focusd.conf` says.
package struct SendingRate: Hashable, Sendable {
    /// How many at once; 0 is no limit.
    package var burst = Limits.notificationBurst
    /// How many more each second.
    package var perSecond = Limits.notificationsPerSecond

    package init() {}
}

/// What each client and each app has left of its ``SendingRate``.
package struct SendingAllowance: Sendable {
    /// Whose allowance is used up.
    package enum Exhausted: Hashable, Sendable {
        case client(PeerName)
        case app(AppID)
    }

    /// What one popup uses up, and what adds none.
    private static let popup = 10
    private static let update = 1
    /// How much more an app has than one client of it.
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

    /// Uses up what one notification needs; whose allowance is too small, nil when it was enough.
    package mutating func take(
        client: PeerName, app: AppID, addsPopup: Bool, at now: ContinuousClock.Instant
    ) -> Exhausted? {
        guard isLimited else { return nil }
        let uses = addsPopup ? Self.popup : Self.update
        guard clients.take(uses, for: client, at: now) else { return .client(client) }
        return apps.take(uses, for: app, at: now) ? nil : .app(app)
    }
}
