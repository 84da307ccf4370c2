// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The command `phone`: run-command entries of KDE Connect, one for each Focus and one for off.
enum PhoneCommand {
    @LoopActor static func run(remove: Bool, _ bus: String?) throws(LinkProblem) {
        let directory = BaseDirectories().configuration + "/kdeconnect"
        let devices = devices(in: directory)
        guard !devices.isEmpty else {
            throw LinkProblem(
                "KDE Connect knows no phone (\(directory)); pair your phone first, then try again")
        }
        let connection: Connection
        do {
            connection = try bus.map { try Connection(address: $0) } ?? Connection.session()
        } catch {
            throw LinkProblem("the session bus cannot be reached: \(error)")
        }
        let focuses = remove ? [] : try focuses(connection)
        for device in devices {
            let path = "\(device)/kdeconnect_runcommand/config"
            let old = (try? LinkFiles.contents(path)) ?? []
            let new = try RunCommands.text(
                replacing: String(decoding: old, as: UTF8.self), with: remove ? nil : focuses)
            try LinkFiles.write(new, to: path)
            Program.say("Wrote \(path).")
            announce(String(device.dropFirst(directory.count + 1)), connection)
        }
        connection.flush()
        Program.say("A phone that is connected has them now, another one when it connects.")
    }

    /// Tells a running KDE Connect, as its own settings window does, that the commands for a device
    /// have changed. KDE Connect sends the commands to the phone at once.
    @LoopActor private static func announce(_ device: String, _ connection: Connection) {
        // A device whose id cannot be part of a path gets the commands when it connects.
        let path = "/kdeconnect/\(device)/kdeconnect_runcommand"
        guard let path = try? ObjectPath(path) else { return }
        connection.send(
            .signal(path: path, interface: "org.kde.kdeconnect.config", member: "configChanged"))
    }

    @LoopActor private static func focuses(
        _ connection: Connection
    ) throws(LinkProblem) -> [FocusSummary] {
        do {
            return try ControlClient(connection).sendBlocking(.focuses)
        } catch {
            throw LinkProblem("focusd does not answer: \(error); run: focus-switch doctor")
        }
    }

    /// The folders of the paired devices.
    private static func devices(in directory: String) -> [String] {
        let found = DirectoryNames.read(directory) { name in
            name.count >= 16 && name.allSatisfy { $0.isHexDigit || $0 == "_" || $0 == "-" }
        }
        return found.sorted().map { "\(directory)/\($0)" }
    }
}

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
