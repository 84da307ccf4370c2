// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import GLibLoop

/// The widget of ``Preferences``.
@WindowActor final class PreferencesView<Intent: Hashable & Sendable> {
    private let window: Widget
    /// The groups of all pages, in their order on the screen.
    private var groups: [(id: String, view: GroupView<Intent>)] = []
    private let send: RowView<Intent>.Send
    private let title: String
    private lazy var toasts = unsafe ToastPlace<Intent> { [weak self] new, text in
        guard let self else { return }
        unsafe cadwaita_preferences_add_toast(window.pointer, new)
        unsafe cadwaita_name_toasts(window.pointer, 0, WindowWords.current.close)
        // For screen readers, as in the main window.
        window.setName("\(text), \(title)")
    }
    /// The texts that only the user applies, to which the last request to close has led.
    private var warned: [String] = []

    init(
        _ content: Preferences<Intent>, over parent: Widget,
        _ send: @escaping RowView<Intent>.Send
    ) {
        self.send = send
        title = content.title
        window = unsafe Widget(cadwaita_preferences_new(parent.pointer, content.title))
        window.setClass("large-texts", Texts.areLarge)
        unsafe cadwaita_name_scrollers(window.pointer, content.title)
        // Before the groups, which name their own lists.
        unsafe cadwaita_preferences_name_search(window.pointer, WindowWords.current.search)
        var first: Widget?
        for page in content.pages {
            let view = unsafe Widget(adw_preferences_page_new())
            if page.id == content.firstPage { first = view }
            unsafe cadwaita_preferences_add(window.pointer, view.pointer, page.title, page.icon)
            unsafe cadwaita_set_name_of_scroller(view.pointer, page.title)
            for group in page.groups {
                let child = GroupView(send)
                groups.append(("\(page.id) \(group.id)", child))
                unsafe cadwaita_page_add(view.pointer, child.widget.pointer)
            }
        }
        show(content)
        unsafe Signals.onClose(window.pointer) { [weak self] in
            self?.leave(content.close) ?? true
        }
        for keys in ["Escape", "<Control>w"] {
            unsafe Signals.addShortcut(window.pointer, keys) { [weak self] in
                guard let self, keys != "Escape" || !giveUpText() else { return }
                _ = leave(content.close)
            }
        }
        for shortcut in content.shortcuts {
            unsafe Signals.addShortcut(window.pointer, shortcut.keys) { send(shortcut.intent, "") }
        }
        if let first {
            unsafe cadwaita_preferences_show_page(window.pointer, first.pointer)
        }
        unsafe cadwaita_window_present(window.pointer)
        focusFirst(content)
    }

    /// Asks the program to close the window, once its fields have applied their texts. The request
    /// comes with these texts, because one of them may be refused. Returns true if there are none.
    private func leave(_ close: Intent) -> Bool {
        window.applyFocused()
        let inner = rows.flatMap { $0.withInner }
        let typed = inner.compactMap { $0.appliesUnasked ? $0.unapplied : nil }
        let left = applyTyped()
        // The field names the reason. The next request throws the texts away.
        if left != warned {
            warned = left
            if let row = inner.first(where: { $0.unapplied != nil && !$0.appliesUnasked }) {
                _ = lead(to: row)
                return false
            }
        }
        if typed.isEmpty { toasts.end() }
        send(close, typed.joined(separator: "\n"))
        return typed.isEmpty
    }

    /// Applies what the user has typed. Returns the texts that only the user applies, each behind
    /// the title of its field.
    func applyTyped() -> [String] {
        window.applyFocused()
        return RowView.applyTyped(in: rows)
    }

    private var rows: [RowView<Intent>] { groups.flatMap { $0.view.rows } }

    /// Gives up the typed text of the field with the keyboard's focus, or takes a refused one back.
    /// The refused text of another field is not lost: that field gets the keyboard's focus. Returns
    /// false if there is no such text.
    private func giveUpText() -> Bool {
        if RowView.giveUpTyped(in: rows) { return true }
        if let cancel = RowView.cancel(in: rows) {
            send(cancel, "")
            return true
        }
        guard let refused = RowView.refused(in: rows) else { return false }
        return lead(to: refused)
    }

    /// Moves the keyboard's focus to a row, on its page. Returns false if it cannot have the focus.
    private func lead(to row: RowView<Intent>) -> Bool {
        let page = unsafe gtk_widget_get_ancestor(
            row.widget.pointer, adw_preferences_page_get_type())
        if let page = unsafe page {
            unsafe cadwaita_preferences_show_page(window.pointer, page)
        }
        return row.takeFocus()
    }

    /// Moves the keyboard's focus to the row that the window was opened for.
    private func focusFirst(_ content: Preferences<Intent>) {
        guard let page = content.pages.first(where: { $0.id == content.firstPage }),
            let id = page.firstRow
        else { return }
        let views = page.groups.compactMap { view("\(page.id) \($0.id)") }
        guard let row = views.lazy.flatMap(\.rows).first(where: { $0.row.id == id }) else { return }
        row.takeFocus()
    }

    /// Shows other values; the groups stay the same while the window is open.
    func show(_ content: Preferences<Intent>) {
        for page in content.pages {
            for group in page.groups {
                view("\(page.id) \(group.id)")?.show(group, on: page.title)
            }
        }
    }

    private func view(_ id: String) -> GroupView<Intent>? { groups.first { $0.id == id }?.view }

    /// Has the controls show the values of their rows, in place of chosen ones that do not count.
    func reset() {
        for row in rows { row.reset() }
    }

    /// Shows a toast in place of the one before. Its button may leave the main window's page.
    func show(_ toast: Toast<Intent>, _ send: @escaping RowView<Intent>.Send) {
        toasts.show(toast, send)
    }

    func close() {
        toasts.end()
        unsafe cadwaita_window_destroy(window.pointer)
    }
}

/// A calendar and a time of day in a dialog.
@WindowActor final class MomentPicker {
    let widget = unsafe Widget(cadwaita_box_new(1, 12))
    private let calendar = unsafe Widget(gtk_calendar_new())
    private let hour = TimeSpin(.hour)
    private let minute = TimeSpin(.minute)
    private let complaint = unsafe Widget(cadwaita_label_new(""))
    private let hasTime: Bool

    /// - Parameter moment: A text such as `2026-12-24 09:05`, or `2026-12-24` for a day alone.
    init(_ moment: String) {
        let numbers = moment.split { !$0.isNumber }.compactMap { Int32($0) }
        hasTime = numbers.count == 5
        let line = unsafe Widget(cadwaita_time_line_new(0))
        // Seven columns must fit into a narrow window.
        calendar.setClass("reduced", Texts.areLarge)
        nameCalendar()
        unsafe gtk_widget_set_halign(line.pointer, GTK_ALIGN_CENTER)
        hour.widget.setName(WindowWords.current.hour)
        minute.widget.setName(WindowWords.current.minute)
        for spin in [hour, minute] {
            unsafe cadwaita_box_append(line.pointer, spin.widget.pointer)
            spin.onComplaint = { [complaint] reason in
                unsafe cadwaita_label_set(complaint.pointer, reason ?? "")
                complaint.setVisible(reason != nil)
            }
        }
        complaint.setClass("error")
        complaint.setVisible(false)
        for child in [calendar, line, complaint] {
            unsafe cadwaita_box_append(widget.pointer, child.pointer)
        }
        line.setVisible(hasTime)
        guard numbers.count >= 3 else { return }
        unsafe cadwaita_calendar_set(calendar.pointer, numbers[0], numbers[1], numbers[2])
        guard hasTime else { return }
        hour.show(Int(numbers[3]))
        minute.show(Int(numbers[4]))
    }

    private func nameCalendar() {
        let words = WindowWords.current
        calendar.setName(words.day)
        var count: Int32 = 0
        unsafe withCStrings(
            [words.previousMonth, words.nextMonth, words.previousYear, words.nextYear]
        ) { unsafe cadwaita_calendar_name(calendar.pointer, $0, &count) }
    }

    /// The chosen moment as a text of the same form as the first one.
    var moment: String {
        func digits(_ number: Int32, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = unsafe cadwaita_calendar_get(calendar.pointer)
        let date =
            digits(day / 10_000, 4) + "-" + digits(day / 100 % 100, 2) + "-"
            + digits(day % 100, 2)
        guard hasTime else { return date }
        return date + " " + digits(Int32(hour.value), 2) + ":" + digits(Int32(minute.value), 2)
    }
}

/// The windows of a ``Panel``.
@WindowActor enum PanelView {
    static func present(_ panel: Panel, over parent: Widget) {
        let window: Widget
        switch panel.kind {
        case .about(let about):
            window = unsafe Widget(
                cadwaita_about_new(
                    parent.pointer, about.name, about.icon, about.version, about.comments,
                    about.website, about.developer))
        case .keys(let groups):
            let text = description(groups, isMirrored: Texts.areMirrored)
            window = unsafe Widget(cadwaita_shortcuts_new(parent.pointer, text))
        }
        unsafe cadwaita_window_present(window.pointer)
    }

    /// Returns GTK's description of the window of the keys.
    ///
    /// - Parameter isMirrored: True where texts run from right to left.
    nonisolated static func description(
        _ groups: [Panel.KeyGroup], isMirrored: Bool
    ) -> String {
        func object(_ kind: String, _ properties: [(String, String)], _ inner: String = "")
            -> String
        {
            let texts = properties.map { name, value in
                "<property name='\(name)'>\(escaped(value))</property>"
            }
            return "<object class='\(kind)'>" + texts.joined() + inner + "</object>"
        }
        let children = groups.map { group in
            let keys = group.keys.map { key in
                let shown =
                    key.keys == BackKeys.usual ? BackKeys.keys(isMirrored: isMirrored) : key.keys
                return "<child>"
                    + object(
                        "GtkShortcutsShortcut", [("title", key.title), ("accelerator", shown)])
                    + "</child>"
            }
            return "<child>"
                + object("GtkShortcutsGroup", [("title", group.title)], keys.joined()) + "</child>"
        }
        let section = object(
            "GtkShortcutsSection", [("section-name", "all"), ("max-height", "12")],
            children.joined())
        return "<interface><object class='GtkShortcutsWindow' id='keys'><child>\(section)</child>"
            + "</object></interface>"
    }

    private nonisolated static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            ">", with: "&gt;"
        ).replacing("'", with: "&apos;")
    }
}
