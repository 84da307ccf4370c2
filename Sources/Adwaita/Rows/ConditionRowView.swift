// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import GLibLoop

/// A row with a ``ConditionLine``: two short lists, and below them a field and the buttons.
@WindowActor final class ConditionRowView<Intent: Hashable & Sendable>: TypedRowView<Intent> {
    private let field: DropView<Intent>
    private let relation: DropView<Intent>
    private let caption = unsafe Widget(cadwaita_label_new(""))

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        field = DropView { send($0, "") }
        relation = DropView { send($0, "") }
        let lists = unsafe Widget(cadwaita_box_new(Texts.areLarge ? 1 : 0, 6))
        for list in [field, relation] {
            unsafe gtk_widget_set_hexpand(list.widget.pointer, 1)
            unsafe cadwaita_box_append(lists.pointer, list.widget.pointer)
        }
        let top = unsafe Widget(cadwaita_box_new(1, 6))
        for name in ["caption", "error"] { caption.setClass(name) }
        unsafe cadwaita_label_set_wrap(caption.pointer, 1)
        for child in [caption, lists] { unsafe cadwaita_box_append(top.pointer, child.pointer) }
        super.init(row, below: top, spacing: 6, send)
        unsafe Signals.onLeave(entry.pointer) { [weak self] in self?.apply() }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .condition(let condition) = row.control else { return }
        field.show(condition.field)
        relation.show(condition.relation)
        // Other subtitles are hints for those who hear the line.
        unsafe cadwaita_label_set(caption.pointer, row.subtitle)
        caption.setVisible(row.isFaulty)
        entry.setName(condition.textName)
        unsafe cadwaita_set_description(entry.pointer, row.subtitle)
        unsafe cadwaita_set_invalid(entry.pointer, row.isFaulty ? 1 : 0)
        var known: String?
        if case .condition(let old) = before?.control { known = old.text }
        if known != condition.text { put(condition.text, after: known) }
    }

    override func changed() {
        guard case .condition(let condition) = row.control else { return }
        if row.appliesAtOnce { apply() } else { offer(inPlaceOf: condition.text) }
    }

    override func apply() {
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
        unsafe withCStrings([]) { unsafe drop = gtk_drop_down_new_from_strings($0) }
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
                unsafe withCStrings(titles) { unsafe cadwaita_drop_set_titles(widget.pointer, $0) }
                unsafe cadwaita_name_popovers(widget.pointer, list.name, 0)
            }
            unsafe cadwaita_drop_select(widget.pointer, UInt32(clamping: list.selected))
        }
        let present = titles.indices.contains(list.selected) ? titles[list.selected] : ""
        widget.setName("\(list.name), \(present)")
        unsafe cadwaita_drop_mend(widget.pointer, "\(list.name), \(present)")
    }
}
