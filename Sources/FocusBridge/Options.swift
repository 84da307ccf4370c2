// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The options of the command line.
struct Options {
    var sessionBus: String?
    var serverBus: String?
    var standsIn = false
    var ownsGtkName = false
    var followsDoNotDisturb = false

    static let parser = OptionParser(
        command: "focus-bridge",
        summary:
            "Passes notifications on to the desktop's own shell, GNOME or Plasma. focusd starts"
            + " this program as its notification server.",
        description:
            "Without --server-bus, serves the bus in DBUS_SESSION_BUS_ADDRESS, where focusd"
            + " sets the address of its private bus.",
        options: [
            .init(
                "session-bus", .string, placeholder: "ADDRESS",
                help: "Find the shell on this bus"),
            .init(
                "server-bus", .string, placeholder: "ADDRESS",
                help: "Serve focusd on this bus"),
            .init(
                "stand-in",
                help: "Serve apps on the session bus until focusd is back, and serve no focusd"),
            .init(
                "gtk", help: "Keep GNOME's name org.gtk.Notifications while focusd is away"),
            .init(
                "follow-do-not-disturb",
                help: "Tie GNOME's \"Do Not Disturb\" switch to the Focus of that name"),
            .init("help", short: "h", help: "Show this help"),
            .init("version", help: "Show the version"),
        ])

    /// Reads the values of ``parser``.
    init(_ values: OptionValues) throws(OptionError) {
        sessionBus = values.string("session-bus")
        serverBus = values.string("server-bus")
        standsIn = values.flag("stand-in")
        ownsGtkName = values.flag("gtk")
        followsDoNotDisturb = values.flag("follow-do-not-disturb")
        if standsIn, serverBus != nil {
            throw OptionError("--stand-in and --server-bus exclude each other")
        }
        if !standsIn, !values.flag("help"), !values.flag("version"), sessionBus == nil {
            throw OptionError("--session-bus is missing")
        }
    }
}
