// SPDX-License-Identifier: Apache-2.0

/// The layout of texts of the user's size, in windows that may be as narrow as a telephone.
package struct TextLayout: Hashable, Sendable {
    /// The size of texts, 1 for the usual one.
    package let scale: Double

    package init(scale: Double) { self.scale = scale }

    /// True for texts so large that controls side by side do not fit into a narrow window.
    package var isLarge: Bool { scale >= 1.5 }

    /// Maximum number of lines of a row's subtitle. Without a limit, a text takes the room of the
    /// buttons beside it. Large texts have few words in a line.
    package func subtitleLines(isWhole: Bool) -> Int {
        isWhole ? Self.wholeLines : isLarge ? 8 : 3
    }

    /// Maximum number of lines of a row's title.
    package func titleLines(isWhole: Bool) -> Int {
        isWhole ? Self.wholeLines : isLarge ? 4 : 2
    }

    /// The width of the list of places: that of the narrowest window for large texts.
    package var sidebarWidth: Int32 { Int32(240 * min(max(scale, 1), 1.5)) }

    /// Maximum number of lines of a title, and of a subtitle, in a long list.
    package var listLines: Int { isLarge ? 3 : 1 }

    /// Returns true if the value of a list to choose from stands below the row's title. Beside it,
    /// libadwaita cuts a value after 20 letters, and large texts leave room for fewer.
    package func isChoiceBelow(_ value: String) -> Bool { isLarge || value.count > 20 }

    /// The number of lines for a text that is not cut, more than any text has.
    private static var wholeLines: Int { 1_000 }

    /// The size of a page's title in a narrow window, 1 for the size that the window gives it.
    ///
    /// A header bar has no room for parts of a word below each other. A word that is wider than the
    /// bar is shown in smaller letters, but not in smaller ones than texts of the usual size.
    ///
    /// - Parameter buttons: The number of buttons of the page in the header bar.
    package func titleSize(_ title: String, buttons: Int) -> Double {
        size(title.split(separator: " ").map(\.count).max() ?? 0, in: Self.room(beside: buttons))
    }

    /// The size of the line below the title, which has smaller letters and wraps between words.
    package func subtitleSize(_ subtitle: String, buttons: Int) -> Double {
        size(subtitle.count, in: Self.room(beside: buttons) * 1.2)
    }

    /// The number of letters of the longest word around which a page's title wraps. Around a longer
    /// word, the title would make the narrowest window wider.
    package func longestWord(buttons: Int) -> Int { max(12, Int(Self.room(beside: buttons))) }

    private func size(_ letters: Int, in room: Double) -> Double {
        guard isLarge, letters > 0 else { return 1 }
        return max(min(1, room / scale / Double(letters)), 1 / scale)
    }

    /// Number of letters of the usual size in a header bar of 360 pixels, beside the window's three
    /// buttons, *Back* and so many buttons of the page.
    private static func room(beside buttons: Int) -> Double { max(16 - 4 * Double(buttons), 4) }
}
