// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// An app's client of focusd: `org.focusd.Focus1.Apps`, whose calls concern the caller's own app.
@LoopActor package final class AppsClient {
    private let connection: Connection
    private let app: AppID

    /// - Parameter connection: A connection that owns the bus name `app`, or whose sandbox is that
    ///   app's.
    package init(_ connection: Connection, app: AppID) {
        self.connection = connection
        self.app = app
    }

    /// Declares the app's Focus filters, in place of earlier declarations.
    package func declare(_ filters: [FilterDeclaration]) async throws(ControlError) {
        var fields = FieldsBuilder()
        for filter in filters { fields.set(filter.key.filter, filter.fields) }
        _ = try await ask("Declare", fields.value)
    }

    /// Returns the present values of a filter.
    ///
    /// - Throws: `refused` with `notFound` if focusd does not know the filter, with
    ///   `missingParameterValue` if a required parameter has no value.
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

    /// Makes focusd ask the filter for its context again.
    package func invalidateAppContext(_ filter: String) async throws(ControlError) {
        _ = try await ask("InvalidateAppContext", .string(filter))
    }

    /// Sets the app's badge, in place of the count of unread notifications. 0 hides it.
    package func setBadgeCount(_ count: UInt32) async throws(ControlError) {
        _ = try await ask("SetBadgeCount", .uint32(count))
    }

    /// Returns true if a notification that the app sent now would be silenced.
    package func isSilenced() async throws(ControlError) -> Bool {
        let values = try await ask("IsSilenced")
        guard let isSilenced = values.first?.asBool else {
            throw .malformedAnswer(member: "IsSilenced")
        }
        return isSilenced
    }

    /// Returns those of the ids that are live notifications of the app.
    package func liveNotifications(
        among ids: [ClientID]
    ) async throws(ControlError) -> Set<ClientID> {
        let values = try await ask(
            "LiveNotifications", .array(of: "u", ids.map { .uint32($0.rawValue) }))
        guard let live = values.first?.elements?.compactMap(\.asUInt32) else {
            throw .malformedAnswer(member: "LiveNotifications")
        }
        return Set(live.map { ClientID(rawValue: $0) })
    }

    private func ask(
        _ member: MemberName, _ arguments: Value...
    ) async throws(ControlError) -> [Value] {
        try await connection.ask(
            member, [.string(app.rawValue)] + arguments, of: Self.service)
    }

    private static let service = BusService(
        name: WireName.focus, path: WireName.focusPath, interface: WireName.apps)
}
