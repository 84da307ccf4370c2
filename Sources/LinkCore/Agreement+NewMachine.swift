// SPDX-License-Identifier: Apache-2.0

extension Agreement.Memory {
    /// Returns the memory of a machine that begins with the home of another one: that of a
    /// newcomer, with the change that the broker has not acknowledged. The other machine may be the
    /// same computer with a new mark, and never send the change.
    package func newcomer(_ machine: MachineID, after former: MachineID) -> Self {
        var memory = Self()
        memory.isNewcomer = true
        guard var pending else { return memory }
        let stamp = pending.change.stamp
        // Others may know a stamp that was sent.
        if !pending.wasSent {
            pending.change.stamp = Stamp(time: stamp.time, count: stamp.count, machine: machine)
            pending.change.switches = pending.change.switches.map { item in
                var item = item
                if item.machine == former { item.machine = machine }
                return item
            }
        }
        memory.pending = pending
        memory.latest = [latest, pending.change.stamp].compactMap(\.self).max()
        // focusd has made the change itself.
        memory.action = action
        memory.window = window
        if followed == stamp {
            memory.followed = pending.change.stamp
            memory.done = pending.change.switches
        }
        return memory
    }
}
