// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The translations of one program (gettext's domain), in the language of the environment.
package struct Translations: Hashable, Sendable {
    /// The name of the files, such as `focusd-settings`.
    package let domain: String

    package init(_ domain: String) { self.domain = domain }

    /// Uses the translations in the folder that was installed with the program.
    package func bind() {
        MessageCatalog.bind(domain, folder: InstalledFiles.translations)
    }

    /// Returns the text in the user's language.
    package func text(_ phrase: Phrase) -> String {
        phrase.text(MessageCatalog.text(phrase.format, domain: domain))
    }

    /// Returns texts in one line, such as facts about a notification. Each of them keeps its
    /// direction and its place, also one that begins with a name in Hebrew.
    ///
    /// - Parameters:
    ///   - separator: The text between two of them.
    ///   - word: Any text of the program: its translation has the direction of the line.
    package func joined(_ texts: [String], separator: String, like word: Phrase) -> String {
        let isRightToLeft = TextDirection.hasRightToLeft(text(word))
        let line = texts.map { TextDirection.isolated($0, inRightToLeft: isRightToLeft) }
            .joined(separator: separator)
        return TextDirection.marked(line, isRightToLeft: isRightToLeft)
    }

    /// Returns the text for a number of things in the user's language.
    ///
    /// - Parameters:
    ///   - one: The text for one thing. It has the places of `many`, or fewer.
    ///   - many: The text for all other numbers.
    package func text(_ count: Int, _ one: Phrase, _ many: Phrase) -> String {
        let format = MessageCatalog.text(one.format, many.format, count: count, domain: domain)
        return many.text(format)
    }
}
