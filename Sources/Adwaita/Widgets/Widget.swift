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
        unsafe g_signal_handler_block(pointer, handler)
        change()
        unsafe g_signal_handler_unblock(pointer, handler)
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
