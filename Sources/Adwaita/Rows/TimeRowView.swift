// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row with an hour and a minute.
@WindowActor final class TimeRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private var hour: TimeSpin?
    private var minute: TimeSpin?
    /// The reason why the typed time does not count; nil for a valid time.
    private var complaint: String?

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, adw_action_row_new(), send)
        let hour = TimeSpin(.hour) { [weak self] in self?.changed() }
        let minute = TimeSpin(.minute) { [weak self] in self?.changed() }
        let line = unsafe Widget(cadwaita_time_line_new(Texts.areLarge ? 1 : 0))
        unsafe cadwaita_row_add_suffix(widget.pointer, line.pointer)
        for spin in [hour, minute] {
            spin.widget.centre()
            unsafe cadwaita_box_append(line.pointer, spin.widget.pointer)
            spin.onComplaint = { [weak self] in self?.complain($0) }
        }
        (self.hour, self.minute) = (hour, minute)
        unsafe cadwaita_row_set_activatable_widget(widget.pointer, hour.widget.pointer)
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        showComplaint()
        guard case .time(let minutes, _) = row.control else { return }
        hour?.widget.setName("\(row.title), \(WindowWords.current.hour)")
        minute?.widget.setName("\(row.title), \(WindowWords.current.minute)")
        hour?.show(minutes / 60)
        minute?.show(minutes % 60)
    }

    private func complain(_ reason: String?) {
        complaint = reason
        showComplaint()
    }

    private func showComplaint() {
        let text = complaint ?? row.subtitle
        showSubtitle(text)
        widget.setClass("error", row.isFaulty || complaint != nil)
        let spins = [hour, minute].compactMap { $0 }
        for spin in spins { unsafe cadwaita_set_description(spin.widget.pointer, text) }
    }

    /// Sends the time as `9:05`.
    private func changed() {
        guard case .time(_, let set) = row.control, let hour, let minute else { return }
        let minutes = minute.value
        send(set, "\(hour.value):\(minutes < 10 ? "0" : "")\(minutes)")
    }
}

/// A line of buttons that each stay pressed or not, over the whole row; two lines of large texts.
@WindowActor final class FlagsRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private var toggles: [(widget: Widget, handler: gulong)] = []

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, cadwaita_plain_row_new(), send)
        let box = unsafe Widget(cadwaita_box_new(1, 6))
        unsafe cadwaita_set_margins(box.pointer, 12, 12)
        unsafe cadwaita_list_row_set_child(widget.pointer, box.pointer)
        unsafe cadwaita_list_row_set_selectable(widget.pointer, 0)
        guard case .flags(let flags) = row.control else { return }
        let perLine = Texts.areLarge ? (flags.count + 1) / 2 : flags.count
        var line = box
        for index in flags.indices {
            if index.isMultiple(of: max(perLine, 1)) {
                line = unsafe Widget(cadwaita_box_new(0, 0))
                line.setClass("linked")
                line.setClass("flags")
                unsafe cadwaita_box_set_homogeneous(line.pointer, 1)
                unsafe cadwaita_box_append(box.pointer, line.pointer)
            }
            let toggle = unsafe Widget(cadwaita_toggle_new(0))
            let handler = toggle.connect("toggled") { [weak self] in
                guard let self, case .flags(let flags) = self.row.control,
                    flags.indices.contains(index)
                else { return }
                self.send(flags[index].flip, "")
            }
            toggles.append((toggle, handler))
            unsafe cadwaita_box_append(line.pointer, toggle.pointer)
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
