// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The header bar of a page: back, the title, and the page's buttons.
@WindowActor final class PageHeader<Intent: Hashable & Sendable> {
    let widget: Widget
    /// Called when the user goes back: to another page, or to the sidebar of a narrow window.
    var onBack: (@WindowActor () -> Void)?
    /// Called with the intent of a button, and its text.
    var send: RowView<Intent>.Send?
    private let title = unsafe Widget(adw_window_title_new("", ""))
    private let back = unsafe Widget(gtk_button_new_from_icon_name("go-previous-symbolic"))
    private var buttons: ButtonLine<Intent>?

    init() {
        widget = unsafe Widget(cadwaita_header_new(title.pointer, 0, 1))
        back.setName(WindowWords.current.back)
        unsafe cadwaita_set_tooltip(back.pointer, WindowWords.current.back)
        unsafe cadwaita_header_pack_start(widget.pointer, back.pointer)
        back.connect("clicked") { [weak self] in self?.onBack?() }
        let bar = widget
        buttons = ButtonLine(
            isFlat: false, { [weak self] intent, text in self?.send?(intent, text) },
            add: { unsafe cadwaita_header_pack_end(bar.pointer, $0.pointer) },
            remove: { unsafe cadwaita_header_remove(bar.pointer, $0.pointer) })
    }

    func show(_ page: PageContent<Intent>, isFolded: Bool) {
        unsafe cadwaita_title_set(title.pointer, page.title, page.subtitle)
        let layout = isFolded ? Texts.layout : TextLayout(scale: 1)
        let count = page.buttons.count
        unsafe cadwaita_title_wrap(
            title.pointer, layout.titleSize(page.title, buttons: count),
            layout.subtitleSize(page.subtitle, buttons: count),
            layout.longestWord(buttons: count))
        back.setVisible(page.back != nil || isFolded)
        buttons?.show(page.buttons)
    }
}

/// The widget of a ``Notice``.
@WindowActor final class NoticeView<Intent: Hashable & Sendable> {
    let widget: Widget
    private let label = unsafe Widget(cadwaita_label_new(""))
    private let content = unsafe Widget(cadwaita_box_new(0, 12))
    private var buttons: ButtonLine<Intent>?
    /// Called with the intent of a button.
    var send: (@WindowActor (Intent) -> Void)?

    init() {
        unsafe cadwaita_label_set_wrap(label.pointer, 1)
        unsafe gtk_widget_set_hexpand(label.pointer, 1)
        let line = unsafe Widget(cadwaita_box_new(0, 6))
        for child in [label, line] {
            unsafe cadwaita_box_append(content.pointer, child.pointer)
        }
        widget = unsafe Widget(cadwaita_info_bar_new(content.pointer))
        buttons = ButtonLine(
            isFlat: false, { [weak self] intent, _ in self?.send?(intent) },
            add: { unsafe cadwaita_box_append(line.pointer, $0.pointer) },
            remove: { unsafe cadwaita_box_remove(line.pointer, $0.pointer) })
        show(nil)
    }

    /// Puts the buttons below the sentence where there is no room for them beside it.
    func layOut(isFolded: Bool) {
        unsafe cadwaita_box_set_vertical(content.pointer, isFolded || Texts.areLarge ? 1 : 0)
    }

    func show(_ notice: Notice<Intent>?) {
        // A bar that is not revealed still has its text and its buttons for screen readers.
        widget.setVisible(notice != nil)
        unsafe cadwaita_info_bar_show(widget.pointer, notice == nil ? 0 : 1)
        guard let notice else { return }
        unsafe cadwaita_label_set(label.pointer, notice.text)
        buttons?.show([notice.button, notice.other].compactMap { $0 })
    }
}
