// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The options in front of the command or the Focus.
struct LeadingOptions {
    /// The options that may stand in front, besides those of an end.
    static let known: Set = ["--json", "--yes", "-y"]

    /// Options without a value: `focus-switch --json status` equals `focus-switch status --json`.
    private(set) var options: [String] = []
    /// The options of an end, with their values: `--for 1h work` equals `work --for 1h`.
    private(set) var ends: [String] = []
    /// The words behind the options.
    let rest: [String]

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let first = rest.first, first.hasPrefix("-"), first != "--" {
            rest.removeFirst()
            let name = CommandLineReader.name(ofOption: first)
            guard first.hasPrefix("--"), ["for", "until", "until-logout"].contains(name) else {
                options.append(first)
                continue
            }
            ends.append(first)
            let hasValue = first.contains("=") || name == "until-logout"
            guard !hasValue, let value = rest.popFirst() else { continue }
            ends.append(value)
            if value.first?.isNumber == true, let half = rest.first,
                ["am", "pm"].contains(half.lowercased())
            {
                ends.append(rest.removeFirst())
            }
        }
        self.rest = Array(rest)
    }

    /// Throws for an end without a Focus behind it, and for an agreement to nothing.
    func check(_ commands: [Command]) throws(CommandFailure) {
        if rest.isEmpty, ends.isEmpty, let option = options.first(where: { $0 != "--json" }) {
            throw Self.unknown(option, commands)
        }
        guard let end = ends.first, rest.allSatisfy({ $0.hasPrefix("-") }) else { return }
        throw .usage(
            "\(end.printable) needs a Focus",
            "To turn on a Focus with an end: focus-switch on FOCUS --for 1h,"
                + " focus-switch on FOCUS --until 18:00")
    }

    /// Returns the error for an option that does not stand in front of a command.
    static func unknown(_ option: String, _ commands: [Command]) -> CommandFailure {
        let name = CommandLineReader.name(ofOption: option)
        let isLong = option.hasPrefix("--")
        if isLong, commands.contains(where: { $0.name == name }) {
            return .usage(
                "unknown option \(option.printable)",
                "The command: focus-switch \(name)")
        }
        let known = commands.flatMap(\.options).first { known in
            isLong ? known.name == name : known.short.map { "-\($0)" } == option
        }
        if let known {
            let value = known.kind == .flag ? "" : " \(known.placeholder ?? "VALUE")"
            return .usage(
                "\(option.printable) stands before a command",
                "An option follows its command: focus-switch COMMAND --\(known.name)\(value)")
        }
        // “--list-templates”, “--close-all”.
        let steps =
            NearMiss.quietStep(name, "COMMAND").map { [$0] }
            ?? NearMiss.failure([name], active: nil)?.details
        if isLong, let steps {
            return .usage("unknown option \(option.printable)", details: steps)
        }
        let nearest = NearestWord.find(name, in: ["json", "help", "version"])
        return .usage(
            "unknown option \(option.printable)"
                + CommandLineReader.suggestion(nearest.map { "--\($0)" }),
            details: CommandLineReader.overview(unless: nearest))
    }
}
