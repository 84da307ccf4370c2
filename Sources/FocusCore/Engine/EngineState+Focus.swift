// SPDX-License-Identifier: Apache-2.0

/// The active Focus: the user's switches and skipped windows, login sessions, schedules, triggers
/// and delivery times.
extension EngineState {
    /// Applies settings that were read again. If the limits changed, all clients and apps start
    /// with a full allowance.
    package mutating func configure(
        _ new: EngineConfiguration, at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) {
        if new.rate != configuration.rate { allowance = SendingAllowance(new.rate) }
        var lost: LostFocus?
        if let focus = activation?.focus, new.focuses[focus] == nil {
            effects.append(.notice(.focusWithoutFile(focus)))
            lost = LostFocus(
                focus: focus, name: focuses[focus]?.name ?? focus.rawValue, time: now,
                isRefused: new.refused.contains(focus))
        }
        configuration = new
        agenda.setFocuses(focuses.values)
        triggerReports.keep(agenda.triggers)
        effects.append(.row(.setAgenda))
        updateAppsHeardBefore(&effects)
        updateHiddenBadges()
        if !advance(to: now, rules, into: &effects) { policyIsDue(&effects) }
        if let lost { self.lost = lost }
    }

    /// Returns the Focus with that id or name, ignoring letter case.
    package func focus(named text: String) -> Focus? {
        if let exact = focuses[FocusID(text)] { return exact }
        let folded = text.lowercased()
        return focuses.ordered.first {
            $0.id.rawValue.lowercased() == folded || $0.name.lowercased() == folded
        }
    }

    /// Turns a Focus on at the user's request.
    package mutating func activate(
        _ focus: FocusID, until end: Agenda.End = .never, from machine: String? = nil,
        at now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) {
        agenda.turnOn(focus, until: end, at: now, from: machine)
        switched(at: now, rules, &effects)
    }

    /// Takes over the switches of another machine. If the user turned the Focus off there, the
    /// effect of earlier requests for quiet ends here, too.
    package mutating func follow(
        _ switches: [Agenda.Switch], at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) {
        agenda.follow(switches, at: now)
        // The link may tell the same action twice, or hours later. Requests after it keep their
        // effect.
        if let off = agenda.switches.last(where: { $0.focus == nil }) {
            store(inhibitions: inhibitions.overrule(through: off.since), &effects)
        }
        switched(at: now, rules, &effects)
    }

    private mutating func switched(
        at now: Timestamp, _ rules: some LocalTimeRules, _ effects: inout [EngineEffect]
    ) {
        lost = nil
        agendaChanged(at: now, rules, &effects)
        effects.append(.changed(.switched))
    }

    /// Turns the active Focus off.
    package mutating func deactivate(
        at now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) {
        guard activation != nil else { return }
        store(inhibitions: inhibitions.overrule(), &effects)
        agenda.turnOff(at: now)
        switched(at: now, rules, &effects)
    }

    /// Sets the active triggers of a source. `present` is the complete set.
    ///
    /// - Returns: false if nothing changed.
    package mutating func setActiveTriggers(
        _ present: Set<Trigger>, of source: Trigger.Source, at now: Timestamp,
        _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) -> Bool {
        let before = agenda
        agenda.setActiveTriggers(present, of: source, at: now)
        triggerReports.record(present, at: now)
        if agenda != before {
            agendaChanged(at: now, rules, &effects)
        } else if triggerReports.isAwaited {
            _ = advance(to: now, rules, into: &effects)
        } else {
            return false
        }
        return true
    }

    /// Ends the Focuses and mutes of an earlier login session, as the user logs out or in. Returns
    /// false if the session is the same.
    package mutating func sessionChanged(
        to session: String, at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) -> Bool {
        guard session != agenda.session else { return false }
        agenda.sessionChanged(to: session)
        if mutes.enter(session: session) { mutesChanged(&effects) }
        endWaitingPopups(&effects)
        agendaChanged(at: now, rules, &effects)
        return true
    }

    /// Skips one window of a schedule, or lets it occur again.
    ///
    /// - Parameter moment: a time within the window; nil for the current or next window.
    /// - Returns: the window; nil if there is no such window to skip or to bring back.
    package mutating func skip(
        _ focus: FocusID, _ schedule: String, at moment: Timestamp?, isSkipped: Bool,
        now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) -> Agenda.WindowTimes? {
        let times =
            isSkipped
            ? agenda.skip(focus, schedule, at: moment, now: now, rules)
            : agenda.unskip(focus, schedule, at: moment, now: now, rules)
        guard let times else { return nil }
        agendaChanged(at: now, rules, &effects)
        return times
    }

    /// Adapts the agenda to a change of the system clock by `step` milliseconds.
    package mutating func clockWasSet(by step: Int64, into effects: inout [EngineEffect]) {
        agenda.clockWasSet(by: step)
        effects.append(.row(.setAgenda))
        if !mutes.isEmpty {
            mutes.clockWasSet(by: step)
            effects.append(.row(.setMutes))
        }
        if !snoozes.isEmpty {
            snoozes.clockWasSet(by: step)
            effects.append(.row(.setSnoozes))
        }
        if !inhibitions.isEmpty {
            inhibitions.clockWasSet(by: step)
            store(inhibitions: inhibitions.cookies, &effects)
        }
    }

    /// Stores a changed agenda, and performs the changes that are due now.
    mutating func agendaChanged(
        at now: Timestamp, _ rules: some LocalTimeRules, _ effects: inout [EngineEffect]
    ) {
        effects.append(.row(.setAgenda))
        _ = advance(to: now, rules, into: &effects)
    }

    /// Performs the changes that are due, and asks to be called at the next one.
    /// - Returns: true if the active Focus changed.
    package mutating func advance(
        to now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) -> Bool {
        let before = agenda
        agenda.advance(to: now)
        if agenda != before { effects.append(.row(.setAgenda)) }
        var activation = agenda.lastingOutcome(at: now, rules) ?? quietActivation(at: now)
        let isChanged = activation?.focus != self.activation?.focus
        if !isChanged, let since = self.activation?.since { activation?.since = since }
        if isChanged {
            // Popups of the first Focus would interrupt a second one: they stay in the missed list,
            // and the summary after the second Focus counts them.
            if activation == nil { deliverBeforeChange(at: now, rules, before, &effects) }
            change(to: activation, at: now, &effects)
        } else if activation != self.activation {
            self.activation = activation
            effects.append(.row(.setActivation(activation)))
            effects.append(.changed(.activation))
        }
        isRestored = false
        advanceMutes(to: now, &effects)
        advanceSnoozes(to: now, &effects)
        let moments = [
            agenda.nextChange(after: now, rules),
            advanceDeliveries(to: now, rules, before, &effects),
            mutes.nextEnd, snoozes.nextEnd,
        ]
        effects.append(.request(.wake(moments.compactMap(\.self).min())))
        return isChanged
    }

    /// Changes the active Focus, to none if `new` is nil.
    ///
    /// Focuses that follow each other without a pause have one summary, after the last one: a
    /// summary in between would interrupt the next Focus.
    private mutating func change(
        to new: Activation?, at now: Timestamp, _ effects: inout [EngineEffect]
    ) {
        let wasInhibited = isInhibited
        let hadFocus = activation != nil
        if !hadFocus, new != nil {
            quietSince = live.nextEntryKey
            effects.append(.row(.setQuietSince(quietSince)))
        } else if hadFocus, new == nil {
            effects.append(.request(.summarize(from: quietSince ?? EntryKey(rawValue: 0))))
            quietSince = nil
            effects.append(.row(.setQuietSince(nil)))
        }
        deliveryTimes = DeliveryTimes(through: now)
        effects.append(.row(.setDeliveryTimes))
        lost = nil
        activation = new
        if hadFocus {
            live.countHeldInBadges()
            effects.append(.row(.countHeldInBadges))
        }
        effects.append(.row(.setActivation(new)))
        policyIsDue(&effects)
        effects.append(.changed(.focus(new?.focus)))
        effects.append(.changed(.activation))
        noteInhibited(was: wasInhibited, &effects)
    }

    /// Delivers the notifications that the active Focus silenced, if a delivery time has passed. A
    /// time between two windows of the Focus, over which the machine slept, does not count.
    ///
    /// - Parameter earlier: the agenda before the change.
    /// - Returns: the time of the next delivery.
    private mutating func advanceDeliveries(
        to now: Timestamp, _ rules: some LocalTimeRules, _ earlier: Agenda,
        _ effects: inout [EngineEffect]
    ) -> Timestamp? {
        guard let activation, let times = focuses[activation.focus]?.deliverAt else {
            triggerReports.endWait()
            return nil
        }
        if let end = waitForTrigger(of: activation, times, at: now, rules) { return end }
        let before = deliveryTimes.through
        deliverIfDue(activation.focus, times, at: now, rules, &effects) { moment in
            earlier.isOn(activation.focus, until: moment, rules)
        }
        if deliveryTimes.through != before { effects.append(.row(.setDeliveryTimes)) }
        return DeliveryTimes.next(times, after: now, rules)
    }

    /// Returns the end of the wait for a report about the trigger of the active Focus, which may be
    /// over; nil if no delivery has to wait.
    private mutating func waitForTrigger(
        of activation: Activation, _ times: [TimeOfDay], at now: Timestamp,
        _ rules: some LocalTimeRules
    ) -> Timestamp? {
        guard let trigger = activation.trigger, trigger.source != .holds,
            let due = DeliveryTimes.next(times, after: deliveryTimes.through, rules), due <= now
        else {
            triggerReports.endWait()
            return nil
        }
        return triggerReports.wait(
            for: trigger, since: due, graceEnd: agenda.fading[trigger], at: now)
    }

    /// Delivers the notifications that the active Focus silenced, if a delivery time has passed
    /// before its end: both passed while the machine slept or focusd did not run.
    ///
    /// - Parameter earlier: the agenda before the change.
    private mutating func deliverBeforeChange(
        at now: Timestamp, _ rules: some LocalTimeRules, _ earlier: Agenda,
        _ effects: inout [EngineEffect]
    ) {
        guard let activation, let times = focuses[activation.focus]?.deliverAt else { return }
        // Deliveries count up to the end of the Focus.
        guard let end = end(of: activation, at: now, rules, earlier) else { return }
        deliverIfDue(activation.focus, times, at: min(now, end), rules, &effects)
    }

    /// Returns the time at which the Focus has ended that was on before a change; nil if nobody
    /// knows it.
    private func end(
        of activation: Activation, at now: Timestamp, _ rules: some LocalTimeRules,
        _ earlier: Agenda
    ) -> Timestamp? {
        // 1. The end of its activation.
        if let end = activation.until { return end }
        // 2. The end by the agenda before the change: focusd may have been restarted since.
        let known = earlier.outcome(at: deliveryTimes.through, rules)
        if let known, known.focus == activation.focus, let end = known.until { return end }
        // 3. It may have ended before the restart, unseen: its switch held until the log-out, and
        // is gone from the agenda, or no source has reported its trigger since.
        let isUnseen = activation.trigger.map { trigger in
            trigger.source != .holds && !triggerReports.hasSeen(trigger)
        }
        if isRestored || isUnseen ?? false { return nil }
        // 4. It ends just now, by a switch or with its trigger.
        return now
    }

    private mutating func deliverIfDue(
        _ focus: FocusID, _ times: [TimeOfDay], at time: Timestamp, _ rules: some LocalTimeRules,
        _ effects: inout [EngineEffect], where isOn: (Timestamp) -> Bool = { _ in true }
    ) {
        guard deliveryTimes.takeDue(times, at: time, rules, where: isOn) else { return }
        let first = quietSince ?? EntryKey(rawValue: 0)
        effects.append(.request(.deliverMissed(of: focus, from: first)))
    }

    // MARK: Policy

    private mutating func policyIsDue(_ effects: inout [EngineEffect]) {
        if !faults.isEmpty { effects.append(.problem(.predicateFailing, isPresent: false)) }
        faults = []
        updateHiddenBadges()
        effects.append(.request(.applyFocus))
    }

    /// Takes the lists of the same settings with other ids of their apps, and the policy with them.
    package mutating func setLists(_ new: EngineConfiguration, _ policy: Policy) {
        configuration = new
        setPolicy(policy)
    }

    /// Replaces the policy.
    package mutating func setPolicy(_ policy: Policy) {
        self.policy = policy
        updateHiddenBadges()
    }
}
