// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusWire
import GLibLoop

/// The owner of the notification server's name, which is focusd once focusd is set up.
extension Controller {
    /// Follows the owners of the name and of focusd's own name.
    func watchOwners(_ connection: Connection) -> [Subscription] {
        let watches = [WireName.notifications, WireName.focus].map { name in
            connection.subscribe(BusDaemon.ownerChanges(of: name)) { [weak self] _ in
                self?.readOwner()
            }
        }
        readOwner()
        return watches
    }

    private func readOwner() {
        guard let bus = connection?.bus else { return }
        let patience = Self.patience
        bus.processID(of: WireName.notifications, within: patience) { [weak self] owner in
            bus.processID(of: WireName.focus, within: patience) { focusd in
                self?.handle(.otherServer(Self.otherServer(owner, focusd: focusd)))
            }
        }
    }

    /// Returns the program of the owner; nil if nobody owns the name, or focusd.
    private static func otherServer(_ owner: UInt32?, focusd: UInt32?) -> String? {
        guard let owner, owner != focusd else { return nil }
        let name = ProgramFile.name(ofProcess: owner)
        // focusd takes this name before its own; the bridge gives the name up for focusd.
        return ["focusd", "focus-bridge"].contains(name) ? nil : name ?? ""
    }
}
