// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// A notification in a call of `Control.Decide`: the server that asks shows it itself.
package struct DecideRequest: Sendable {
    /// The unique name of the client that sent the notification; nil if the caller does not say.
    package var sender: String?
    package var replaces: UInt32 = 0
    package var actions: [String] = []
    private let fields: ExplainRequest
    private let hints: [DictionaryEntry]

    /// Reads the dictionary; a key of another type counts as absent.
    ///
    /// - Throws: `InvalidArgs` as ``ExplainRequest``.
    package init(_ fields: Fields) throws(ErrorReply) {
        sender = fields.string("sender")
        replaces = fields.uint32("replaces") ?? 0
        actions = fields.strings("actions") ?? []
        self.fields = try ExplainRequest(fields)
        hints = fields["hints"]?.entries ?? []
    }

    /// Returns the notification as the call of `Notify` that the server got.
    package func notify() throws(MarshalError) -> Message {
        var own = FieldsBuilder()
        own.set("desktop-entry", fields.app.isEmpty ? nil : fields.app)
        own.set("category", fields.category)
        own.set("urgency", fields.urgency.map(Value.byte))
        own.set("interruption-level", fields.level)
        own.set("filterCriteria", fields.criteria)
        own.set("x-focusd-person", fields.people.isEmpty ? nil : .strings(fields.people))
        own.set("x-kde-origin-name", fields.site)
        let entries = own.value.entries ?? []
        // The keys of the dictionary itself say more than hints of the same name.
        let names = Set(entries.map(\.key))
        return try .notify(
            appName: fields.appName, replaces: replaces, summary: fields.summary, body: fields.body,
            actions: actions,
            hints: .dictionary(
                key: .string, value: .variant, hints.filter { !names.contains($0.key) } + entries))
    }
}
