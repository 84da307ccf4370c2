// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Checks of the real server and of the deliveries to it.
extension Doctor {
    var serverCheck: DoctorCheck {
        let status = server.status
        let name = [status.name, status.version].filter { !$0.isEmpty }.joined(separator: " ")
        if status.isRunning {
            let news = "; the changed [Server] Command= is in force when it or focusd restarts"
            return good(
                "server", .serverMissing, "\(name) is running\(server.isOutdated ? news : "")")
        }
        if status.isStarting {
            // The server is no problem yet, and a problem that was noted before has not ended.
            return DoctorCheck(
                check: "server", isGood: true, detail: "\(status.command) is starting")
        }
        if origin == .search, status.command.isEmpty {
            let isBlind = !SessionDisplay.isKnown
            return bad(
                "server", .serverMissing,
                isBlind
                    ? "the session has no display; notifications wait for one"
                    : "no notification server is installed for this display; notifications wait",
                remedy: isBlind
                    ? "log in to a desktop, or run: dbus-update-activation-environment --systemd"
                        + " DISPLAY WAYLAND_DISPLAY && focus-switch setup"
                    : Self.missingServer)
        }
        return bad(
            "server", .serverMissing,
            Self.serverText(status.command, origin, server.lastEnd),
            remedy: Self.serverRemedy(
                server.quotedCommand, origin, isMissing: status.isMissing,
                bus: server.connection.address))
    }

    var pauseChecks: [DoctorCheck] {
        guard server.pause.isPaused else { return [] }
        let status = server.status
        if status.isOfGNOME {
            return [
                bad(
                    "popups", .serverPaused,
                    "\(status.pauseCause), and hides the popups that focusd delivers",
                    remedy: Self.switchRemedy(ConfigurationFile().path, off: status.pauseRemedy))
            ]
        }
        return [
            bad(
                "popups", .serverPaused,
                "dunst was paused with its own tool, and keeps notifications without a popup",
                remedy: status.pauseRemedy)
        ]
    }

    /// Returns the way out of GNOME's "Do Not Disturb".
    ///
    /// - Parameters:
    ///   - path: the user's `focusd.conf`, which may not be there yet.
    ///   - command: the command that turns the switch off.
    nonisolated static func switchRemedy(_ path: String, off command: String) -> String {
        "to have the Focus Do Not Disturb and this switch follow each other, write the lines [Server]"
            + " and DoNotDisturb=follow to \(shellQuoted(path)); or turn it off: \(command)"
    }

    var outboxCheck: DoctorCheck {
        // Without the number of waiting notifications, whose changes do not change the problems.
        if engine.state.outbox.stalled == nil {
            return good("deliveries", .serverStalled, "no answer of the server is overdue")
        }
        return bad(
            "deliveries", .serverStalled,
            "the notification server does not answer; notifications wait",
            remedy: "end the notification server; focusd starts it again")
    }

    var parkedCheck: DoctorCheck {
        let parked = engine.state.live.entries.filter { $0.state == .parked }
        guard let oldest = parked.min(by: { $0.key < $1.key }) else {
            return good("not shown", .notificationsParked, "the server refused no notification")
        }
        let ids = parked.map(\.id.rawValue).sorted().prefix(20).map(String.init)
        var check = bad(
            "not shown", .notificationsParked,
            "the notification server crashed on these or refused them: "
                + ids.joined(separator: ", ")
                + (parked.count > 20 ? " and \(parked.count - 20) more" : ""),
            remedy: "focus-switch missed dismiss " + ids.joined(separator: " "))
        // Parked notifications persist through restarts of focusd.
        if let record = engine.record(oldest.id) { check.problem?.since = record.time }
        return check
    }

    // MARK: Words about a server that does not run

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
