// SPDX-License-Identifier: Apache-2.0

/// The state of an earlier focusd, from the store.
package struct EarlierState: Sendable {
    package var activation: Activation?
    /// The texts as in the store.
    package var agenda: String?
    package var mutes: String?
    package var snoozes: String?
    package var appsHeardBefore: String?
    /// Key of the first notification that the next summary may cover; nil if no Focus was on.
    package var quietSince: EntryKey?
    /// The time up to which the delivery times of the Focus (`Deliver=`) were carried out.
    package var deliveredThrough: Timestamp?
    package var serverInstance: String?
    /// The requests for quiet by their cookies, as in the store.
    package var inhibitions: [UInt32: String] = [:]
    /// The badges that apps had set.
    package var badges: [AppID: UInt32] = [:]
    /// The live notifications, oldest first, from a file that could not be opened at the start.
    package var entries: [LiveEntry] = []

    package init() {}
}

/// The start with the state of an earlier focusd.
extension EngineState {
    /// Restores a stored notification, after the older ones. The popup keeps its server id until
    /// the server appears, which may be another one.
    ///
    /// - Parameter isPresent: true if the sender is still on the bus.
    /// - Returns: older notifications that a kill left in the store: the replaced version, and one
    ///   whose popup became this one's.
    package mutating func restore(_ stored: LiveEntry, isPresent: Bool) -> [EntryKey] {
        var entry = stored
        // The row keeps the popup's id after the popup has gone, or has `ServerID.left` instead.
        let hasPopup = entry.state == .shown || entry.state == .queued
        if entry.server?.rawValue == 0 || entry.server == .left || !hasPopup { entry.server = nil }
        // An upper limit of the text bytes: measuring the texts would read all rows whole.
        entry.textBytes =
            entry.payloadBytes > 0
            ? min(entry.payloadBytes, Limits.storedTextBytes) : Limits.listedTextBytes
        var ended: [EntryKey] = []
        if let older = live.end(entry.id) { ended.append(older.key) }
        if let server = entry.server, let holder = live.id(of: server) {
            let older = live.update(holder) { $0.server = nil }
            // A queued one waits for a popup of its own.
            if let older, older.state == .shown {
                live.end(holder)
                ended.append(older.key)
            }
        }
        live.restore(entry)
        if isPresent { live.peerAppeared(entry.sender) }
        if entry.state == .queued { outbox.show(entry.key, entry.id, bytes: entry.payloadBytes) }
        return ended
    }

    /// Restores the counts that apps have set.
    package mutating func restore(badges: [AppID: UInt32]) {
        for (app, count) in badges { live.badges.setOwn(count, of: app) }
    }

    /// Restores the active Focus.
    ///
    /// - Parameters:
    ///   - agenda: the user's switches as text; nil in a store of an older release.
    ///   - session: name of the login session.
    ///   - deliveredThrough: as in ``EarlierState``.
    package mutating func restore(
        _ activation: Activation?, agenda text: String?, session: String,
        deliveredThrough: Timestamp?, quietSince: EntryKey?, serverInstance: String?
    ) {
        self.activation = activation
        isRestored = true
        agenda = text.map(Agenda.init(text:)) ?? Agenda(activation)
        agenda.enter(session: session)
        if let deliveredThrough { deliveryTimes = DeliveryTimes(through: deliveredThrough) }
        // The keys of notifications that were not stored are used again after a restart.
        self.quietSince = quietSince.map { min($0, live.nextEntryKey) }
        self.serverInstance = serverInstance
    }

    /// Ends the holds of clients that left the bus while focusd did not run, before the settings
    /// are known: the Focus of such a hold was over then, unless a schedule or a trigger has it.
    package mutating func dropHolds(exceptOf present: Set<PeerName>) {
        _ = agenda.removeHolds { !present.contains($0.peer) }
    }

    /// Restores the requests for quiet of clients that are still on the bus, and removes the others
    /// from the store.
    package mutating func restore(
        inhibitions texts: [UInt32: String], present: Set<PeerName>, at now: Timestamp,
        into effects: inout [EngineEffect]
    ) {
        var ended: [UInt32] = []
        for (cookie, text) in texts.sorted(by: { $0.key < $1.key })
        where !inhibitions.restore(cookie, text, present: present, at: now) {
            ended.append(cookie)
        }
        store(inhibitions: ended, &effects)
    }

    /// Restores the mutes and the apps heard before from the store's texts.
    package mutating func restore(mutes: String?, appsHeardBefore: String?, session: String) {
        self.mutes = Mutes(text: mutes ?? "")
        self.mutes.enter(session: session)
        self.appsHeardBefore = appsHeardBefore.map(AppsHeardBefore.init(text:))
        updateHiddenBadges()
    }

    /// Restores the snoozed notifications and those that came back from the store's text, after the
    /// live ones. Hides a popup that the server showed just before a kill.
    package mutating func restore(
        snoozes text: String?, into effects: inout [EngineEffect]
    ) {
        var snoozes = Snoozes(text: text ?? "")
        let entries = live.entries.filter {
            snoozes.contains($0.key) && Self.canSnooze($0.state)
        }
        let returned = snoozes.returned
        let popups =
            returned.isEmpty
            ? []
            : live.entries.filter {
                returned.contains($0.key) && ($0.state == .queued || $0.state == .shown)
            }
        snoozes.keep(snoozed: Set(entries.map(\.key)), returned: Set(popups.map(\.key)))
        self.snoozes = snoozes
        for entry in entries { hide(entry, &effects) }
    }
}
