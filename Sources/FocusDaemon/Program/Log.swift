// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// Log lines on stderr. Under systemd, each line has the priority prefix of sd-daemon(3) for the
/// journal. No line contains the text of a notification. A line that finds no room is left out,
/// since nobody who reads the log may stall focusd.
struct Log: Sendable {
    private let prefixes: Bool

    init() {
        prefixes = Self.isJournal
    }

    /// True if the journal has the log.
    static var isJournal: Bool { unsafe getenv("JOURNAL_STREAM") != nil }

    func error(_ text: @autoclosure () -> String) { write(3, text()) }

    func warning(_ text: @autoclosure () -> String) { write(4, text()) }

    func notice(_ text: @autoclosure () -> String) { write(5, text()) }

    /// Maximum length of a line in characters.
    static let maximumLength = 2_000

    /// Returns the text as one line. Newlines in a peer's error text would begin new log lines, and
    /// other control characters would act on a terminal.
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
        OpenFile.log((prefixes ? "<\(priority)>" : "focusd: ") + Self.flat(text))
    }
}
