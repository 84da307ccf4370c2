// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The origin of the active Focus: a machine from which `focus-link` brought it here, or a hold.
struct FocusOrigin {
    /// The name of the machine whose user turned the Focus on.
    let machine: String?
    /// The reason of the hold.
    let holder: String?

    /// Asks focusd for the origin; unknown unless the Focus has been on since before `time`.
    @LoopActor init(of focus: FocusID?, at time: Timestamp, _ invocation: Invocation) {
        let activation = focus == nil ? nil : (try? invocation.ask(.status))?.activation
        guard let activation, activation.focus == focus, activation.since <= time else {
            machine = nil
            holder = nil
            return
        }
        machine = activation.machine
        holder = if case .hold(_, let reason) = activation.trigger { reason } else { nil }
    }

    /// Returns the Focus's name for a table, with the machine.
    func text(_ name: String) -> String {
        name.printable + (machine.map { " (by link from \($0.printable))" } ?? "")
    }
}
