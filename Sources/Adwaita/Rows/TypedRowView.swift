// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row with a text field below another widget: the base of the kinds of rows to type into.
@WindowActor class TypedRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    let entry = unsafe Widget(cadwaita_entry_new())
    /// The field and the buttons.
    private let line = unsafe Widget(cadwaita_box_new(0, 6))

    init(_ row: Row<Intent>, below top: Widget, spacing: Int32, _ send: @escaping Send) {
        unsafe super.init(row, cadwaita_plain_row_new(), send)
        let box = unsafe Widget(cadwaita_box_new(1, spacing))
        unsafe cadwaita_set_margins(box.pointer, 12, 8)
        unsafe cadwaita_box_append(line.pointer, entry.pointer)
        for child in [top, line] { unsafe cadwaita_box_append(box.pointer, child.pointer) }
        unsafe cadwaita_list_row_set_child(widget.pointer, box.pointer)
        unsafe cadwaita_list_row_set_selectable(widget.pointer, 0)
        entry.connect("changed") { [weak self] in self?.changed() }
        for signal in ["activate", "icon-press"] {
            entry.connect(signal) { [weak self] in self?.apply() }
        }
    }

    /// The text that the user sees.
    var typed: String { unsafe String(cString: cadwaita_text(entry.pointer)) }

    /// Handles a change of the text.
    func changed() {}

    /// Puts a text into the field, unless the user is typing.
    ///
    /// - Parameter known: The text that the field was given before; nil for a new widget.
    final func put(_ text: String, after known: String?) {
        // In a field that applies each key, an older text may come after the next key. In others, a
        // text as it was given would undo the change when the page applies it.
        let isUntouched = !row.appliesAtOnce && (typed.isEmpty || typed == known)
        if known == nil || !entry.containsFocus || isUntouched {
            unsafe cadwaita_set_text(entry.pointer, text)
            // A refused text comes back to be corrected.
            if entry.containsFocus { unsafe cadwaita_cursor_to_end(entry.pointer) }
        }
        offer(inPlaceOf: text)
    }

    /// Offers to apply the text if it differs from the known one.
    final func offer(inPlaceOf known: String) {
        unsafe cadwaita_entry_offer(
            entry.pointer, typed == known ? 0 : 1, WindowWords.current.apply)
    }

    // The row around the field cannot have the focus.
    override func takeFocus() -> Bool { unsafe gtk_widget_grab_focus(entry.pointer) != 0 }

    override func addSuffix(_ suffix: Widget) {
        unsafe cadwaita_box_append(line.pointer, suffix.pointer)
    }

    override func removeSuffix(_ suffix: Widget) {
        unsafe cadwaita_box_remove(line.pointer, suffix.pointer)
    }
}
