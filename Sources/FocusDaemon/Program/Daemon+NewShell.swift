// SPDX-License-Identifier: Apache-2.0

// focusd can be older than the desktop: with lingering, a notification or a command over ssh starts
// focusd before the log-in. It then does not know the desktop, and its names can be taken:
// - plasmashell takes the notification server's name once, after its own. focusd keeps the name as
//   soon as plasmashell's own name appears, and starts the bridge, unless the user has chosen a
//   server.
// - GNOME's helper takes it. focusd then fails, so that systemd starts it for GNOME.

import DBus
import FocusFiles
import FocusWire
import GLibLoop

extension Daemon {
    /// True if a shell that starts now is new to this focusd, and of use.
    private var awaitsShell: Bool {
        shell == nil && options.serverBus == nil && !options.decidesOnly
    }

    /// Keeps the notification server's name once plasmashell is there, also if it came while focusd
    /// started; nil if that is not needed.
    func newPlasmaWatch() -> NameOwner? {
        guard awaitsShell else { return nil }
        let owner = NameOwner(of: DesktopShell.plasma.name, on: notificationsConnection) {
            [weak self] owner in
            if owner != nil { self?.keepName(before: .plasma) }
        }
        if owner.current != nil { keepName(before: .plasma) }
        return owner
    }

    private func keepName(before shell: DesktopShell) {
        BusNames.keep(notificationsConnection)
        log.notice("\(shell.title)'s shell has started; focusd keeps the name")
        guard serverOrigin == .search else { return }
        // The display appeared before the shell, and another installed server may run by now.
        useServer(of: shell, endsOther: true)
    }

    /// Returns true if a new shell has taken the notification server's name, by the bus's message
    /// about the loss.
    func isNewShells(_ loss: Message) -> Bool {
        guard awaitsShell,
            (try? loss.arguments())?.first?.asString == WireName.notifications.rawValue,
            let shell = BusNames.servingShell(notificationsConnection)
        else { return false }
        log.error("\(shell.title) has started after focusd, which must start again for it")
        return true
    }
}
