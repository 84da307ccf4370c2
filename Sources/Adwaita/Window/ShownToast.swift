// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A toast on the screen.
@safe @WindowActor final class ShownToast {
    /// The overlay owns the toast until the toast is dismissed; nil from then on.
    private var pointer: UnsafeMutableRawPointer?

    init(_ toast: UnsafeMutableRawPointer) {
        unsafe pointer = toast
        _ = unsafe Signals.connect(toast, "dismissed") { [weak self] in
            if let self { unsafe pointer = nil }
        }
    }

    /// Takes the toast off the screen, if it is still there.
    func dismiss() {
        if let toast = unsafe pointer { unsafe cadwaita_dismiss_toast(toast) }
    }
}
