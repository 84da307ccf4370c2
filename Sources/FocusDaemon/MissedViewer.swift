// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import Glibc

// What shows the missed list when the user clicks on the summary: `[Missed] Command=` of
// focusd.conf, else `focus-switch missed --wait` in a terminal. The terminal is that of
// xdg-terminal-exec, else `$TERMINAL`, else Debian's x-terminal-emulator; without a display none is
// looked for. Where there is nothing, the summary does not offer it.
//
// No shell is involved: a command is split into words once, when it is read, and nothing that an
// app sent is among them.

/// Opens the missed list in a program of the user's.
@LoopActor final class MissedViewer {
    private let sessionBus: String
    private let configured: () -> [String]?
    private let log: Log

    /// - Parameters:
    ///   - sessionBus: what the program finds as its session bus; this process's own variable names
    ///     the private bus.
    ///   - configured: the words of `[Missed] Command=`.
    init(sessionBus: String, log: Log, configured: @escaping () -> [String]?) {
        self.sessionBus = sessionBus
        self.log = log
        self.configured = configured
    }

    /// What would be run; nil where there is nothing.
    var command: [String]? {
        configured()
            ?? Self.terminalCommand(
                environment: InstalledServer.environment,
                focusSwitch: InstalledServer.beside("focus-switch") ?? "focus-switch",
                isExecutable: InstalledServer.isExecutable)
    }

    /// Starts the program; that it fails is logged.
    func open(activationToken: String?) {
        guard let command else { return }
        var environment = Self.inherited
        environment["DBUS_SESSION_BUS_ADDRESS"] = sessionBus
        if let activationToken {
            environment["XDG_ACTIVATION_TOKEN"] = activationToken
            environment["DESKTOP_STARTUP_ID"] = activationToken
        }
        do throws(SpawnError) {
            _ = try ChildProcess(command, environment: environment, endsWithParent: false) { _ in }
        } catch {
            log.error("the missed list cannot be shown: \(error)")
        }
    }

    /// `focus-switch missed --wait` in the user's terminal; nil without one.
    nonisolated static func terminalCommand(
        environment: (String) -> String?, focusSwitch: String, isExecutable: (String) -> Bool
    ) -> [String]? {
        guard environment("WAYLAND_DISPLAY") != nil || environment("DISPLAY") != nil else {
            return nil
        }
        let list = [focusSwitch, "missed", "--wait"]
        let path = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        func isInstalled(_ program: String) -> Bool {
            program.contains("/")
                ? isExecutable(program) : path.contains { isExecutable("\($0)/\(program)") }
        }
        if isInstalled("xdg-terminal-exec") { return ["xdg-terminal-exec"] + list }
        if let words = environment("TERMINAL").flatMap({ try? shellWords($0) }),
            let program = words.first, isInstalled(program)
        {
            let name = program.split(separator: "/").last ?? ""
            // Its -e takes one argument, which a shell splits.
            return words + [name == "gnome-terminal" ? "--" : "-e"] + list
        }
        return isInstalled("x-terminal-emulator") ? ["x-terminal-emulator", "-e"] + list : nil
    }

    /// The variables of this process.
    private static var inherited: [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        while let text = unsafe next.pointee {
            let variable = unsafe String(cString: text)
            if let equals = variable.firstIndex(of: "="), equals != variable.startIndex {
                variables[String(variable[..<equals])] = String(
                    variable[variable.index(after: equals)...])
            }
            unsafe next += 1
        }
        return variables
    }
}

extension Engine {
    /// Shows the user the missed list; the token, perhaps empty, is of what was clicked on.
    func openMissed(token: String) throws(ControlRefusal) {
        guard let viewer, viewer.command != nil else {
            throw ControlRefusal(
                WireError.failed,
                "nothing is known that shows the missed list; name it in focusd.conf: [Missed]"
                    + " Command=")
        }
        viewer.open(activationToken: token.isEmpty ? nil : token)
    }
}
