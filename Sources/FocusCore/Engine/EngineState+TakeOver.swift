// SPDX-License-Identifier: Apache-2.0

/// The state of an earlier focusd whose database could not be opened at the start.
extension EngineState {
    /// Takes over the state of an earlier focusd. The knowledge of this run is newer and stays.
    ///
    /// The popups of the earlier focusd are over. A notification whose id is taken, or for which
    /// there is no room, waits in the store for the next start. A Focus of the earlier focusd that
    /// is not on any more has ended: the badges count what it held, and the summary tells of it.
    /// Delivery times of its Focus that have passed meanwhile count once.
    ///
    /// - Parameter session: name of the login session.
    package mutating func takeOver(
        _ earlier: EarlierState, session: String, at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) {
        for entry in earlier.entries { takeOver(entry, &effects) }
        if let text = earlier.snoozes {
            restore(snoozes: text + "\n" + snoozes.text, into: &effects)
            effects.append(.changed(.snoozes))
        }
        let own = live.badges.allOwn
        restore(badges: earlier.badges.filter { own[$0.key] == nil })
        if let text = earlier.appsHeardBefore {
            appsHeardBefore?.formUnion(AppsHeardBefore(text: text))
        }
        takeOverMutes(earlier.mutes, session, &effects)
        let ownAction = agenda.lastAction
        agenda.takeOver(
            earlier.agenda.map(Agenda.init(text:)) ?? Agenda(earlier.activation), session: session)
        agenda.setFocuses(focuses.values)
        effects.append(.row(.setAgenda))
        let hadFocus = activation != nil
        if hadFocus { lengthenQuiet(to: earlier) }
        _ = advance(to: now, rules, into: &effects)
        guard let old = earlier.activation else { return }
        if activation != nil { lengthenQuiet(to: earlier) }
        if let began = activation?.since, activation?.focus == old.focus {
            activation?.since = old.since
            deliver(of: earlier, until: began, session, at: now, rules, &effects)
        } else if hadFocus {
            releaseHeld(of: earlier, &effects)
        } else {
            live.countHeldInBadges()
            effects.append(.row(.countHeldInBadges))
            guard activation == nil else { return }
            deliver(
                of: earlier, until: ownAction?.time ?? now, session, at: now, rules, &effects)
            let first = earlier.quietSince ?? EntryKey(rawValue: 0)
            effects.append(.request(.summarize(from: first)))
        }
    }

    /// Delivers the notifications that the earlier Focus silenced, if one of its delivery times has
    /// passed while it was on: this run did not know them at that time. It has delivered its own;
    /// what it silenced since then waits for the next time.
    ///
    /// - Parameter end: the time from which on the agenda of this run decides. Until then the
    ///   Focus was on as the earlier agenda has it.
    private mutating func deliver(
        of earlier: EarlierState, until end: Timestamp, _ session: String, at now: Timestamp,
        _ rules: some LocalTimeRules, _ effects: inout [EngineEffect]
    ) {
        guard let old = earlier.activation, let delivered = earlier.deliveredThrough,
            let times = focuses[old.focus]?.deliverAt
        else { return }
        var before = earlier.agenda.map(Agenda.init(text:)) ?? Agenda(old)
        before.enter(session: session)
        before.setFocuses(focuses.values)
        // A trigger may have ended before this run. A hold has: its client was not asked to stay.
        let isKnown = old.trigger.map { $0 == activation?.trigger && $0.source != .holds } ?? true
        let after = agenda
        var progress = DeliveryTimes(through: delivered)
        let isDue = progress.takeDue(times, at: now, rules) { moment in
            moment <= end
                ? isKnown && before.isOn(old.focus, until: moment, rules)
                : after.isOn(old.focus, until: moment, rules)
        }
        guard isDue else { return }
        let first = quietSince ?? earlier.quietSince ?? EntryKey(rawValue: 0)
        effects.append(
            .request(.deliverMissed(of: old.focus, from: first, before: live.firstEntryKey)))
    }

    /// Lets the next summary also cover the notifications that the earlier Focus silenced.
    private mutating func lengthenQuiet(to earlier: EarlierState) {
        guard earlier.activation != nil, let first = earlier.quietSince else { return }
        quietSince = min(first, quietSince ?? live.nextEntryKey)
    }

    /// Counts the notifications of the earlier Focus, which has ended, in the badges. The active
    /// Focus holds those of this run.
    private mutating func releaseHeld(of earlier: EarlierState, _ effects: inout [EngineEffect]) {
        for entry in earlier.entries where entry.isHeldFromBadge {
            guard let known = live.facts(of: entry.id), known.key == entry.key,
                known.isHeldFromBadge
            else { continue }
            _ = live.update(entry.id) { $0.isHeldFromBadge = false }
            effects.append(.row(.countInBadge(entry.key)))
        }
    }

    private mutating func takeOver(_ stored: LiveEntry, _ effects: inout [EngineEffect]) {
        var entry = stored
        entry.server = nil
        if stored.state == .shown {
            if stored.isRead { return effects.append(.ended(stored.facts, .read)) }
            entry.state = .expired
            entry.payloadBytes = 0
            effects.append(.row(.expired(stored.key)))
        } else if stored.state == .queued, stored.server != nil {
            effects.append(.row(.setPlace(stored.key, ServerID(rawValue: 0))))
        }
        guard live.facts(of: stored.id) == nil, live.count < Limits.liveNotifications else {
            return
        }
        _ = restore(entry, isPresent: false)
    }

    private mutating func takeOverMutes(
        _ text: String?, _ session: String, _ effects: inout [EngineEffect]
    ) {
        guard let text else { return }
        var earlier = Mutes(text: text)
        earlier.enter(session: session)
        for mute in earlier.all where mutes.mute(of: mute.app) == nil { _ = mutes.add(mute) }
        mutesChanged(&effects)
    }
}

extension Agenda {
    /// Takes over the skipped windows of an earlier focusd, and the user's switches if the user has
    /// not switched since. Triggers that are active now began after these switches.
    mutating func takeOver(_ earlier: Agenda, session: String) {
        var earlier = earlier
        earlier.enter(session: session)
        let others = earlier.skips.filter { !skips.contains($0) }
        skips = Array((others + skips).suffix(Limits.skips))
        guard lastAction == nil, switches.isEmpty else { return }
        switches = earlier.switches
        lastAction = earlier.lastAction
        for place in activeTriggers.indices {
            activeTriggers[place].switchesBefore = switches.count
        }
    }
}
