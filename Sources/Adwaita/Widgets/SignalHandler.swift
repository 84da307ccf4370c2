// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A handler of a signal, as a closure that GLib owns and releases.
final class SignalHandler<Argument: Sendable, Result: Sendable>: Sendable {
    private let body: @WindowActor (Argument) -> Result

    private init(_ body: @escaping @WindowActor (Argument) -> Result) { self.body = body }

    /// Makes the data of a connection. GLib passes it to ``run(_:_:)``, and at the end of the
    /// connection to ``release(_:)``.
    @unsafe static func data(
        _ body: @escaping @WindowActor (Argument) -> Result
    ) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(SignalHandler(body)).toOpaque()
    }

    @unsafe static func run(_ data: UnsafeMutableRawPointer?, _ argument: Argument) -> Result {
        // GLib holds the handler from the connection until the release.
        let handler = unsafe Unmanaged<SignalHandler>.fromOpaque(data.unsafelyUnwrapped)
            .takeUnretainedValue()
        return WindowActor.assumeIsolated { handler.body(argument) }
    }

    @unsafe static func release(_ data: UnsafeMutableRawPointer?) {
        unsafe Unmanaged<SignalHandler>.fromOpaque(data.unsafelyUnwrapped).release()
    }
}

extension SignalHandler<String, Void> {
    @unsafe static func run(_ data: UnsafeMutableRawPointer?, text: UnsafePointer<CChar>?) {
        unsafe run(data, text.map { unsafe String(cString: $0) } ?? "")
    }
}

/// The connections of handlers to signals.
@WindowActor enum Signals {
    private typealias PlainHandler = SignalHandler<Void, Void>
    private typealias TextHandler = SignalHandler<String, Void>
    private typealias NumberHandler = SignalHandler<Int, Void>
    private typealias CloseHandler = SignalHandler<Void, Bool>

    /// Connects a handler to any signal; the signal's own arguments are left out.
    static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ handler: @escaping @WindowActor () -> Void
    ) -> gulong {
        unsafe cadwaita_connect(
            object, signal, { data in unsafe PlainHandler.run(data, ()) },
            PlainHandler.data(handler), { data, _ in unsafe PlainHandler.release(data) })
    }

    /// Calls a handler at the next signal of that name, and no more.
    static func once(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ handler: @escaping @WindowActor () -> Void
    ) {
        unsafe cadwaita_connect_once(
            object, signal, { data in unsafe PlainHandler.run(data, ()) },
            PlainHandler.data(handler), { data, _ in unsafe PlainHandler.release(data) })
    }

    /// Connects a handler to a signal whose argument is a text.
    static func connectText(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ handler: @escaping @WindowActor (String) -> Void
    ) {
        _ = unsafe cadwaita_connect_text(
            object, signal, { _, text, data in unsafe TextHandler.run(data, text: text) },
            TextHandler.data(handler), { data, _ in unsafe TextHandler.release(data) })
    }

    /// Calls a handler with the address of each link in a row's subtitle that the user opens.
    static func onLink(
        _ row: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor (String) -> Void
    ) {
        unsafe cadwaita_row_on_link(
            row,
            { _, address, data in
                unsafe TextHandler.run(data, text: address)
                // GTK would open the address itself.
                return 1
            }, TextHandler.data(handler), { data, _ in unsafe TextHandler.release(data) })
    }

    /// Calls a handler with the id of each row that the user drops onto this row.
    static func onDrop(
        _ row: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor (String) -> Void
    ) {
        unsafe cadwaita_row_on_drop(
            row, { id, data in unsafe TextHandler.run(data, text: id) }, TextHandler.data(handler),
            { data in unsafe TextHandler.release(data) })
    }

    /// Asks for a file to write. Calls the handler with its path, if the user chooses one.
    static func chooseFile(
        _ parent: UnsafeMutablePointer<GtkWidget>, _ title: String, _ name: String?,
        _ handler: @escaping @WindowActor (String) -> Void
    ) {
        unsafe cadwaita_choose_file(
            parent, title, name,
            { path, data in
                // The answer comes once.
                defer { unsafe TextHandler.release(data) }
                if let path = unsafe path { unsafe TextHandler.run(data, text: path) }
            }, TextHandler.data(handler))
    }

    /// Calls a handler when the user closes a window. It returns false to keep the window open.
    static func onClose(
        _ window: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor () -> Bool
    ) {
        unsafe cadwaita_window_on_close(
            window, { data in unsafe CloseHandler.run(data, ()) ? 0 : 1 },
            CloseHandler.data(handler), { data, _ in unsafe CloseHandler.release(data) })
    }

    /// Calls a handler when the keyboard's focus leaves a widget.
    static func onLeave(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor () -> Void
    ) {
        unsafe cadwaita_on_leave(
            widget, { data in unsafe PlainHandler.run(data, ()) }, PlainHandler.data(handler),
            { data, _ in unsafe PlainHandler.release(data) })
    }

    /// Adds a key of a widget or of the whole window.
    static func addShortcut(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ keys: String, isLocal: Bool = false,
        _ handler: @escaping @WindowActor () -> Void
    ) {
        unsafe cadwaita_add_shortcut(
            widget, keys, isLocal ? 1 : 0,
            { _, _, data in
                unsafe PlainHandler.run(data, ())
                return 1
            }, PlainHandler.data(handler), { data in unsafe PlainHandler.release(data) })
    }

    /// Calls the handler with the number of each chosen entry of a menu.
    static func onPick(
        _ button: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor (Int) -> Void
    ) {
        unsafe cadwaita_menu_on_pick(
            button,
            { _, number, data in
                guard let number = unsafe number else { return }
                unsafe NumberHandler.run(data, Int(g_variant_get_int32(number)))
            }, NumberHandler.data(handler), { data, _ in unsafe NumberHandler.release(data) })
    }

    /// Calls the handler with the position of each row of a long list that the user activates.
    static func onActivate(
        _ list: UnsafeMutablePointer<GtkWidget>, _ handler: @escaping @WindowActor (Int) -> Void
    ) {
        unsafe cadwaita_long_list_on_activate(
            list, { _, position, data in unsafe NumberHandler.run(data, Int(position)) },
            NumberHandler.data(handler), { data, _ in unsafe NumberHandler.release(data) })
    }
}
