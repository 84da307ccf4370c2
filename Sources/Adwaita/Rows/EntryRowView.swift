// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row to type a line of text into, below its title.
///
/// Not AdwEntryRow: in libadwaita 1.2, screen readers do not hear when its text gets the focus.
@WindowActor final class EntryRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let caption = unsafe Widget(cadwaita_label_new(""))
    private let entry = unsafe Widget(cadwaita_entry_new())
    private let line = unsafe Widget(cadwaita_box_new(0, 6))

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, cadwaita_plain_row_new(), send)
        let box = unsafe Widget(cadwaita_box_new(1, 4))
        unsafe cadwaita_set_margins(box.pointer, 12, 8)
        caption.setClass("caption")
        caption.setClass("dim-label")
        unsafe cadwaita_label_set_wrap(caption.pointer, 1)
        unsafe cadwaita_box_append(line.pointer, entry.pointer)
        for child in [caption, line] { unsafe cadwaita_box_append(box.pointer, child.pointer) }
        unsafe cadwaita_list_row_set_child(widget.pointer, box.pointer)
        unsafe cadwaita_list_row_set_selectable(widget.pointer, 0)
        entry.connect("changed") { [weak self] in self?.changed() }
        for signal in ["activate", "icon-press"] {
            entry.connect(signal) { [weak self] in self?.apply() }
        }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .entry(let text, _) = row.control else { return }
        let caption = row.subtitle.isEmpty ? row.title : "\(row.title): \(row.subtitle)"
        unsafe cadwaita_label_set(self.caption.pointer, caption)
        self.caption.setClass("error", row.isFaulty)
        entry.setName(row.spokenName)
        unsafe cadwaita_set_invalid(entry.pointer, row.isFaulty ? 1 : 0)
        // A change from outside must not replace what the user is typing.
        if case .entry(text, _) = before?.control { return }
        if before == nil || !entry.containsFocus || typed.isEmpty {
            unsafe cadwaita_set_text(entry.pointer, text)
        }
        unsafe cadwaita_entry_offer(
            entry.pointer, typed == text ? 0 : 1, WindowWords.current.apply)
    }

    override func addSuffix(_ suffix: Widget) {
        unsafe cadwaita_box_append(line.pointer, suffix.pointer)
    }

    override func removeSuffix(_ suffix: Widget) {
        unsafe cadwaita_box_remove(line.pointer, suffix.pointer)
    }

    private var typed: String { unsafe String(cString: cadwaita_text(entry.pointer)) }

    private func changed() {
        guard case .entry(let known, _) = row.control else { return }
        if row.appliesAtOnce {
            if typed != known { apply() }
        } else {
            unsafe cadwaita_entry_offer(
                entry.pointer, typed == known ? 0 : 1, WindowWords.current.apply)
        }
    }

    private func apply() {
        guard case .entry(let known, let intent) = row.control else { return }
        let text = typed
        // A field for additions is empty again, for the next one.
        if known.isEmpty, !row.appliesAtOnce { unsafe cadwaita_set_text(entry.pointer, "") }
        send(intent, text)
    }
}
