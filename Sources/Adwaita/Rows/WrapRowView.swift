// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The base of rows without a frame, whose buttons wrap.
@WindowActor class WrapRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    /// The widgets of the buttons, by id.
    fileprivate var order: [String] = []

    // The row is no row of a list, which the inherited function expects.
    override func show(_ before: Row<Intent>?) {
        widget.setName(row.title)
        widget.setEnabled(row.isEnabled)
    }

    // The line itself cannot have the focus.
    override func takeFocus() -> Bool {
        unsafe gtk_widget_child_focus(widget.pointer, GTK_DIR_TAB_FORWARD) != 0
    }

    /// Adds and removes buttons, until each id has one, in the order of the ids.
    ///
    /// - Parameters:
    ///   - button: Returns the button of an id, a new one if there is none.
    ///   - drop: Forgets the button of an id and returns it.
    fileprivate func arrange(
        _ ids: [String], button: (String) -> Widget, drop: (String) -> Widget?
    ) {
        guard ids != order else { return }
        let focused = order.firstIndex { button($0).containsFocus }
        for id in order {
            guard let view = ids.contains(id) ? button(id) : drop(id) else { continue }
            unsafe cadwaita_wrap_remove(widget.pointer, view.pointer)
        }
        for id in ids { unsafe cadwaita_wrap_append(widget.pointer, button(id).pointer) }
        let old = order
        order = ids
        guard let focused, !ids.isEmpty else { return }
        let next = ids.contains(old[focused]) ? old[focused] : ids[min(focused, ids.count - 1)]
        button(next).grabFocus()
    }
}

/// A line of chips.
@WindowActor final class ChipsRowView<Intent: Hashable & Sendable>: WrapRowView<Intent> {
    private var chips: [String: ChipView<Intent>] = [:]

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, cadwaita_chips_new(), send)
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .chips(let chips) = row.control else { return }
        arrange(
            chips.map(\.id), button: { view($0).widget },
            drop: { self.chips.removeValue(forKey: $0)?.widget })
        for chip in chips { view(chip.id).show(chip) }
    }

    private func view(_ id: String) -> ChipView<Intent> {
        if let known = chips[id] { return known }
        let view = ChipView<Intent> { [weak self] in self?.send($0, "") }
        chips[id] = view
        return view
    }
}

/// Cards side by side.
@WindowActor final class CardsRowView<Intent: Hashable & Sendable>: WrapRowView<Intent> {
    private var cards: [String: CardView<Intent>] = [:]

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, cadwaita_cards_new(), send)
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .cards(let cards) = row.control else { return }
        let checked = Set(cards.filter { $0.isOn != nil }.map(\.id))
        func view(_ id: String) -> CardView<Intent> {
            if let known = self.cards[id] { return known }
            let view = CardView<Intent>(isChecked: checked.contains(id)) { [weak self] in
                self?.send($0, "")
            }
            self.cards[id] = view
            return view
        }
        arrange(
            cards.map(\.id), button: { view($0).widget },
            drop: { self.cards.removeValue(forKey: $0)?.widget })
        for card in cards { view(card.id).show(card) }
    }
}

/// The widget of a ``Chip``.
@WindowActor final class ChipView<Intent: Hashable & Sendable> {
    let widget = unsafe Widget(gtk_button_new())
    private let image = unsafe Widget(gtk_image_new())
    private let label = unsafe Widget(cadwaita_label_new(""))
    private let cross = unsafe Widget(gtk_image_new_from_icon_name("window-close-symbolic"))
    private var chip: Chip<Intent>?

    init(_ send: @escaping @WindowActor (Intent) -> Void) {
        let line = unsafe Widget(cadwaita_box_new(0, 6))
        for child in [image, label, cross] {
            unsafe cadwaita_box_append(line.pointer, child.pointer)
        }
        unsafe gtk_widget_set_halign(line.pointer, GTK_ALIGN_CENTER)
        unsafe cadwaita_button_set_child(widget.pointer, line.pointer)
        // A long title must leave room for others.
        unsafe cadwaita_label_set_column(label.pointer, 24)
        widget.setClass("chip")
        widget.connect("clicked") { [weak self] in
            if let intent = self?.chip?.intent { send(intent) }
        }
    }

    func show(_ chip: Chip<Intent>) {
        guard chip != self.chip else { return }
        self.chip = chip
        unsafe cadwaita_label_set(label.pointer, chip.title)
        unsafe cadwaita_label_strike(label.pointer, chip.isGone ? 1 : 0)
        cross.setVisible(chip.isGone)
        image.setVisible(chip.icon != nil)
        if let icon = chip.icon { image.showIcon(icon) }
        widget.setName(chip.name)
        // The title may be cut.
        unsafe cadwaita_set_tooltip(widget.pointer, chip.name)
    }
}

/// The widget of a ``Card``.
@WindowActor final class CardView<Intent: Hashable & Sendable> {
    let widget: Widget
    private let image = unsafe Widget(gtk_image_new())
    private let mark = unsafe Widget(gtk_image_new_from_icon_name("object-select-symbolic"))
    private let title = unsafe Widget(cadwaita_label_new(""))
    private let subtitle = unsafe Widget(cadwaita_label_new(""))
    private let invitation = unsafe Widget(cadwaita_label_new(""))
    private var card: Card<Intent>?

    /// - Parameter isChecked: True for a card that can be checked.
    init(isChecked: Bool, _ send: @escaping @WindowActor (Intent) -> Void) {
        widget = unsafe Widget(isChecked ? cadwaita_toggle_new(0) : gtk_button_new())
        let line = unsafe Widget(cadwaita_box_new(0, 12))
        let texts = unsafe Widget(cadwaita_box_new(1, 2))
        unsafe gtk_widget_set_valign(image.pointer, GTK_ALIGN_START)
        unsafe gtk_widget_set_hexpand(texts.pointer, 1)
        title.setClass("heading")
        subtitle.setClass("card-text")
        invitation.setClass("accent")
        for label in [title, subtitle, invitation] {
            unsafe cadwaita_label_set_lines(label.pointer, 4)
            // The width at which a card is placed: two fit side by side in a wide window.
            unsafe cadwaita_label_set_column(label.pointer, 24)
            unsafe cadwaita_box_append(texts.pointer, label.pointer)
        }
        for child in [image, texts, mark] {
            unsafe cadwaita_box_append(line.pointer, child.pointer)
        }
        // Many of the cards that can be checked have a title alone.
        if isChecked { for part in [image, texts, mark] { part.centre() } }
        unsafe cadwaita_button_set_child(widget.pointer, line.pointer)
        for name in ["card", "activatable"] { widget.setClass(name) }
        widget.connect("clicked") { [weak self] in
            if let intent = self?.card?.intent { send(intent) }
        }
    }

    func show(_ card: Card<Intent>) {
        guard card != self.card else { return }
        let before = self.card
        self.card = card
        let texts = [
            (title, card.title), (subtitle, card.subtitle), (invitation, card.invitation),
        ]
        for (label, text) in texts {
            unsafe cadwaita_label_set(label.pointer, text)
            label.setVisible(!text.isEmpty)
        }
        subtitle.setClass("error", card.isFaulty)
        if let isOn = card.isOn {
            unsafe cadwaita_toggle_set(widget.pointer, isOn ? 1 : 0)
        }
        // The place of the mark stays.
        unsafe gtk_widget_set_opacity(mark.pointer, card.isOn == true ? 1 : 0)
        mark.setVisible(card.isOn != nil)
        widget.setName(card.spokenName)
        unsafe cadwaita_set_invalid(widget.pointer, card.isFaulty ? 1 : 0)
        guard card.image != before?.image || card.fallback != before?.fallback else { return }
        image.showPicture([card.image, card.fallback], until: "", size: 32)
    }
}
