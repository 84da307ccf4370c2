// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Lines on stderr; under systemd with the priority prefix of sd-daemon(3), which the journal
/// reads. No line ever holds a notification's text.
struct Log: Sendable {
    private let prefixes: Bool

    init() {
        prefixes = unsafe getenv("JOURNAL_STREAM") != nil
    }

    func error(_ text: @autoclosure () -> String) { write(3, text()) }

    func warning(_ text: @autoclosure () -> String) { write(4, text()) }

    func notice(_ text: @autoclosure () -> String) { write(5, text()) }

    /// Characters of one line.
    static let maximumLength = 2_000

    /// The text as one line: newlines in a reason (an error text of a peer's) would begin lines of
    /// their own, other control characters would act on a terminal.
    static func flat(_ text: String) -> String {
        var flat = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(maximumLength) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: flat.append(" ")
            default: flat.append(scalar)
            }
        }
        let isCut = flat.count < text.unicodeScalars.count
        return String(flat) + (isCut ? "…" : "")
    }

    private func write(_ priority: Int, _ text: String) {
        // One write(2) a line, so that lines of several processes do not mix.
        var line = (prefixes ? "<\(priority)>" : "focusd: ") + Self.flat(text) + "\n"
        line.withUTF8 { bytes in
            _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}
