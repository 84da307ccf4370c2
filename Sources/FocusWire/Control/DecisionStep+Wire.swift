// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

extension DecisionStep {
    /// Reads a step; nil for an unknown word.
    package init?(_ fields: Fields) {
        guard let kind = fields.string("step").flatMap(Kind.init),
            let outcome = fields.string("outcome").flatMap(Outcome.init)
        else { return nil }
        self.init(kind, outcome, name: fields.string("name"))
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("step", kind.rawValue)
        fields.set("outcome", outcome.rawValue)
        fields.set("name", name)
        return fields.value
    }
}
