// SPDX-License-Identifier: Apache-2.0

// Schedules and triggers with `Share=true`.
extension Agreement {
    /// Sends the schedule or trigger that decides on this machine, each time that it begins to
    /// decide, and again if its end has changed.
    mutating func readShared(
        _ state: LocalState, _ now: Int64, _ effects: inout [LinkEffect]
    ) {
        guard let shared = state.shared else { return endShared(state, now, &effects) }
        let window = SharedWindow(since: shared.since, until: shared.until)
        let before = memory.window
        guard window != before else { return }
        memory.window = window
        // A Focus that goes on with another end changes nothing after a newer change.
        if before?.since == window.since, memory.shared != newest?.stamp { return }
        send(shared, state.switches, now, &effects)
    }

    /// Makes the change of a shared schedule or trigger.
    private mutating func send(
        _ shared: SharedSwitch, _ switches: [SharedSwitch], _ now: Int64,
        _ effects: inout [LinkEffect]
    ) {
        var item = shared
        if item.until == nil { item.until = now.adding(LinkLimits.sharedTrigger) }
        change(to: switches + [item], at: now, now, &effects)
        memory.shared = role.contains(.sends) ? memory.followed : nil
    }

    /// Takes back the change of a schedule or trigger that has ended. Waits for the connection,
    /// which tells if there is a newer change.
    private mutating func endShared(
        _ state: LocalState, _ now: Int64, _ effects: inout [LinkEffect]
    ) {
        if let until = memory.window?.until {
            if until <= now {
                // The other machines end the Focus by themselves.
                memory.shared = nil
            } else if state.isCovered || state.isOfSession {
                return
            }
        }
        memory.window = nil
        guard phase == .joined, let stamp = memory.shared else { return }
        memory.shared = nil
        if newest?.stamp == stamp { change(to: state.switches, at: now, now, &effects) }
    }
}
