// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

extension PropertySource.Description {
    /// The power supply and the lid, which UPower reports.
    static var power: Self {
        Self(
            source: .power, kinds: [.lid, .power, .battery],
            object: ServiceObject(
                name: "org.freedesktop.UPower", path: "/org/freedesktop/UPower",
                interface: "org.freedesktop.UPower"),
            title: "UPower", remedy: "install UPower (Debian's package upower)",
            startsService: true,
            read: { fields in
                var present: Set<Trigger> = []
                if let isOnBattery = fields.boolean("OnBattery") {
                    present.insert(isOnBattery ? .battery : .power)
                }
                if fields.boolean("LidIsClosed") == true { present.insert(.lid) }
                return present
            },
            lacks: { fields in
                fields.boolean("LidIsPresent") == false ? [.lid: "this computer has no lid"] : [:]
            })
    }

    /// The dock, which logind knows: the switch of a dock, or more than one display. logind reports
    /// no change of it, but udev reports every change of a display.
    static var dock: Self {
        Self(
            source: .dock, kinds: [.docked],
            object: ServiceObject(
                name: "org.freedesktop.login1", path: "/org/freedesktop/login1",
                interface: "org.freedesktop.login1.Manager"),
            title: "logind", remedy: "start systemd-logind, or elogind", startsService: true,
            read: { fields in fields.boolean("Docked") == true ? [.docked] : [] },
            changes: ["udevadm", "monitor", "--udev", "--subsystem-match=drm"])
    }

    /// The games that ask GameMode for speed. GameMode runs only when a game asks.
    static var games: Self {
        Self(
            source: .games, kinds: [.game],
            object: ServiceObject(
                name: "com.feralinteractive.GameMode", path: "/com/feralinteractive/GameMode",
                interface: "com.feralinteractive.GameMode"),
            title: "GameMode",
            remedy: "install GameMode (Debian's package gamemode); run games with gamemoderun",
            startsService: false, mayRest: true,
            read: { fields in
                (fields["ClientCount"]?.asInteger ?? 0) > 0 ? [.game] : []
            })
    }
}
