// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The file of KDE Connect's plugin "Run commands": a QSettings file whose key `commands` has a
/// JSON object, from an id to a name and a command.
enum RunCommands {
    private static let prefix = "focusd_"
    private static let start = "commands=\"@ByteArray("
    private static let end = ")\""

    /// Returns the file's text with our commands in place of our earlier ones.
    ///
    /// - Parameter focuses: nil to remove our commands.
    static func text(
        replacing old: String, with focuses: [FocusSummary]?
    ) throws(LinkProblem) -> String {
        var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
        var members: [JSONValue.Member] = []
        let place = lines.firstIndex { $0.hasPrefix("commands=") }
        if let place {
            guard lines[place].hasPrefix(start), lines[place].hasSuffix(end),
                case .object(let known)? = try? JSONValue(
                    parsing: unescaped(lines[place].dropFirst(start.count).dropLast(end.count)))
            else {
                throw LinkProblem(
                    "KDE Connect's commands have another form than expected; in its settings, add"
                        + " “focus-switch FOCUS” and “focus-switch off”")
            }
            members = known.filter { !$0.name.hasPrefix(prefix) }
        }
        if let focuses {
            members += focuses.map { focus in
                member(focus.id.rawValue, "Focus: \(focus.name)", focus.id.rawValue)
            }
            members.append(member("off", "Focus: off", "off"))
        }
        let line = start + escaped(JSONValue.object(members).compact) + end
        if let place {
            lines[place] = line
        } else {
            if !lines.contains("[General]") { lines.append("[General]") }
            let group = lines.firstIndex(of: "[General]") ?? 0
            lines.insert(line, at: group + 1)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func member(_ id: String, _ name: String, _ word: String) -> JSONValue.Member {
        // A Focus may be called like a command of focus-switch.
        let command = word == "off" ? "focus-switch off" : "focus-switch on '\(word)'"
        return .init(
            name: prefix + id, value: ["command": .string(command), "name": .string(name)])
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for unit in text.utf16 {
            switch unit {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            // JSON's own escape, so that the file stays ASCII.
            default:
                result += "\\\\u" + Hex.text([UInt8(unit >> 8), UInt8(unit & 0xFF)])
            }
        }
        return result
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
