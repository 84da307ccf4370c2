// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The machine whose user turned a Focus on, where `focus-link` brought it here.
enum LinkNote {
    /// Returns the machine's name if the Focus has been on from there since before `time`.
    @LoopActor static func machine(
        of focus: FocusID?, at time: Timestamp, _ invocation: Invocation
    ) -> String? {
        guard let focus, let activation = (try? invocation.ask(.status))?.activation,
            activation.focus == focus, activation.since <= time
        else { return nil }
        return activation.machine
    }

    /// Returns the Focus's name for a table, with the machine.
    static func text(_ name: String, from machine: String?) -> String {
        name.printable + (machine.map { " (by link from \($0.printable))" } ?? "")
    }
}
