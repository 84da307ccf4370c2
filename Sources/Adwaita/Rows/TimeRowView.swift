// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row with an hour and a minute.
@WindowActor final class TimeRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let hour: Widget
    private let minute: Widget
    private var hourHandler: gulong = 0
    private var minuteHandler: gulong = 0

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        hour = unsafe Widget(cadwaita_time_spin_new(23, 1))
        minute = unsafe Widget(cadwaita_time_spin_new(59, 5))
        unsafe super.init(row, adw_action_row_new(), send)
        for spin in [hour, minute] {
            spin.centre()
            unsafe cadwaita_row_add_suffix(widget.pointer, spin.pointer)
        }
        unsafe cadwaita_row_set_activatable_widget(widget.pointer, hour.pointer)
        hourHandler = hour.connect("value-changed") { [weak self] in self?.changed() }
        minuteHandler = minute.connect("value-changed") { [weak self] in self?.changed() }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        showSubtitle()
        guard case .time(let minutes, _) = row.control else { return }
        hour.setName("\(row.title), \(WindowWords.current.hour)")
        minute.setName("\(row.title), \(WindowWords.current.minute)")
        hour.quietly(hourHandler) { unsafe cadwaita_spin_set(hour.pointer, Int32(minutes / 60)) }
        minute.quietly(minuteHandler) {
            unsafe cadwaita_spin_set(minute.pointer, Int32(minutes % 60))
        }
    }

    /// Sends the time as `9:05`.
    private func changed() {
        guard case .time(_, let set) = row.control else { return }
        let minutes = Int(unsafe cadwaita_spin_get(minute.pointer))
        let text = "\(unsafe cadwaita_spin_get(hour.pointer)):\(minutes < 10 ? "0" : "")\(minutes)"
        send(set, text)
    }
}

/// A line of buttons that each stay pressed or not, over the whole row.
@WindowActor final class FlagsRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let box: Widget
    private var toggles: [(widget: Widget, handler: gulong)] = []

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        box = unsafe Widget(cadwaita_box_new(0, 0))
        unsafe super.init(row, cadwaita_plain_row_new(), send)
        box.setClass("linked")
        unsafe cadwaita_box_set_homogeneous(box.pointer)
        unsafe cadwaita_set_margins(box.pointer, 12, 12)
        unsafe cadwaita_list_row_set_child(widget.pointer, box.pointer)
        unsafe cadwaita_list_row_set_selectable(widget.pointer, 0)
        guard case .flags(let flags) = row.control else { return }
        for index in flags.indices {
            let toggle = unsafe Widget(gtk_toggle_button_new())
            let handler = toggle.connect("toggled") { [weak self] in
                guard let self, case .flags(let flags) = self.row.control,
                    flags.indices.contains(index)
                else { return }
                self.send(flags[index].flip, "")
            }
            toggles.append((toggle, handler))
            unsafe cadwaita_box_append(box.pointer, toggle.pointer)
        }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .flags(let flags) = row.control else { return }
        for (flag, toggle) in zip(flags, toggles) {
            unsafe cadwaita_button_set_label(toggle.widget.pointer, flag.title)
            toggle.widget.setName(flag.name)
            toggle.widget.quietly(toggle.handler) {
                unsafe cadwaita_toggle_set(toggle.widget.pointer, flag.isOn ? 1 : 0)
            }
        }
    }
}
