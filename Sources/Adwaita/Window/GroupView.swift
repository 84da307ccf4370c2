// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The widget of a ``RowGroup``.
@WindowActor final class GroupView<Intent: Hashable & Sendable> {
    let widget = unsafe Widget(adw_preferences_group_new())
    private(set) var rows: [RowView<Intent>] = []
    private let send: RowView<Intent>.Send
    private var suffix: Widget?
    private var buttons: ButtonLine<Intent>?

    init(_ send: @escaping RowView<Intent>.Send) { self.send = send }

    /// Shows a group.
    ///
    /// - Parameter page: The title of its page, which names a group without a title.
    func show(_ group: RowGroup<Intent>, on page: String) {
        unsafe cadwaita_group_set_texts(widget.pointer, group.title, group.description)
        showButtons(group.buttons)
        showRows(group.rows)
        guard let row = rows.first?.widget else { return }
        unsafe cadwaita_row_set_name_of_list(
            row.pointer, group.title.isEmpty ? page : group.title)
    }

    /// Keeps the rows up to the first difference in place, and the widgets of the others, because
    /// a group of libadwaita adds rows at its end only.
    private func showRows(_ new: [Row<Intent>]) {
        var kept = 0
        while kept < min(rows.count, new.count), rows[kept].row.outline == new[kept].outline {
            rows[kept].update(new[kept])
            kept += 1
        }
        guard kept < max(rows.count, new.count) else { return }
        let focused = rows.firstIndex { $0.widget.containsFocus }
        var old: [String: RowView<Intent>] = [:]
        for view in rows[kept...] {
            unsafe cadwaita_group_remove(widget.pointer, view.widget.pointer)
            old[view.row.outline] = view
        }
        let focusedView = focused.map { rows[$0] }
        rows.removeSubrange(kept...)
        for row in new[kept...] {
            let view: RowView<Intent>
            if let known = old.removeValue(forKey: row.outline) {
                view = known
                view.update(row)
            } else {
                view = .make(row, send)
            }
            rows.append(view)
            unsafe cadwaita_group_add(widget.pointer, view.widget.pointer)
        }
        // The keyboard's focus stays with its row, or goes to the row that took its place.
        guard let focused, focused >= kept, let focusedView, !rows.isEmpty else { return }
        let next =
            rows.contains { $0 === focusedView } ? focusedView : rows[min(focused, rows.count - 1)]
        next.widget.grabFocus()
    }

    private func showButtons(_ new: [Button<Intent>]) {
        guard buttons != nil || !new.isEmpty else { return }
        if buttons == nil {
            let box = unsafe Widget(cadwaita_box_new(0, 6))
            unsafe cadwaita_group_set_suffix(widget.pointer, box.pointer)
            suffix = box
            buttons = ButtonLine(
                isFlat: true, { [weak self] in self?.send($0, "") },
                add: { unsafe cadwaita_box_append(box.pointer, $0.pointer) },
                remove: { unsafe cadwaita_box_remove(box.pointer, $0.pointer) })
        }
        buttons?.show(new)
    }
}
