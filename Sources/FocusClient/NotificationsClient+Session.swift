// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// An app's notifications and its badge, over the connection of its session.
///
/// It works with focusd and with any other notification server. Nothing is connected before it is
/// used, and a bus that was away is used again when it is back.
@LoopActor package final class AppNotifications {
    package nonisolated let session: AppSession
    private var subscription: NotificationSubscription?
    private var observation: AnyObject?
    private var known: Set<String>?
    /// Counts the servers, so that an answer of one is not taken for the next one's.
    private var servers = 0
    private var handler: (@Sendable (NotificationEvent) -> Void)?

    package nonisolated init(_ session: AppSession) {
        self.session = session
    }

    /// The app whose notifications these are; nil where nothing says it.
    package nonisolated var app: AppID? { session.app }

    /// Calls `handler` with what the server tells, from the first connection on.
    package func onEvent(_ handler: @escaping @Sendable (NotificationEvent) -> Void) {
        self.handler = handler
        observation = session.observe { [weak self] connection in self?.use(connection) }
    }

    /// What the server can do; while events are heard, each server is asked once.
    package func capabilities() async throws(ControlError) -> Set<String> {
        if let known { return known }
        let client = try connected()
        let server = servers
        let answer = try await client.capabilities()
        if server == servers, observation != nil { known = answer }
        return answer
    }

    /// Sends a notification as the app's and answers its id.
    package func notify(_ request: NotificationRequest) async throws(ControlError) -> ClientID {
        var request = request
        request.app = app
        return try await connected().notify(request)
    }

    /// Takes a notification back.
    package func close(_ id: ClientID) async throws(ControlError) {
        try await connected().close(id)
    }

    /// Whether the server is focusd; see ``NotificationsClient/serverIsFocusd()``.
    package func serverIsFocusd() async -> Bool {
        await (try? connected())?.serverIsFocusd() ?? false
    }

    /// Sets the app's badge through focusd; where there is none, tells the docks and launchers.
    package func setBadgeCount(_ count: UInt32) async throws(ControlError) {
        do throws(ControlError) {
            try await session.apps().setBadgeCount(count)
        } catch .notReachable {
            guard let app else { throw .noAppID }
            LauncherEntry.update(app, count, on: try session.connection())
        }
    }

    private func connected() throws(ControlError) -> NotificationsClient {
        NotificationsClient(try session.connection())
    }

    private func use(_ connection: Connection?) {
        subscription = connection.map { connection in
            NotificationsClient(connection).subscribe { [weak self] event in self?.heard(event) }
        }
        heard(connection == nil ? .serverLeft : .serverAppeared)
    }

    private func heard(_ event: NotificationEvent) {
        if event == .serverAppeared || event == .serverLeft {
            known = nil
            servers += 1
        }
        handler?(event)
    }
}

/// The launchers' interface for badges, as Ubuntu's documentation of the Unity launcher API has it.
enum LauncherEntry {
    /// Shows a count at the app's icon; 0 hides it.
    @LoopActor static func update(_ app: AppID, _ count: UInt32, on connection: Connection) {
        let uri = "application://\(app).desktop"
        var properties = FieldsBuilder()
        properties.set("count", .int64(Int64(count)))
        properties.set("count-visible", .boolean(count > 0))
        let signal = Message.signal(
            path: path(uri), interface: WireName.launcherEntry, member: "Update")
        // An app id with a NUL cannot be sent, nor can it name a desktop file.
        guard (try? signal.append(.string(uri), properties.value)) != nil else { return }
        connection.send(signal)
    }

    /// One object per app, as libunity does; the number is FNV-1a of the URI.
    private static func path(_ uri: String) -> ObjectPath {
        var hash: UInt32 = 2_166_136_261
        for byte in uri.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return (try? ObjectPath("/com/canonical/unity/launcherentry/\(hash)")) ?? .root
    }
}
