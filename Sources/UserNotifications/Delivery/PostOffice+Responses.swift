// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore

// Handles the events of the server. Servers other than focusd broadcast the events of every app's
// notifications. An id that is not an id of this app is therefore ignored.
extension PostOffice {
    func heard(_ event: NotificationEvent) async {
        switch event {
        case .closed(let id, let reason): await closed(id, reason)
        case .activationToken(let id, let token):
            if identifier(of: id) != nil { tokens[id] = token }
        case .actionInvoked(let id, let key): acted(id, key)
        case .replied(let id, let text): replied(id, text)
        case .serverAppeared: await serverAppeared()
        case .serverLeft: serverLeft()
        }
    }

    func identifier(of id: ClientID) -> String? {
        delivered.first { $0.value.id == id }?.key
    }

    private func acted(_ id: ClientID, _ key: String) {
        guard let identifier = identifier(of: id), let entry = delivered[identifier],
            let action = entry.actions.identifiers[key]
        else { return }
        finish(identifier)
        respond(
            UNNotificationResponse(
                entry.notification, actionIdentifier: action,
                activationToken: tokens.removeValue(forKey: id)))
    }

    private func replied(_ id: ClientID, _ text: String) {
        guard let identifier = identifier(of: id), let entry = delivered[identifier],
            let action = entry.actions.reply
        else { return }
        finish(identifier)
        respond(
            UNTextInputNotificationResponse(
                entry.notification, actionIdentifier: action, userText: text,
                activationToken: tokens.removeValue(forKey: id)))
    }

    /// Marks a notification as acted on. The server decides if the notification stays on the
    /// screen, but the app no longer sees it as delivered, as on Apple's systems.
    private func finish(_ identifier: String) {
        delivered[identifier] = delivered[identifier]?.actedOn
        saveSoon()
    }

    private func closed(_ id: ClientID, _ reason: CloseReason) async {
        guard let identifier = identifier(of: id), let entry = delivered[identifier] else {
            return
        }
        // focusd keeps an expired notification: the user has not acted on it, and its actions still
        // work. Without an answer, the server that comes next decides.
        if reason == .expired, !entry.isActedOn, await isFocusd() != false { return }
        delivered[identifier] = nil
        tokens[id] = nil
        saveSoon()
        let category = entry.notification.request.content.categoryIdentifier
        if reason == .dismissed, !entry.isActedOn,
            categories.first(where: { $0.identifier == category })?.options
                .contains(.customDismissAction) == true
        {
            respond(
                UNNotificationResponse(
                    entry.notification,
                    actionIdentifier: UNNotificationDismissActionIdentifier,
                    activationToken: nil))
        }
    }

    // MARK: Delivered notifications

    /// The notifications that the user has not acted on, the newest first.
    var deliveredNotifications: [UNNotification] {
        get async {
            await forgetEnded()
            return delivered.values.filter { !$0.isActedOn }.map(\.notification)
                .sorted { $0.date > $1.date }
        }
    }

    /// Forgets the notifications that have ended without a signal: those that the user dealt with
    /// after they had expired, or while the app did not run.
    func forgetEnded() async {
        guard !delivered.isEmpty, await isFocusd() == true,
            let live = try? await notifications.live(among: delivered.values.map(\.id))
        else { return }
        let ended = delivered.filter { !live.contains($0.value.id) }
        for (identifier, entry) in ended {
            delivered[identifier] = nil
            tokens[entry.id] = nil
        }
        if !ended.isEmpty { saveSoon() }
    }

    func removeDelivered(_ identifiers: [String]) async {
        for identifier in identifiers {
            guard let entry = delivered.removeValue(forKey: identifier) else { continue }
            tokens[entry.id] = nil
            // Ignores the error for a notification that has already ended.
            try? await notifications.close(entry.id)
        }
        saveSoon()
    }

    func removeAllDelivered() async {
        await removeDelivered(Array(delivered.keys))
    }

    // MARK: Server

    /// Delivers the overdue requests to a server that has appeared.
    func serverAppeared() async {
        await recognizeServer()
        if pending.values.contains(where: \.isOverdue) { await fireDue() }
    }

    /// Handles the end of a server. focusd restores its notifications when it starts again. Any
    /// other server forgets its notifications and reuses their ids.
    func serverLeft() {
        if serverIsFocusd == true { awaitsFocusd = true }
        if !awaitsFocusd { forgetDelivered() }
        tokens = [:]
        serverIsFocusd = nil
    }

    /// Ends the wait for focusd if a server answers. Forgets the delivered notifications if it is
    /// another server.
    func recognizeServer() async {
        guard awaitsFocusd, let isFocusd = await isFocusd() else { return }
        awaitsFocusd = false
        if !isFocusd { forgetDelivered() }
    }

    private func forgetDelivered() {
        guard !delivered.isEmpty else { return }
        delivered = [:]
        saveSoon()
    }

    /// Returns true if the server is focusd; nil if no server answers. Each server answers once.
    func isFocusd() async -> Bool? {
        if let serverIsFocusd { return serverIsFocusd }
        serverIsFocusd = await notifications.serverIsFocusd()
        return serverIsFocusd
    }
}
