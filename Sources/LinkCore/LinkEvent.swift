// SPDX-License-Identifier: Apache-2.0

/// The last action on the switches of this machine's focusd.
package struct LocalAction: Hashable, Sendable {
    /// Milliseconds since 1970, later for each action than for the one before: the action's
    /// identity.
    package var time: Int64
    /// True if the link made it.
    package var isOurs: Bool

    package init(time: Int64, isOurs: Bool) {
        self.time = time
        self.isOurs = isOurs
    }
}

/// The state of this machine's focusd that the link shares.
package struct LocalState: Hashable, Sendable {
    package var action: LocalAction?
    /// The switches in force, oldest first, except those that end with the login session.
    package var switches: [SharedSwitch]
    /// True if the last action ends with the login session, and so stays on this machine.
    package var isOfSession: Bool
    /// The Focus that a schedule or a trigger with `Share=true` has turned on; without an end for a
    /// trigger.
    package var shared: SharedSwitch?
    /// True while a trigger or a hold decides that stays on this machine. Schedules go on below it.
    package var hasLocalTrigger: Bool

    package init(
        action: LocalAction? = nil, switches: [SharedSwitch] = [], isOfSession: Bool = false,
        shared: SharedSwitch? = nil, hasLocalTrigger: Bool = false
    ) {
        self.action = action
        self.switches = switches
        self.isOfSession = isOfSession
        self.shared = shared
        self.hasLocalTrigger = hasLocalTrigger
    }
}

/// An event for ``Agreement``.
package enum LinkEvent: Hashable, Sendable {
    // The broker.
    /// The broker accepted the connection. Subscriptions of an earlier connection are over.
    case connected
    case disconnected
    /// Everything that the broker had retained has arrived.
    case readAll
    /// The time of ``LinkEffect/wait(_:)`` is over.
    case waited
    /// A change from another machine, checked. `clock` is the time that the sender's clock showed,
    /// nil for a message that the broker had retained. `isPassedOn` is true if the sender did not
    /// make the change.
    case heard(Change, clock: Int64?, isPassedOn: Bool = false)
    /// The own topic has this change.
    case echoed(Change)
    /// The topic of another machine has no change any more.
    case emptied
    /// The broker has the change with this stamp.
    case acknowledged(Stamp)
    /// Another machine came, went or answered this machine.
    case peer(MachineID, Peer, ClockAnswer?)
    /// Another machine asks for this machine's clock, and says what its own shows.
    case asked(ClockQuestion)
    /// Another machine left the link.
    case forgot(MachineID)

    // The clock.
    /// The time of ``LinkEffect/wake(at:)`` has come.
    case woke
    /// The clock was set forward, or (negative) back, by this number of milliseconds.
    case clockSet(by: Int64)

    // focusd.
    /// A reading of focusd, perhaps from before the last ``followed(_:action:)``; nil if focusd is
    /// not there.
    case local(LocalState?)
    /// The set of Focuses on this machine has changed.
    case focusesChanged
    /// focusd has applied a change; `action` is the number of the action that this made.
    case followed(Stamp, action: Int64)
    case followFailed(Stamp, FollowFailure)
}

/// A question for the clocks of the other machines.
package struct ClockQuestion: Hashable, Sendable {
    package var machine: MachineID
    /// The time that the clock of the asking machine showed: the question's identity.
    package var asked: Int64

    package init(machine: MachineID, asked: Int64) {
        self.machine = machine
        self.asked = asked
    }
}

/// The answer to a question of this machine.
package struct ClockAnswer: Hashable, Sendable {
    package var asked: Int64
    /// The time that the other machine's clock showed.
    package var clock: Int64

    package init(asked: Int64, clock: Int64) {
        self.asked = asked
        self.clock = clock
    }
}

/// The reason why focusd did not do a change.
package enum FollowFailure: Hashable, Sendable {
    /// The machine has no such Focus.
    case unknownFocus
    /// The user switched meanwhile; a reading follows.
    case changedMeanwhile
    /// focusd did not answer; a reading follows when it does.
    case unreachable
}

/// An effect of ``Agreement``, to be performed in order.
package enum LinkEffect: Hashable, Sendable {
    /// Writes the memory before the next effects.
    case store(Agreement.Memory)
    /// Publishes a change, retained, on the machine's own topic.
    case publish(Change)
    /// Takes the change off the machine's own topic.
    case emptyTopic
    /// Publishes the presence. Where it asks, others answer with their clocks.
    case publishPresence(asks: Int64?, answers: ClockQuestion?)
    /// Answers with ``LinkEvent/waited`` after this time.
    case wait(Duration)
    /// Answers with ``LinkEvent/woke`` at this time by the machine's clock, and not at the time of
    /// an earlier such effect; nil for no time.
    case wake(at: Int64?)
    /// Asks the broker for everything that it has retained.
    case fetch
    /// Reads focusd again, for ``LinkEvent/local(_:)``.
    case read
    /// Asks focusd to apply a change, unless its last action is later than `after`.
    case follow(Change, after: Int64?)
}
