// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// Handlers of signals whose argument is a number.
extension Signals {
    private final class NumberHandler: Sendable {
        let body: @WindowActor (Int) -> Void
        init(_ body: @escaping @WindowActor (Int) -> Void) { self.body = body }

        static func run(_ data: UnsafeMutableRawPointer?, _ number: Int) {
            // GLib holds the box from the connection until the release.
            let handler = unsafe Unmanaged<NumberHandler>.fromOpaque(data.unsafelyUnwrapped)
                .takeUnretainedValue()
            WindowActor.assumeIsolated { handler.body(number) }
        }

        static func release(_ data: UnsafeMutableRawPointer?) {
            unsafe Unmanaged<NumberHandler>.fromOpaque(data.unsafelyUnwrapped).release()
        }
    }

    /// Calls the handler with the number of each chosen entry of a menu.
    @WindowActor static func onPick(
        _ button: UnsafeMutablePointer<GtkWidget>,
        _ handler: @escaping @WindowActor (Int) -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(NumberHandler(handler))
        unsafe cadwaita_menu_on_pick(
            button,
            { _, number, data in
                guard let number = unsafe number else { return }
                unsafe NumberHandler.run(data, Int(g_variant_get_int32(number)))
            }, box.toOpaque(), { data, _ in unsafe NumberHandler.release(data) })
    }

    /// Calls the handler with the position of each row of a long list that the user activates.
    @WindowActor static func onActivate(
        _ list: UnsafeMutablePointer<GtkWidget>,
        _ handler: @escaping @WindowActor (Int) -> Void
    ) {
        let box = unsafe Unmanaged.passRetained(NumberHandler(handler))
        unsafe cadwaita_long_list_on_activate(
            list, { _, position, data in unsafe NumberHandler.run(data, Int(position)) },
            box.toOpaque(), { data, _ in unsafe NumberHandler.release(data) })
    }
}
