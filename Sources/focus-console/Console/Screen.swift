// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Writes blocks one below the other. If keys are read, writes below them a status line that
/// explains the keys.
///
/// Lines that have scrolled off stay unchanged, so that the terminal's own history stays readable.
struct Screen {
    private let sink: Sink
    private let fixedColumns: Int?
    private let isWatched: Bool
    private var drawing: Drawing
    private var hasStatusLine: Bool
    private var status = ""
    /// True once a write has failed.
    private(set) var hasFailed = false

    init(_ sink: Sink, options: Options, hasKeys: Bool, environment: (String) -> String?) {
        self.sink = sink
        fixedColumns = options.columns
        isWatched = sink.isTerminal
        let isDumb = environment("TERM") == "dumb"
        var drawing = Drawing()
        drawing.isColored =
            switch options.color {
            case .always: true
            case .never: false
            // no-color.org: set and not empty.
            case .auto: sink.isTerminal && !isDumb && (environment("NO_COLOR") ?? "").isEmpty
            }
        drawing.isFramed = sink.isTerminal || options.frames
        drawing.hasKeys = hasKeys
        self.drawing = drawing
        hasStatusLine = hasKeys && sink.isTerminal && !isDumb
        resize()
    }

    /// Adapts later output to the terminal's width.
    mutating func resize() {
        status = ""
        drawing.columns = fixedColumns ?? (sink.isTerminal ? sink.columns ?? 80 : nil)
    }

    /// Draws a notification.
    mutating func show(_ notification: Notification, isUpdate: Bool) {
        let block = NotificationBlock(
            notification: notification, isUpdate: isUpdate, drawing: drawing)
        write(block.lines + [""])
    }

    /// Reports the end of a notification on one line, only to people who watch.
    mutating func note(_ untrusted: String) {
        guard isWatched else { return }
        let text = untrusted.harmlessLine.fitted(to: (drawing.columns ?? 80) - 1)
        write([drawing.isColored ? TextStyle.faint.apply(to: text) : text])
    }

    /// Writes the status line.
    mutating func showStatus(_ table: NotificationTable, _ draft: KeyInterpreter.Draft?) {
        guard hasStatusLine else { return }
        let text = StatusLine.text(table, draft, columns: drawing.columns ?? 80)
        let line = drawing.isColored && draft == nil ? TextStyle.faint.apply(to: text) : text
        guard line != status else { return }
        status = line
        send(Self.eraseLine + status)
    }

    /// Removes the status line, before the program ends or stops.
    mutating func hideStatus() {
        guard hasStatusLine else { return }
        status = ""
        send(Self.eraseLine)
    }

    private mutating func write(_ lines: [String]) {
        let text = lines.joined(separator: "\n") + "\n"
        send(hasStatusLine ? Self.eraseLine + text + status : text)
    }

    private mutating func send(_ text: String) {
        if !sink.write(text) { hasFailed = true }
    }

    /// "Erase in Line" (ECMA-48, 8.3.41), from the start of the line.
    private static let eraseLine = "\r\u{1B}[K"
}
