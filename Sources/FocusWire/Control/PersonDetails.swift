// SPDX-License-Identifier: Apache-2.0

/// A person in the answer of `Control.People`.
package struct PersonDetails: Hashable, Sendable {
    /// The name as in ``FocusCore/SeenPerson``.
    package var name: String
    /// Number of the notifications of the last seven days that named the person.
    package var came: Int
    /// The key of the next page; nil except for the last person of a page.
    package var next: String?

    package init(_ name: String, came: Int = 0) {
        self.name = name
        self.came = came
    }

    /// Reads a person; nil without a name.
    package init?(_ fields: Fields) {
        guard let name = fields.string("person") else { return nil }
        self.init(name, came: fields.uint32("came").map(Int.init) ?? 0)
        next = fields.string("next")
    }
}
