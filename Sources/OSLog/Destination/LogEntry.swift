// SPDX-License-Identifier: Apache-2.0

/// One message with its origin.
struct LogEntry: Sendable {
    var subsystem: String
    var category: String
    /// The name of the level on a line.
    var level: String
    /// The syslog priority.
    var priority: Int
    var text: String
    var place: SourcePlace

    /// The position of a message in the source of a program.
    struct SourcePlace: Sendable {
        var file = ""
        var line: UInt = 0
        var function = ""
    }

    /// The message as text, on as many lines as it has.
    ///
    /// Control characters are escaped: a message must not move a terminal's cursor.
    var line: String {
        let origin = [subsystem, category].filter { !$0.isEmpty }.joined(separator: ":")
        let prefix = origin.isEmpty ? level : "[\(origin)] \(level)"
        var safe = ""
        for scalar in "\(prefix): \(text)".unicodeScalars {
            switch scalar {
            case "\t", "\n": safe.unicodeScalars.append(scalar)
            case ..."\u{1f}", "\u{7f}"..."\u{9f}":
                safe += "\\u{\(String(scalar.value, radix: 16))}"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe + "\n"
    }

    /// The message in the journal's native protocol.
    ///
    /// `PRIORITY`, `SYSLOG_IDENTIFIER` and `CODE_…` are fields that systemd documents. `SUBSYSTEM`
    /// and `CATEGORY` are fields of this module.
    func journalFields(program: String) -> [UInt8] {
        var fields = JournalFields()
        fields.add("MESSAGE", text)
        fields.add("PRIORITY", "\(priority)")
        fields.add("SYSLOG_IDENTIFIER", program)
        if !subsystem.isEmpty { fields.add("SUBSYSTEM", subsystem) }
        if !category.isEmpty { fields.add("CATEGORY", category) }
        if !place.file.isEmpty {
            fields.add("CODE_FILE", place.file)
            fields.add("CODE_LINE", "\(place.line)")
            fields.add("CODE_FUNC", place.function)
        }
        return fields.bytes
    }
}
