// SPDX-License-Identifier: Apache-2.0

/// The time from an action of the user to the end that the user chose. Stays right when the clock
/// is set.
package struct UserSpan: Hashable, Sendable {
    package var since: Timestamp
    package var end: Agenda.End

    package init(since: Timestamp, end: Agenda.End) {
        self.since = since
        self.end = end
    }

    /// Moves a beginning in the future to now, since the clock was set back while focusd did not
    /// run. A duration does not grow.
    package mutating func begin(by now: Timestamp) {
        guard since > now else { return }
        if case .after(let moment) = end { end = .after(now.adding(since.distance(to: moment))) }
        since = now
    }

    /// Adapts the span to a clock that was set forward or (negative) back by a number of
    /// milliseconds. A duration keeps its length; an end at a time of the clock keeps that time.
    package mutating func clockWasSet(by step: Int64) {
        since = since.adding(step)
        if case .after(let moment) = end { end = .after(moment.adding(step)) }
    }

    /// Returns true if the end has come.
    package func isOver(at now: Timestamp) -> Bool { end.moment.map { $0 <= now } ?? false }

    /// The span as the store keeps it: the beginning and the end.
    var text: String { "\(since.rawValue)\(end.text)" }

    /// Reads a text of ``text``.
    init?(text: some StringProtocol) {
        let words = text.split(separator: " ").map { Substring($0) }
        guard let first = words.first, let since = Int64(first),
            let end = Agenda.End(words.dropFirst())
        else { return nil }
        self.init(since: Timestamp(rawValue: since), end: end)
    }
}
