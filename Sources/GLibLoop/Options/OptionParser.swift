// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// The command-line options of a program or of one of its subcommands, parsed by GOptionContext.
///
/// The parser neither prints nor exits: it returns help as text and errors as values. It recognises
/// `--help` only if `help` is a declared option.
public struct OptionParser: Sendable {
    /// One option.
    public struct Option: Hashable, Sendable {
        /// The kinds of option value.
        public enum Kind: Hashable, Sendable {
            /// No value: the option is present or absent.
            case flag
            /// A text. The last one counts.
            case string
            /// A whole number. The last one counts.
            case integer
            /// A text, any number of times.
            case strings
        }

        /// The long name, without dashes.
        public let name: String
        /// The one-letter name, ASCII.
        public let short: Character?
        /// The kind of the option's value.
        public let kind: Kind
        /// The name of its value in the help text.
        public let placeholder: String?
        /// Its description in the help text.
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

    /// The program's name, and a subcommand's name after it, for the usage line.
    public var command: String
    /// The text after the options in the usage line (`ID [TEXT…]`).
    public var parameters: String
    /// The paragraph above the options of the help text.
    public var summary: String
    /// The paragraph below the options.
    public var description: String
    /// All options.
    public var options: [Option]
    /// True if options end at the first other argument, such as the name of a subcommand.
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

    /// Parses arguments, without the program's name. Arguments after `--` are never options.
    public func parse(_ arguments: [String]) throws(OptionError) -> OptionValues {
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw OptionError("a NUL character in an argument")
        }
        let context = OptionContext(self)
        switch context.parse(arguments) {
        case .success: return context.values
        case .failure(let error): throw OptionError(error.message)
        }
    }

    /// Parses a command line of options alone, without the program's name.
    public func parseOptions(_ arguments: [String]) throws(OptionError) -> OptionValues {
        let values = try parse(arguments)
        if let extra = values.arguments.first {
            throw OptionError("unexpected argument “\(extra)”")
        }
        return values
    }

    /// The whole help text for the terminal of standard output, of at most 100 columns; 80 columns
    /// without a terminal.
    public var help: String {
        help(width: TerminalText.columns(of: STDOUT_FILENO).map { min($0, 100) } ?? 80)
    }

    /// Returns the whole help text: usage, summary, options, description. Paragraphs and the
    /// descriptions of options are wrapped; other lines that begin with a blank stay as they are.
    public func help(width: Int) -> String {
        let usage = [command, options.isEmpty ? "" : "[OPTION…]", parameters]
            .filter { !$0.isEmpty }.joined(separator: " ")
        var wrapped = self
        wrapped.summary = Self.wrapped(summary, to: width)
        wrapped.description = Self.wrapped(description, to: width)
        let below = OptionContext(wrapped).helpBelowUsage
            .split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { Self.wrappedOption($0, to: width) }
        return "Usage:\n  \(usage)\n\n" + below.joined(separator: "\n")
    }

    private static func wrapped(_ text: String, to width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.count > width && !line.hasPrefix(" ")
                ? String(line).wrapped(to: width) : [String(line)]
        }
        .joined(separator: "\n")
    }

    /// Columns that a description beside its option has at least.
    private static let leastDescription = 24

    /// Returns the line of an option, with its description continued below itself.
    private static func wrappedOption(_ line: Substring, to width: Int) -> [String] {
        guard line.count > width, line.hasPrefix("  -") else { return [String(line)] }
        // GLib separates the columns with two blanks at least.
        let option = line.dropFirst(2)
        guard let gap = option.firstRange(of: "  ") else { return [String(line)] }
        let text = option[gap.upperBound...].drop { $0 == " " }
        let column = line.count - text.count
        guard width - column >= leastDescription else {
            let blanks = String(repeating: " ", count: 6)
            return [String(line[..<gap.lowerBound])]
                + String(text).wrapped(to: width - blanks.count).map { blanks + $0 }
        }
        let parts = String(text).wrapped(to: width - column)
        let blanks = String(repeating: " ", count: column)
        return [line.prefix(column) + parts[0]] + parts.dropFirst().map { blanks + $0 }
    }
}

/// The values of a parsed command line.
public struct OptionValues: Hashable, Sendable {
    var flags: Set<String> = []
    var strings: [String: [String]] = [:]
    var integers: [String: Int] = [:]

    /// The arguments that are neither options nor their values, in order.
    public internal(set) var arguments: [String] = []

    /// Returns true if the flag was given.
    public func flag(_ name: String) -> Bool { flags.contains(name) }

    /// Returns the option's text; nil if it was not given.
    public func string(_ name: String) -> String? { strings[name]?.last }

    /// Returns the option's number; nil if it was not given.
    public func integer(_ name: String) -> Int? { integers[name] }

    /// Returns every text of the option, in order.
    public func strings(_ name: String) -> [String] { strings[name] ?? [] }
}

/// The reason why a command line was refused: one sentence for the user.
public struct OptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence, without the program's name.
    public let message: String

    /// Describes an invalid command line.
    public init(_ message: String) {
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
