// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// An app's line to focusd: `org.focusd.Focus1.Apps`, every call about the caller's own app.
@LoopActor package final class AppsClient {
    private let connection: Connection
    private let app: AppID

    /// - Parameter connection: one that owns the bus name `app`, or whose sandbox is that app's.
    package init(_ connection: Connection, app: AppID) {
        self.connection = connection
        self.app = app
    }

    /// Sets the app's badge; it wins over the count of unread notifications, and 0 hides it.
    package func setBadgeCount(_ count: UInt32) async throws(ControlError) {
        _ = try await connection.ask(
            "SetBadgeCount", [.string(app.rawValue), .uint32(count)], of: Self.service)
    }

    /// The count that was set last, 0 where none was.
    package func badgeCount() async throws(ControlError) -> UInt32 {
        let values = try await connection.ask(
            "BadgeCount", [.string(app.rawValue)], of: Self.service)
        guard let count = values.first?.asUInt32 else {
            throw .malformedAnswer(member: "BadgeCount")
        }
        return count
    }

    private static let service = Service(
        name: WireName.focus, path: WireName.focusPath, interface: WireName.apps)
}
