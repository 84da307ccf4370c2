// SPDX-License-Identifier: Apache-2.0
import CGLib

/// The command-line options of a program or of one of its subcommands, parsed by GOptionContext.
///
/// It neither prints nor exits: help is a text, errors are values. Declare an option `help` to have
/// it recognised.
public struct OptionParser: Sendable {
    /// One option.
    public struct Option: Hashable, Sendable {
        /// What an option takes.
        public enum Kind: Hashable, Sendable {
            /// Nothing: it is there or not.
            case flag
            /// A text; the last one counts.
            case string
            /// A whole number; the last one counts.
            case integer
            /// A text, any number of times.
            case strings
        }

        /// The long name, without dashes.
        public let name: String
        /// The one-letter name, ASCII.
        public let short: Character?
        /// What the option takes.
        public let kind: Kind
        /// What its value is called in the help text.
        public let placeholder: String?
        /// What it does, for the help text.
        public let help: String

        /// Declares an option.
        public init(
            _ name: String, short: Character? = nil, _ kind: Kind = .flag,
            placeholder: String? = nil, help: String
        ) {
            precondition(short?.isASCII ?? true, "a short option is an ASCII character")
            self.name = name
            self.short = short
            self.kind = kind
            self.placeholder = placeholder
            self.help = help
        }
    }

    /// The program's name and, for a subcommand, its name, as in the usage line.
    public var command: String
    /// What follows the options in the usage line (`ID [TEXT…]`).
    public var parameters: String
    /// The paragraph above the options of the help text.
    public var summary: String
    /// The paragraph below them.
    public var description: String
    /// All options.
    public var options: [Option]
    /// Whether options end at the first argument that is none, which a subcommand's name needs.
    public var stopsAtFirstArgument: Bool

    /// Declares a command line.
    public init(
        command: String, parameters: String = "", summary: String = "", description: String = "",
        options: [Option] = [], stopsAtFirstArgument: Bool = false
    ) {
        self.command = command
        self.parameters = parameters
        self.summary = summary
        self.description = description
        self.options = options
        self.stopsAtFirstArgument = stopsAtFirstArgument
    }

    /// Parses arguments, without the program's name. What follows `--` is never an option.
    public func parse(_ arguments: [String]) throws(OptionError) -> OptionValues {
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw OptionError(message: "a NUL character in an argument")
        }
        let context = OptionContext(self)
        switch context.parse(arguments) {
        case .success: return context.values
        case .failure(let error): throw OptionError(message: error.message)
        }
    }

    /// The whole help text: usage, summary, options, description.
    public var help: String {
        let usage = [command, options.isEmpty ? "" : "[OPTION…]", parameters]
            .filter { !$0.isEmpty }.joined(separator: " ")
        return "Usage:\n  \(usage)\n\n" + OptionContext(self).helpBelowUsage
    }
}

/// What a command line said.
public struct OptionValues: Hashable, Sendable {
    var flags: Set<String> = []
    var strings: [String: [String]] = [:]
    var integers: [String: Int] = [:]

    /// The arguments that are neither options nor their values, in order.
    public internal(set) var arguments: [String] = []

    /// Whether the flag was given.
    public func flag(_ name: String) -> Bool { flags.contains(name) }

    /// The option's text; nil when it was not given.
    public func string(_ name: String) -> String? { strings[name]?.last }

    /// The option's number; nil when it was not given.
    public func integer(_ name: String) -> Int? { integers[name] }

    /// Every text that the option was given, in order.
    public func strings(_ name: String) -> [String] { strings[name] ?? [] }
}

/// Why a command line was refused: one sentence for the user.
public struct OptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence, without the program's name.
    public let message: String

    /// The sentence.
    public var description: String { message }
}
