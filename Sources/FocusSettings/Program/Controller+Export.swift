// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import Presentation

/// The history in a file of the user.
extension Controller {
    /// Writes the entries of a query to a file, the newest first: a table with commas for a name
    /// that ends with `.csv`, else one JSON object a line.
    func export(_ query: HistoryQuery, _ path: String) {
        guard let client else { return }
        var query = query
        query.limit = Self.exportedEntries
        let request = query
        Task {
            do throws(ControlError) {
                let entries = try await client.entries(request)
                let isTable = path.lowercased().hasSuffix(".csv")
                let lines =
                    isTable
                    ? ExportedEntry.table(entries)
                    : entries.map { ExportedEntry.json($0).compact + "\n" }.joined()
                // A write to a slow disk must not hold up the window.
                let reason = await BlockingCall.run(within: .seconds(60)) {
                    Self.write(lines, to: path)
                }
                if let reason = reason ?? tr("the disk does not answer") {
                    return handle(.said(tr("Not exported: \(reason)")))
                }
                handle(
                    .said(
                        plural(
                            entries.count, "One notification exported",
                            "\(entries.count) notifications exported")))
            } catch {
                failed(error)
            }
        }
    }

    /// Maximum number of entries of a file, above what focusd keeps.
    private static let exportedEntries = 1_000_000

    /// Writes a file that only the user can read. Returns the reason of a failure.
    nonisolated static func write(_ text: String, to path: String) -> String? {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return reason() }
        defer { close(descriptor) }
        return OpenFile.write(text, to: descriptor) ? nil : reason()
    }

    private nonisolated static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
