// SPDX-License-Identifier: Apache-2.0

/// Ends of notifications that the app or focusd causes, and the steps that all ends have in common.
/// The user's actions are in `EngineState+User.swift`, the server's signals in
/// `EngineState+Server.swift`.
extension EngineState {
    /// Cleans up after a notification that was removed from ``live``, and appends the effects of
    /// its end. If its show still waits, ``nextJob()`` drops the show.
    ///
    /// - Parameters:
    ///   - closesPopup: true to close its popup, if the server shows one.
    ///   - movesLater: true if it made room for a newer notification.
    mutating func cleanUp(
        after entry: EntryFacts, _ state: EntryState, closesPopup: Bool, movesLater: Bool = false,
        _ effects: inout [EngineEffect]
    ) {
        if !actedOn.isEmpty { actedOn.remove(entry.key) }
        if !takenDown.isEmpty { takenDown.remove(entry.key) }
        if !shownAgain.isEmpty { shownAgain[entry.key] = nil }
        if !tags.isEmpty { tags[entry.key] = nil }
        _ = forgetReturn(of: entry.key, &effects)
        // Another notification with the summary's id is no summary.
        if summary?.id == entry.id { summary = nil }
        forgetSnooze(entry.key, &effects)
        endQuestion(entry.id, isDismissed: state == .dismissed, &effects)
        if closesPopup, let server = entry.server { outbox.close(server) }
        effects.append(.ended(entry, state, movesLater: movesLater))
    }

    /// Ends a live notification that its user or its app is done with: closes its popup, and tells
    /// its sender the reason.
    mutating func finish(
        _ entry: LiveEntry, _ state: EntryState, _ reason: CloseReason,
        _ effects: inout [EngineEffect]
    ) {
        live.end(entry.id)
        cleanUp(after: entry.facts, state, closesPopup: true, &effects)
        // The sender of an expired notification already got the signal when the popup expired.
        if entry.state != .expired { tellClosed(entry, reason, &effects) }
    }

    /// Ends the notifications that a new notification replaced or evicted.
    mutating func endOlder(
        than admission: Admission, _ verdict: Verdict, _ effects: inout [EngineEffect]
    ) {
        if let replaced = admission.replaced {
            cleanUp(
                after: replaced, .replaced, closesPopup: verdict == .silence, movesLater: true,
                &effects)
        }
        if let evicted = admission.evicted {
            counters.count(.evicted)
            cleanUp(after: evicted.facts, .evicted, closesPopup: true, movesLater: true, &effects)
            tellClosed(evicted, .undefined, &effects)
        }
    }

    /// Tells the sender of a notification, if the sender is still on the bus, that the notification
    /// ended.
    func tellClosed(
        _ entry: LiveEntry, _ reason: CloseReason, _ effects: inout [EngineEffect]
    ) {
        tell(entry.sender, .closed(entry.id, reason), &effects)
    }

    /// Sends a signal to a client, unless the client has left the bus. The popups of such clients
    /// stay on the screen; nobody hears of their buttons.
    func tell(_ peer: PeerName, _ signal: ClientSignal, _ effects: inout [EngineEffect]) {
        if live.isPresent(peer) { effects.append(.signal(signal, to: peer)) }
    }

    /// Handles `CloseNotification`. Returns false if the notification is not the caller's.
    package mutating func close(
        _ id: ClientID, by sender: Sender, into effects: inout [EngineEffect]
    ) -> Bool {
        guard let entry = live.closable(id, by: sender) else { return false }
        finish(entry, .closedByApp, .closedByCall, &effects)
        return true
    }

    /// Ends a notification that has been live for too many days, and closes its popup. A snoozed
    /// notification, and one that came back from its snooze, stays: the user chose its time.
    ///
    /// - Returns: false if the notification stays.
    package mutating func outlived(
        _ id: ClientID, _ key: EntryKey, into effects: inout [EngineEffect]
    ) -> Bool {
        guard !snoozes.contains(key), !snoozes.returned.contains(key),
            let entry = live.end(id, key: key)
        else { return false }
        cleanUp(after: entry.facts, .evicted, closesPopup: true, &effects)
        if entry.state != .expired { tellClosed(entry, .undefined, &effects) }
        return true
    }

    /// Records that the message of a notification was deleted to free space.
    package mutating func payloadDropped(of entry: EntryFacts) {
        _ = live.update(entry.id, key: entry.key) { $0.payloadBytes = 0 }
    }
}
