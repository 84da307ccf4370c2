// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import GLibLoop

/// A button with a menu.
@WindowActor final class MenuView<Intent: Hashable & Sendable> {
    let widget: Widget
    private let name: String
    private var entries: [Button<Intent>] = []

    /// - Parameter isPrimary: True for the menu that F10 opens.
    init(
        icon: String, name: String, isPrimary: Bool,
        _ send: @escaping @WindowActor (Intent) -> Void
    ) {
        widget = unsafe Widget(cadwaita_menu_button_new(icon, name, isPrimary ? 1 : 0))
        self.name = name
        widget.setName(name)
        unsafe Signals.onPick(widget.pointer) { [weak self] number in
            guard let self, entries.indices.contains(number) else { return }
            send(entries[number].intent)
        }
    }

    func show(_ entries: [Button<Intent>]) {
        guard entries != self.entries else { return }
        self.entries = entries
        let enabled: [gboolean] = entries.map { $0.isEnabled ? 1 : 0 }
        unsafe withCStrings(entries.map(\.title)) { titles in
            unsafe cadwaita_menu_set(widget.pointer, titles, enabled, name)
        }
    }

    func open() { unsafe cadwaita_menu_open(widget.pointer) }
}
