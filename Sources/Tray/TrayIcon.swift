// SPDX-License-Identifier: Apache-2.0
import CAppIndicator
import GLibLoop

// libayatana-appindicator serves org.kde.StatusNotifierItem and com.canonical.dbusmenu, waits for a
// tray that appears later or again, and falls back to X11's tray if there is no other.

/// The program's icon in the tray, with a menu.
@safe @TrayActor package final class TrayIcon {
    private let indicator: UnsafeMutablePointer<AppIndicator>
    private let onClick: @Sendable (String) -> Void
    private var items: [String: TrayItem] = [:]
    private var outlines: [TrayEntry] = []
    private var shown: TrayPicture?

    /// Connects to the display. Call it on the main thread before any other method. Returns false
    /// without a display.
    package nonisolated static func openDisplay() -> Bool {
        cappindicator_open_display() != 0
    }

    /// Creates an icon, which stays hidden until ``show(_:)``.
    ///
    /// - Parameters:
    ///   - id: The trays' identifier of the icon, the same in every session.
    ///   - folder: The folder of the icon themes where the program's own icons are installed. Trays
    ///     are told about it if the session's applications do not look there.
    ///   - onClick: Called with the id of the entry, on the main thread.
    package init(
        id: String, folder: String? = nil, onClick: @escaping @Sendable (String) -> Void
    ) {
        unsafe indicator = app_indicator_new(id, "", APP_INDICATOR_CATEGORY_APPLICATION_STATUS)
        self.onClick = onClick
        guard let folder, !Self.sessionFolders().contains(folder) else { return }
        unsafe gtk_icon_theme_append_search_path(gtk_icon_theme_get_default(), folder)
        unsafe app_indicator_set_icon_theme_path(indicator, folder)
    }

    isolated deinit {
        unsafe g_object_unref(indicator)
    }

    /// Shows the picture. Entries keep their places in an open menu while the list of entries is
    /// the same.
    package func show(_ picture: TrayPicture) {
        let outlines = picture.entries.map(\.outline)
        if outlines != self.outlines || shown == nil {
            self.outlines = outlines
            items = [:]
            unsafe cappindicator_set_menu(indicator, makeMenu(picture.entries))
        }
        picture.entries.forEach(update)
        if shown?.title != picture.title {
            unsafe app_indicator_set_title(indicator, picture.title)
        }
        if shown?.label != picture.label {
            // The second text reserves the width of the label.
            unsafe app_indicator_set_label(indicator, picture.label, "999")
        }
        if shown?.icons != picture.icons || shown?.title != picture.title {
            unsafe app_indicator_set_icon_full(
                indicator, Self.available(picture.icons), picture.title)
        }
        if shown == nil { unsafe app_indicator_set_status(indicator, APP_INDICATOR_STATUS_ACTIVE) }
        shown = picture
    }

    /// Returns a new menu, owned by the caller. The entries' texts and marks are set later.
    private func makeMenu(_ entries: [TrayEntry]) -> UnsafeMutablePointer<GtkWidget> {
        let menu = unsafe gtk_menu_new().unsafelyUnwrapped
        for entry in entries {
            let item = TrayItem(entry, onClick)
            items[entry.id] = item
            if case .submenu(let entries) = entry.kind {
                unsafe cappindicator_set_submenu(item.widget, makeMenu(entries))
            }
            unsafe cappindicator_append(menu, item.widget)
        }
        return unsafe menu
    }

    private func update(_ entry: TrayEntry) {
        items[entry.id]?.update(entry)
        if case .submenu(let entries) = entry.kind { entries.forEach(update) }
    }

    /// Returns the folders of icon themes where every application of the session looks.
    private static func sessionFolders() -> [String] {
        var folders = unsafe [String(cString: g_get_user_data_dir())]
        var next = unsafe g_get_system_data_dirs().unsafelyUnwrapped
        while let folder = unsafe next.pointee {
            unsafe folders.append(String(cString: folder))
            unsafe next += 1
        }
        return folders.map { $0.hasSuffix("/") ? $0 + "icons" : $0 + "/icons" }
    }

    /// Returns the first icon in the theme; the last name if the theme has none of them.
    private static func available(_ names: [String]) -> String {
        let theme = unsafe gtk_icon_theme_get_default()
        return names.first { name in
            name.hasPrefix("/") || (unsafe gtk_icon_theme_has_icon(theme, name)) != 0
        } ?? names.last ?? ""
    }
}

/// One item of a menu.
@safe @TrayActor private final class TrayItem {
    /// The widget, owned by its menu. The indicator owns the menu as long as this item is used.
    let widget: UnsafeMutablePointer<GtkWidget>
    private var handler: gulong = 0

    init(_ entry: TrayEntry, _ onClick: @escaping @Sendable (String) -> Void) {
        // GTK's constructors end the program and never return NULL.
        switch entry.kind {
        case .separator:
            unsafe widget = gtk_separator_menu_item_new().unsafelyUnwrapped
            return
        case .choice: unsafe widget = cappindicator_new_choice().unsafelyUnwrapped
        case .action, .submenu:
            unsafe widget = gtk_menu_item_new_with_mnemonic("").unsafelyUnwrapped
        }
        if case .submenu = entry.kind { return }
        let click = unsafe Unmanaged.passRetained(Click(entry.id, onClick))
        unsafe handler = cappindicator_connect_activate(
            widget,
            { _, data in
                unsafe Unmanaged<Click>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
                    .happened()
            }, click.toOpaque(),
            { data, _ in unsafe Unmanaged<Click>.fromOpaque(data.unsafelyUnwrapped).release() })
    }

    func update(_ entry: TrayEntry) {
        if entry.kind != .separator {
            // On the bus an underscore always marks a mnemonic, so the label treats it the same
            // way.
            unsafe cappindicator_set_label(widget, entry.title.replacing("_", with: "__"))
        }
        if case .choice(let isMade) = entry.kind {
            unsafe cappindicator_set_chosen(widget, isMade ? 1 : 0, handler)
        }
        unsafe gtk_widget_set_sensitive(widget, entry.isEnabled ? 1 : 0)
        unsafe gtk_widget_set_visible(widget, entry.isVisible ? 1 : 0)
    }
}

/// The handler of a click on an item. GTK holds it as long as the item.
private final class Click: Sendable {
    private let id: String
    private let handler: @Sendable (String) -> Void

    init(_ id: String, _ handler: @escaping @Sendable (String) -> Void) {
        self.id = id
        self.handler = handler
    }

    func happened() { handler(id) }
}
