// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire

extension SessionOwners {
    /// Returns the number of popups that end with a notification server: those on the screen, and
    /// those that wait for room. Returns nil if the server does not say.
    package func popups(of server: Owner) -> Int? {
        switch server.program {
        case "dunst":
            let counts = ["displayedLength", "waitingLength"].map { property in
                answer(
                    "Get", [.string("org.dunstproject.cmd0"), .string(property)],
                    of: BusService(
                        name: WireName.notifications, path: WireName.notificationsPath,
                        interface: "org.freedesktop.DBus.Properties", isActivatable: false)
                )?.unwrapped.asUInt32
            }
            let known = counts.compactMap(\.self)
            return known.count == counts.count ? known.reduce(0) { $0 + Int($1) } : nil
        case "mako":
            return answer(
                "ListNotifications", [],
                of: BusService(
                    name: WireName.notifications, path: "/fr/emersion/Mako",
                    interface: "fr.emersion.Mako", isActivatable: false)
            )?.elements?.count
        default: return nil
        }
    }
}
