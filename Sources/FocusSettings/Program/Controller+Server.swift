// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusWire
import GLibLoop
import Glibc

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
        let name = programName(owner)
        // focusd takes this name before its own; the bridge gives the name up for focusd.
        return ["focusd", "focus-bridge"].contains(name) ? nil : name ?? ""
    }

    /// Returns the name of the program that a process runs, at most 15 bytes; nil if it is unknown.
    private static func programName(_ process: UInt32) -> String? {
        // A sandbox may show other processes under these numbers, or none.
        let descriptor = unsafe open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 1 else { return nil }
        return String(decoding: bytes[..<(count - 1)], as: UTF8.self)
    }
}
