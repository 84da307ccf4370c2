// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The widgets of one place: groups of rows, or an empty page.
@WindowActor final class PageView<Intent: Hashable & Sendable> {
    let id: String
    let widget = unsafe Widget(cadwaita_box_new(1, 0))
    private let list = unsafe Widget(adw_preferences_page_new())
    private let emptyPage = unsafe Widget(adw_status_page_new())
    private let emptyButtons = unsafe Widget(cadwaita_box_new(1, 12))
    private let spinner = unsafe Widget(gtk_spinner_new())
    private var search: SearchView<Intent>?
    private var filters: [DropView<Intent>] = []
    private let filterLine = unsafe Widget(cadwaita_box_new(Texts.areLarge ? 1 : 0, 6))
    private let heading = HeadingView<Intent>()
    private var groups: [(id: String, view: GroupView<Intent>)] = []
    private var buttons: ButtonLine<Intent>?
    private var empty: EmptyState<Intent>?
    private var long: LongListView<Intent>?
    private var focused: Widget?
    private var firstRow: String?
    /// True until the page has a control that can have the keyboard's focus.
    private var awaitsControl = false
    /// True until the page has rows, of which the one of ``firstRow`` gets the keyboard's focus.
    private var awaitsFirstRow = false
    /// The control with the keyboard's focus when the page was opened, to compare addresses only.
    private var focusAtOpening: UInt?
    /// True while the page has no rows, as before focusd's answer.
    private var isEmpty = false
    private let send: RowView<Intent>.Send

    init(_ page: PageContent<Intent>, _ send: @escaping RowView<Intent>.Send) {
        id = page.id
        self.send = send
        unsafe cadwaita_page_add(list.pointer, heading.widget.pointer)
        unsafe cadwaita_set_margins(filterLine.pointer, 12, 6)
        unsafe cadwaita_box_append(widget.pointer, filterLine.pointer)
        for child in [list, emptyPage] {
            unsafe gtk_widget_set_vexpand(child.pointer, 1)
            unsafe cadwaita_box_append(widget.pointer, child.pointer)
        }
        unsafe gtk_widget_set_halign(emptyButtons.pointer, GTK_ALIGN_CENTER)
        unsafe gtk_widget_set_size_request(spinner.pointer, 32, 32)
        unsafe cadwaita_box_append(emptyButtons.pointer, spinner.pointer)
        unsafe cadwaita_status_set_child(emptyPage.pointer, emptyButtons.pointer)
        let box = emptyButtons
        buttons = ButtonLine(
            isFlat: false, send,
            add: { button in
                button.setClass("pill")
                unsafe cadwaita_box_append(box.pointer, button.pointer)
            },
            remove: { unsafe cadwaita_box_remove(box.pointer, $0.pointer) })
        show(page)
    }

    /// Shows the page's content; the page has the view's id.
    func show(_ page: PageContent<Intent>) {
        let wasInButton = emptyPage.containsFocus
        showSearch(page.search)
        showFilters(page.filters)
        list.setVisible(page.empty == nil)
        emptyPage.setVisible(page.empty != nil)
        for child in [list, emptyPage] {
            unsafe cadwaita_set_name_of_scroller(child.pointer, page.title)
        }
        if let empty = page.empty { show(empty) }
        heading.show(page.heading)
        showGroups(page.empty == nil && page.list == nil ? page.groups : [], on: page.title)
        showList(page.empty == nil ? page.list : nil)
        firstRow = page.firstRow
        isEmpty = page.empty != nil
        if awaitsFirstRow { awaitsFirstRow = isUntouched(page) }
        if awaitsFirstRow { focusFirstRow() }
        if awaitsControl, page.empty == nil { focusFirst() }
        // The button that had the focus has gone, such as the one that clears a search.
        if wasInButton, page.empty == nil || !emptyPage.containsFocus, !focusSearch() {
            focusFirst()
        }
        leaveScroller()
    }

    /// Has the controls show the values of their rows, in place of chosen ones that do not count.
    func reset() {
        for group in groups { for row in group.view.rows { row.reset() } }
    }

    /// Moves the keyboard's focus to the first control if GTK has given it to the page as a whole,
    /// which it does while nothing on the page can have the focus.
    func leaveScroller() {
        guard let root = unsafe gtk_widget_get_root(widget.pointer),
            let focus = unsafe gtk_root_get_focus(root),
            unsafe gtk_widget_is_ancestor(focus, widget.pointer) != 0,
            unsafe cadwaita_is_scroller(focus) != 0
        else { return }
        // From there, GTK would give the focus to the same part again.
        _ = groups.lazy.flatMap(\.view.rows).first { $0.takeFocus() }
    }

    private func showFilters(_ new: [PageContent<Intent>.Filter]) {
        filterLine.setVisible(!new.isEmpty)
        while filters.count < new.count {
            let view = DropView<Intent> { [weak self] in self?.send($0, "") }
            unsafe gtk_widget_set_hexpand(view.widget.pointer, 1)
            unsafe cadwaita_box_append(filterLine.pointer, view.widget.pointer)
            filters.append(view)
        }
        for (view, filter) in zip(filters, new) { view.show(filter) }
    }

    /// Shows the field to search, also on a page that had none before its content was read.
    private func showSearch(_ field: SearchField<Intent>?) {
        search?.widget.setVisible(field != nil)
        guard let field else { return }
        if let search { return search.update(field) }
        let view = SearchView(field, send)
        search = view
        // Above the page.
        unsafe gtk_widget_insert_after(view.widget.pointer, widget.pointer, nil)
    }

    private func showList(_ new: LongList<Intent>?) {
        long?.widget.setVisible(new != nil)
        guard let new else { return }
        list.setVisible(false)
        if long == nil {
            let view = LongListView<Intent> { [weak self] in self?.send($0, "") }
            long = view
            unsafe cadwaita_box_append(widget.pointer, view.widget.pointer)
        }
        long?.show(new)
    }

    /// Moves the keyboard's focus to the page's first row, also once focusd has answered; without
    /// such a row, to the first control.
    func focusFirst() {
        unsafe awaitsControl = gtk_widget_child_focus(widget.pointer, GTK_DIR_TAB_FORWARD) == 0
        focusFirstRow()
    }

    /// Returns true if the user has done nothing on the page since it was opened. A row that comes
    /// later does not take the focus from the user's work.
    private func isUntouched(_ page: PageContent<Intent>) -> Bool {
        (page.search?.text.isEmpty ?? true)
            && (focusAtOpening == nil || focusAtOpening == focusOfWindow)
    }

    private var focusOfWindow: UInt? {
        guard let root = unsafe gtk_widget_get_root(widget.pointer) else { return nil }
        return unsafe UInt(bitPattern: gtk_root_get_focus(root))
    }

    private func focusFirstRow() {
        // A page without rows gives the focus to any part of the window.
        focusAtOpening = isEmpty ? nil : focusOfWindow
        awaitsFirstRow = true
        guard let firstRow,
            let row = groups.lazy.flatMap(\.view.rows).first(where: { $0.row.id == firstRow })
        else { return }
        awaitsFirstRow = false
        show(row)
    }

    /// Moves the keyboard's focus to a row of the page, which scrolls there.
    func focusRow(_ id: String) {
        awaitsFirstRow = false
        if let row = groups.lazy.flatMap(\.view.rows).first(where: { $0.row.id == id }) {
            show(row)
        }
    }

    /// Moves the keyboard's focus to a row that the user looks for, and frames it: after a click,
    /// GTK does not show where the focus is.
    private func show(_ row: RowView<Intent>) {
        if row.takeFocus() { unsafe cadwaita_show_focus(widget.pointer) }
    }

    /// Remembers the control with the keyboard's focus, before the page leaves the window.
    func keepFocus() { focused = widget.focusedControl }

    /// Applies the texts that the user has typed and not applied. Returns the texts that only the
    /// user applies, each behind the title of its field.
    func applyTyped() -> [String] {
        widget.applyFocused()
        return RowView.applyTyped(in: groups.flatMap { $0.view.rows })
    }

    /// Gives up the typed text of the field with the keyboard's focus. Returns false without one.
    func giveUpTyped() -> Bool { RowView.giveUpTyped(in: groups.flatMap { $0.view.rows }) }

    /// The intent of Escape in the field with the keyboard's focus; nil if it has none of its own.
    var cancel: Intent? { RowView.cancel(in: groups.flatMap { $0.view.rows }) }

    /// Moves the keyboard's focus to the first field with a refused text. Returns false if there is
    /// none.
    func focusRefused() -> Bool {
        RowView.refused(in: groups.flatMap { $0.view.rows })?.takeFocus() ?? false
    }

    /// Moves the keyboard's focus to the control that had it; to the first one if it is gone.
    func restoreFocus() {
        focused?.grabFocus()
        focused = nil
        if !widget.containsFocus { focusFirst() }
    }

    /// Moves the keyboard's focus to the search field. Returns false if the page has none.
    func focusSearch() -> Bool {
        guard let search, unsafe gtk_widget_get_visible(search.widget.pointer) != 0 else {
            return false
        }
        search.widget.grabFocus()
        return true
    }

    private func show(_ empty: EmptyState<Intent>) {
        guard empty != self.empty else { return }
        self.empty = empty
        unsafe cadwaita_status_set(
            emptyPage.pointer, empty.icon ?? "", empty.title, empty.description)
        spinner.setVisible(empty.icon == nil)
        unsafe cadwaita_spinner_run(spinner.pointer, empty.icon == nil ? 1 : 0)
        buttons?.show(empty.buttons)
    }

    private func showGroups(_ new: [RowGroup<Intent>], on page: String) {
        let focused = groups.firstIndex { $0.view.widget.containsFocus }
        let focusedID = focused.map { groups[$0].id }
        var kept = 0
        while kept < min(groups.count, new.count), groups[kept].id == new[kept].id {
            groups[kept].view.show(new[kept], on: page)
            kept += 1
        }
        var old: [String: GroupView<Intent>] = [:]
        for group in groups[kept...] { old[group.id] = group.view }
        // While they are on the page, they know which of their rows has the keyboard's focus.
        for group in new[kept...] { old[group.id]?.show(group, on: page) }
        let control = kept < groups.count ? widget.focusedControl : nil
        for group in groups[kept...] {
            unsafe cadwaita_page_remove(list.pointer, group.view.widget.pointer)
        }
        groups.removeSubrange(kept...)
        for group in new[kept...] {
            let known = old.removeValue(forKey: group.id)
            let view = known ?? GroupView(send)
            if known == nil { view.show(group, on: page) }
            groups.append((group.id, view))
            unsafe cadwaita_page_add(list.pointer, view.widget.pointer)
        }
        guard let focused, !groups.isEmpty else { return }
        // A group that has moved keeps the keyboard's focus: what arrives does not interrupt the
        // user. GTK still calls its control the one with the focus, and would soon move the focus
        // on. That of a group that has gone goes to the one in its place.
        control?.returnFocus()
        guard !isFocusInGroup else { return }
        let same = groups.first { $0.id == focusedID }
        let next = same ?? groups[min(focused, groups.count - 1)]
        _ = unsafe gtk_widget_child_focus(next.view.widget.pointer, GTK_DIR_TAB_FORWARD)
    }

    private var isFocusInGroup: Bool { groups.contains { $0.view.widget.containsFocus } }
}

/// The widget of a ``SearchField``.
@WindowActor final class SearchView<Intent: Hashable & Sendable> {
    let widget = unsafe Widget(gtk_search_entry_new())
    private var field: SearchField<Intent>

    init(_ field: SearchField<Intent>, _ send: @escaping RowView<Intent>.Send) {
        self.field = field
        unsafe cadwaita_set_margins(widget.pointer, 12, 6)
        unsafe cadwaita_search_set_placeholder(widget.pointer, field.placeholder)
        unsafe cadwaita_set_text(widget.pointer, field.text)
        if let delay = field.delay {
            unsafe cadwaita_search_set_delay(widget.pointer, delay)
        }
        widget.setName(field.placeholder)
        unsafe cadwaita_set_name(cadwaita_text_delegate(widget.pointer), field.placeholder)
        // GTK waits for a moment after the last key.
        widget.connect("search-changed") { [weak self] in
            guard let self else { return }
            let text = unsafe String(cString: cadwaita_text(self.widget.pointer))
            if text != self.field.text { send(self.field.search, text) }
        }
    }

    func update(_ field: SearchField<Intent>) {
        let before = self.field
        self.field = field
        if field.text != before.text, !widget.containsFocus {
            unsafe cadwaita_set_text(widget.pointer, field.text)
        }
    }
}
