// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore

// Delivers due requests to the notification server.
extension PostOffice {
    /// Delivers a request. Asks an app in front first, which then decides how it appears.
    ///
    /// - Parameter answer: The app's answer, if it was asked about this request before.
    func present(
        _ request: UNNotificationRequest, _ answer: UNNotificationPresentationOptions? = nil
    ) async throws(ControlError) {
        guard answer == nil, outlets.isAppInFront() else {
            try await deliver(request, answer)
            return
        }
        let notification = UNNotification(request, date: clock.now)
        outlets.willPresent(notification) { [weak self] options in
            // The caller does not wait for the result.
            self?.queue.add { [weak self] in await self?.deliverOrKeep(request, options) }
        }
    }

    /// Delivers a notification as the app has chosen, or keeps the request until a server is there.
    private func deliverOrKeep(
        _ request: UNNotificationRequest, _ options: UNNotificationPresentationOptions
    ) async {
        do throws(ControlError) {
            try await deliver(request, options)
        } catch .notReachable {
            keepOverdue(request, options)
        } catch {
            // The server refused the request. Another attempt would fail too.
        }
    }

    /// Delivers a notification to the server.
    ///
    /// - Parameter options: The app's choice of presentation; nil if the app was not asked.
    private func deliver(
        _ request: UNNotificationRequest, _ options: UNNotificationPresentationOptions?
    ) async throws(ControlError) {
        let content = request.content.fields
        if let badge = content.badge, options?.contains(.badge) ?? true {
            // The notification is delivered even if the badge fails.
            try? await setBadge(badge.intValue)
        }
        guard content.isVisible, options?.isDisjoint(with: [.alert, .banner, .list]) != true else {
            return
        }
        let outgoing = ContentMapping(
            content, category: categories.first { $0.identifier == content.categoryIdentifier },
            appName: appName, options: options, capabilities: try await capabilities())
        // The ids of focusd's notifications mean nothing to another server.
        await recognizeServer()
        var wire = outgoing.wire
        wire.replaces = delivered[request.identifier]?.id
        let id = try await notifications.notify(wire)
        keep(
            DeliveredNotification(
                UNNotification(request, date: clock.now), id: id, actions: outgoing.actions))
        if await isFocusd() == nil { awaitsFocusd = true }
        saveSoon()
    }

    /// Returns the capabilities of the server; none if the server refuses the question.
    private func capabilities() async throws(ControlError) -> Set<String> {
        do throws(ControlError) {
            return try await notifications.capabilities()
        } catch .notReachable(let text) {
            // One timeout for an unresponsive server is enough.
            throw .notReachable(text)
        } catch {
            return []
        }
    }

    func keep(_ entry: DeliveredNotification) {
        let identifier = entry.notification.request.identifier
        // The server reuses ids only of closed notifications, even if it did not report the
        // closing.
        if let older = self.identifier(of: entry.id) { delivered[older] = nil }
        if delivered[identifier] == nil, delivered.count >= Self.maximumDelivered,
            let oldest = delivered.min(by: { $0.value.date < $1.value.date })
        {
            delivered[oldest.key] = nil
        }
        delivered[identifier] = entry
    }

    /// Sets the app's badge.
    func setBadge(_ count: Int) async throws(UNError) {
        guard let count = UInt32(exactly: count) else { throw UNError(.badgeInputInvalid) }
        do throws(ControlError) {
            try await notifications.setBadgeCount(count)
        } catch {
            throw UNError(error)
        }
    }

    func respond(_ response: UNNotificationResponse) {
        outlets.didReceive(response)
    }
}

extension UNError {
    init(_ error: ControlError) {
        let detail =
            switch error {
            case .notReachable(let text): "The notification service cannot be reached: \(text)."
            case .refused(_, let text): "The notification service refuses: \(text)"
            case .malformedAnswer: "The notification service answers nonsense."
            }
        self.init(.notificationsNotAllowed, detail)
    }
}
