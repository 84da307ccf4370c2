// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// The search for a desktop's shell that shows notifications.
@LoopActor enum ShellChoice {
    /// Time that a shell may take to say that it shows notifications.
    private static let patience = Duration.seconds(2)

    /// The shell of this session; nil if the session has another kind of notification server.
    ///
    /// A name alone is not enough: other desktops own `org.gnome.Shell`, too, for its shortcuts.
    static func find(
        on session: Connection, environment: (String) -> String?
    ) async -> DesktopShell? {
        for shell in DesktopShell.allCases where await isThere(shell, session) { return shell }
        return DesktopShell(currentDesktop: environment("XDG_CURRENT_DESKTOP"))
    }

    private static func isThere(_ shell: DesktopShell, _ session: Connection) async -> Bool {
        guard (try? session.nameOwner(shell.name)) != nil else { return false }
        let call = Message.methodCall(
            destination: shell.name, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "GetServerInformation")
        call.setNoAutoStart()
        return (try? await session.call(call, timeout: patience)) != nil
    }

    /// The command that starts the bridge; nil if it is not installed beside focusd.
    static func command(for shell: DesktopShell) -> [String]? {
        let options = shell == .gnome ? ["--gtk"] : []
        return ProgramFile.beside(DesktopShell.bridge).map { [$0] + options }
    }

    /// Returns the bridge's command with the options that it needs: the address of the session bus,
    /// which its environment does not have, and the user's setting about GNOME's switch. Returns
    /// other commands unchanged.
    static func complete(
        _ command: [String], sessionBus: String, followsDoNotDisturb: Bool
    ) -> [String] {
        guard DesktopShell.isBridge(command) else { return command }
        var options: [String] = []
        let bus = "--session-bus"
        if !command.contains(where: { $0.hasPrefix(bus) }) {
            options.append("\(bus)=\(sessionBus)")
        }
        // Only GNOME has a switch that works while focusd shows notifications.
        if followsDoNotDisturb, command.contains("--gtk") {
            options.append("--follow-do-not-disturb")
        }
        return command + options
    }
}
