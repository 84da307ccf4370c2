// SPDX-License-Identifier: Apache-2.0

/// A short button with a round border, one of a line of such buttons.
package struct Chip<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// The identifier of the chip, unique within its row.
    package let id: String
    package var title: String
    /// The name for screen readers and the tooltip.
    package var name: String
    /// The name of an icon; nil for none.
    package var icon: String?
    /// True to strike the title through: what the chip stands for is gone.
    package var isGone: Bool
    package var intent: Intent

    package init(
        _ id: String, _ title: String, name: String = "", icon: String? = nil,
        isGone: Bool = false, _ intent: Intent
    ) {
        self.id = id
        self.title = title
        self.name = name.isEmpty ? title : name
        self.icon = icon
        self.isGone = isGone
        self.intent = intent
    }
}

/// A large button with a picture, a title and a sentence.
package struct Card<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// The identifier of the card, unique within its row.
    package let id: String
    package var title: String
    package var subtitle: String
    /// The name of an icon, a path, or a `file:` or `data:` URI.
    package var image: String
    /// The name of the icon in place of a picture that cannot be shown.
    package var fallback: String
    /// The words that invite to press the card; empty for none.
    package var invitation = ""
    /// True if the subtitle tells of a problem.
    package var isFaulty = false
    /// The position of a card that can be checked, whose intent is for the opposite one; nil for a
    /// card that leads elsewhere. A card of the same id keeps its kind.
    package var isOn: Bool?
    package var intent: Intent

    package init(
        _ id: String, _ title: String, _ subtitle: String, image: String, fallback: String,
        _ intent: Intent
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.fallback = fallback
        self.intent = intent
    }

    /// The card in words for a screen reader.
    package var spokenName: String {
        [title, subtitle, invitation].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
