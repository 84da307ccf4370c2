// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Presentation

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
