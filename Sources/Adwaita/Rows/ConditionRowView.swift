// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row with a ``ConditionLine``: two short lists, and below them a field and the buttons.
@WindowActor final class ConditionRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let field: DropView<Intent>
    private let relation: DropView<Intent>
    private let entry = unsafe Widget(cadwaita_entry_new())
    private let line = unsafe Widget(cadwaita_box_new(0, 6))

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        field = DropView { send($0, "") }
        relation = DropView { send($0, "") }
        unsafe super.init(row, cadwaita_plain_row_new(), send)
        let box = unsafe Widget(cadwaita_box_new(1, 6))
        let lists = unsafe Widget(cadwaita_box_new(0, 6))
        unsafe cadwaita_set_margins(box.pointer, 12, 8)
        for list in [field, relation] {
            unsafe gtk_widget_set_hexpand(list.widget.pointer, 1)
            unsafe cadwaita_box_append(lists.pointer, list.widget.pointer)
        }
        unsafe cadwaita_box_append(line.pointer, entry.pointer)
        for child in [lists, line] { unsafe cadwaita_box_append(box.pointer, child.pointer) }
        unsafe cadwaita_list_row_set_child(widget.pointer, box.pointer)
        unsafe cadwaita_list_row_set_selectable(widget.pointer, 0)
        entry.connect("changed") { [weak self] in self?.changed() }
        for signal in ["activate", "icon-press"] {
            entry.connect(signal) { [weak self] in self?.apply() }
        }
        unsafe Signals.onLeave(entry.pointer) { [weak self] in self?.apply() }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .condition(let condition) = row.control else { return }
        field.show(condition.field)
        relation.show(condition.relation)
        entry.setName(condition.textName)
        unsafe cadwaita_set_description(entry.pointer, row.subtitle)
        unsafe cadwaita_set_invalid(entry.pointer, row.isFaulty ? 1 : 0)
        if case .condition(let known) = before?.control, known.text == condition.text { return }
        // A change from outside must not replace what the user is typing.
        if before == nil || !entry.containsFocus || typed.isEmpty {
            unsafe cadwaita_set_text(entry.pointer, condition.text)
        }
        changed()
    }

    override func addSuffix(_ suffix: Widget) {
        unsafe cadwaita_box_append(line.pointer, suffix.pointer)
    }

    override func removeSuffix(_ suffix: Widget) {
        unsafe cadwaita_box_remove(line.pointer, suffix.pointer)
    }

    private var typed: String { unsafe String(cString: cadwaita_text(entry.pointer)) }

    private func changed() {
        guard case .condition(let condition) = row.control else { return }
        let words = WindowWords.current.apply
        unsafe cadwaita_entry_offer(entry.pointer, typed == condition.text ? 0 : 1, words)
    }

    private func apply() {
        guard case .condition(let condition) = row.control, typed != condition.text else { return }
        send(condition.apply, typed)
    }
}

/// A short list that opens below its present entry.
@WindowActor final class DropView<Intent: Hashable & Sendable> {
    let widget: Widget
    private var list: ConditionLine<Intent>.List?
    private var handler: gulong = 0

    init(_ send: @escaping @WindowActor (Intent) -> Void) {
        var drop: UnsafeMutablePointer<GtkWidget>?
        unsafe CStrings.lend([]) { unsafe drop = cadwaita_drop_new($0) }
        widget = unsafe Widget(drop)
        handler = widget.connect("notify::selected") { [weak self] in
            guard let self, let choices = self.list?.choices else { return }
            let position = Int(unsafe cadwaita_drop_selected(widget.pointer))
            guard choices.indices.contains(position) else { return }
            send(choices[position].intent)
        }
    }

    func show(_ list: ConditionLine<Intent>.List) {
        let before = self.list
        self.list = list
        let titles = list.choices.map(\.title)
        widget.quietly(handler) {
            if titles != before?.choices.map(\.title) {
                unsafe CStrings.lend(titles) { unsafe cadwaita_drop_set_titles(widget.pointer, $0) }
            }
            unsafe cadwaita_drop_select(widget.pointer, UInt32(clamping: list.selected))
        }
        let present = titles.indices.contains(list.selected) ? titles[list.selected] : ""
        widget.setName("\(list.name), \(present)")
    }
}
