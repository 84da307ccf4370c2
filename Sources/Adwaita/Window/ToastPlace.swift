// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The place of a window where one toast at a time is on the screen.
///
/// libadwaita before 1.3 animates a toast that replaces another one for 500 ms, and its end for
/// 300 ms. It frees a toast whose end comes first, and then uses it (its change “toast-overlay:
/// Prevent show_done from firing after hide_done”). So each toast stays until its animation has
/// ended.
@safe @WindowActor final class ToastPlace<Intent: Hashable & Sendable> {
    typealias Send = @WindowActor (Intent, String) -> Void

    /// Hands a new toast with its text to the widget that shows and owns it.
    private let put: @WindowActor (UnsafeMutableRawPointer, String) -> Void
    /// The widget owns the toast until the toast is dismissed; nil from then on.
    private var shown: UnsafeMutableRawPointer?
    private var begin = ContinuousClock.now
    private var next: (toast: Toast<Intent>, send: Send)?
    /// Waits until the toast on the screen may end.
    private var change: Task<Void, Never>?

    /// Those 500 ms, and some frames more: the animation begins with the first frame.
    private static var minimumTime: Duration { .milliseconds(600) }

    /// Seconds that a toast stays: libadwaita's default, and longer with a button such as "Undo",
    /// since a person has to read it and to reach the button by keys.
    private static func seconds(hasButton: Bool) -> UInt32 { hasButton ? 10 : 5 }

    init(_ put: @escaping @WindowActor (UnsafeMutableRawPointer, String) -> Void) {
        unsafe self.put = put
    }

    /// Shows a toast in place of the one on the screen; libadwaita would show it after that one.
    ///
    /// - Parameter toast: nil to take the toast off the screen.
    func show(_ toast: Toast<Intent>?, _ send: @escaping Send) {
        next = toast.map { ($0, send) }
        guard change == nil else { return }
        let rest = Self.minimumTime - (.now - begin)
        guard unsafe shown != nil, rest > .zero else { return replace() }
        change = Task { [weak self] in
            guard (try? await Task.sleep(for: rest)) != nil else { return }
            self?.change = nil
            self?.replace()
        }
    }

    /// Forgets all toasts: they end with their window.
    func end() {
        change?.cancel()
        change = nil
        next = nil
        unsafe shown = nil
    }

    private func replace() {
        if let toast = unsafe shown { unsafe cadwaita_dismiss_toast(toast) }
        guard let (toast, send) = next else { return }
        next = nil
        // The constructor ends the program and never returns NULL.
        let new = unsafe cadwaita_toast_new(
            toast.text, toast.button?.title ?? "", Self.seconds(hasButton: toast.button != nil)
        ).unsafelyUnwrapped
        unsafe shown = new
        begin = .now
        _ = unsafe Signals.connect(new, "dismissed") { [weak self] in
            if let self, unsafe shown == new { unsafe shown = nil }
        }
        if let button = toast.button {
            _ = unsafe Signals.connect(new, "button-clicked") { send(button.intent, "") }
        }
        unsafe put(new, toast.text)
    }
}
