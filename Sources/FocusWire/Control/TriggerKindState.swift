// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A kind of triggers in an answer of `Control.TriggerKinds`.
package struct TriggerKindState: Hashable, Sendable {
    /// The kind's word, such as `camera`. A newer focusd may have kinds that this program does not
    /// know.
    package var kind: String
    /// True if triggers of this kind can be detected in this session.
    package var isAvailable: Bool
    /// The reason why they cannot be detected, or a part of them cannot.
    package var reason: String?
    /// True while a trigger of this kind holds; nil if no Focus uses the kind.
    package var holds: Bool?
    /// Texts of the triggers of this kind that hold, such as `network:Home`; nil from an older
    /// focusd.
    package var holding: [String]?

    package init(
        _ kind: Trigger.Kind, isAvailable: Bool, reason: String? = nil, holds: Bool? = nil,
        holding: [String]? = nil
    ) {
        self.kind = kind.rawValue
        self.isAvailable = isAvailable
        self.reason = reason
        self.holds = holds
        self.holding = holding
    }

    package init?(_ fields: Fields) {
        guard let kind = fields.string("kind") else { return nil }
        self.kind = kind
        isAvailable = fields.boolean("available") ?? false
        reason = fields.string("reason")
        holds = fields.boolean("holds")
        holding = fields.strings("holding")
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("kind", kind)
        fields.set("available", .boolean(isAvailable))
        fields.set("reason", reason)
        fields.set("holds", holds.map(Value.boolean))
        fields.set("holding", holding.map(Value.strings))
        return fields.value
    }
}
