// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import GLibLoop

extension Doctor {
    /// A check that says what the administrator's files contribute; none without such files.
    /// Problems of the files are in the check of all files.
    var administratorChecks: [DoctorCheck] {
        let focuses = settings.focusFiles.administratorsCount
        let files = settings.administrator.paths
        guard focuses > 0 || !files.isEmpty else { return [] }
        let locks = settings.administrator.lockCount
        let parts =
            [
                focuses == 1 ? "1 Focus" : "\(focuses) Focuses",
                locks == 1 ? "1 lock" : "\(locks) locks",
            ] + files
        return [
            DoctorCheck(
                check: "administrator", isGood: true,
                detail: "the administrator's: " + parts.joined(separator: ", "))
        ]
    }
}
