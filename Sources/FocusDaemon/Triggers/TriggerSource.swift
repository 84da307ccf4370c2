// SPDX-License-Identifier: Apache-2.0

// Sources detect the triggers of Focuses. Each source watches one part of the desktop, only while a
// Focus uses its triggers, and only by notifications of changes. No source polls, and an unused
// source costs nothing.

import FocusCore
import GLibLoop

/// Detects the start and the end of triggers.
@LoopActor protocol TriggerSource: AnyObject {
    var source: Trigger.Source { get }
    /// Called with the followed triggers that are true now, after each possible change. The first
    /// call comes once the state is known.
    var onChange: ((Set<Trigger>) -> Void)? { get set }
    /// One problem for each followed trigger that cannot be detected.
    var problems: [TriggerProblem] { get }
    /// True once ``problems`` are known. ``onChange`` is called when this becomes true.
    var isSettled: Bool { get }
    /// Follows exactly these of its triggers. Stops if there are none.
    func follow(_ triggers: Set<Trigger>)
    /// Adapts to changed settings. The followed triggers stay.
    func settingsChanged()
    /// Starts programs that could not be started before, and may be installed by now.
    func retry()
    /// Follows the session to its display, which has appeared.
    func displayAppeared()
    /// Calls the body once with the kinds that the source cannot detect in this session, or only in
    /// part. No Focus need use them.
    func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void)
}

extension TriggerSource {
    var isSettled: Bool { true }

    func retry() {}

    func displayAppeared() { retry() }

    func settingsChanged() {}
}

/// Reason for an undetectable trigger, and a remedy for the user.
struct TriggerProblem: Hashable, Sendable {
    let trigger: Trigger
    let detail: String
    let remedy: String
}

/// Possibility to detect a kind of triggers in this session.
struct KindFinding: Hashable, Sendable {
    let isAvailable: Bool
    /// The reason why triggers of the kind, or some of them, cannot be detected.
    let reason: String?

    static let available = KindFinding(isAvailable: true, reason: nil)

    static func missing(_ reason: String) -> KindFinding {
        KindFinding(isAvailable: false, reason: reason)
    }

    /// Some triggers of the kind cannot be detected.
    static func partly(_ reason: String) -> KindFinding {
        KindFinding(isAvailable: true, reason: reason)
    }
}
