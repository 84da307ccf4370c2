// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusStore

extension Engine {
    /// True if apps are told to be quiet, since a Focus is on or a client inhibits notifications.
    var isInhibited: Bool { activation != nil || !inhibitions.isEmpty }

    /// Restores the live notifications of the previous run of focusd.
    ///
    /// Popups keep their server ids until ``serverUp(_:)`` tells if the real server is still the
    /// same.
    /// - Parameter present: senders of stored notifications that are still on the bus.
    func restore(present: Set<PeerName>) throws(StoreError) {
        var replaced: [EntryKey] = []
        let known = Int64(try store.value(Self.sendersName) ?? "") ?? 0
        try store.forEachLive { entry in
            // Of two notifications with one id, the later one replaced the earlier one just before
            // a kill.
            var entry = entry
            if entry.server?.rawValue == 0 || entry.state == .parked { entry.server = nil }
            if entry.key.rawValue < known { entry.sender = PeerName(rawValue: "") }
            // An upper limit of the text bytes: measuring the texts would read all rows whole.
            entry.textBytes =
                entry.payloadBytes > 0
                ? min(entry.payloadBytes, Limits.storedTextBytes) : Limits.listedTextBytes
            if let older = live.end(entry.id) { replaced.append(older.key) }
            live.restore(entry)
            if present.contains(entry.sender) { live.peerAppeared(entry.sender) }
            if entry.state == .queued {
                outbox.show(entry.key, entry.id, bytes: entry.payloadBytes)
            }
        }
        for key in replaced { try store.finish(key, as: .replaced, at: .now) }
        let liveKeys = Set(live.entries.map(\.key))
        pictures?.restore(isWanted: liveKeys.contains)
        for (app, count) in try store.badges() { live.badges.setOwn(count, of: app) }
        activation = try store.activation()
        try restoreAgenda()
        restoreDeliveryTimes()
        serverInstance = try store.value("server")
        try restoreCloses()
        for (key, server) in store.leftDeliveries where !liveKeys.contains(key) {
            if let id = try store.clientID(of: key) { adopt(server, for: id) }
        }
        storeCloses()
        try store.commit()
    }

    /// Store key of the first notification key whose sender this bus has named.
    private static let sendersName = "senders"

    /// Forgets the senders of stored notifications, since the session bus is a new one. The new bus
    /// gives the same client names to other clients, which must not pass for the senders.
    func forgetSenders() throws(StoreError) {
        try store.setValue(Self.sendersName, "\(try store.nextKey().rawValue)")
    }

    /// Applies settings that were read again.
    func configure(_ settings: Settings) {
        focuses = settings.focuses
        criticalApps = settings.configuration.criticalApps
        urgencyIgnored = settings.configuration.urgencyIgnored
        privateApps = settings.configuration.privateApps
        retention = settings.configuration.retention
        setRate(settings.configuration.sendingRate)
        if let activation, focuses[activation.focus] == nil {
            log.notice("the active Focus \(activation.focus) has no file any more; it is off")
        }
        agenda.setFocuses(focuses.values)
        storeAgenda()
        if !followAgenda() { rebuildPolicy() }
        // A file that cannot be read now may be readable later.
        if settings.knowsAllFocuses { filters?.keepContexts(of: Set(focuses.keys)) }
        endBatch()
    }

    /// Returns the Focus with that id or name, ignoring letter case.
    func focus(named text: String) -> Focus? {
        if let exact = focuses[FocusID(text)] { return exact }
        let folded = text.lowercased()
        return focuses.values.sorted { $0.id < $1.id }.first {
            $0.id.rawValue.lowercased() == folded || $0.name.lowercased() == folded
        }
    }

    /// Changes the active Focus, to none if `new` is nil.
    func change(to new: Activation?) {
        let wasInhibited = isInhibited
        let hadFocus = activation != nil
        quietChanges(to: new)
        restartDeliveryTimes()
        activation = new
        if hadFocus {
            live.releaseHeld()
            attempt { try store.releaseHeld() }
        }
        attempt { try store.setActivation(new) }
        rebuildPolicy()
        observer?.focusChanged(new?.focus)
        observer?.activationChanged()
        tellInhibited(was: wasInhibited)
    }

    private func rebuildPolicy() {
        let focus = activation.flatMap { focuses[$0.focus] }
        let filters = filters?.setFocus(focus) ?? [:]
        policy = makePolicy(focus, filters)
        loggedFaults = []
        live.badges.hidesAll = focus?.hideBadges ?? false
    }

    /// Applies changed filter predicates of apps.
    func setFilters(_ filters: [AppID: [FilterPredicate]]) {
        policy = makePolicy(policy.focus, filters)
    }

    /// Returns the policy of a Focus with the user's configuration.
    func makePolicy(_ focus: Focus?, _ filters: [AppID: [FilterPredicate]]) -> Policy {
        Policy(
            focus: focus, criticalApps: criticalApps, urgencyIgnored: urgencyIgnored,
            filters: filters,
            aliases: { [desktopFiles] app in
                guard let file = desktopFiles.file(of: app) else { return [] }
                return [file.id]
                    + [file.windowClass, file.name].compactMap { $0.map { AppID($0) } }
            })
    }

    /// Maximum number of different faults that focusd logs until the Focus changes.
    static let maximumFaults = 64

    /// Returns true if a predicate's fault is not in the log yet: the fault repeats with every
    /// notification.
    func isNew(_ fault: PredicateFault) -> Bool {
        guard loggedFaults.count < Self.maximumFaults else { return false }
        return loggedFaults.insert(fault).inserted
    }

    func tellInhibited(was: Bool) {
        if isInhibited != was { observer?.inhibitedChanged(isInhibited) }
    }
}
