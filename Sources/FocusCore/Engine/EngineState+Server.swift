// SPDX-License-Identifier: Apache-2.0

/// A signal of the server about a popup.
package enum PopupEvent: Hashable, Sendable {
    case closed(ServerID, untrustedReason: UInt32)
    case actionInvoked(ServerID, key: String)
    case activationToken(ServerID, token: String)
    case replied(ServerID, text: String)

    /// True if the event is an action of the user, which an app must learn of at once.
    package var isUsersDoing: Bool {
        switch self {
        case .actionInvoked, .replied: true
        case .closed, .activationToken: false
        }
    }
}

/// The server's start, its end and its signals.
extension EngineState {
    /// The notifications that the server shows, newest first.
    private var onScreen: [LiveEntry] {
        live.entries.filter { $0.state == .shown }.sorted { $0.key > $1.key }
    }

    /// Returns the notifications whose popups the last run of focusd left on this server: the
    /// newest ``Limits/popupsShownAgain``, newest first.
    package func leftPopups(on instance: String) -> [LiveEntry] {
        guard !hasMetServer, instance == serverInstance else { return [] }
        return Array(onScreen.prefix(Limits.popupsShownAgain))
    }

    /// Returns the unread notifications that the server shows, newest first, except those whose
    /// popup has ended with ``Limits/popupRestarts`` servers.
    ///
    /// - Parameter first: the first key that counts.
    package func unreadPopups(from first: EntryKey) -> [LiveEntry] {
        onScreen.filter {
            $0.isUnread && $0.key >= first
                && shownAgain[$0.key, default: 0] < Limits.popupRestarts
        }
    }

    /// Handles the appearance of the server.
    ///
    /// - Parameters:
    ///   - instance: identifier that differs for each start of a server.
    ///   - again: for the same server, the part of ``leftPopups(on:)`` to show again, each in its
    ///     own place. dunst reports the end of a popup only to the connection that asked for it,
    ///     and the connection of an earlier focusd is closed. For another server, the popups that
    ///     stay until the user deals with them, newest first.
    ///   - left: for another server, such popups of an earlier session bus. Their apps have gone,
    ///     so they are not shown again, but are in the missed list.
    package mutating func serverUp(
        _ instance: String, showAgain again: [LiveEntry], left: [LiveEntry] = [],
        into effects: inout [EngineEffect]
    ) {
        if instance != serverInstance {
            if hasMetServer { counters.count(.serverRestarts) }
            for entry in left where entry.isStored && !entry.isRead {
                leave(entry, &effects)
            }
            forgetPopups(except: again, &effects)
            outbox.forgetCloses()
            serverInstance = instance
            effects.append(.row(.setServerInstance(instance)))
        } else {
            for entry in again {
                _ = live.update(entry.id, key: entry.key) { $0.state = .queued }
                shownAgainInPlace.insert(entry.key)
                outbox.show(entry.key, entry.id, bytes: entry.payloadBytes)
            }
            // An earlier focusd had not shown these again when it was killed.
            for entry in Array(live.entries) where entry.state == .shown && entry.server == nil {
                popupGone(entry, .undefined, &effects)
            }
        }
        hasMetServer = true
        outbox.serverUp()
    }

    /// Handles a popup of an earlier focusd whose end nobody may have heard. The notification stays
    /// unread, and keeps the popup's id: the popup may still be on the screen.
    package mutating func popupMayBeOver(
        _ id: ClientID, _ key: EntryKey, into effects: inout [EngineEffect]
    ) {
        guard let entry = live[id], entry.key == key, entry.state == .shown else { return }
        popupGone(entry, .expired, &effects)
        _ = live.update(id, key: key) { left in
            if left.state == .expired { left.server = entry.server }
        }
    }

    /// Handles the end of the server, which ends its popups. Their notifications stay unread.
    ///
    /// - Parameter again: the popups that stay until the user deals with them, newest first.
    package mutating func serverDown(
        showAgain again: [LiveEntry], into effects: inout [EngineEffect]
    ) {
        if let (key, id) = outbox.stalled { died(on: key, id, &effects) }
        outbox.serverDown()
        forgetPopups(except: again, &effects)
    }

    /// Ends the popups of a server that is gone, and queues some of them for the next server.
    private mutating func forgetPopups(
        except again: [LiveEntry], _ effects: inout [EngineEffect]
    ) {
        for entry in again.prefix(Limits.popupsShownAgain) {
            shownAgain[entry.key, default: 0] += 1
            _ = live.update(entry.id, key: entry.key) { entry in
                entry.state = .queued
                entry.server = nil
            }
            // In the store it is not queued: a later session does not show it.
            effects.append(.row(.shown(entry.key, ServerID(rawValue: 0))))
            outbox.show(entry.key, entry.id, bytes: entry.payloadBytes)
        }
        for entry in Array(live.entries) where entry.server != nil || entry.state == .shown {
            popupGone(entry, .undefined, &effects)
        }
    }

    /// Moves a notification to the missed list whose popup ended with the session. Its app learns
    /// nothing: the notification has not ended.
    private mutating func leave(_ entry: LiveEntry, _ effects: inout [EngineEffect]) {
        _ = live.update(entry.id, key: entry.key) { entry in
            entry.state = .silenced
            entry.server = nil
        }
        effects.append(.row(.left(entry.key)))
    }

    /// Moves the popups that wait for the next server to the missed list, since the user has left
    /// their session. One that is being shown now ends with its server.
    mutating func endWaitingPopups(_ effects: inout [EngineEffect]) {
        let showing = Set(outbox.showing)
        for entry in Array(live.entries)
        where entry.state == .queued && entry.server == nil && shownAgain[entry.key] != nil
            && !showing.contains(entry.key)
        {
            guard !entry.isStored || entry.isRead else {
                leave(entry, &effects)
                continue
            }
            let over = live.update(entry.id, key: entry.key) { $0.state = .shown }
            if let over { popupGone(over, .undefined, &effects) }
        }
    }

    /// Handles a signal of the server. A signal about an unknown popup has no effect.
    package mutating func server(_ event: PopupEvent, into effects: inout [EngineEffect]) {
        switch event {
        case .closed(let server, let reason):
            guard let entry = live[server] else { return }
            popupClosed(entry, CloseReason(rawValue: reason) ?? .undefined, &effects)
        case .actionInvoked(let server, let key):
            guard let entry = live[server] else { return }
            if key == Self.snoozeAction { return effects.append(.request(.snooze(entry.id))) }
            if actOnSummary(entry, key, &effects) || answer(entry, key, &effects) { return }
            noteAction(on: entry, &effects)
            tell(entry.sender, .actionInvoked(entry.id, key: key), &effects)
        case .activationToken(let server, let token):
            guard let entry = live[server] else { return }
            // The program that the following action opens gets the token.
            if summary?.id == entry.id { summary?.activationToken = token }
            tell(entry.sender, .activationToken(entry.id, token: token), &effects)
        case .replied(let server, let text):
            guard let entry = live[server] else { return }
            noteAction(on: entry, &effects)
            tell(entry.sender, .replied(entry.id, text: text), &effects)
        }
    }

    /// Returns true for a queued notification whose popup still shows the version that the
    /// notification replaces. Events of the popup concern that version.
    private func hasPopupOfVersionBefore(_ entry: LiveEntry) -> Bool {
        entry.state == .queued && !shownAgainInPlace.contains(entry.key)
    }

    private mutating func popupClosed(
        _ entry: LiveEntry, _ reason: CloseReason, _ effects: inout [EngineEffect]
    ) {
        if hasPopupOfVersionBefore(entry) {
            popupGone(entry, reason, &effects)
            return
        }
        let isActedOn = actedOn.contains(entry.key)
        let isTakenDown = takenDown.remove(entry.key) != nil && reason == .closedByCall
        // wired reports each end as undefined, and xfce4-notifyd the popups that it never drew.
        let isUsersDoing = reason == .dismissed || reason == .closedByCall
        let end: EntryState
        if isActedOn {
            end = .actedOn
        } else if isTakenDown {
            return popupGone(entry, .undefined, &effects)
        } else if isUsersDoing {
            end = .dismissed
        } else if reason == .expired, isGivingWay(entry) {
            end = .replaced
        } else {
            return popupGone(entry, reason, &effects)
        }
        live.end(entry.id)
        cleanUp(after: entry.facts, end, closesPopup: false, &effects)
        if entry.state != .expired { tellClosed(entry, reason, &effects) }
    }

    /// Returns true for a popup that ends while the server gets another notification of the same
    /// app name and tag: dunst reports the end of the older one as expired, then answers.
    private func isGivingWay(_ entry: LiveEntry) -> Bool {
        guard let tag = tags[entry.key] else { return false }
        return outbox.showing.contains { $0 != entry.key && tags[$0] == tag }
    }

    /// Handles a popup that ended without the user: it expired, the server left, named no cause or
    /// drew none. A queued notification gets a new popup, one that came back from a
    /// snooze is in the missed list again, one that is read or not stored ends, and any other stays
    /// unread as ``EntryState/expired``.
    mutating func popupGone(
        _ entry: LiveEntry, _ reason: CloseReason, _ effects: inout [EngineEffect]
    ) {
        // A notification that is queued to replace its popup gets a new popup instead.
        if entry.state == .queued {
            _ = live.update(entry.id, key: entry.key) { $0.server = nil }
            setPlace(of: entry, ServerID(rawValue: 0), &effects)
            return
        }
        // The end of a popup that may have been over before (see popupMayBeOver).
        if entry.state == .expired {
            _ = live.update(entry.id, key: entry.key) { $0.server = nil }
            return
        }
        if entry.isStored, !entry.isRead, forgetReturn(of: entry.key, &effects) {
            _ = live.update(entry.id, key: entry.key) { entry in
                entry.state = .silenced
                entry.server = nil
            }
            effects.append(.row(.hidden(entry.key)))
            return
        }
        if !entry.isStored || entry.isRead {
            live.end(entry.id)
            cleanUp(after: entry.facts, .read, closesPopup: false, &effects)
        } else {
            _ = live.update(entry.id, key: entry.key) { entry in
                entry.state = .expired
                entry.server = nil
                entry.payloadBytes = 0
            }
            effects.append(.row(.expired(entry.key)))
        }
        tellClosed(entry, reason, &effects)
    }

    /// Takes a popup from the notification that had it, for the notification `id`. A server that
    /// shows both in one place, as mako does with equal tags, answers with the popup of the first
    /// and reports no end of it.
    mutating func freePopup(
        _ server: ServerID, for id: ClientID, _ effects: inout [EngineEffect]
    ) {
        guard let holder = live.id(of: server), holder != id, let entry = live[holder] else {
            return
        }
        if hasPopupOfVersionBefore(entry) { return popupGone(entry, .undefined, &effects) }
        live.end(holder)
        cleanUp(after: entry.facts, .replaced, closesPopup: false, &effects)
        if entry.state != .expired { tellClosed(entry, .undefined, &effects) }
    }

    private mutating func noteAction(on entry: LiveEntry, _ effects: inout [EngineEffect]) {
        guard !hasPopupOfVersionBefore(entry) else { return }
        actedOn.insert(entry.key)
        guard !entry.isRead else { return }
        _ = live.update(entry.id, key: entry.key) { $0.isRead = true }
        if entry.isStored { effects.append(.row(.setRead(entry.key))) }
    }
}
