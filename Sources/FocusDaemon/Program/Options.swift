// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Options of focusd's command line.
struct Options {
    var sessionBus: String?
    var server: [String]?
    var serverBus: String?
    var replaces = false
    var decidesOnly = false

    static let parser = OptionParser(
        command: "focusd",
        summary: "Owns org.freedesktop.Notifications on the session bus, and forwards each "
            + "notification to the real notification server or silences it, as the active "
            + "Focus says.",
        description: "Without --server and --server-bus, [Server] Command= of focusd.conf names "
            + "the server, else the first installed one that fits the display is taken.",
        options: [
            .init(
                "server", .string, placeholder: "COMMAND",
                help: "start this notification server on a bus of its own"),
            .init(
                "server-bus", .string, placeholder: "ADDRESS",
                help: "use the notification server that runs on this bus"),
            .init(
                "session-bus", .string, placeholder: "ADDRESS",
                help: "serve this bus instead of DBUS_SESSION_BUS_ADDRESS"),
            .init("replace", help: "take the name from another notification server"),
            .init(
                "decide-only",
                help: "let the owner of the name ask for each decision"),
            .init("help", short: "h", help: "show this help"),
            .init("version", help: "show the version"),
        ])

    /// True if focusd looks for the session's display when its environment names none. A server on
    /// a bus of its own has its display already.
    var adoptsDisplay: Bool { serverBus == nil }

    /// Reads the values of ``parser``.
    init(_ values: OptionValues) throws(OptionError) {
        sessionBus = values.string("session-bus")
        serverBus = values.string("server-bus")
        replaces = values.flag("replace")
        decidesOnly = values.flag("decide-only")
        if decidesOnly, serverBus != nil || values.string("server") != nil {
            throw OptionError("--decide-only excludes --server and --server-bus")
        }
        guard let command = values.string("server") else { return }
        guard serverBus == nil else {
            throw OptionError("--server and --server-bus exclude each other")
        }
        do throws(ShellWordsError) {
            server = try shellWords(command)
        } catch {
            throw OptionError("--server: \(error)")
        }
    }
}
