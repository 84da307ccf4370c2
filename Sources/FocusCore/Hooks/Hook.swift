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
