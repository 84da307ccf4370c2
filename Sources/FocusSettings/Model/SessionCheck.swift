// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire

/// The checks of the session and the link. `focus-switch doctor` does them, for itself and for the
/// window.
enum SessionCheck: Hashable, Sendable {
    case unknown
    case checked([DoctorCheck])
    /// They could not be read, for this reason.
    case unchecked(String)

    /// The checks; empty before they were read.
    var checks: [DoctorCheck] { if case .checked(let checks) = self { checks } else { [] } }
}

extension DoctorCheck {
    /// Reads a check in the form of `focus-switch doctor --json`. Checks of the session and of the
    /// link have no times.
    init?(_ value: JSONValue) {
        guard case .string(let check) = value["check"], case .boolean(let isGood) = value["ok"],
            case .string(let detail) = value["detail"]
        else { return nil }
        self.init(check: check, isGood: isGood, detail: detail)
        guard case .string(let kind) = value["problem"] else { return }
        let remedy = if case .string(let text) = value["remedy"] { text } else { "" }
        problem = Problem(ProblemKind(rawValue: kind) ?? .other, remedy: remedy)
    }
}
