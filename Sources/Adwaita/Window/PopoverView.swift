// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The widget of a ``Popover``.
@WindowActor final class PopoverView<Intent: Hashable & Sendable> {
    private let popover = unsafe Widget(gtk_popover_new())
    private let box = unsafe Widget(cadwaita_box_new(1, 12))
    private let clamp: Widget
    private let list = unsafe Widget(cadwaita_card_new())
    private let send: RowView<Intent>.Send
    private var picker: MomentPicker?
    private var stack: RowStack<Intent>?
    private var answers: ButtonLine<Intent>?
    private var shownMoment: String?

    /// - Parameter button: A button made for a popover.
    init(at button: Widget, _ send: @escaping RowView<Intent>.Send) {
        self.send = send
        unsafe cadwaita_set_margins(box.pointer, 6, 6)
        let clamp = unsafe Widget(cadwaita_narrow_new(list.pointer))
        self.clamp = clamp
        unsafe cadwaita_box_append(box.pointer, clamp.pointer)
        unsafe cadwaita_popover_attach(popover.pointer, box.pointer, button.pointer)
        let (box, list) = (box, list)
        stack = RowStack(
            send, add: { unsafe cadwaita_list_append(list.pointer, $0.pointer) },
            remove: { unsafe cadwaita_list_remove(list.pointer, $0.pointer) })
        answers = ButtonLine(
            isFlat: false, { [weak self] intent, _ in self?.answer(intent) },
            add: { unsafe cadwaita_box_append(box.pointer, $0.pointer) },
            remove: { unsafe cadwaita_box_remove(box.pointer, $0.pointer) })
    }

    func show(_ new: Popover<Intent>, name: String) {
        popover.setName(name)
        var rows: [Row<Intent>] = []
        switch new.content {
        case .moment(let moment): show(moment)
        case .rows(let shown): rows = shown
        }
        clamp.setVisible(!rows.isEmpty)
        list.setName(name)
        stack?.show(rows)
        answers?.show(new.answers)
    }

    func reset() {
        for row in stack?.rows ?? [] { row.reset() }
    }

    /// Shows a moment, unless the user is choosing another one.
    private func show(_ moment: String) {
        guard moment != shownMoment, unsafe gtk_widget_get_mapped(popover.pointer) == 0 else {
            return
        }
        shownMoment = moment
        if let picker { unsafe cadwaita_box_remove(box.pointer, picker.widget.pointer) }
        let new = MomentPicker(moment)
        picker = new
        unsafe gtk_box_insert_child_after(
            cadwaita_box(box.pointer), new.widget.pointer, clamp.pointer)
    }

    private func answer(_ intent: Intent) {
        unsafe gtk_popover_popdown(cadwaita_popover(popover.pointer))
        send(intent, picker?.moment ?? "")
    }
}
