// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row with a field for a number: the base of the rows with whole numbers and with decimals.
@WindowActor class SpinRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    let spin: Widget
    private var handler: gulong = 0
    /// True if a number has come that is not shown, because the user is typing another one.
    private var isHeld = false

    init(_ row: Row<Intent>, spin new: UnsafeMutablePointer<GtkWidget>?, _ send: @escaping Send) {
        spin = unsafe Widget(new)
        unsafe super.init(row, adw_action_row_new(), send)
        spin.centre()
        unsafe cadwaita_row_add_suffix(widget.pointer, spin.pointer)
        unsafe cadwaita_row_set_activatable_widget(widget.pointer, spin.pointer)
        handler = spin.connect("value-changed") { [weak self] in self?.apply() }
        unsafe Signals.onLeave(spin.pointer) { [weak self] in self?.left() }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        showSubtitle()
        spin.setName(row.title)
        unsafe cadwaita_set_description(spin.pointer, row.subtitle)
        unsafe cadwaita_set_invalid(spin.pointer, row.isFaulty ? 1 : 0)
        isHeld = unsafe spin.containsFocus && cadwaita_spin_is_typed(spin.pointer) != 0
        if !isHeld { spin.quietly(handler) { setNumber() } }
    }

    /// Puts the row's number into the field.
    func setNumber() {}

    /// Applies the typed number; shows the one that has come if the user has typed none.
    private func left() {
        guard isHeld else { return }
        isHeld = false
        if unsafe cadwaita_spin_apply(spin.pointer) == 0 { spin.quietly(handler) { setNumber() } }
    }
}

/// A row with a number.
@WindowActor final class NumberRowView<Intent: Hashable & Sendable>: SpinRowView<Intent> {
    init(_ row: Row<Intent>, _ send: @escaping Send) {
        var range = 0...0
        if case .number(_, let values, _) = row.control { range = values }
        unsafe super.init(
            row,
            spin: cadwaita_number_new(
                Int32(clamping: range.lowerBound), Int32(clamping: range.upperBound), 1,
                Texts.areLarge ? 1 : 0), send)
    }

    override func setNumber() {
        guard case .number(let number, _, _) = row.control else { return }
        unsafe cadwaita_spin_set(spin.pointer, Int32(clamping: number))
    }

    override func apply() {
        guard case .number(_, _, let set) = row.control else { return }
        send(set, String(unsafe cadwaita_spin_get(spin.pointer)))
    }
}

/// A row with a number that may have decimals.
@WindowActor final class DecimalRowView<Intent: Hashable & Sendable>: SpinRowView<Intent> {
    init(_ row: Row<Intent>, _ send: @escaping Send) {
        var range = 0.0...0.0
        if case .decimal(_, let values, _) = row.control { range = values }
        let span = range.upperBound - range.lowerBound
        unsafe super.init(
            row,
            spin: cadwaita_decimal_new(
                range.lowerBound, range.upperBound, span <= 1 ? 0.01 : span <= 10 ? 0.1 : 1,
                Texts.areLarge ? 1 : 0), send)
    }

    override func setNumber() {
        guard case .decimal(let number, _, _) = row.control else { return }
        unsafe cadwaita_decimal_set(spin.pointer, number)
    }

    override func apply() {
        guard case .decimal(_, _, let set) = row.control else { return }
        // Steps add up errors behind the shown decimals.
        let number = unsafe cadwaita_decimal_get(spin.pointer)
        send(set, String((number * 1_000_000).rounded() / 1_000_000))
    }
}

/// A row with a colour.
@WindowActor final class ColorRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let button = unsafe Widget(cadwaita_color_button_new())

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, adw_action_row_new(), send)
        button.centre()
        unsafe cadwaita_row_add_suffix(widget.pointer, button.pointer)
        unsafe cadwaita_row_set_activatable_widget(widget.pointer, button.pointer)
        button.connect("color-set") { [weak self] in
            guard let self, case .color(_, let set) = self.row.control else { return }
            let number = String(unsafe cadwaita_color_get(button.pointer), radix: 16)
            self.send(set, "#" + String(repeating: "0", count: 6 - number.count) + number)
        }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        showSubtitle()
        guard case .color(let color, _) = row.control else { return }
        unsafe cadwaita_color_set_name(button.pointer, row.spokenName)
        // Black is the colour of a new button.
        unsafe cadwaita_color_set(button.pointer, color ?? "#000000")
    }
}

/// Buttons with icons, of which one is pressed, over the whole row.
@WindowActor final class IconsRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private var toggles: [(widget: Widget, handler: gulong)] = []

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, cadwaita_plain_row_new(), send)
        let flow = unsafe Widget(cadwaita_flow_new())
        flow.setName(row.title)
        unsafe cadwaita_set_margins(flow.pointer, 12, 12)
        unsafe cadwaita_list_row_set_child(widget.pointer, flow.pointer)
        unsafe cadwaita_list_row_set_selectable(widget.pointer, 0)
        guard case .icons(let flags) = row.control else { return }
        for index in flags.indices {
            let toggle = unsafe Widget(cadwaita_toggle_new(1))
            toggle.setClass("flat")
            let handler = toggle.connect("toggled") { [weak self] in
                guard let self, case .icons(let flags) = self.row.control,
                    flags.indices.contains(index)
                else { return }
                self.send(flags[index].flip, "")
            }
            toggles.append((toggle, handler))
            unsafe cadwaita_flow_append(flow.pointer, toggle.pointer)
        }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .icons(let flags) = row.control else { return }
        for (flag, toggle) in zip(flags, toggles) {
            unsafe cadwaita_button_set_icon(
                toggle.widget.pointer, Icons.available(flag.icon ?? ""))
            toggle.widget.setName(flag.name)
            unsafe cadwaita_set_tooltip(toggle.widget.pointer, flag.name)
            toggle.widget.quietly(toggle.handler) {
                unsafe cadwaita_toggle_set(toggle.widget.pointer, flag.isOn ? 1 : 0)
            }
        }
    }
}
