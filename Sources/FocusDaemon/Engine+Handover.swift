// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Notify

extension Engine {
    /// Popups of an earlier focusd that are shown once more.
    static let maximumAdopted = 64

    /// Begins as many jobs as may be under way.
    func pump() {
        while let job = outbox.next() {
            switch job {
            case .close:
                forward?(job, nil)
            case .show(let key, let id):
                guard let request = request(key, id) else {
                    messages.release(key)
                    outbox.finished(job)
                    continue
                }
                forward?(job, request)
            }
        }
    }

    /// What to show; nil when the notification is over or replaced meanwhile.
    private func request(_ key: EntryKey, _ id: ClientID) -> ShowRequest? {
        guard let entry = proxy[id], entry.key == key, entry.state == .queued else { return nil }
        guard let message = messages[key] ?? storedMessage(key) ?? rebuiltMessage(key) else {
            park(entry, why: "its message is lost")
            return nil
        }
        let senderPID = senderProcess?(entry.sender)
        return ShowRequest(
            message: pictures?.message(message, for: key) ?? message,
            replaces: entry.server?.rawValue ?? 0,
            urgency: NotifyCall.urgency(of: message).rawValue, senderPID: senderPID,
            token: UInt64(key.rawValue))
    }

    private func storedMessage(_ key: EntryKey) -> Message? {
        var message: Message?
        attempt {
            guard let payload = try store.payload(of: key) else { return }
            message = try unsafe payload.withUnsafeBytes { try unsafe Message.demarshal($0) }
        }
        return message
    }

    /// A message made of what the columns hold, where the stored one is gone (its room was
    /// needed); the hints are lost, the words are not.
    private func rebuiltMessage(_ key: EntryKey) -> Message? {
        var record: EntryRecord?
        attempt { record = try store.entry(key: key) }
        return record.flatMap { try? Message.notify($0) }
    }

    /// A job has ended.
    func finished(_ job: Outbox.Job, _ result: Result<UInt32, ShowError>) {
        guard case .show(let key, let id) = job else {
            outbox.finished(job)
            pump()
            settle()
            if !outbox.isBusy { whenIdle?() }
            return
        }
        switch result {
        case .success(let server):
            shown(key, id, as: ServerID(rawValue: server))
        case .failure(.timedOut):
            outbox.stalled(on: key)
            troubles.note(.serverStalled, isPresent: true, at: .now)
            log.warning("the real notification server does not answer; waiting for it")
        case .failure(.serverDied):
            died(on: key, id)
        case .failure(.noServer), .failure(.busLost), .failure(.unresponsive):
            // Nothing was handed over. Nothing more is tried before the server is known to be up.
            outbox.retry(key)
            outbox.serverDown()
            onTrouble?()
        case .failure(let error):
            refused(key, id, error)
        }
        // The record follows the hand-over before the next one begins: a kill in between makes one
        // notification come twice, never several.
        attempt { try store.commit() }
        pump()
        if outbox.isBusy {
            settle()
        } else {
            endBatch()
            whenIdle?()
        }
    }

    /// Begins no more jobs and calls back when those under way have ended, or after `limit`: what
    /// the server has been given is recorded before the service ends.
    func drain(within limit: Duration, _ body: @escaping @LoopActor () -> Void) {
        outbox.isPaused = true
        guard outbox.isBusy else {
            body()
            return
        }
        let end: @LoopActor () -> Void = { [weak self] in
            self?.whenIdle = nil
            self?.draining = nil
            body()
        }
        whenIdle = end
        draining = Timer(after: limit, end)
    }

    /// The real server has it under that id.
    func shown(_ key: EntryKey, _ id: ClientID, as server: ServerID) {
        outbox.finished(.show(key, id))
        counters.count(.handedOver)
        troubles.note(.serverStalled, isPresent: false, at: .now)
        messages.release(key)
        let entry = proxy.update(id, key: key) { entry in
            entry.state = .shown
            entry.server = server
        }
        guard let entry else {
            adopt(server, for: id)
            return
        }
        guard !entry.isEphemeral else { return }
        attempt { try store.markShown(key, server: server) }
    }

    /// A popup came up for a notification that was over by then: a newer one with the same id
    /// takes it over, otherwise it goes.
    private func adopt(_ server: ServerID, for id: ClientID) {
        if let newer = proxy[id], newer.state == .queued, newer.server == nil {
            _ = proxy.update(id) { $0.server = server }
            storePlace(of: newer, server)
        } else if proxy[id]?.server != server {
            outbox.close(server)
        }
    }

    /// Remembers which popup a queued notification is to take the place of; none is 0, which no
    /// popup has.
    private func storePlace(of entry: LiveEntry, _ server: ServerID) {
        guard !entry.isEphemeral else { return }
        attempt {
            try store.markShown(entry.key, server: server)
            try store.setState(entry.key, .queued)
        }
    }

    private func refused(_ key: EntryKey, _ id: ClientID, _ error: ShowError) {
        outbox.finished(.show(key, id))
        if let entry = proxy[id], entry.key == key {
            park(entry, why: "the real server refused it (\(error.label))")
        }
    }

    private func died(on key: EntryKey, _ id: ClientID) {
        counters.count(.serverDeaths)
        log.warning("the real server ended while it was given notification \(id.rawValue)")
        guard let entry = proxy.update(id, key: key, { $0.serverDeaths += 1 }) else {
            outbox.finished(.show(key, id))
            return
        }
        if !entry.isEphemeral {
            attempt { try store.setServerDeaths(key, entry.serverDeaths) }
        }
        guard entry.serverDeaths >= Limits.serverDeaths else {
            outbox.retry(key)
            return
        }
        outbox.finished(.show(key, id))
        park(entry, why: "the real server died on it \(entry.serverDeaths) times")
    }

    /// Keeps a notification without trying to show it again.
    private func park(_ entry: LiveEntry, why: String) {
        messages.release(entry.key)
        counters.count(.parked)
        log.error("notification \(entry.id.rawValue) is not shown: \(why)")
        // What it was to replace is out of date, and the end of that popup is not its end.
        if let popup = entry.server { outbox.close(popup) }
        _ = proxy.update(entry.id, key: entry.key) {
            $0.state = .parked
            $0.server = nil
        }
        guard !entry.isEphemeral else { return }
        attempt { try store.setState(entry.key, .parked) }
    }

    // MARK: The real server comes, goes, speaks

    /// - Parameter instance: differs for each start of a server.
    func serverUp(_ instance: String) {
        if instance != serverInstance {
            if hasMetServer { counters.count(.serverRestarts) }
            forgetPopups()
            outbox.forgetCloses()
            serverInstance = instance
            attempt { try store.setValue("server", instance) }
        } else if !hasMetServer {
            adoptPopups()
        }
        hasMetServer = true
        outbox.serverUp()
        endBatch()
    }

    /// The real server is gone and its popups with it; what they said is unread.
    func serverDown() {
        if let (key, id) = outbox.stalled { died(on: key, id) }
        outbox.serverDown()
        forgetPopups()
        endBatch()
    }

    /// Shows the popups that an earlier focusd left once more, each in its own place: dunst tells
    /// what becomes of a popup to the connection that asked for it, and that one is gone. Only the
    /// newest, as many as a screen can hold: nothing is replayed as a flood.
    private func adoptPopups() {
        let shown = proxy.entries.filter { $0.state == .shown }.sorted { $0.key > $1.key }
        for entry in shown.prefix(Self.maximumAdopted) {
            var message: Message?
            attempt {
                guard let payload = try store.payload(of: entry.key) else { return }
                message = try Message.demarshal(payload)
            }
            // Without its hints it would become another popup than it was.
            guard message != nil else { continue }
            _ = proxy.update(entry.id, key: entry.key) { $0.state = .queued }
            adopted.insert(entry.key)
            outbox.show(entry.key, entry.id)
        }
    }

    /// Whether a popup that is its is still that of the notification which it has replaced: what
    /// becomes of that popup is not what becomes of this notification.
    private func awaitsItsPopup(_ entry: LiveEntry) -> Bool {
        entry.state == .queued && !adopted.contains(entry.key)
    }

    private func forgetPopups() {
        for entry in Array(proxy.entries) where entry.server != nil {
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
            late(token) { shown($0, $1, as: ServerID(rawValue: server)) }
        case .lateFailure(let token, let error):
            late(token) { finished(.show($0, $1), .failure(error)) }
        case .hintLeftOut(let name):
            leftOut(name)
        case .serverAppeared, .serverVanished, .busLost:
            break
        }
        // The user's own doing does not wait.
        if event.isUsersDoing { endBatch() } else { settle() }
    }

    /// The server has come back to a notification that it let run into the time limit.
    private func late(_ token: UInt64, _ body: (EntryKey, ClientID) -> Void) {
        guard let (key, id) = outbox.stalled, key.rawValue == Int64(clamping: token) else { return }
        body(key, id)
        pump()
    }

    /// Hints of which the log says that they were left out, and characters of their names there.
    static let maximumLoggedHints = 64
    static let loggedHintCharacters = 64

    /// The stored message keeps the hint; only the real server goes without.
    private func leftOut(_ untrustedHint: String) {
        let hint = String(untrustedHint.prefix(Self.loggedHintCharacters))
        // It comes with every notification of its app.
        guard loggedHints.count < Self.maximumLoggedHints, loggedHints.insert(hint).inserted
        else { return }
        log.warning(
            "the hint \"\(hint)\" is left out of what the real server is given: GDBus would misread"
                + " the message")
    }

    private func withEntry(_ server: UInt32, _ body: (LiveEntry) -> Void) {
        if let entry = proxy[ServerID(rawValue: server)] { body(entry) }
    }

    private func popupClosed(_ server: ServerID, _ untrustedReason: UInt32) {
        guard let entry = proxy[server] else { return }
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
        proxy.end(entry.id)
        over(entry, state, closesPopup: false)
        tellClosed(entry, reason)
    }

    /// The popup is gone and the user has not dealt with the notification.
    private func popupGone(_ entry: LiveEntry, _ reason: CloseReason) {
        // One that is queued to replace its popup is shown anew instead.
        if entry.state == .queued {
            _ = proxy.update(entry.id, key: entry.key) { $0.server = nil }
            storePlace(of: entry, ServerID(rawValue: 0))
            return
        }
        if entry.isEphemeral || entry.isRead {
            proxy.end(entry.id)
            over(entry, .read, closesPopup: false)
        } else {
            _ = proxy.update(entry.id, key: entry.key) { entry in
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
        _ = proxy.update(entry.id, key: entry.key) { $0.isRead = true }
        if !entry.isEphemeral { attempt { try store.setRead(entry.key) } }
    }
}

extension ServerEvent {
    /// Whether the user has done something that an app is to hear of at once.
    fileprivate var isUsersDoing: Bool {
        switch self {
        case .actionInvoked, .replied: true
        default: false
        }
    }
}
