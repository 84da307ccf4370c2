// SPDX-License-Identifier: Apache-2.0

// The user's switches on several machines. `focus-link` reads the last action and the switches
// after it, and hands over those of another machine as an action of its own.

extension Agenda {
    /// The last action on the switches.
    package struct Action: Hashable, Sendable {
        /// The time of the action, later than that of every earlier action: the action's identity.
        package var time: Timestamp
        /// True if `focus-link` made the action.
        package var isByLink: Bool

        package init(time: Timestamp, isByLink: Bool) {
            self.time = time
            self.isByLink = isByLink
        }
    }

    /// Replaces the switches with those of another machine.
    ///
    /// - Parameter switches: Oldest first. A switch in the future counts as one of now.
    package mutating func follow(_ switches: [Switch], at now: Timestamp) {
        removeAllSwitches()
        var earlier = Timestamp(rawValue: .min)
        for item in switches.suffix(Limits.switches) {
            var item = item
            item.since = min(max(item.since, earlier), now)
            earlier = item.since
            self.switches.append(item)
        }
        advance(to: now)
        note(Action(time: now, isByLink: true))
    }

    /// Remembers an action, with a time of its own.
    mutating func note(_ action: Action) {
        let earliest = lastAction.map { $0.time.adding(1) } ?? action.time
        lastAction = Action(time: max(action.time, earliest), isByLink: action.isByLink)
    }
}

extension Agenda.Action {
    var line: String { "acted \(time.rawValue)" + (isByLink ? " link" : "") }

    /// Reads the text behind the first word of ``line``.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let first = words.first, let time = Int64(first) else { return nil }
        self.init(time: Timestamp(rawValue: time), isByLink: words.dropFirst().first == "link")
    }
}
