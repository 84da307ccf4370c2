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

    /// Tells which Focus filters the app has, in place of what it told before.
    package func declare(_ filters: [FilterDeclaration]) async throws(ControlError) {
        var fields = FieldsBuilder()
        for filter in filters { fields.set(filter.key.filter, filter.fields) }
        _ = try await ask("Declare", fields.value)
    }

    /// What a filter would be given now.
    ///
    /// - Throws: `refused` with `notFound` where focusd knows no such filter, with
    ///   `missingParameterValue` where a required parameter is not set.
    package func currentFilter(
        _ filter: String, parameters: [ParameterDeclaration]
    ) async throws(ControlError) -> ParameterValues {
        let answer = try await ask("CurrentFilter", .string(filter))
        guard let fields = answer.first else {
            throw .malformedAnswer(member: "CurrentFilter")
        }
        do throws(ParameterMismatch) {
            return try ParameterValues(fields, of: parameters)
        } catch {
            throw .malformedAnswer(member: "CurrentFilter: \(error)")
        }
    }

    /// Has focusd ask the filter for its context anew.
    package func invalidateAppContext(_ filter: String) async throws(ControlError) {
        _ = try await ask("InvalidateAppContext", .string(filter))
    }

    /// Sets the app's badge; it wins over the count of unread notifications, and 0 hides it.
    package func setBadgeCount(_ count: UInt32) async throws(ControlError) {
        _ = try await ask("SetBadgeCount", .uint32(count))
    }

    /// The count that was set last, 0 where none was.
    package func badgeCount() async throws(ControlError) -> UInt32 {
        let values = try await ask("BadgeCount")
        guard let count = values.first?.asUInt32 else {
            throw .malformedAnswer(member: "BadgeCount")
        }
        return count
    }

    /// Hands over a notification as Apple's push service would have delivered it.
    ///
    /// - Parameter payload: JSON, at most 4096 bytes.
    /// - Returns: the notification's id; nil where the payload has nothing to show.
    package func deliverRemote(_ payload: String) async throws(ControlError) -> ClientID? {
        let values = try await ask("DeliverRemote", .string(payload))
        guard let id = values.first?.asUInt32 else {
            throw .malformedAnswer(member: "DeliverRemote")
        }
        return id == 0 ? nil : ClientID(rawValue: id)
    }

    private func ask(
        _ member: MemberName, _ arguments: Value...
    ) async throws(ControlError) -> [Value] {
        try await connection.ask(
            member, [.string(app.rawValue)] + arguments, of: Self.service)
    }

    private static let service = Service(
        name: WireName.focus, path: WireName.focusPath, interface: WireName.apps)
}
