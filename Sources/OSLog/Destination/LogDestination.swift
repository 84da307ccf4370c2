// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// The destination of messages: the journal; or a file descriptor if there is no journal or if a
/// user reads it on a terminal.
final class LogDestination: Sendable {
    let settings: LogSettings
    private let journal: JournalSocket?
    private let descriptor: Int32
    private let program: String

    /// Maximum length of a text. A datagram longer than the socket's buffer is refused as a whole.
    /// The kernel's default buffer has some 200 KiB, and journald cuts lines at 48 KiB by default.
    static let maximumText = 48 * 1024

    /// The destination of the process: the system's journal, unless stderr is a terminal.
    static let shared = LogDestination(
        settings: LogSettings(environment: ProcessInfo.processInfo.environment),
        journalPath: "/run/systemd/journal/socket", descriptor: STDERR_FILENO,
        program: ProcessInfo.processInfo.processName)

    init(settings: LogSettings, journalPath: String, descriptor: Int32, program: String) {
        self.settings = settings
        self.descriptor = descriptor
        self.program = program
        journal = isatty(descriptor) == 1 ? nil : JournalSocket(path: journalPath)
    }

    /// Writes one message.
    func write(_ entry: LogEntry) {
        var entry = entry
        if entry.text.utf8.count > Self.maximumText {
            let start = entry.text.utf8.prefix(Self.maximumText - 3)
            // Decoding repairs a character that the limit cuts in two.
            entry.text = String(decoding: start, as: UTF8.self) + "…"
        }
        if let journal, journal.send(entry.journalFields(program: program)) { return }
        var line = Array(entry.line.utf8)
        while !line.isEmpty {
            let count = unsafe Glibc.write(descriptor, line, line.count)
            guard count > 0 || (count < 0 && errno == EINTR) else { return }
            line.removeFirst(max(0, count))
        }
    }
}
