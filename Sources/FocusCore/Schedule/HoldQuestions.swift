// SPDX-License-Identifier: Apache-2.0

// A sandboxed app may hold a Focus on only after the user has agreed. An app has one question at a
// time. After a question without a grant the app has to wait, longer if the user declined: an app
// must not wear the user down by asking again, nor use the question to show its text.

/// The sandboxed apps that ask for a hold, and those that have to wait before they may ask again.
package struct HoldQuestions: Sendable {
    /// The reason why the user is not asked.
    package enum Refusal: Error, Hashable {
        /// The app's last question has no answer yet.
        case asking
        /// The app may ask again after this time.
        case waiting(Duration)
        /// Too many apps have to wait.
        case tooMany
    }

    private var asking: Set<AppID> = []
    /// The time from which on each app may ask again.
    private var pauses: [AppID: ContinuousClock.Instant] = [:]

    package init() {}

    /// Begins a question of an app.
    package mutating func begin(
        for app: AppID, at now: ContinuousClock.Instant
    ) throws(Refusal) {
        if asking.contains(app) { throw .asking }
        if let end = pauses[app], end > now { throw .waiting(end - now) }
        pauses = pauses.filter { $0.value > now }
        guard asking.count + pauses.count < Limits.holdAskers else { throw .tooMany }
        asking.insert(app)
    }

    /// Ends a question of an app.
    package mutating func end(
        for app: AppID, _ answer: HoldAnswer, at now: ContinuousClock.Instant
    ) {
        guard asking.remove(app) != nil else { return }
        switch answer {
        case .granted: break
        case .declined: pauses[app] = now + Limits.holdDeclinedPause
        case .unanswered: pauses[app] = now + Limits.holdUnansweredPause
        }
    }
}
