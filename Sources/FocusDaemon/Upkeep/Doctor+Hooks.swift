// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

extension Doctor {
    /// Checks of the user's programs at events; none without such programs.
    var hookChecks: [DoctorCheck] {
        guard let hooks = engine.hooks, hooks.count > 0 else { return [] }
        let failures = hooks.failures.all.sorted { $0.key < $1.key }
        guard !failures.isEmpty else {
            let count = hooks.count == 1 ? "1 hook" : "\(hooks.count) hooks"
            return [DoctorCheck(check: "hooks", isGood: true, detail: "\(count), no failure")]
        }
        return failures.map { name, failure in
            DoctorCheck(
                check: "hook \(name)", detail: failure.text,
                problem: DoctorCheck.Problem(
                    .hookFailing, since: failure.first, latest: failure.latest,
                    remedy: "correct [Hook \(name)] of focusd.conf or its program; the output is in"
                        + " the log, which is where “focus-switch log” says"))
        }
    }
}

extension HookFailures.Failure {
    /// The last failure in words, with the number of failures in a row.
    var text: String {
        let focus = focusName.isEmpty ? "" : " of \(focusName)"
        let event =
            event.isAboutNotification
            ? "a \(self.event.rawValue) notification" : "the \(self.event.rawValue)\(focus)"
        let times = count == 1 ? "failed" : "failed \(count) times in a row, last"
        let written = line.map { " and wrote “\($0)”" } ?? ""
        return "\(times) at \(event): \(reason)\(written)"
    }
}
