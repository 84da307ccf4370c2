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
        let caption = row.subtitle.isEmpty ? row.title : "\(row.title): \(row.subtitle)"
        unsafe cadwaita_label_set(self.caption.pointer, caption)
        self.caption.setClass("error", row.isFaulty)
        entry.setName(row.spokenName)
        unsafe cadwaita_set_invalid(entry.pointer, row.isFaulty ? 1 : 0)
        if before?.isFaulty == true, !row.isFaulty {
            // The refused text was accepted elsewhere, or the user gave it up.
            unsafe cadwaita_set_text(entry.pointer, text)
        }
        if case .entry(text, _) = before?.control { return }
        put(text, isNew: before == nil)
    }

    override func changed() {
        guard case .entry(let known, _) = row.control else { return }
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
