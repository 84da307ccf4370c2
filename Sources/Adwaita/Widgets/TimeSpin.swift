// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A field for an hour or a minute. A number out of its range stays as it is typed, in red; when
/// the user leaves the field, the time of before comes back.
@WindowActor final class TimeSpin {
    enum Unit {
        case hour
        case minute

        fileprivate var maximum: Int { self == .hour ? 23 : 59 }
        /// The step of the buttons.
        fileprivate var step: Int { self == .hour ? 1 : 5 }

        fileprivate var complaint: String {
            self == .hour ? WindowWords.current.noSuchHour : WindowWords.current.noSuchMinute
        }
    }

    let widget: Widget
    private let unit: Unit
    private var handler: gulong = 0
    /// Called with the reason when the user types a number out of the range, and with nil after the
    /// next valid one.
    var onComplaint: (@WindowActor (String?) -> Void)?
    private var isComplaining = false
    private var last = 0
    /// A number that has come while the user is typing another one; nil for none.
    private var held: Int?

    /// - Parameter onChange: Called when the user has set another number.
    init(_ unit: Unit, onChange: @escaping @WindowActor () -> Void = {}) {
        self.unit = unit
        widget = unsafe Widget(
            cadwaita_time_spin_new(Int32(unit.maximum), Int32(unit.step)))
        if unit == .hour {
            let words = WindowWords.current
            unsafe cadwaita_time_spin_set_hours(widget.pointer, words.beforeNoon, words.afterNoon)
        }
        handler = widget.connect("value-changed") { [weak self] in
            // GTK says so, too, when the number of before comes back.
            guard let self, value != last else { return }
            last = value
            complain(false)
            onChange()
        }
        widget.connect("changed") { [weak self] in self?.check() }
        unsafe Signals.onLeave(widget.pointer) { [weak self] in self?.left() }
    }

    /// The last valid number.
    var value: Int { Int(unsafe cadwaita_spin_get(widget.pointer)) }

    /// Shows a number without a call of the handlers. One that the user is typing stays.
    func show(_ number: Int) {
        guard !isTyped else {
            held = number
            return
        }
        set(number)
    }

    private func set(_ number: Int) {
        (last, held) = (number, nil)
        widget.quietly(handler) { unsafe cadwaita_spin_set(widget.pointer, Int32(number)) }
    }

    /// True for a text that the field has not taken as its number yet.
    private var isTyped: Bool { widget.containsFocus && number(text) != value }

    private var text: String { unsafe String(cString: cadwaita_text(widget.pointer)) }

    /// Applies the typed number; shows the one that has come if the user has typed none.
    private func left() {
        guard let number = held else { return }
        held = nil
        if unsafe cadwaita_spin_apply(widget.pointer) == 0 { set(number) }
    }

    private func check() {
        guard let number = number(text) else { return }
        let isWrong = number > unit.maximum || number < 0
        widget.setClass("error", isWrong)
        unsafe cadwaita_set_invalid(widget.pointer, isWrong ? 1 : 0)
        // The return of the time of before is no answer to the reason.
        if isWrong || number != value { complain(isWrong) }
    }

    /// Returns the number of a text such as `9` or `9 PM`; nil for another text.
    private func number(_ text: String) -> Int? {
        guard unit == .hour else { return Int(text) }
        let hour = unsafe cadwaita_hour(widget.pointer, text)
        return hour == .min ? nil : Int(hour)
    }

    private func complain(_ isWrong: Bool) {
        guard isWrong != isComplaining else { return }
        isComplaining = isWrong
        onComplaint?(isWrong ? unit.complaint : nil)
    }
}
