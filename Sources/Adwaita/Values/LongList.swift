// SPDX-License-Identifier: Apache-2.0

/// A list of any length: only the rows on the screen have widgets.
package struct LongList<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// A row, or a heading between rows.
    package struct Item: Hashable, Sendable {
        package let id: String
        package var title: String
        package var subtitle: String
        package var icon: String?
        /// Nil for a heading.
        package var open: Intent?

        package init(
            _ id: String, _ title: String, _ subtitle: String = "", icon: String? = nil,
            open: Intent? = nil
        ) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
            self.icon = icon
            self.open = open
        }
    }

    /// The name for screen readers.
    package var name: String
    package var items: [Item]
    /// Sent when the user comes near the end; nil at the end of all.
    package var more: Intent?

    package init(_ name: String, _ items: [Item], more: Intent?) {
        self.name = name
        self.items = items
        self.more = more
    }

    /// Returns the items in which two lists differ: the same number at the beginning and at the end
    /// is equal.
    package static func difference(
        _ old: [Item], _ new: [Item]
    ) -> (old: Range<Int>, new: Range<Int>) {
        let limit = min(old.count, new.count)
        var start = 0
        while start < limit, old[start] == new[start] { start += 1 }
        var end = 0
        while end < limit - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        return (start..<old.count - end, start..<new.count - end)
    }
}
