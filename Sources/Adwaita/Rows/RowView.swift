// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import GLibLoop

/// The widget of a ``Row``. Each kind of control has a subclass.
@WindowActor class RowView<Intent: Hashable & Sendable> {
    /// Sends an intent and the text that the user typed, empty for other controls.
    typealias Send = @WindowActor (Intent, String) -> Void

    let widget: Widget
    private(set) var row: Row<Intent>
    let send: Send
    private var buttons: ButtonLine<Intent>?
    private var menu: MenuView<Intent>?
    /// The icon of a file.
    private var picture: Widget?
    private var shownIcon: String?
    /// The row's picture, and its path.
    private var attachment: Widget?
    private var shownPicture: String?
    private var links: RowLinks<Intent>?
    /// Called with the id of a row that the user drops onto this one.
    var onDrop: (@WindowActor (String) -> Void)?
    private var handle: Widget?
    /// The widget at the end of the row, after the buttons.
    var trailing: Widget? { nil }

    init(_ row: Row<Intent>, _ new: UnsafeMutablePointer<GtkWidget>?, _ send: @escaping Send) {
        self.row = row
        self.send = send
        widget = unsafe Widget(new)
    }

    /// Returns the view for a row's kind of control.
    static func make(_ row: Row<Intent>, _ send: @escaping Send) -> RowView<Intent> {
        let view: RowView<Intent> =
            switch row.control {
            case .none, .link: ActionRowView(row, send)
            case .toggle: ToggleRowView(row, send)
            case .entry: EntryRowView(row, send)
            case .choice: ChoiceRowView(row, send)
            case .time: TimeRowView(row, send)
            case .flags: FlagsRowView(row, send)
            case .week: WeekRowView(row, send)
            case .number: NumberRowView(row, send)
            case .decimal: DecimalRowView(row, send)
            case .slider: SliderRowView(row, send)
            case .color: ColorRowView(row, send)
            case .icons: IconsRowView(row, send)
            case .condition: ConditionRowView(row, send)
            case .details: DetailsRowView(row, send)
            case .chips: ChipsRowView(row, send)
            case .cards: CardsRowView(row, send)
            }
        unsafe cadwaita_speak_name_only(view.widget.pointer)
        unsafe cadwaita_row_is_no_choice(view.widget.pointer)
        view.show(nil)
        view.showButtons()
        view.addKeys()
        view.showMenu()
        view.showHandle()
        return view
    }

    /// Connects the row's keys. A row of the same id has the same keys, with other intents.
    private func addKeys() {
        for key in row.keys.map(\.keys) {
            unsafe Signals.addShortcut(widget.pointer, key, isLocal: true) { [weak self] in
                guard let self, let intent = self.row.keys.first(where: { $0.keys == key })?.intent
                else { return }
                self.send(intent, "")
            }
        }
        guard !row.menu.isEmpty else { return }
        for key in ["Menu", "<Shift>F10"] {
            unsafe Signals.addShortcut(widget.pointer, key, isLocal: true) { [weak self] in
                self?.menu?.open()
            }
        }
    }

    private func showMenu() {
        guard menu != nil || !row.menu.isEmpty else { return }
        if menu == nil {
            let view = MenuView<Intent>(
                icon: "view-more-symbolic",
                name: "\(WindowWords.current.more), \(row.title)", isPrimary: false
            ) { [weak self] in self?.send($0, "") }
            view.widget.centre()
            view.widget.setClass("flat")
            if let trailing { removeSuffix(trailing) }
            addSuffix(view.widget)
            if let trailing { addSuffix(trailing) }
            menu = view
        }
        menu?.show(row.menu)
    }

    /// Moves the keyboard's focus to the row. Returns false if nothing in it can have the focus.
    @discardableResult func takeFocus() -> Bool {
        unsafe gtk_widget_grab_focus(widget.pointer) != 0
    }

    // MARK: Typed texts

    /// The text that the user has typed into the row and not applied; nil for none.
    var unapplied: String? { nil }

    /// False for a text that must not be applied without the user's own Enter.
    var appliesUnasked: Bool { true }

    /// Sends the text of the row, as the user asked.
    func apply() {}

    /// Shows the row's value in place of the typed text. Returns false for a row without a field.
    func giveUp() -> Bool { false }

    /// The row, and those that it opens.
    var withInner: [RowView<Intent>] { [self] }

    /// Applies the typed texts of rows. Returns the texts that only the user applies, each behind
    /// the title of its field.
    static func applyTyped(in rows: [RowView<Intent>]) -> [String] {
        rows.flatMap { $0.withInner }.compactMap { view -> String? in
            guard let text = view.unapplied else { return nil }
            guard view.appliesUnasked else { return "\(view.row.title): \(text)" }
            view.apply()
            return nil
        }
    }

    /// Gives up the typed text of the row with the keyboard's focus. Returns false without one.
    static func giveUpTyped(in rows: [RowView<Intent>]) -> Bool {
        let typed = rows.flatMap { $0.withInner }.first {
            $0.unapplied != nil && $0.widget.containsFocus
        }
        return typed?.giveUp() ?? false
    }

    /// The intent of Escape in the row with the keyboard's focus; nil if it has none of its own.
    static func cancel(in rows: [RowView<Intent>]) -> Intent? {
        rows.flatMap { $0.withInner }.first { $0.row.cancel != nil && $0.widget.containsFocus }?
            .row.cancel
    }

    /// The first row with a refused text that Escape takes back; nil for none.
    static func refused(in rows: [RowView<Intent>]) -> RowView<Intent>? {
        rows.flatMap { $0.withInner }.first { $0.row.cancel != nil }
    }

    /// Shows a row of the same outline.
    func update(_ row: Row<Intent>) {
        guard row != self.row else { return }
        let before = self.row
        self.row = row
        show(before)
        showButtons()
        showMenu()
        showHandle()
    }

    /// Shows the row's value, in place of one that the user has chosen and that does not count.
    func reset() {
        show(row)
        for button in buttons?.views ?? [] { button.reset() }
    }

    /// Shows the handle by which the user drags the row.
    private func showHandle() {
        handle?.setVisible(row.places.count > 1)
        guard handle == nil, row.places.count > 1 else { return }
        let new = unsafe Widget(cadwaita_handle_new(widget.pointer, row.id))
        unsafe cadwaita_row_add_prefix(widget.pointer, new.pointer)
        unsafe Signals.onDrop(widget.pointer) { [weak self] in self?.onDrop?($0) }
        handle = new
    }

    /// Shows the row. Subclasses add their control.
    ///
    /// - Parameter before: The row that the widget shows; nil for a new widget.
    func show(_ before: Row<Intent>?) {
        unsafe cadwaita_row_set_title(widget.pointer, row.title)
        if links == nil, !row.linkedSubtitle.isEmpty {
            links = RowLinks(widget) { [weak self] in self?.send($0, "") }
        }
        widget.setName(row.spokenName)
        widget.setEnabled(row.isEnabled)
        widget.setClass("error", row.isFaulty)
        unsafe cadwaita_set_invalid(widget.pointer, row.isFaulty ? 1 : 0)
    }

    /// Shows the subtitle and the icon, for kinds of rows that have them.
    ///
    /// - Parameter text: A text in place of the row's subtitle.
    final func showSubtitle(_ text: String? = nil) {
        let layout = Texts.layout
        let isWhole = row.showsWholeSubtitle
        unsafe cadwaita_row_set_subtitle(
            widget.pointer, text ?? row.subtitle, Int32(layout.subtitleLines(isWhole: isWhole)),
            Int32(layout.titleLines(isWhole: isWhole)))
        links?.show(row)
        showIcon(row.icon)
        showPicture()
    }

    private func showPicture() {
        attachment?.setVisible(row.picture != nil)
        guard let picture = row.picture else { return }
        let image: Widget
        if let attachment {
            image = attachment
        } else {
            image = unsafe Widget(cadwaita_picture_new())
            unsafe cadwaita_row_add_prefix(widget.pointer, image.pointer)
            attachment = image
        }
        image.setName(picture.name)
        guard picture.path != shownPicture else { return }
        shownPicture = picture.path
        image.showPicture([picture.path], until: "image-x-generic-symbolic", size: 48)
    }

    /// Shows an icon of the theme, or of a file if the text is a path; nil for none.
    final func showIcon(_ icon: String?) {
        guard icon != shownIcon else { return }
        shownIcon = icon
        let shown = icon.map { Icons.shown($0) }
        let isFile = shown?.hasPrefix("/") ?? false
        // The icon of any program stands for one of an app.
        let wanted = shown == Icons.ofAnyProgram ? icon : shown
        let isSymbol = wanted?.hasSuffix("-symbolic") ?? true
        setIcon(isFile ? nil : shown, isOfApp: !isSymbol)
        picture?.setVisible(isFile)
        guard isFile, let shown else { return }
        if picture == nil {
            let image = unsafe Widget(cadwaita_row_picture_new())
            addPrefix(image)
            picture = image
        }
        if let picture { unsafe cadwaita_image_set_file(picture.pointer, shown) }
    }

    /// Shows an icon of the theme; nil for none.
    ///
    /// - Parameter isOfApp: True for an icon that is larger than a symbol.
    func setIcon(_ name: String?, isOfApp: Bool) {
        widget.setClass("app", isOfApp)
        unsafe cadwaita_row_set_icon(widget.pointer, name)
    }

    /// Adds a widget at the begin of the row.
    func addPrefix(_ prefix: Widget) {
        unsafe cadwaita_row_add_prefix(widget.pointer, prefix.pointer)
    }

    /// Adds a widget at the end of the row.
    func addSuffix(_ suffix: Widget) {
        unsafe cadwaita_row_add_suffix(widget.pointer, suffix.pointer)
    }

    func removeSuffix(_ suffix: Widget) {
        unsafe cadwaita_row_remove_suffix(widget.pointer, suffix.pointer)
    }

    private func showButtons() {
        guard buttons != nil || !row.buttons.isEmpty else { return }
        let line =
            buttons
            ?? ButtonLine<Intent>(
                isFlat: true, send,
                add: { [weak self] button in
                    guard let self else { return }
                    addSuffix(button)
                },
                remove: { [weak self] button in
                    guard let self else { return }
                    removeSuffix(button)
                })
        buttons = line
        // A row adds suffixes at its end only.
        let isLonger = row.buttons.count > line.views.count
        if isLonger, let trailing { removeSuffix(trailing) }
        line.show(row.buttons)
        if isLonger, let trailing { addSuffix(trailing) }
        if row.pressesButton, let button = line.views.first?.widget {
            unsafe cadwaita_row_set_activatable_widget(widget.pointer, button.pointer)
            // The button has a name of its own.
            unsafe cadwaita_speak_name_only(button.pointer)
        }
    }
}

/// A row that tells something or leads elsewhere.
@WindowActor final class ActionRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let arrow: Widget?
    override var trailing: Widget? { arrow }

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        if case .link = row.control {
            arrow = unsafe Widget(gtk_image_new_from_icon_name("go-next-symbolic"))
        } else {
            arrow = nil
        }
        unsafe super.init(row, adw_action_row_new(), send)
        if row.isBusy {
            let spinner = unsafe Widget(gtk_spinner_new())
            unsafe cadwaita_spinner_run(spinner.pointer, 1)
            unsafe cadwaita_row_add_suffix(widget.pointer, spinner.pointer)
        }
        guard let arrow else { return }
        unsafe cadwaita_row_add_suffix(widget.pointer, arrow.pointer)
        unsafe cadwaita_row_set_activatable(widget.pointer, 1)
        widget.connect("activated") { [weak self] in
            guard let self, case .link(let intent) = self.row.control else { return }
            self.send(intent, "")
        }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        showSubtitle()
    }
}

/// A row with a switch.
@WindowActor final class ToggleRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let toggle: Widget
    private var handler: gulong = 0

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        toggle = unsafe Widget(gtk_switch_new())
        unsafe super.init(row, adw_action_row_new(), send)
        toggle.centre()
        unsafe cadwaita_row_add_suffix(widget.pointer, toggle.pointer)
        unsafe cadwaita_row_set_activatable_widget(widget.pointer, toggle.pointer)
        handler = toggle.connect("notify::active") { [weak self] in
            guard let self, case .toggle(_, let flip) = self.row.control else { return }
            self.send(flip, "")
        }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        showSubtitle()
        guard case .toggle(let isOn, _) = row.control else { return }
        toggle.setName(row.title)
        unsafe cadwaita_set_description(toggle.pointer, row.subtitle)
        toggle.setEnabled(row.isControlEnabled)
        toggle.quietly(handler) { unsafe cadwaita_switch_set(toggle.pointer, isOn ? 1 : 0) }
    }
}

/// A row with a list to choose from.
@WindowActor final class ChoiceRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private var handler: gulong = 0

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, adw_combo_row_new(), send)
        unsafe cadwaita_combo_wrap(widget.pointer)
        handler = widget.connect("notify::selected") { [weak self] in
            guard let self, case .choice(let choices, _) = self.row.control else { return }
            let position = Int(unsafe cadwaita_combo_selected(self.widget.pointer))
            guard choices.indices.contains(position) else { return }
            self.send(choices[position].intent, "")
        }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .choice(let choices, let selected) = row.control else {
            return showSubtitle()
        }
        let titles = choices.map(\.title)
        var shown: [String]?
        if case .choice(let before, _) = before?.control { shown = before.map(\.title) }
        widget.quietly(handler) {
            if titles != shown {
                unsafe withCStrings(titles) {
                    unsafe cadwaita_combo_set_titles(widget.pointer, $0)
                }
                unsafe cadwaita_name_popovers(widget.pointer, row.title, 0)
            }
            unsafe cadwaita_combo_select(widget.pointer, UInt32(clamping: selected))
        }
        let value = titles[safe: selected] ?? ""
        let isBelow = Texts.layout.isChoiceBelow(value)
        unsafe cadwaita_combo_hide_value(widget.pointer, isBelow ? 1 : 0)
        let texts = [isBelow ? value : "", row.subtitle].filter { !$0.isEmpty }
        // Each has its own direction in a line of its own.
        showSubtitle(texts.joined(separator: "\n"))
    }
}
