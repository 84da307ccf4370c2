// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// One thing that the program does, as it is called, described and carried out.
struct Command: Sendable {
    typealias Body =
        @Sendable @LoopActor (Invocation, OptionValues) throws(CommandFailure) -> Void

    /// One word, or a group's and its own: `rule add`.
    let name: String
    /// What follows it in the usage line.
    let parameters: String
    /// One line without a full stop, for the list of commands.
    let summary: String
    /// More about it, for its own help.
    let details: String
    let options: [OptionParser.Option]
    /// Command lines to learn from.
    let examples: [String]
    let body: Body

    init(
        _ name: String, _ parameters: String = "", summary: String, details: String = "",
        options: [OptionParser.Option] = [], examples: [String],
        body: @escaping Body
    ) {
        self.name = name
        self.parameters = parameters
        self.summary = summary
        self.details = details
        self.options = options
        self.examples = examples
        self.body = body
    }

    /// The group's word and the command's own.
    var words: [Substring] { name.split(separator: " ") }

    /// Its own options and those that every command has.
    var allOptions: [OptionParser.Option] { options + Self.commonOptions }

    var parser: OptionParser {
        OptionParser(
            command: "focus-switch \(name)", parameters: parameters,
            summary: details.isEmpty ? "\(summary)." : "\(summary).\n\n\(details)",
            description: examplesText, options: allOptions)
    }

    private static let commonOptions = [
        OptionParser.Option("json", help: "Print JSON, with the keys that focus-switch(1) lists"),
        OptionParser.Option("help", short: "h", help: "Explain the command"),
    ]

    private var examplesText: String {
        let title = examples.count == 1 ? "Example:" : "Examples:"
        return ([title] + examples.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension OptionValues {
    /// The arguments, where they are as many as the command takes.
    func arguments(
        _ count: ClosedRange<Int>, _ names: String
    ) throws(CommandFailure) -> [String] {
        if arguments.count < count.lowerBound {
            throw .usage("expected \(names)")
        }
        if arguments.count > count.upperBound {
            let surplus = arguments[count.upperBound].printable
            throw .usage(
                count.upperBound == 0
                    ? "“\(surplus)”: the command takes no such word"
                    : "“\(surplus)” is one word too many; expected \(names) (quote names with blanks)"
            )
        }
        return arguments
    }

    func noArguments() throws(CommandFailure) {
        _ = try arguments(0...0, "nothing")
    }

    func argument(_ name: String) throws(CommandFailure) -> String {
        try arguments(1...1, name)[0]
    }
}
