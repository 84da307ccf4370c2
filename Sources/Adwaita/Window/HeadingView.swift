// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A picture and a sentence above the rows of a page, which scroll with the rows.
///
/// As AdwStatusPage looks in its compact style. Not AdwStatusPage itself: it scrolls by itself, and
/// shrinks to its picture above other rows.
@WindowActor final class HeadingView<Intent: Hashable & Sendable> {
    /// A group of the page, hidden while there is nothing to show.
    let widget = unsafe Widget(adw_preferences_group_new())
    private var parts: (image: Widget, title: Widget, description: Widget)?
    private var shown: EmptyState<Intent>?

    init() { widget.setVisible(false) }

    func show(_ heading: EmptyState<Intent>?) {
        widget.setVisible(heading != nil)
        guard let heading, heading != shown else { return }
        shown = heading
        let parts = self.parts ?? build()
        self.parts = parts
        parts.image.showPicture([], until: heading.icon ?? "", size: 96)
        for (label, text) in [
            (parts.title, heading.title), (parts.description, heading.description),
        ] {
            unsafe cadwaita_label_set(label.pointer, text)
            label.setVisible(!text.isEmpty)
        }
    }

    private func build() -> (image: Widget, title: Widget, description: Widget) {
        let box = unsafe Widget(cadwaita_box_new(1, 12))
        let image = unsafe Widget(gtk_image_new())
        image.setClass("dim-label")
        unsafe gtk_widget_set_margin_bottom(image.pointer, 12)
        let title = unsafe Widget(cadwaita_label_new(""))
        title.setClass("title-2")
        let description = unsafe Widget(cadwaita_label_new(""))
        for label in [title, description] { unsafe cadwaita_label_centre(label.pointer) }
        for child in [image, title, description] {
            unsafe cadwaita_box_append(box.pointer, child.pointer)
        }
        unsafe cadwaita_group_add(widget.pointer, box.pointer)
        return (image, title, description)
    }
}
