// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The widget of a ``RowGroup``.
@WindowActor final class GroupView<Intent: Hashable & Sendable> {
    let widget = unsafe Widget(adw_preferences_group_new())
    private let stack: RowStack<Intent>
    private let send: RowView<Intent>.Send
    private var buttons: ButtonLine<Intent>?

    init(_ send: @escaping RowView<Intent>.Send) {
        self.send = send
        let group = widget
        stack = RowStack(
            send, add: { unsafe cadwaita_group_add(group.pointer, $0.pointer) },
            remove: { unsafe cadwaita_group_remove(group.pointer, $0.pointer) })
    }

    var rows: [RowView<Intent>] { stack.rows }

    /// Shows a group.
    ///
    /// - Parameter page: The title of its page, which names a group without a title.
    func show(_ group: RowGroup<Intent>, on page: String) {
        unsafe cadwaita_group_set_texts(widget.pointer, group.title, group.description)
        showButtons(group.buttons)
        stack.show(group.rows)
        guard let row = rows.first?.widget else { return }
        unsafe cadwaita_row_set_name_of_list(
            row.pointer, group.title.isEmpty ? page : group.title)
    }

    private func showButtons(_ new: [Button<Intent>]) {
        guard buttons != nil || !new.isEmpty else { return }
        if buttons == nil {
            let box = unsafe Widget(cadwaita_box_new(0, 6))
            unsafe cadwaita_group_set_suffix(
                widget.pointer, box.pointer, Texts.areLarge ? 1 : 0)
            buttons = ButtonLine(
                isFlat: true, send,
                add: { unsafe cadwaita_box_append(box.pointer, $0.pointer) },
                remove: { unsafe cadwaita_box_remove(box.pointer, $0.pointer) })
        }
        buttons?.show(new)
    }
}
