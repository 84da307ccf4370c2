// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A picture and a sentence above the rows of a page, which scroll with the rows.
@WindowActor final class HeadingView<Intent: Hashable & Sendable> {
    /// A group of the page, hidden while there is nothing to show.
    let widget = unsafe Widget(adw_preferences_group_new())
    private var status: Widget?
    private var shown: EmptyState<Intent>?

    init() { widget.setVisible(false) }

    func show(_ heading: EmptyState<Intent>?) {
        widget.setVisible(heading != nil)
        guard let heading, heading != shown else { return }
        shown = heading
        let page: Widget
        if let status {
            page = status
        } else {
            page = unsafe Widget(adw_status_page_new())
            page.setClass("compact")
            unsafe cadwaita_group_add(widget.pointer, page.pointer)
            status = page
        }
        unsafe cadwaita_status_set(
            page.pointer, heading.icon ?? "", heading.title, heading.description)
        unsafe cadwaita_set_name_of_scroller(page.pointer, heading.title)
    }
}
