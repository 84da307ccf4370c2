// SPDX-License-Identifier: Apache-2.0

/// Actions of the user on notifications and lists, from the user's tools. An action in a popup is a
/// signal of the server: `EngineState+Server.swift`.
extension EngineState {
    /// Invokes an action as the server does: tells the sender, then ends the notification, unless
    /// it is resident.
    ///
    /// - Parameters:
    ///   - key: key of the notification that the user sees.
    ///   - known: its actions.
    ///   - isResident: true for a notification with the hint `resident`.
    ///   - token: the activation token of the user's click, which the sender gets first.
    package mutating func act(
        _ id: ClientID, _ key: EntryKey, _ action: String, known: [String],
        isResident: Bool = false, token: String? = nil, into effects: inout [EngineEffect]
    ) throws(UserRefusal) {
        guard let entry = live[id], entry.key == key else { throw .over }
        guard known.contains(action) else { throw .noSuchAction(known: known) }
        guard live.isPresent(entry.sender) else { throw .senderGone }
        if let token { tell(entry.sender, .activationToken(id, token: token), &effects) }
        tell(entry.sender, .actionInvoked(id, key: action), &effects)
        endAction(on: entry, isResident, &effects)
    }

    /// Ends a notification of which an action was invoked. A resident one stays live with its
    /// popup, since "the server will not automatically remove the notification when an action has
    /// been invoked" (hint `resident`, section "Hints" of the specification): it is read, and so
    /// leaves the missed list and does not come back from a snooze.
    private mutating func endAction(
        on entry: LiveEntry, _ isResident: Bool, _ effects: inout [EngineEffect]
    ) {
        guard isResident else { return finish(entry, .actedOn, .dismissed, &effects) }
        forgetSnooze(entry.key, &effects)
        actedOn.insert(entry.key)
        guard !entry.isRead else { return }
        _ = live.update(entry.id, key: entry.key) { $0.isRead = true }
        if entry.isStored { effects.append(.row(.setRead(entry.key))) }
    }

    /// Dismisses the notifications that are still live. Returns their number.
    package mutating func dismiss(
        _ ids: [ClientID], as state: EntryState = .dismissed, into effects: inout [EngineEffect]
    ) -> Int {
        var count = 0
        for id in ids {
            guard let entry = live[id] else { continue }
            finish(entry, state, .dismissed, &effects)
            count += 1
        }
        return count
    }

    /// Marks notifications as read. A popup stays on the screen; a notification without a popup
    /// ends.
    /// - Returns: the number of notifications that were unread.
    package mutating func markRead(
        _ ids: [ClientID], into effects: inout [EngineEffect]
    ) -> Int {
        var count = 0
        for id in ids {
            guard let entry = live[id], !entry.isRead else { continue }
            if entry.state == .shown || entry.state == .queued {
                _ = live.update(id) { $0.isRead = true }
                if entry.isStored { effects.append(.row(.setRead(entry.key))) }
                count += 1
            } else {
                count += dismiss([id], as: .read, into: &effects)
            }
        }
        return count
    }

    /// Delivers silenced notifications to the server in the order of their arrival, after all
    /// queued ones.
    /// - Returns: the number of these notifications.
    package mutating func deliverNow(
        _ ids: [ClientID], into effects: inout [EngineEffect]
    ) -> Int {
        var entries: [LiveEntry] = []
        for id in Set(ids) {
            if let entry = live[id], entry.state == .silenced { entries.append(entry) }
        }
        for entry in entries { _ = forgetReturn(of: entry.key, &effects) }
        entries.sort { $0.key < $1.key }
        for entry in entries {
            _ = live.update(entry.id) { entry in
                entry.state = .queued
                entry.isHeldFromBadge = false
            }
            forgetSnooze(entry.key, &effects)
            if entry.isHeldFromBadge { effects.append(.row(.countInBadge(entry.key))) }
            effects.append(.row(.setState(entry.key, .queued)))
            outbox.showLate(entry.key, entry.id, bytes: entry.payloadBytes)
        }
        return entries.count
    }

    /// Sends the user's answer to the app, as a server with a text field in its popups does, then
    /// ends the notification, unless it is resident.
    ///
    /// - Parameters:
    ///   - key: key of the notification that the user sees.
    ///   - known: its actions.
    ///   - isResident: true for a notification with the hint `resident`.
    package mutating func reply(
        _ id: ClientID, _ key: EntryKey, _ text: String, known: [String],
        isResident: Bool = false, into effects: inout [EngineEffect]
    ) throws(UserRefusal) {
        guard let entry = live[id], entry.key == key else { throw .over }
        guard known.contains(Action.inlineReplyKey) else { throw .noSuchAction(known: known) }
        guard live.isPresent(entry.sender) else { throw .senderGone }
        tell(entry.sender, .replied(id, text: text), &effects)
        endAction(on: entry, isResident, &effects)
    }

    /// Ends the live notifications of an app whose data is deleted, and those that a command-line
    /// tool sent for it.
    package mutating func forget(_ app: AppID, into effects: inout [EngineEffect]) {
        for facts in live.facts(about: app) {
            guard let entry = live[facts.id] else { continue }
            finish(entry, .dismissed, .dismissed, &effects)
        }
        live.badges.removeOwn(of: app)
        store(inhibitions: inhibitions.forgetReasons(of: app), &effects)
        if appsHeardBefore?.remove(app) == true { effects.append(.row(.setAppsHeardBefore)) }
    }

    /// Ends the notifications whose popups have expired, so that they move to history.
    ///
    /// - Parameters:
    ///   - app: the app of the notifications, or nil for all apps.
    ///   - keys: the keys of the notifications to end, or nil for all.
    package mutating func endExpired(
        of app: AppID?, _ keys: Set<EntryKey>?, into effects: inout [EngineEffect]
    ) {
        let expired = live.entries.filter { entry in
            entry.state == .expired && (app == nil || entry.app == app || entry.countedAs == app)
                && keys?.contains(entry.key) != false
        }
        _ = dismiss(expired.map(\.id), into: &effects)
    }
}

/// Reason to refuse the user's action on a notification.
package enum UserRefusal: Error, Hashable {
    case notFound
    case over
    case senderGone
    case noSuchAction(known: [String])
}
