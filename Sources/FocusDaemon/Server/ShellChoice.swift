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
    ) -> DesktopShell? {
        for shell in DesktopShell.allCases where isThere(shell, session) { return shell }
        return DesktopShell(currentDesktop: environment("XDG_CURRENT_DESKTOP"))
    }

    private static func isThere(_ shell: DesktopShell, _ session: Connection) -> Bool {
        guard (try? session.nameOwner(shell.name)) != nil else { return false }
        let call = Message.methodCall(
            destination: shell.name, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "GetServerInformation")
        call.setNoAutoStart()
        return (try? session.callBlocking(call, timeout: patience)) != nil
    }

    /// The command that starts the bridge; nil if it is not installed beside focusd.
    static func command(sessionBus: String, for shell: DesktopShell) -> [String]? {
        let options = shell == .gnome ? ["--gtk"] : []
        return InstalledServer.beside(DesktopShell.bridge).map {
            withBus([$0] + options, sessionBus)
        }
    }

    /// A command of the user's; the bridge gets the address of the session bus, which its environment
    /// does not have.
    static func withBus(_ command: [String], _ sessionBus: String) -> [String] {
        let option = "--session-bus"
        guard DesktopShell.isBridge(command), !command.contains(where: { $0.hasPrefix(option) })
        else { return command }
        return command + ["\(option)=\(sessionBus)"]
    }
}
