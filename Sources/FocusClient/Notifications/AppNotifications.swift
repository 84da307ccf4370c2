// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// An app's notifications and its badge, over the connection of its session.
///
/// Works with focusd and with any other notification server. Connects at the first use, and again
/// after the bus was away.
@LoopActor package final class AppNotifications {
    package nonisolated let session: AppSession
    private var subscription: NotificationSubscription?
    private var observation: AnyObject?
    private var handler: (@Sendable (NotificationEvent) -> Void)?

    package nonisolated init(_ session: AppSession) {
        self.session = session
    }

    /// The app of the notifications; nil without an app id.
    package nonisolated var app: AppID? { session.app }

    /// Calls `handler` with the server's events, from the first connection on.
    package func onEvent(_ handler: @escaping @Sendable (NotificationEvent) -> Void) {
        self.handler = handler
        observation = session.observe { [weak self] connection in self?.use(connection) }
    }

    /// Returns the server's present capabilities. focusd's answer changes with the server behind
    /// it, of which no signal tells.
    package func capabilities() async throws(ControlError) -> Set<String> {
        try await connected().capabilities()
    }

    /// Sends a notification of the app and returns its id.
    package func notify(_ request: NotificationRequest) async throws(ControlError) -> ClientID {
        var request = request
        request.app = app
        return try await connected().notify(request)
    }

    /// Withdraws a notification.
    package func close(_ id: ClientID) async throws(ControlError) {
        try await connected().close(id)
    }

    /// Returns true if the server is focusd, nil if no server answers; see
    /// ``NotificationsClient/serverIsFocusd()``.
    package func serverIsFocusd() async -> Bool? {
        await (try? connected())?.serverIsFocusd()
    }

    /// Sets the app's badge through focusd. Without focusd, tells the docks and launchers.
    package func setBadgeCount(_ count: UInt32) async throws(ControlError) {
        do throws(ControlError) {
            try await session.apps().setBadgeCount(count)
        } catch .notReachable {
            guard let app else { throw .noAppID }
            let connection = try session.connection()
            if let signal = LauncherEntry.update(app, count) { connection.send(signal) }
        }
    }

    /// Returns those of the ids that are live notifications of the app, of which only focusd tells.
    package func live(among ids: [ClientID]) async throws(ControlError) -> Set<ClientID> {
        try await session.apps().liveNotifications(among: ids)
    }

    private func connected() throws(ControlError) -> NotificationsClient {
        NotificationsClient(try session.connection())
    }

    private func use(_ connection: Connection?) {
        subscription = connection.map { connection in
            NotificationsClient(connection).subscribe { [weak self] in self?.handler?($0) }
        }
        handler?(connection == nil ? .serverLeft : .serverAppeared)
    }
}
