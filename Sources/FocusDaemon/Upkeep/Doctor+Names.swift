// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

extension Doctor {
    /// Checks of the names that several Focuses have; none if all names differ. The commands refuse
    /// such names, which only files written by hand can have.
    var nameChecks: [DoctorCheck] {
        let groups = engine.state.focuses.values.withSameNames
        engine.problems.note(.namesEqual, only: Set(groups.map { $0[0].name }), at: .now)
        return groups.map { Self.check(ofNamesakes: $0) }.map { check in
            var check = check
            check.problem?.since = engine.problems.beginning(of: .namesEqual, check.check)
            return check
        }
    }

    /// Returns the check of Focuses that have one name.
    nonisolated static func check(ofNamesakes focuses: [Focus]) -> DoctorCheck {
        let ids = focuses.map(\.id.rawValue)
        return DoctorCheck(
            check: focuses[0].name,
            detail: "\(ids.count) Focuses have this name (\(ids.joined(separator: ", "))), so a"
                + " command needs the id",
            problem: DoctorCheck.Problem(
                .namesEqual,
                remedy: "focus-switch rename \(shellQuoted(ids[ids.count - 1])) NAME"))
    }
}
