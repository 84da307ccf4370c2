// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row to type a line of text into, below its title.
///
/// Not AdwEntryRow: in libadwaita 1.2, screen readers do not hear when its text gets the focus.
@WindowActor final class EntryRowView<Intent: Hashable & Sendable>: TypedRowView<Intent> {
    private let caption: Widget
    /// The value that another program has set while the user typed; nil for none.
    private var elsewhere: String?

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        caption = unsafe Widget(cadwaita_label_new(""))
        caption.setClass("caption")
        caption.setClass("dim-label")
        unsafe cadwaita_label_set_wrap(caption.pointer, 1)
        super.init(row, below: caption, spacing: 4, send)
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        guard case .entry(let text, _) = row.control else { return }
        entry.setEnabled(row.isControlEnabled)
        if before?.isFaulty == true, !row.isFaulty {
            // The refused text was accepted elsewhere, or the user gave it up.
            unsafe cadwaita_set_text(entry.pointer, text)
        }
        var known: String?
        if case .entry(let old, _) = before?.control { known = old }
        if known != text {
            noteChange(from: known, to: text)
            put(text, after: known)
        }
        showCaption()
    }

    /// Notes that the value has changed under the text that the user is typing, which stays.
    private func noteChange(from old: String?, to text: String) {
        elsewhere = nil
        guard let old, !row.appliesAtOnce, !row.isFaulty, entry.containsFocus, !typed.isEmpty,
            typed != old, typed != text, !text.isEmpty
        else { return }
        elsewhere = text
    }

    /// Shows the title and the subtitle. The reason why a text was refused stands there as long as
    /// the field has that text.
    private func showCaption() {
        guard case .entry(let known, _) = row.control else { return }
        let isRefused =
            row.isFaulty && Self.trimmed(typed) == Self.trimmed(known)
        let news = elsewhere.map { "\(WindowWords.current.changedElsewhere) “\($0)”" }
        let isTold = news == nil && !row.subtitle.isEmpty && (isRefused || !row.isFaulty)
        let told = news ?? (isTold ? row.subtitle : "")
        let text = told.isEmpty ? row.title : "\(row.title): \(told)"
        unsafe cadwaita_label_set(caption.pointer, text)
        // A pale red would be hard to read on a dark background.
        caption.setClass("dim-label", !isRefused)
        caption.setClass("error", isRefused)
        widget.setClass("error", isRefused)
        for part in [widget, entry] {
            part.setName(
                news.map { "\(row.title), \($0)" } ?? (isTold ? row.spokenName : row.title))
            unsafe cadwaita_set_invalid(part.pointer, isRefused ? 1 : 0)
        }
    }

    private static func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    override func changed() {
        guard case .entry(let known, _) = row.control else { return }
        if typed == known { elsewhere = nil }
        if row.isFaulty || elsewhere != nil || typed == known { showCaption() }
        if row.appliesAtOnce {
            if typed != known { apply() }
        } else {
            offer(inPlaceOf: known)
        }
    }

    override var unapplied: String? {
        guard case .entry(let known, _) = row.control, !row.appliesAtOnce,
            Self.trimmed(typed) != Self.trimmed(known),
            // The user gave a refused text up.
            !row.isFaulty || !typed.isEmpty
        else { return nil }
        return typed
    }

    override func giveUp() -> Bool {
        guard case .entry(let known, _) = row.control else { return false }
        elsewhere = nil
        unsafe cadwaita_set_text(entry.pointer, known)
        showCaption()
        return true
    }

    // A text over which another program has set another value does not win by itself, and a field
    // that has become grey since takes no text.
    override var appliesUnasked: Bool {
        !row.needsEnter && elsewhere == nil && row.isEnabled && row.isControlEnabled
    }

    override func apply() {
        guard case .entry(let known, let intent) = row.control else { return }
        let text = typed
        elsewhere = nil
        // A field for additions is empty again, for the next one.
        if known.isEmpty, !row.appliesAtOnce, !row.isFaulty {
            unsafe cadwaita_set_text(entry.pointer, "")
        }
        send(intent, text)
    }
}
