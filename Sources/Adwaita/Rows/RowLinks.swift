// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The links in the subtitle of a row.
@WindowActor final class RowLinks<Intent: Hashable & Sendable> {
    private let row: Widget
    private var parts: [Row<Intent>.LinkedText] = []

    /// - Parameter send: Called with the intent of a link that the user clicks.
    init(_ row: Widget, _ send: @escaping @WindowActor (Intent) -> Void) {
        self.row = row
        unsafe Signals.onLink(row.pointer) { [weak self] address in
            let part = self?.parts.first { $0.address == address }
            if let open = part?.open { send(open) }
        }
    }

    /// Shows the pieces in place of the plain subtitle; a row without pieces keeps that.
    func show(_ content: Row<Intent>) {
        parts = content.linkedSubtitle
        row.setClass("with-links", !parts.isEmpty)
        unsafe cadwaita_row_set_markup(
            row.pointer, parts.isEmpty ? nil : content.title, Self.markup(parts))
    }

    /// Returns Pango's markup of the pieces.
    nonisolated static func markup(_ parts: [Row<Intent>.LinkedText]) -> String {
        parts.map { part in
            guard let address = part.address else { return part.text.escapedForMarkup }
            // GTK reads the title, which it shows as a tooltip, as markup once more.
            return "<a href=\"\(address.escapedForMarkup)\""
                + " title=\"\(address.escapedForMarkup.escapedForMarkup)\">"
                + part.text.escapedForMarkup + "</a>"
        }.joined()
    }
}

extension String {
    /// The text with the characters replaced that mean something in markup and in attributes.
    var escapedForMarkup: String {
        // GLib returns a text that the caller frees.
        let escaped = unsafe g_markup_escape_text(self, -1).unsafelyUnwrapped
        defer { unsafe g_free(escaped) }
        return unsafe String(cString: escaped)
    }
}
