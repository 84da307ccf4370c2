// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop

// A people list that matches nobody admits all notifications or none, without a message: apps may
// name people differently than the list. A week is long enough for a notification from a listed
// person. Doctor ignores a list that changed within the week, and all lists while no notification
// arrives.

extension Doctor {
    /// Days without a match after which Doctor reports a people list.
    static let daysWithoutMatch: Int64 = 7

    /// Checks of the people lists that no notification has matched for a week.
    var peopleChecks: [DoctorCheck] {
        let focuses = engine.state.focuses.values.filter { !$0.people.members.isEmpty }
            .sorted { $0.id < $1.id }
        guard !focuses.isEmpty else { return [] }
        let now = Timestamp.now
        let since = Timestamp(rawValue: now.rawValue - Self.daysWithoutMatch * 86_400_000)
        let old = focuses.filter {
            FileStamp(settings.file(of: $0.id)?.path ?? "").seconds < since.rawValue / 1_000
        }
        let people = (seen?.people ?? []).filter { $0.latest >= since }.map(\.name)
        let isQuiet = (seen?.apps.first?.latest ?? Timestamp(rawValue: 0)) < since
        let named = Set(people.flatMap(PersonKey.keys))
        let unmatched = isQuiet ? [] : old.filter { !isMatched($0, by: named) }
        engine.problems.note(
            .peopleUnmatched, only: Set(unmatched.map { check($0) }), at: now)
        guard !unmatched.isEmpty else {
            let count = focuses.count == 1 ? "1 list" : "\(focuses.count) lists"
            return [DoctorCheck(check: "people", isGood: true, detail: "\(count) of people")]
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
                    since: engine.problems.beginning(of: .peopleUnmatched, check(focus)),
                    remedy: "list people as their apps name them: focus-switch allow --focus"
                        + " \(focus.id) --person, then press Tab"))
        }
    }

    private func isMatched(_ focus: Focus, by named: Set<PersonKey>) -> Bool {
        focus.people.members.contains { isNamed($0, by: named) }
    }

    /// Returns true for a named person, and for a name such as “John (Acme)” if both parts, as the
    /// titles of messages are read, are named.
    private func isNamed(_ member: PersonKey, by named: Set<PersonKey>) -> Bool {
        if named.contains(member) { return true }
        let parts = PeopleReader.senders(inTitle: member.folded)
        return parts.count > 1 && parts.allSatisfy { named.contains(PersonKey($0)) }
    }

    private func check(_ focus: Focus) -> String { "people \(focus.id)" }
}
