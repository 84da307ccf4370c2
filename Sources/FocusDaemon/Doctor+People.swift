// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

// A list of people that nobody matches lets everybody's notifications through, or nobody's, without
// a word: apps name people in other ways than the list does. A week is long enough to hear from
// somebody on it. A list that has changed since is not judged, nor is one while nothing arrives.

extension Doctor {
    /// The days after which a list of people that nobody matched is told.
    static let daysWithoutMatch: Int64 = 7

    /// The lists of people that no notification has matched for a week.
    var peopleChecks: [DoctorCheck] {
        let focuses = engine.focuses.values.filter { !$0.people.members.isEmpty }
            .sorted { $0.id < $1.id }
        guard !focuses.isEmpty else { return [] }
        let now = Timestamp.now
        let since = Timestamp(rawValue: now.rawValue - Self.daysWithoutMatch * 86_400_000)
        let directory = FocusDirectory()
        let old = focuses.filter {
            FileStamp(directory.path(of: $0.id)).seconds < since.rawValue / 1_000
        }
        let people = old.isEmpty ? [] : engine.seenPeople(since: since).map(\.name)
        let isQuiet = (engine.seenApps.first?.latest ?? Timestamp(rawValue: 0)) < since
        let named = Set(people.flatMap(PersonKey.keys))
        let unmatched =
            isQuiet ? [] : old.filter { $0.people.members.isDisjoint(with: named) }
        engine.troubles.note(
            .peopleUnmatched, only: Set(unmatched.map { check($0) }), at: now)
        guard !unmatched.isEmpty else {
            let count = focuses.count == 1 ? "1 list" : "\(focuses.count) lists"
            return [DoctorCheck(check: "people", isGood: true, detail: "\(count), in use")]
        }
        return unmatched.map { focus in
            DoctorCheck(
                check: check(focus),
                detail: "no notification of the last \(Self.daysWithoutMatch) days named anybody on"
                    + " the People list of \(focus.name)"
                    + (people.isEmpty
                        ? "; no app named anybody"
                        : "; apps named \(people.prefix(5).joined(separator: ", "))"),
                problem: DoctorCheck.Problem(
                    .peopleUnmatched,
                    since: engine.troubles.beginning(of: .peopleUnmatched, check(focus)),
                    remedy: "list people as their apps name them: focus-switch allow --focus"
                        + " \(focus.id) --person, then press Tab"))
        }
    }

    private func check(_ focus: Focus) -> String { "people \(focus.id)" }
}
