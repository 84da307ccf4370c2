// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// An app in the answer of `Control.Apps`.
package struct AppDetails: Hashable, Sendable {
    package var id: AppID
    /// Number of its notifications of the last seven days.
    package var came: Int
    /// Number of those that were silenced.
    package var silenced: Int
    /// The visible badge; 0 for none.
    package var badge: Int
    /// The key of the next page; nil except for the last app of a page.
    package var next: String?

    package init(_ id: AppID, came: Int = 0, silenced: Int = 0, badge: Int = 0) {
        self.id = id
        self.came = came
        self.silenced = silenced
        self.badge = badge
    }

    /// Reads an app; nil without its id.
    package init?(_ fields: Fields) {
        guard let app = fields.string("app") else { return nil }
        func count(_ key: String) -> Int { fields.uint32(key).map(Int.init) ?? 0 }
        self.init(
            AppID(app), came: count("came"), silenced: count("silenced"), badge: count("badge"))
        next = fields.string("next")
    }
}

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
