// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Words about a server that does not run.
extension Doctor {
    /// The remedy where no server is installed, and `focusd.conf` names none.
    nonisolated static let missingServer =
        "install dunst or mako, or name a server in focusd.conf: [Server] Command="

    /// Returns the remedy for a server that does not run.
    ///
    /// - Parameters:
    ///   - command: the command that starts the server, for a shell.
    ///   - origin: the setting that decides which server there is.
    ///   - isMissing: true if the server's program is not installed.
    ///   - bus: the address of the server's bus.
    nonisolated static func serverRemedy(
        _ command: String, _ origin: ServerOrigin, isMissing: Bool, bus: String
    ) -> String {
        let log = logPlace(isJournal: Log.isJournal)
        switch origin {
        case .commandLine:
            return
                "correct --server of focusd and restart focusd, or correct the server; its errors"
                + " are in the log: \(log)"
        case .configuration:
            return "correct [Server] Command= of focusd.conf, which is in force when it is saved,"
                + " or the server; its errors are in the log: \(log)"
        case .bus:
            return "start a notification server there, or correct --server-bus of focusd and"
                + " restart focusd"
        case .decideOnly:
            return "start a notification server that asks focusd for each decision, or restart"
                + " focusd without --decide-only"
        case .search: break
        }
        if isMissing { return missingServer }
        // The command comes last, so that it can be copied to the end of the line.
        return "see its errors in the log: \(log); or install another one and name it in"
            + " focusd.conf: [Server] Command=; or see them in a terminal:"
            + " DBUS_SESSION_BUS_ADDRESS=\(shellQuoted(bus)) \(command)"
    }

    /// Returns the command that shows the log, or the file to which setup directs it.
    nonisolated static func logPlace(isJournal: Bool) -> String {
        isJournal
            ? "journalctl --user -u focusd"
            : "~/.local/state/focusd/focusd.log, if setup started focusd"
    }

    /// Returns the state of a server that does not run, with the reason of its last end.
    nonisolated static func serverText(
        _ command: String, _ origin: ServerOrigin, _ lastEnd: String?
    ) -> String {
        switch origin {
        case .bus(let address):
            return "no notification server is on the bus \(address); notifications wait"
        case .decideOnly: return "no notification server is on the session bus; notifications wait"
        case .commandLine, .configuration, .search:
            let reason = lastEnd.map { ": \($0)" } ?? ""
            return "the notification server is not running (\(command))\(reason);"
                + " notifications wait"
        }
    }
}
