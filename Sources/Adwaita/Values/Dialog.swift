// SPDX-License-Identifier: Apache-2.0

/// A question that stops all else until it is answered.
package struct Dialog<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// Each dialog has its own number, and is shown once.
    package var number: Int
    package var heading: String
    package var body: String
    /// The answers besides *Cancel*.
    package var answers: [Button<Intent>]
    /// Sent when the user closes the question without an answer.
    package var cancel: Intent
    /// A calendar and a time as `2026-12-24 09:05`, which every answer comes with; the calendar
    /// alone as `2026-12-24`; nil for none.
    package var moment: String?

    package init(
        _ number: Int, _ heading: String, _ body: String, answers: [Button<Intent>],
        cancel: Intent
    ) {
        self.number = number
        self.heading = heading
        self.body = body
        self.answers = answers
        self.cancel = cancel
    }
}

/// A window over the main one, which has nothing to work on.
package struct Panel: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case about(About)
        case keys([KeyGroup])
    }

    /// Facts about the program.
    package struct About: Hashable, Sendable {
        package var name: String
        package var icon: String
        package var version: String
        package var comments: String
        package var website: String
        package var developer: String

        package init(
            name: String, icon: String, version: String, comments: String, website: String,
            developer: String
        ) {
            self.name = name
            self.icon = icon
            self.version = version
            self.comments = comments
            self.website = website
            self.developer = developer
        }
    }

    /// Keys with a common title.
    package struct KeyGroup: Hashable, Sendable {
        package var title: String
        /// The effect and the keys in GTK's spelling.
        package var keys: [Key]

        package init(_ title: String, _ keys: [Key]) {
            self.title = title
            self.keys = keys
        }
    }

    /// A key and its effect.
    package struct Key: Hashable, Sendable {
        package var title: String
        package var keys: String

        package init(_ title: String, _ keys: String) {
            self.title = title
            self.keys = keys
        }
    }

    /// Each panel has its own number, and is shown once.
    package var number: Int
    package var kind: Kind

    package init(_ number: Int, _ kind: Kind) {
        self.number = number
        self.kind = kind
    }
}

/// A window with pages of settings and a search over all of them.
package struct Preferences<Intent: Hashable & Sendable>: Hashable, Sendable {
    package var title: String
    package var pages: [PageContent<Intent>]
    /// Sent when the user closes the window.
    package var close: Intent
    /// Keys of this window, besides those that close it; the same while it is open.
    package var shortcuts: [Shortcut<Intent>]
    /// The id of the page that the window opens with; nil for the first one. The row of the page's
    /// ``PageContent/firstRow`` gets the keyboard's focus.
    package var firstPage: String?

    package init(
        _ title: String, _ pages: [PageContent<Intent>], close: Intent,
        shortcuts: [Shortcut<Intent>] = []
    ) {
        self.title = title
        self.pages = pages
        self.close = close
        self.shortcuts = shortcuts
    }
}
