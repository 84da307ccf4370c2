// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The list of a window's places.
@WindowActor final class SidebarView<Intent: Hashable & Sendable> {
    let list = unsafe Widget(cadwaita_list_new())
    private var items: [(item: SidebarItem<Intent>, view: SidebarItemView)] = []
    /// The entry to which the list has scrolled.
    private var shownEntry: String?
    /// Opens the place of an entry.
    var open: @WindowActor (Intent) -> Void = { _ in }

    init() {
        list.setName(WindowWords.current.places)
        // A list selects a row before it activates the row.
        list.connect("row-activated") { [weak self] in
            guard let self else { return }
            open(at: Int(unsafe cadwaita_list_selected(list.pointer)))
        }
        // The arrow keys select rows on their way; the mark belongs to the open place.
        unsafe Signals.onLeave(list.pointer) { [weak self] in self?.selectOpen() }
    }

    /// Moves the keyboard's focus to the entry of the open place.
    func focusOpen() {
        (items.first { $0.item.isSelected } ?? items.first)?.view.row.grabFocus()
    }

    private func selectOpen() {
        let open = items.first { $0.item.isSelected }?.view.row
        unsafe cadwaita_list_select(list.pointer, open?.pointer)
    }

    func show(_ new: [SidebarItem<Intent>]) {
        let outline = new.map { "\($0.id) \($0.beginsSection)" }
        let focused = items.first { $0.view.row.containsFocus }?.item.id
        if items.map({ "\($0.item.id) \($0.item.beginsSection)" }) != outline {
            for (_, view) in items { unsafe cadwaita_list_remove(list.pointer, view.row.pointer) }
            items = new.map { item in
                let view = SidebarItemView(beginsSection: item.beginsSection)
                unsafe cadwaita_list_append(list.pointer, view.row.pointer)
                return (item, view)
            }
        }
        for index in new.indices {
            items[index].item = new[index]
            let item = new[index]
            items[index].view.show(
                title: item.title, subtitle: item.subtitle, icon: item.icon, color: item.color,
                badge: item.badge, badgeName: item.badgeName)
        }
        selectOpen()
        let open = new.first { $0.isSelected }?.id
        if open != shownEntry {
            shownEntry = open
            unsafe cadwaita_list_show_selected(list.pointer)
        }
        guard let focused, !list.containsFocus else { return }
        // The entries are new ones. One that has gone leaves the focus to the open place.
        guard let same = items.first(where: { $0.item.id == focused }) else { return focusOpen() }
        same.view.row.grabFocus()
    }

    /// Opens the place at that position, counted from 0. Returns false if there is none.
    @discardableResult func open(at position: Int) -> Bool {
        guard items.indices.contains(position) else { return false }
        open(items[position].item.open)
        return true
    }
}

/// The widgets of one entry.
@WindowActor final class SidebarItemView {
    let row = unsafe Widget(gtk_list_box_row_new())
    private let image = unsafe Widget(gtk_image_new())
    private let title = unsafe Widget(cadwaita_label_new(""))
    private let subtitle = unsafe Widget(cadwaita_label_new(""))
    private let badge = unsafe Widget(cadwaita_label_new(""))
    /// The name of the style class of the icon's colour.
    private var colorClass: String?

    init(beginsSection: Bool) {
        let box = unsafe Widget(cadwaita_box_new(0, 12))
        let texts = unsafe Widget(cadwaita_box_new(1, 0))
        texts.centre()
        unsafe cadwaita_set_margins(box.pointer, 6, 8)
        if beginsSection { row.setClass("section") }
        subtitle.setClass("dim-label")
        subtitle.setClass("caption")
        // Large texts leave little room for a name, and translations are long.
        unsafe cadwaita_label_set_lines(title.pointer, 2)
        unsafe cadwaita_label_set_lines(subtitle.pointer, 3)
        badge.setClass("caption")
        badge.setClass("numeric")
        unsafe gtk_widget_set_hexpand(texts.pointer, 1)
        unsafe cadwaita_box_append(texts.pointer, title.pointer)
        unsafe cadwaita_box_append(texts.pointer, subtitle.pointer)
        for child in [image, texts, badge] {
            unsafe cadwaita_box_append(box.pointer, child.pointer)
        }
        unsafe cadwaita_list_row_set_child(row.pointer, box.pointer)
    }

    func show(
        title: String, subtitle: String, icon: String, color: String?, badge: String,
        badgeName: String
    ) {
        unsafe cadwaita_label_set(self.title.pointer, title)
        unsafe cadwaita_label_set(self.subtitle.pointer, subtitle)
        self.subtitle.setVisible(!subtitle.isEmpty)
        unsafe cadwaita_label_set(self.badge.pointer, badge)
        self.badge.setVisible(!badge.isEmpty)
        image.showIcon(icon)
        row.setName([title, subtitle, badgeName].filter { !$0.isEmpty }.joined(separator: ", "))
        let name = Colors.styleClass(for: color)
        guard name != colorClass else { return }
        if let colorClass { image.setClass(colorClass, false) }
        if let name { image.setClass(name) }
        colorClass = name
    }
}
