// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The options of the command line.
struct Options: Hashable, Sendable {
    enum Color: String, CaseIterable, Sendable {
        case auto, always, never
    }

    var bus: String?
    var output: String?
    var columns: Int?
    var color = Color.auto
    var frames = false
    var replaces = false

    static let parser = OptionParser(
        command: "focus-console",
        summary: "Shows notifications in the terminal: owns org.freedesktop.Notifications and draws"
            + " each notification that arrives.",
        description: """
            Keys, if standard input is a terminal:
              1 … 9   invoke the newest notification's action of that number
              Enter   invoke its default action
              d       dismiss it
              c       dismiss all
              q       quit
            If the output is not a terminal, prints plain lines. NO_COLOR disables colours.
            """,
        options: [
            .init(
                "bus", .string, placeholder: "ADDRESS",
                help: "Serve this bus instead of DBUS_SESSION_BUS_ADDRESS"),
            .init(
                "output", .string, placeholder: "FILE",
                help: "Append to this file instead of printing"),
            .init(
                "columns", .integer, placeholder: "N",
                help: "Fit lines into N columns instead of the terminal's"),
            .init(
                "color", .string, placeholder: "WHEN",
                help: "Use colours: auto, always or never"),
            .init("frames", help: "Draw frames even if the output is not a terminal"),
            .init("replace", help: "Take the name from another notification server"),
            .init("help", short: "h", help: "Show this help"),
            .init("version", help: "Show the version"),
        ])

    /// Reads the values of ``parser``.
    init(_ values: OptionValues) throws(OptionError) {
        bus = values.string("bus")
        output = values.string("output")
        columns = values.integer("columns")
        if let columns, !(20...1000).contains(columns) {
            throw OptionError("--columns: expected 20 to 1000, got \(columns)")
        }
        if let word = values.string("color") {
            guard let color = Color(rawValue: word) else {
                throw OptionError("--color: expected auto, always or never, got “\(word)”")
            }
            self.color = color
        }
        frames = values.flag("frames")
        replaces = values.flag("replace")
    }
}
