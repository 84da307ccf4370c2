// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import Glibc

/// Output of a run: standard output, collected until a flush, and standard error.
@LoopActor final class Output {
    enum Stream: Sendable {
        case standard
        case error
    }

    /// Columns of the terminal on standard output. Nil without a terminal, so that no text is cut.
    private(set) var width: Int?
    /// True if words may be coloured: on a terminal, unless `NO_COLOR` is set (no-color.org).
    let isColored: Bool

    /// Columns of the terminal on standard error, or nil without a terminal.
    private(set) var errorWidth: Int?
    /// Returns both widths; nil if they never change.
    var measure: (@LoopActor () -> (width: Int?, errorWidth: Int?))?

    /// Replaces the commands in messages and advice, for a dialogue with keys of its own.
    var reword: @LoopActor (String) -> String = { $0 }

    private let write: @LoopActor (Stream, String) -> Bool
    private var pending = ""
    /// True if a write has failed.
    private(set) var hasFailed = false

    /// - Parameter write: writes the text and returns true on success.
    init(
        width: Int? = nil, errorWidth: Int? = nil, isColored: Bool = false,
        write: @escaping @LoopActor (Stream, String) -> Bool
    ) {
        self.width = width
        self.errorWidth = errorWidth
        self.isColored = isColored
        self.write = write
    }

    /// Reads the widths again: the user may have resized the terminal.
    func measureAgain() {
        if let measure { (width, errorWidth) = measure() }
    }

    /// Prints a line. The text must be the program's own or ``Swift/String/printable``.
    func line(_ text: String = "") {
        pending += text
        pending += "\n"
    }

    /// Prints a part of a line. The text must be the program's own or ``Swift/String/printable``.
    func text(_ text: String) {
        pending += text
    }

    /// Prints the beginning of a line that the user completes.
    func prompt(_ text: String) {
        pending += text
        flush()
    }

    /// Prints a JSON value on a line of its own.
    func json(_ value: JSONValue) {
        line(value.text)
    }

    /// Prints a sentence to standard error, after the program's name.
    func error(_ text: String) {
        flush()
        let lines = Self.lines(of: "focus-switch: \(reword(text))", errorWidth)
        _ = write(.error, lines.joined(separator: "\n") + "\n")
    }

    /// Prints a sentence to standard error that is no error: the command goes on.
    func note(_ text: String) {
        flush()
        let lines = Self.lines(of: "note: \(reword(text))", errorWidth)
        _ = write(.error, lines.joined(separator: "\n") + "\n")
    }

    /// Prints a sentence to standard error, below an error. A command at its end, behind a colon,
    /// is treated as by ``errorDetail(_:)``.
    func errorSentence(_ text: String) {
        guard Self.program(in: text) == nil else { return errorDetail("  \(text)") }
        flush()
        let text = reword(text)
        let lines = errorWidth.map { text.wrapped(to: $0 - 2) } ?? [text]
        _ = write(.error, lines.map { "  \($0)\n" }.joined())
    }

    /// Prints a line below an error. A command in a line that is too long stays whole or continues
    /// after a backslash, so that it can be copied.
    func errorDetail(_ line: String) {
        guard let errorWidth, line.columns > errorWidth else { return errorText(line + "\n") }
        let line = reword(line)
        if Self.program(in: line) != nil {
            let lines = Self.lines(of: String(line.trimmingPrefix("  ")), errorWidth)
            return lines.forEach { errorText("\($0)\n") }
        }
        guard !line.contains("focus-switch ") else { return errorText(line + "\n") }
        let indent = line.hasPrefix("  ") ? "  " : ""
        for part in line.wrapped(to: errorWidth - indent.count) { errorText("\(indent)\(part)\n") }
    }

    /// Returns the lines of a message; one line without a terminal.
    static func lines(of text: String, _ width: Int?) -> [String] {
        width.map { text.messageLines(width: $0, program: program(in: text) ?? "focus-switch") }
            ?? [text]
    }

    /// Returns the program of the command behind a colon, in a step to copy; nil for none.
    private static func program(in text: String) -> String? {
        ["focus-switch", "chmod", "cp", "mv", "rm"].first { text.contains(": \($0) ") }
    }

    /// Prints unchanged text to standard error.
    func errorText(_ text: String) {
        flush()
        _ = write(.error, reword(text))
    }

    /// Writes the collected text.
    func flush() {
        guard !pending.isEmpty else { return }
        if !write(.standard, pending) { hasFailed = true }
        pending = ""
    }
}

/// Style that supports the words but never replaces them.
enum Ink: String {
    case strong = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
}

extension Output {
    /// Returns the text in that style, if colours are enabled.
    func inked(_ text: String, _ ink: Ink) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Output {
    /// Returns the process's own standard output and error.
    static func process(environment: [String: String]) -> Output {
        let isTerminal = isatty(STDOUT_FILENO) != 0
        let isPlain =
            environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
        let output = Output(isColored: isTerminal && !isPlain) { stream, text in
            write(text, to: stream == .standard ? STDOUT_FILENO : STDERR_FILENO)
        }
        output.measure = {
            (
                isTerminal ? TerminalText.columns(of: STDOUT_FILENO) : nil,
                TerminalText.columns(of: STDERR_FILENO)
            )
        }
        output.measureAgain()
        return output
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        if OpenFile.write(text, to: descriptor) { return true }
        // libdbus ignores SIGPIPE, but this program must end by the signal when its reader is gone.
        if errno == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        return false
    }
}

extension JSONValue {
    /// The value on one line, like ``compact``. Control characters, including C1, DEL and
    /// bidirectional ones, are escaped: the text is harmless in a terminal.
    var text: String {
        compact(escaping: { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: scalar.isUnsafeInTerminals ? Self.escape(scalar) : nil
            }
        })
    }
}

/// Writer of an array whose elements arrive in parts. The result equals ``JSONValue/text``.
struct JSONArrayText {
    private var isBegun = false

    /// Returns the text to append for these elements.
    mutating func text(of elements: some Sequence<JSONValue>) -> String {
        var text = ""
        for element in elements {
            text += isBegun ? "," : "["
            isBegun = true
            text += element.text
        }
        return text
    }

    /// Text that ends the array.
    var end: String { isBegun ? "]" : "[]" }
}
