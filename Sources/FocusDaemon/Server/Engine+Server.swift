// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Notify

/// Events of the real server.
extension Engine {
    /// Maximum number of popups of an earlier focusd that are shown again.
    static let maximumAdopted = 64

    /// Handles the appearance of the real server.
    ///
    /// - Parameter instance: identifier that differs for each start of a server.
    func serverUp(_ instance: String) {
        if instance != serverInstance {
            if hasMetServer { counters.count(.serverRestarts) }
            forgetPopups()
            outbox.forgetCloses()
            serverInstance = instance
            attempt { try store.setValue("server", instance) }
        } else if !hasMetServer, keepsReporting?() != true {
            adoptPopups()
        }
        hasMetServer = true
        outbox.serverUp()
        endBatch()
    }

    /// Handles the end of the real server, which ends its popups. Their notifications stay unread.
    func serverDown() {
        if let (key, id) = outbox.stalled { died(on: key, id) }
        outbox.serverDown()
        forgetPopups()
        endBatch()
    }

    /// Shows the newest popups of an earlier focusd again, each in its own place: dunst reports the
    /// end of a popup only to the connection that asked for it, and that connection is closed. The
    /// number is limited to the popups that fit on a screen, so that no flood is replayed.
    private func adoptPopups() {
        let shown = live.entries.filter { $0.state == .shown }.sorted { $0.key > $1.key }
        for entry in shown.prefix(Self.maximumAdopted) {
            var message: Message?
            attempt {
                guard let payload = try store.payload(of: entry.key) else { return }
                message = try Message.demarshal(payload)
            }
            // Without its hints, the popup would look different.
            guard message != nil else { continue }
            _ = live.update(entry.id, key: entry.key) { $0.state = .queued }
            adopted.insert(entry.key)
            outbox.show(entry.key, entry.id, bytes: entry.payloadBytes)
        }
    }

    /// Returns true while the entry's popup still shows the replaced notification. Events of that
    /// popup do not concern this notification.
    private func awaitsItsPopup(_ entry: LiveEntry) -> Bool {
        entry.state == .queued && !adopted.contains(entry.key)
    }

    private func forgetPopups() {
        for entry in Array(live.entries) where entry.server != nil {
            popupGone(entry, .undefined)
        }
    }

    func server(_ event: ServerEvent) {
        switch event {
        case .closed(let server, let reason):
            popupClosed(ServerID(rawValue: server), reason)
        case .actionInvoked(let server, let key):
            withEntry(server) { invoked($0, key) }
        case .activationToken(let server, let token):
            withEntry(server) { entry in
                noteSummaryToken(entry, token)
                tell(entry.sender) {
                    $0.activationToken(entry.id, token: token, to: entry.sender)
                }
            }
        case .replied(let server, let text):
            withEntry(server) { entry in
                noteAction(on: entry)
                tell(entry.sender) { $0.replied(entry.id, text: text, to: entry.sender) }
            }
        case .lateAnswer(let token, let server):
            late(token) { shown($0, $1, as: ServerID(rawValue: server), note: nil) }
        case .lateFailure(let token, let error):
            late(token) { key, id in
                let job = Outbox.Job.show(key, id)
                finished([DeliveryEnd(job: job, result: .failure(error), note: nil)])
            }
        case .hintLeftOut(let name):
            leftOut(name)
        case .serverAppeared, .serverVanished, .busLost:
            break
        }
        // Events of the user do not wait for the batch.
        if event.isUsersDoing { endBatch() } else { commitSoon() }
    }

    /// Handles a late result for the notification that ran into the time limit.
    private func late(_ token: UInt64, _ body: (EntryKey, ClientID) -> Void) {
        guard let (key, id) = outbox.stalled, key.rawValue == Int64(clamping: token) else { return }
        body(key, id)
        pumpOn()
    }

    /// Maximum number of dropped hints in the log, and of characters of each name.
    static let maximumLoggedHints = 64
    static let loggedHintCharacters = 64

    /// Logs a hint that focusd does not pass to the real server. The stored message keeps the hint.
    private func leftOut(_ untrustedHint: String) {
        let hint = String(untrustedHint.prefix(Self.loggedHintCharacters))
        // The hint repeats with every notification of its app.
        guard loggedHints.count < Self.maximumLoggedHints, loggedHints.insert(hint).inserted
        else { return }
        log.warning(
            "the hint \"\(hint)\" is left out of what the real server is given: GDBus would misread"
                + " the message")
    }

    private func withEntry(_ server: UInt32, _ body: (LiveEntry) -> Void) {
        if let entry = live[ServerID(rawValue: server)] { body(entry) }
    }

    private func popupClosed(_ server: ServerID, _ untrustedReason: UInt32) {
        guard let entry = live[server] else { return }
        let reason = CloseReason(rawValue: untrustedReason) ?? .undefined
        if awaitsItsPopup(entry) {
            popupGone(entry, reason)
            return
        }
        if reason == .expired, !actedOn.contains(entry.key) {
            popupGone(entry, .expired)
            return
        }
        let state: EntryState = actedOn.contains(entry.key) ? .actedOn : .dismissed
        live.end(entry.id)
        over(entry, state, closesPopup: false)
        tellClosed(entry, reason)
    }

    /// Handles the end of a popup whose notification the user has not dealt with.
    private func popupGone(_ entry: LiveEntry, _ reason: CloseReason) {
        // A notification that is queued to replace its popup gets a new popup instead.
        if entry.state == .queued {
            _ = live.update(entry.id, key: entry.key) { $0.server = nil }
            storePlace(of: entry, ServerID(rawValue: 0))
            return
        }
        if entry.isEphemeral || entry.isRead {
            live.end(entry.id)
            over(entry, .read, closesPopup: false)
        } else {
            _ = live.update(entry.id, key: entry.key) { entry in
                entry.state = .expired
                entry.server = nil
                entry.payloadBytes = 0
            }
            attempt {
                try store.setState(entry.key, .expired)
                try store.dropPayload(of: entry.key)
            }
            pictures?.forget(entry.key)
        }
        tellClosed(entry, reason)
    }

    private func invoked(_ entry: LiveEntry, _ key: String) {
        if actOnSummary(entry, key) { return }
        noteAction(on: entry)
        tell(entry.sender) { $0.actionInvoked(entry.id, key: key, to: entry.sender) }
    }

    private func noteAction(on entry: LiveEntry) {
        guard !awaitsItsPopup(entry) else { return }
        actedOn.insert(entry.key)
        guard !entry.isRead else { return }
        _ = live.update(entry.id, key: entry.key) { $0.isRead = true }
        if !entry.isEphemeral { attempt { try store.setRead(entry.key) } }
    }
}

extension ServerEvent {
    /// True if the event is an action of the user, which an app must learn of at once.
    fileprivate var isUsersDoing: Bool {
        switch self {
        case .actionInvoked, .replied: true
        default: false
        }
    }
}
