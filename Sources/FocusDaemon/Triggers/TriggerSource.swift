// SPDX-License-Identifier: Apache-2.0

// What a Focus can be on with is seen by sources. Each looks at one part of the desktop, only while
// a Focus asks for it, and only when told that something has changed there: none of them polls, and
// one that nobody asks for costs nothing.

import FocusCore
import GLibLoop

/// Something that sees triggers begin and end.
@LoopActor protocol TriggerSource: AnyObject {
    var source: Trigger.Source { get }
    /// Told with what holds of those that are asked for whenever that may have changed; first when
    /// it is known.
    var onChange: ((Set<Trigger>) -> Void)? { get set }
    /// Why it cannot see what is asked for; nil where it can, or nothing is.
    var trouble: TriggerTrouble? { get }
    /// These of its triggers are asked for, and no others; none: it rests.
    func follow(_ triggers: Set<Trigger>)
}

/// Why triggers cannot be seen, and what the user can do.
struct TriggerTrouble: Hashable, Sendable {
    let detail: String
    let remedy: String
}
