// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import GLibLoop

/// The widget of a ``LongList``.
///
/// GTK keeps widgets for the rows on the screen and gives them to other rows as the list scrolls.
@WindowActor final class LongListView<Intent: Hashable & Sendable> {
    let widget: Widget
    private let list: Widget
    private let send: @WindowActor (Intent) -> Void
    private let rows: LongListRows<Intent>
    /// The request for more rows; nil at the end of all, and from the request to the next content.
    private var more: Intent?

    init(_ send: @escaping @WindowActor (Intent) -> Void) {
        self.send = send
        rows = LongListRows()
        list = unsafe Widget(rows.makeList())
        list.setClass("navigation-sidebar")
        widget = unsafe Widget(
            cadwaita_scrolled(cadwaita_clamp_new(list.pointer, 720), ""))
        unsafe Signals.onActivate(list.pointer) { [weak self] position in
            guard let self, let open = rows.items[safe: position]?.open else { return }
            self.send(open)
        }
        let scroll = unsafe cadwaita_scrolled_adjustment(widget.pointer)
        for signal in ["value-changed", "changed"] {
            if let scroll = unsafe scroll {
                _ = unsafe Signals.connect(scroll, signal) { [weak self] in self?.askForMore() }
            }
        }
    }

    func show(_ new: LongList<Intent>) {
        list.setName(new.name)
        widget.setName(new.name)
        more = new.more
        rows.show(new.items)
        askForMore()
    }

    /// Asks for more rows two screens before the end.
    private func askForMore() {
        guard let more,
            unsafe cadwaita_pages_to_end(cadwaita_scrolled_adjustment(widget.pointer)) < 2
        else { return }
        self.more = nil
        send(more)
    }
}

/// The items of a long list, and the widgets that show them in turn.
@safe @WindowActor final class LongListRows<Intent: Hashable & Sendable> {
    private(set) var items: [LongList<Intent>.Item] = []
    /// GTK's list of the items' ids; owned until the end of this object.
    private let ids: OpaquePointer
    private var views: [UInt: LongListRowView] = [:]

    init() {
        // g_object_new ends the program and never returns NULL.
        unsafe ids = gtk_string_list_new(nil).unsafelyUnwrapped
    }

    isolated deinit { unsafe g_object_unref(UnsafeMutableRawPointer(ids)) }

    func show(_ new: [LongList<Intent>.Item]) {
        let (old, changed) = LongList<Intent>.difference(items, new)
        items = new
        guard !old.isEmpty || !changed.isEmpty else { return }
        unsafe withCStrings(new[changed].map(\.id)) { texts in
            unsafe gtk_string_list_splice(
                ids, UInt32(old.lowerBound), UInt32(old.count), texts)
        }
    }

    /// Returns a new list for the items.
    func makeList() -> UnsafeMutablePointer<GtkWidget>? {
        // GTK may call a handler while the list ends.
        unsafe ListHandlers(
            setUp: { [weak self] in self?.setUp($0) }, bind: { [weak self] in self?.bind($0) },
            tearDown: { [weak self] in self?.tearDown($0) }
        ).makeList(ids)
    }

    private func setUp(_ address: UInt) {
        guard let item = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
        let view = LongListRowView()
        unsafe cadwaita_item_set_child(item, view.widget.pointer)
        unsafe views[UInt(bitPattern: view.widget.pointer)] = view
    }

    /// GTK needs the widgets of a row no longer.
    private func tearDown(_ address: UInt) {
        guard let item = unsafe UnsafeMutableRawPointer(bitPattern: address),
            let child = unsafe cadwaita_item_child(item)
        else { return }
        views[UInt(bitPattern: child)] = nil
    }

    private func bind(_ address: UInt) {
        guard let item = unsafe UnsafeMutableRawPointer(bitPattern: address),
            let child = unsafe cadwaita_item_child(item),
            let view = views[UInt(bitPattern: child)],
            let shown = items[safe: Int(unsafe cadwaita_item_position(item))]
        else { return }
        unsafe cadwaita_item_set_activatable(item, shown.open == nil ? 0 : 1)
        view.show(
            title: shown.title, subtitle: shown.subtitle, icon: shown.icon,
            isHeading: shown.open == nil)
    }
}

/// The handlers of a list's items, which get the address of an item. GLib holds them.
private final class ListHandlers: Sendable {
    typealias Handler = @WindowActor (UInt) -> Void
    private let setUp: Handler
    private let bind: Handler
    private let tearDown: Handler

    init(setUp: @escaping Handler, bind: @escaping Handler, tearDown: @escaping Handler) {
        self.setUp = setUp
        self.bind = bind
        self.tearDown = tearDown
    }

    @unsafe func makeList(_ ids: OpaquePointer) -> UnsafeMutablePointer<GtkWidget>? {
        unsafe cadwaita_long_list_new(
            ids,
            { _, item, data in unsafe ListHandlers.run(data, item) { $0.setUp } },
            { _, item, data in unsafe ListHandlers.run(data, item) { $0.bind } },
            { _, item, data in unsafe ListHandlers.run(data, item) { $0.tearDown } },
            Unmanaged.passRetained(self).toOpaque(),
            { data, _ in
                unsafe Unmanaged<ListHandlers>.fromOpaque(data.unsafelyUnwrapped).release()
            })
    }

    private static func run(
        _ data: UnsafeMutableRawPointer?, _ item: UnsafeMutableRawPointer?,
        _ handler: (ListHandlers) -> Handler
    ) {
        // GLib holds the handlers until the list ends.
        let handlers = unsafe Unmanaged<ListHandlers>.fromOpaque(data.unsafelyUnwrapped)
            .takeUnretainedValue()
        let address = UInt(bitPattern: item)
        let body = handler(handlers)
        WindowActor.assumeIsolated { body(address) }
    }
}

/// The widgets of one row.
@WindowActor final class LongListRowView {
    let widget = unsafe Widget(cadwaita_box_new(0, 12))
    private let image = unsafe Widget(gtk_image_new())
    private let title = unsafe Widget(cadwaita_label_new(""))
    private let subtitle = unsafe Widget(cadwaita_label_new(""))

    init() {
        let texts = unsafe Widget(cadwaita_box_new(1, 2))
        unsafe cadwaita_set_margins(widget.pointer, 6, 6)
        subtitle.setClass("dim-label")
        subtitle.setClass("caption")
        let lines = Texts.layout.listLines
        if lines > 1 {
            for label in [title, subtitle] {
                unsafe cadwaita_label_set_lines(label.pointer, Int32(lines))
            }
            // Otherwise a text that wraps is as narrow as GTK finds pretty.
            unsafe gtk_widget_set_hexpand(texts.pointer, 1)
        }
        for child in [title, subtitle] { unsafe cadwaita_box_append(texts.pointer, child.pointer) }
        for child in [image, texts] { unsafe cadwaita_box_append(widget.pointer, child.pointer) }
    }

    func show(title: String, subtitle: String, icon: String?, isHeading: Bool) {
        unsafe cadwaita_label_set(self.title.pointer, title)
        unsafe cadwaita_label_set(self.subtitle.pointer, subtitle)
        self.subtitle.setVisible(!subtitle.isEmpty)
        self.title.setClass("heading", isHeading)
        image.setVisible(icon != nil)
        if let icon { unsafe cadwaita_image_set(image.pointer, Icons.available(icon)) }
        let name = subtitle.isEmpty ? title : "\(title), \(subtitle)"
        widget.setName(name)
        // The item of the list has the focus. GTK 4.8 names it only by its widget.
        if let item = unsafe gtk_widget_get_parent(widget.pointer) {
            unsafe cadwaita_set_name(item, name)
        }
    }
}

extension Array {
    /// The element at a position; nil outside of the array.
    subscript(safe position: Int) -> Element? {
        indices.contains(position) ? self[position] : nil
    }
}
