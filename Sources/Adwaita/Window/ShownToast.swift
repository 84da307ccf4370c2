// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A toast on the screen.
@safe @WindowActor final class ShownToast {
    /// The overlay owns the toast until the toast is dismissed; nil from then on.
    private var pointer: UnsafeMutableRawPointer?

    /// Takes a new toast, whose button sends its intent. Its constructor ends the program and never
    /// returns NULL.
    init<Intent>(
        _ new: UnsafeMutableRawPointer?, _ toast: Toast<Intent>,
        _ send: @escaping @WindowActor (Intent, String) -> Void
    ) {
        let new = unsafe new.unsafelyUnwrapped
        unsafe pointer = new
        _ = unsafe Signals.connect(new, "dismissed") { [weak self] in
            if let self { unsafe pointer = nil }
        }
        guard let button = toast.button else { return }
        _ = unsafe Signals.connect(new, "button-clicked") { send(button.intent, "") }
    }

    /// Takes the toast off the screen, if it is still there.
    func dismiss() {
        if let toast = unsafe pointer { unsafe cadwaita_dismiss_toast(toast) }
    }
}
