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
