// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import Synchronization

/// Owns one reference to a widget of GTK, and releases it.
///
/// A container of GTK holds references of its own, so a widget lives as long as either needs it. A
/// handler of a widget's signal must not hold the object that owns the widget: the two would keep
/// each other alive.
@safe @WindowActor class Widget {
    let pointer: UnsafeMutablePointer<GtkWidget>

    /// Takes a new widget. GTK's constructors end the program and never return NULL.
    init(_ new: UnsafeMutablePointer<GtkWidget>?) {
        unsafe pointer = new.unsafelyUnwrapped
        unsafe g_object_ref_sink(pointer)
        unsafe LiveWidgets.count(pointer)
    }

    isolated deinit { unsafe g_object_unref(pointer) }

    /// Calls `handler` at each signal of that name, until the widget ends.
    @discardableResult
    func connect(_ signal: String, _ handler: @escaping @WindowActor () -> Void) -> gulong {
        unsafe Signals.connect(pointer, signal, handler)
    }

    /// Changes the widget without the signals of a handler.
    func quietly(_ handler: gulong, _ change: () -> Void) {
        unsafe cadwaita_block(pointer, handler)
        change()
        unsafe cadwaita_unblock(pointer, handler)
    }

    func setName(_ name: String) { unsafe cadwaita_set_name(pointer, name) }

    func setClass(_ name: String, _ isSet: Bool = true) {
        unsafe cadwaita_add_class(pointer, name, isSet ? 1 : 0)
    }

    func setEnabled(_ isEnabled: Bool) {
        unsafe gtk_widget_set_sensitive(pointer, isEnabled ? 1 : 0)
    }

    func setVisible(_ isVisible: Bool) {
        unsafe gtk_widget_set_visible(pointer, isVisible ? 1 : 0)
    }

    /// Centres the widget in the height of its row.
    func centre() { unsafe gtk_widget_set_valign(pointer, GTK_ALIGN_CENTER) }

    func grabFocus() { unsafe gtk_widget_grab_focus(pointer) }

    /// Gives the keyboard's focus back to a control that had it, if it is still on the screen. The
    /// user goes on typing where the cursor was.
    func returnFocus() { unsafe cadwaita_return_focus(pointer) }

    /// Has the field with the keyboard's focus apply its text as it does when the focus leaves it.
    func applyFocused() {
        guard let focused = focusedControl,
            let root = unsafe gtk_widget_get_root(pointer)
        else { return }
        unsafe gtk_root_set_focus(root, nil)
        focused.grabFocus()
    }

    /// True if the widget, or one inside it, has the keyboard's focus.
    var containsFocus: Bool {
        guard let root = unsafe gtk_widget_get_root(pointer),
            let focus = unsafe gtk_root_get_focus(root)
        else { return false }
        return unsafe focus == pointer || gtk_widget_is_ancestor(focus, pointer) != 0
    }

    /// The widget, or the one inside it, that has the keyboard's focus; nil for none.
    var focusedControl: Widget? {
        guard containsFocus, let root = unsafe gtk_widget_get_root(pointer) else { return nil }
        return unsafe Widget(gtk_root_get_focus(root))
    }
}

/// The number of widgets that exist, for tests that look for leaks.
package enum LiveWidgets {
    private static let total = Atomic<Int>(0)

    /// The number of widgets that a ``Widget`` has owned and that GTK has not freed.
    package static var count: Int { total.load(ordering: .relaxed) }

    @unsafe static func count(_ widget: UnsafeMutablePointer<GtkWidget>) {
        total.add(1, ordering: .relaxed)
        // GObject frees the data of an object with the object itself.
        unsafe g_object_set_data_full(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self),
            "focusd-live", UnsafeMutableRawPointer(widget)
        ) { _ in LiveWidgets.total.subtract(1, ordering: .relaxed) }
    }
}

/// Handlers of signals, as closures that GLib owns and releases.
enum Signals {
    private final class Handler: Sendable {
        let body: @WindowActor () -> Void
        init(_ body: @escaping @WindowActor () -> Void) { self.body = body }
    }

    private final class TextHandler: Sendable {
        let body: @WindowActor (String) -> Void
        init(_ body: @escaping @WindowActor (String) -> Void) { self.body = body }
    }

    private final class CloseHandler: Sendable {
        let body: @WindowActor () -> Bool
        init(_ body: @escaping @WindowActor () -> Bool) { self.body = body }
    }

    /// Connects a handler to any signal; the signal's own arguments are left out.
    @WindowActor static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ handler: @escaping @WindowActor () -> Void
    ) -> gulong {
        let box = unsafe Unmanaged.passRetained(Handler(handler))
        return unsafe cadwaita_connect(
            object, signal, { data in unsafe Signals.run(data) }, box.toOpaque(),
            { data, _ in unsafe Signals.release(data) })
    }

    /// Calls a handler at the next signal of that name, and no more.
    @WindowActor static func once(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ handler: @escaping @WindowActor () -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(Handler(handler))
        unsafe cadwaita_connect_once(
            object, signal, { data in unsafe Signals.run(data) }, box.toOpaque(),
            { data, _ in unsafe Signals.release(data) })
    }

    /// Connects a handler to a signal whose argument is a text.
    @WindowActor static func connectText(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ handler: @escaping @WindowActor (String) -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(TextHandler(handler))
        _ = unsafe cadwaita_connect_text(
            object, signal,
            { _, text, data in
                let handler = unsafe Unmanaged<TextHandler>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                let text = unsafe text.map { unsafe String(cString: $0) } ?? ""
                WindowActor.assumeIsolated { handler.body(text) }
            }, box.toOpaque(),
            { data, _ in
                unsafe Unmanaged<TextHandler>.fromOpaque(data.unsafelyUnwrapped).release()
            })
    }

    /// Calls a handler with the address of each link in a row's subtitle that the user opens.
    @WindowActor static func onLink(
        _ row: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor (String) -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(TextHandler(handler))
        unsafe cadwaita_row_on_link(
            row,
            { _, address, data in
                let handler = unsafe Unmanaged<TextHandler>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                let address = unsafe address.map { unsafe String(cString: $0) } ?? ""
                WindowActor.assumeIsolated { handler.body(address) }
                // GTK would open the address itself.
                return 1
            }, box.toOpaque(),
            { data, _ in
                unsafe Unmanaged<TextHandler>.fromOpaque(data.unsafelyUnwrapped).release()
            })
    }

    /// Calls a handler with the id of each row that the user drops onto this row.
    @WindowActor static func onDrop(
        _ row: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor (String) -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(TextHandler(handler))
        unsafe cadwaita_row_on_drop(
            row,
            { id, data in
                let handler = unsafe Unmanaged<TextHandler>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                let id = unsafe id.map { unsafe String(cString: $0) } ?? ""
                WindowActor.assumeIsolated { handler.body(id) }
            }, box.toOpaque(),
            { data in
                unsafe Unmanaged<TextHandler>.fromOpaque(data.unsafelyUnwrapped).release()
            })
    }

    /// Asks for a file to write. Calls the handler with its path, if the user chooses one.
    @WindowActor static func chooseFile(
        _ parent: UnsafeMutablePointer<GtkWidget>, _ title: String, _ name: String?,
        _ handler: @escaping @WindowActor (String) -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(TextHandler(handler))
        unsafe cadwaita_choose_file(
            parent, title, name,
            { path, data in
                // The answer comes once.
                let handler = unsafe Unmanaged<TextHandler>.fromOpaque(data.unsafelyUnwrapped)
                    .takeRetainedValue()
                guard let path = unsafe path.map({ unsafe String(cString: $0) }) else { return }
                WindowActor.assumeIsolated { handler.body(path) }
            }, box.toOpaque())
    }

    /// Calls a handler when the user closes a window. It returns false to keep the window open.
    @WindowActor static func onClose(
        _ window: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor () -> Bool
    ) {
        let box = unsafe Unmanaged.passRetained(CloseHandler(handler))
        unsafe cadwaita_window_on_close(
            window,
            { data in
                let handler = unsafe Unmanaged<CloseHandler>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                let closes = WindowActor.assumeIsolated { handler.body() }
                return closes ? 0 : 1
            }, box.toOpaque(),
            { data, _ in
                unsafe Unmanaged<CloseHandler>.fromOpaque(data.unsafelyUnwrapped).release()
            })
    }

    /// Calls a handler when the keyboard's focus leaves a widget.
    @WindowActor static func onLeave(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor () -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(Handler(handler))
        unsafe cadwaita_on_leave(
            widget, { data in unsafe Signals.run(data) }, box.toOpaque(),
            { data, _ in unsafe Signals.release(data) })
    }

    /// Adds a key of a widget or of the whole window.
    @WindowActor static func addShortcut(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ keys: String, isLocal: Bool = false,
        _ handler: @escaping @WindowActor () -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(Handler(handler))
        unsafe cadwaita_add_shortcut(
            widget, keys, isLocal ? 1 : 0,
            { _, _, data in
                unsafe Signals.run(data)
                return 1
            }, box.toOpaque(), { data in unsafe Signals.release(data) })
    }

    private static func run(_ data: UnsafeMutableRawPointer?) {
        // GLib holds the box from the connection until the release.
        let handler = unsafe Unmanaged<Handler>.fromOpaque(data.unsafelyUnwrapped)
            .takeUnretainedValue()
        WindowActor.assumeIsolated { handler.body() }
    }

    private static func release(_ data: UnsafeMutableRawPointer?) {
        unsafe Unmanaged<Handler>.fromOpaque(data.unsafelyUnwrapped).release()
    }
}
