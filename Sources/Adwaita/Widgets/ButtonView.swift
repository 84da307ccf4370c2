// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The widget of a ``Button``.
@WindowActor final class ButtonView<Intent: Hashable & Sendable> {
    let widget: Widget
    private var button: Button<Intent>
    private let isFlat: Bool
    private var popover: PopoverView<Intent>?

    init(
        _ button: Button<Intent>, isFlat: Bool = false, _ send: @escaping RowView<Intent>.Send
    ) {
        self.button = button
        self.isFlat = isFlat
        if button.popover == nil {
            widget = unsafe Widget(gtk_button_new())
        } else {
            widget = unsafe Widget(cadwaita_menu_button_new("", "", 0))
            popover = PopoverView(at: widget, send)
        }
        if popover == nil {
            widget.connect("clicked") { [weak self] in
                if let self { send(self.button.intent, "") }
            }
        }
        show()
    }

    /// Returns true if the kind (popover or plain) fits; else a new widget is needed.
    func canShow(_ button: Button<Intent>) -> Bool {
        (button.popover == nil) == (popover == nil)
    }

    func update(_ button: Button<Intent>) {
        guard button != self.button else { return }
        self.button = button
        show()
    }

    /// Has the controls of the popover show the values of their rows.
    func reset() { popover?.reset() }

    private func show() {
        if let popover, let content = button.popover {
            popover.show(content, name: button.name)
            unsafe cadwaita_menu_button_set_icon(
                widget.pointer, Icons.available(button.icon ?? ""), button.name)
        } else if let icon = button.icon {
            unsafe cadwaita_button_set_icon(widget.pointer, icon)
            unsafe cadwaita_set_tooltip(widget.pointer, button.name)
        } else {
            unsafe cadwaita_button_set_label(widget.pointer, button.title)
        }
        widget.setName(button.name)
        widget.setEnabled(button.isEnabled)
        // The text of a flat button with a colour of its own would be white on white.
        widget.setClass("flat", button.isShownFlat(isFlat))
        widget.setClass("suggested-action", button.style == .suggested)
        widget.setClass("destructive-action", button.style == .destructive)
    }
}

/// A line of buttons that keeps the leading widgets that still fit.
@WindowActor final class ButtonLine<Intent: Hashable & Sendable> {
    private(set) var views: [ButtonView<Intent>] = []
    private let isFlat: Bool
    private let send: RowView<Intent>.Send
    private let add: @WindowActor (Widget) -> Void
    private let remove: @WindowActor (Widget) -> Void

    /// - Parameters:
    ///   - add: Puts a button into its container.
    ///   - remove: Takes a button out of its container.
    init(
        isFlat: Bool, _ send: @escaping RowView<Intent>.Send,
        add: @escaping @WindowActor (Widget) -> Void,
        remove: @escaping @WindowActor (Widget) -> Void
    ) {
        self.isFlat = isFlat
        self.send = send
        self.add = add
        self.remove = remove
    }

    func show(_ buttons: [Button<Intent>]) {
        let kept = zip(views, buttons).prefix { $0.canShow($1) }.count
        while views.count > kept { remove(views.removeLast().widget) }
        for (view, button) in zip(views, buttons) { view.update(button) }
        for button in buttons.dropFirst(views.count) {
            let view = ButtonView(button, isFlat: isFlat, send)
            view.widget.centre()
            views.append(view)
            add(view.widget)
        }
    }
}
