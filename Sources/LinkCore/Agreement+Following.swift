// SPDX-License-Identifier: Apache-2.0

// Policy. A machine whose role follows has focusd do the newest change, unless focusd has done it
// or has no such Focus. It waits while the link is joining and a change of its own is pending: the
// clocks of the others may show that this change is the newest. A trigger of this machine that
// decides here stays a trigger. A later end of another machine's trigger does not replace a
// trigger, hold or switch that stays on this machine.

extension Agreement {
    /// Has focusd do the newest change, if the policy above wants that.
    mutating func follow(_ now: Int64, _ effects: inout [LinkEffect]) {
        guard role.contains(.follows), let local, phase != .joining || memory.pending == nil,
            let newest, !hasFollowed, following?.stamp != newest.stamp
        else { return }
        let change = newest.inForce(at: now).without(machine)
        // focusd's own trigger turns the Focus on here, and would end below a switch.
        if isOwnShared(now) {
            if awaitsReading { return }
            if local.shared != nil, change.switches.map(\.untagged) == local.switches {
                return note(newest)
            }
        }
        if isRenewal(newest, now), coversRenewals(local) { return }
        following = change
        hasNewFocuses = false
        effects.append(.follow(change, after: local.action?.time))
    }

    /// Remembers a change that focusd has done.
    mutating func note(_ change: Change) {
        memory.followed = change.stamp
        memory.done = change.switches
    }

    /// True if focusd has done the newest change, or cannot do it.
    var hasFollowed: Bool {
        guard role.contains(.follows), let newest else { return true }
        return newest.stamp == memory.followed || newest.stamp == unknown
    }

    /// Notes that focusd has done the change of a stamp, as its own action of that time.
    mutating func endFollowing(_ stamp: Stamp, _ action: Int64) {
        guard let following, following.stamp == stamp else { return }
        self.following = nil
        note(following)
        awaitsReading = true
        memory.action = action
        local?.action = LocalAction(time: action, isOurs: true)
    }

    /// Notes that focusd has not done the change of a stamp.
    mutating func endFollowing(_ stamp: Stamp, _ failure: FollowFailure) {
        guard following?.stamp == stamp else { return }
        following = nil
        switch failure {
        // The signal about a new Focus may overtake the answer; then focusd is asked once more.
        case .unknownFocus: if !hasNewFocuses { unknown = stamp }
        // The next reading tells.
        case .changedMeanwhile, .unreachable: local = nil
        }
    }
}
