// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// What the command line asks for.
struct Options {
    var seed: UInt64 = 1
    var fault: String?
    var tries: Int?
    var isLong = false
    var keeps = false
    var lists = false
    /// How many notifications a day has; nil where none is lived.
    var day: Int?
    /// What follows `serve`, the way in which focusd or the run starts the real server.
    var showsHelp = false

    static let parser = OptionParser(
        command: "focus-soak",
        summary:
            "Kills, stops and replaces what focusd works with, and focusd itself, in the midst "
            + "of a random stream of notifications, and compares what is left with what was "
            + "acknowledged.",
        description: "Exits with 1 when something was lost, or came twice though it need not have.",
        options: [
            .init("seed", .string, placeholder: "N", help: "another stream than that of seed 1"),
            .init("fault", .string, placeholder: "NAME", help: "only this fault"),
            .init("tries", .string, placeholder: "N", help: "so many of each fault"),
            .init("long", help: "as many and as long as takes a night's hour"),
            .init(
                "day", .string, placeholder: "N",
                help: "instead, a day of N notifications in minutes: what focusd holds stays flat"),
            .init("keep", help: "leave the directory of a try that failed"),
            .init("list", help: "name the faults"),
            .init("help", short: "h", help: "show this help"),
        ])

    /// - Parameter arguments: without the program's name.
    init(_ arguments: [String]) throws {
        let values = try Self.parser.parse(arguments)
        if let extra = values.arguments.first { throw Trouble("unexpected \"\(extra)\"") }
        fault = values.string("fault")
        if let fault, !Fault.all.contains(where: { $0.name == fault }) {
            throw Trouble("there is no fault \"\(fault)\"; see --list")
        }
        seed = try Self.number(values.string("seed"), "--seed") ?? seed
        tries = try Self.number(values.string("tries"), "--tries").map { Int($0) }
        day = try Self.number(values.string("day"), "--day").map { Int($0) }
        isLong = values.flag("long")
        keeps = values.flag("keep")
        lists = values.flag("list")
        showsHelp = values.flag("help")
    }

    private static func number(_ text: String?, _ option: String) throws -> UInt64? {
        guard let text else { return nil }
        guard let number = UInt64(text), 1...1_000_000 ~= number else {
            throw Trouble("\(option): \(text) is no number from 1 to 1000000")
        }
        return number
    }
}

/// Why a try could not be made to its end.
struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
