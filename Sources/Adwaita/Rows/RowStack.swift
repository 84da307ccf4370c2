// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// The rows of a container that adds rows at its end only, as groups of libadwaita do.
@WindowActor final class RowStack<Intent: Hashable & Sendable> {
    private(set) var rows: [RowView<Intent>] = []
    private let send: RowView<Intent>.Send
    private let add: @WindowActor (Widget) -> Void
    private let remove: @WindowActor (Widget) -> Void

    /// - Parameters:
    ///   - add: Puts a row at the end of the container.
    ///   - remove: Takes a row out of the container.
    init(
        _ send: @escaping RowView<Intent>.Send, add: @escaping @WindowActor (Widget) -> Void,
        remove: @escaping @WindowActor (Widget) -> Void
    ) {
        self.send = send
        self.add = add
        self.remove = remove
    }

    /// Shows rows. The rows up to the first difference stay in place, and the others keep their
    /// widgets.
    func show(_ content: [Row<Intent>]) {
        let new = withTyped(content)
        var kept = 0
        while kept < min(rows.count, new.count), rows[kept].row.outline == new[kept].outline {
            rows[kept].update(new[kept])
            kept += 1
        }
        guard kept < max(rows.count, new.count) else { return }
        let focused = rows.firstIndex { $0.widget.containsFocus }
        let control = focused.flatMap { rows[$0].widget.focusedControl }
        var old: [String: RowView<Intent>] = [:]
        for view in rows[kept...] {
            remove(view.widget)
            old[view.row.outline] = view
        }
        let focusedView = focused.map { rows[$0] }
        rows.removeSubrange(kept...)
        for row in new[kept...] {
            let view: RowView<Intent>
            if let known = old.removeValue(forKey: row.outline) {
                view = known
                view.update(row)
            } else {
                view = .make(row, send)
                view.onDrop = { [weak self, weak view] source in
                    if let self, let view { move(source, onto: view) }
                }
            }
            rows.append(view)
            add(view.widget)
        }
        // The keyboard's focus stays with its row, or goes to the row that took its place.
        guard let focused, focused >= kept, let focusedView, !rows.isEmpty else { return }
        control?.returnFocus()
        guard !focusedView.widget.containsFocus else { return }
        let next =
            rows.contains { $0 === focusedView } ? focusedView : rows[min(focused, rows.count - 1)]
        next.takeFocus()
    }

    /// Returns the rows, and in its old place the row that has gone while the user types into it.
    private func withTyped(_ new: [Row<Intent>]) -> [Row<Intent>] {
        let place = rows.firstIndex {
            $0.unapplied?.isEmpty == false && $0.widget.containsFocus
        }
        guard let place, !new.contains(where: { $0.id == rows[place].row.id }) else { return new }
        var new = new
        new.insert(rows[place].row, at: min(place, new.count))
        return new
    }

    /// Sends the wish to move a row to the place of another one.
    private func move(_ id: String, onto target: RowView<Intent>) {
        guard let position = rows.firstIndex(where: { $0 === target }),
            let source = rows.first(where: { $0.row.id == id }), source !== target,
            let intent = source.row.places[safe: position]
        else { return }
        send(intent, "")
    }
}
