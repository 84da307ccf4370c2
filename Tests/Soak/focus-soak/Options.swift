// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The options of the command line.
struct Options {
    var seed: UInt64 = 1
    var fault: String?
    var tries: Int?
    var isLong = false
    var keeps = false
    var lists = false
    /// Number of notifications of a day; nil to run no day.
    var day: Int?
    /// True to print the help.
    var showsHelp = false

    static let parser = OptionParser(
        command: "focus-soak",
        summary:
            "Kills, stops and replaces focusd and the programs around it during a random stream "
            + "of notifications, then checks that all acknowledged operations survived.",
        description: "Exits with 1 if a notification was lost, or came twice without a reason.",
        options: [
            .init(
                "seed", .string, placeholder: "N",
                help: "the random stream of seed N (default: 1)"),
            .init("fault", .string, placeholder: "NAME", help: "run only this fault"),
            .init("tries", .string, placeholder: "N", help: "run each fault N times"),
            .init("long", help: "run the long form, about an hour"),
            .init(
                "day", .string, placeholder: "N",
                help: "run a day of N notifications in minutes and check that memory stays flat"),
            .init("keep", help: "keep the directory of a failed try"),
            .init("list", help: "list the faults"),
            .init("help", short: "h", help: "show this help"),
        ])

    /// - Parameter arguments: The arguments without the program's name.
    init(_ arguments: [String]) throws {
        let values = try Self.parser.parse(arguments)
        if let extra = values.arguments.first {
            throw SoakError("unexpected argument \"\(extra)\"")
        }
        fault = values.string("fault")
        if let fault, !Fault.all.contains(where: { $0.name == fault }) {
            throw SoakError("there is no fault \"\(fault)\"; see --list")
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
            throw SoakError("\(option): \(text) is not a number from 1 to 1000000")
        }
        return number
    }
}

/// The reason why a try could not be completed.
struct SoakError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
