// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row with a slider.
@WindowActor final class SliderRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let scale: Widget
    private var handler: gulong = 0
    private var pending: Task<Void, Never>?
    /// Time without a change after which the slider rests.
    private static var rest: Duration { .milliseconds(300) }

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        var (range, step) = (0.0...0.0, 1.0)
        if case .slider(_, let values, let width, _) = row.control {
            (range, step) = (values, width)
        }
        scale = unsafe Widget(cadwaita_scale_new(range.lowerBound, range.upperBound, step))
        unsafe super.init(row, adw_action_row_new(), send)
        scale.centre()
        unsafe cadwaita_row_add_suffix(widget.pointer, scale.pointer)
        handler = scale.connect("value-changed") { [weak self] in self?.changed() }
    }

    isolated deinit { pending?.cancel() }

    /// Each step of a pulled slider would write the file.
    private func changed() {
        pending?.cancel()
        pending = Task { @WindowActor [weak self] in
            guard (try? await Task.sleep(for: Self.rest)) != nil else { return }
            self?.apply()
        }
    }

    override var unapplied: String? { pending == nil ? nil : "" }

    override func apply() {
        pending?.cancel()
        pending = nil
        guard case .slider(_, _, let step, let set) = row.control else { return }
        let number = unsafe cadwaita_scale_get(scale.pointer)
        // Steps add up errors behind the shown decimals.
        let rounded = (number * 1_000_000).rounded() / 1_000_000
        send(set, step >= 1 ? String(Int(rounded)) : String(rounded))
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        showSubtitle()
        guard case .slider(let number, _, _, _) = row.control else { return }
        scale.setName(row.title)
        unsafe cadwaita_set_description(scale.pointer, row.subtitle)
        unsafe cadwaita_set_invalid(scale.pointer, row.isFaulty ? 1 : 0)
        guard pending == nil else { return }
        scale.quietly(handler) { unsafe cadwaita_scale_set(scale.pointer, number) }
    }
}
