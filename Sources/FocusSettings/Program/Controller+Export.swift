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

/// A past notification in an exported file, with the keys of `focus-switch history --json`.
enum ExportedEntry {
    static func json(_ entry: EntryWire) -> JSONValue {
        let record = entry.record
        return [
            "id": .integer(Int64(record.id.rawValue)), "key": .integer(record.key.rawValue),
            "time": .string(record.time.universalText),
            "app": .string(record.app.rawValue), "name": .optional(entry.name),
            "summary": .string(record.summary), "body": .string(record.body),
            "people": .strings(record.people), "site": .optional(record.site),
            "thread": .optional(record.thread),
            "verdict": .string(record.verdict.rawValue), "reason": .string(record.reason.code),
            "deliveredLater": .boolean(entry.isLate),
            "focus": .optional(record.focus?.rawValue), "state": .string(record.state.name),
            "read": .boolean(record.isRead),
        ]
    }

    /// Returns a table with commas (RFC 4180), with the keys in the first line.
    static func table(_ entries: [EntryWire]) -> String {
        let keys = [
            "time", "app", "name", "summary", "body", "people", "site", "thread", "verdict",
            "reason", "focus", "state", "read", "id", "key",
        ]
        let rows = entries.map { entry in
            let values = json(entry)
            return keys.map { cell(values[$0]) }
        }
        return ([keys] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
    }

    private static func cell(_ value: JSONValue?) -> String {
        var text =
            switch value {
            case .string(let text)?: text
            case .array(let items)?:
                items.map { item in
                    if case .string(let text) = item { text } else { item.compact }
                }.joined(separator: "; ")
            case .null?, nil: ""
            case let other?: other.compact
            }
        let isOfApp =
            switch value {
            case .string?, .array?: true
            default: false
            }
        // A spreadsheet would compute a text of an app that begins like a formula.
        if isOfApp, let first = text.first, "=+-@\t\r".contains(first) { text = "'" + text }
        let isQuoted = text.contains { [",", "\"", "\n", "\r", "\r\n"].contains($0) }
        return isQuoted ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
}
