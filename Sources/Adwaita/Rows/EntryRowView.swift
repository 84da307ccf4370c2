// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row to type a line of text into, below its title.
///
/// Not AdwEntryRow: in libadwaita 1.2, screen readers do not hear when its text gets the focus.
@WindowActor final class EntryRowView<Intent: Hashable & Sendable>: TypedRowView<Intent> {
    private let caption: Widget

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        caption = unsafe Widget(cadwaita_label_new(""))
        caption.setClass("caption")
        caption.setClass("dim-label")
        unsafe cadwaita_label_set_wrap(caption.pointer, 1)
        super.init(row, below: caption, spacing: 4, send)
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .entry(let text, _) = row.control else { return }
        if before?.isFaulty == true, !row.isFaulty {
            // The refused text was accepted elsewhere, or the user gave it up.
            unsafe cadwaita_set_text(entry.pointer, text)
        }
        if case .entry(text, _) = before?.control {} else { put(text, isNew: before == nil) }
        showCaption()
    }

    /// Shows the title and the subtitle. The reason why a text was refused stands there as long as
    /// the field has that text.
    private func showCaption() {
        guard case .entry(let known, _) = row.control else { return }
        let isRefused =
            row.isFaulty && Self.trimmed(typed) == Self.trimmed(known)
        let isTold = !row.subtitle.isEmpty && (isRefused || !row.isFaulty)
        let text = isTold ? "\(row.title): \(row.subtitle)" : row.title
        unsafe cadwaita_label_set(caption.pointer, text)
        caption.setClass("error", isRefused)
        widget.setClass("error", isRefused)
        for part in [widget, entry] {
            part.setName(isTold ? row.spokenName : row.title)
            unsafe cadwaita_set_invalid(part.pointer, isRefused ? 1 : 0)
        }
    }

    private static func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    override func changed() {
        guard case .entry(let known, _) = row.control else { return }
        if row.isFaulty { showCaption() }
        if row.appliesAtOnce {
            if typed != known { apply() }
        } else {
            offer(inPlaceOf: known)
        }
    }

    override func apply() {
        guard case .entry(let known, let intent) = row.control else { return }
        let text = typed
        // A field for additions is empty again, for the next one.
        if known.isEmpty, !row.appliesAtOnce, !row.isFaulty {
            unsafe cadwaita_set_text(entry.pointer, "")
        }
        send(intent, text)
    }
}
