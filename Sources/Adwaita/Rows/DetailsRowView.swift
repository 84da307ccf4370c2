// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row that opens and closes the rows below it.
@WindowActor final class DetailsRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private var stack: RowStack<Intent>?

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        unsafe super.init(row, adw_expander_row_new(), send)
        unsafe cadwaita_expander_prepare(widget.pointer)
        stack = RowStack(
            send,
            add: { [weak self] row in
                if let self { unsafe cadwaita_expander_add(widget.pointer, row.pointer) }
            },
            remove: { [weak self] row in
                if let self { unsafe cadwaita_expander_remove(widget.pointer, row.pointer) }
            })
        widget.connect("notify::expanded") { [weak self] in
            guard let self, case .details(_, let open?) = self.row.control,
                unsafe cadwaita_expander_is_open(widget.pointer) != 0
            else { return }
            self.send(open, "")
        }
    }

    override var withInner: [RowView<Intent>] {
        [self] + (stack?.rows ?? []).flatMap { $0.withInner }
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        unsafe cadwaita_expander_set(widget.pointer, row.subtitle, row.spokenName, row.title)
        showIcon(row.icon)
        guard case .details(let rows, _) = row.control else { return }
        stack?.show(rows)
        if row.opensByItself { unsafe cadwaita_expander_set_open(widget.pointer, 1) }
    }

    override func reset() {
        super.reset()
        for row in stack?.rows ?? [] { row.reset() }
    }

    // The rows below have icons of their own size.
    override func setIcon(_ name: String?, isOfApp: Bool) {
        unsafe cadwaita_expander_set_icon(widget.pointer, name, isOfApp ? 1 : 0)
    }

    override func addPrefix(_ prefix: Widget) {
        unsafe cadwaita_expander_add_prefix(widget.pointer, prefix.pointer)
    }

    override func addSuffix(_ suffix: Widget) {
        unsafe cadwaita_expander_add_action(widget.pointer, suffix.pointer)
    }

    override func removeSuffix(_ suffix: Widget) {
        unsafe cadwaita_expander_remove(widget.pointer, suffix.pointer)
    }
}
