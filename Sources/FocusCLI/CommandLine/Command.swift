// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Command of the program: its words, its help and its body.
struct Command: Sendable {
    typealias Body =
        @Sendable @LoopActor (Invocation, OptionValues) throws(CommandFailure) -> Void

    /// One word, or the group's word and the command's own: `rule add`.
    let name: String
    /// Arguments in the usage line.
    let parameters: String
    /// One line without a full stop, for the list of commands.
    let summary: String
    /// Paragraphs for the command's help, wrapped to the terminal.
    let details: String
    /// Terms in the details, with their meanings.
    let terms: [(term: String, meaning: String)]
    let options: [OptionParser.Option]
    /// Example command lines.
    let examples: [String]
    let body: Body

    init(
        _ name: String, _ parameters: String = "", summary: String, details: String = "",
        terms: [(term: String, meaning: String)] = [],
        options: [OptionParser.Option] = [], examples: [String],
        body: @escaping Body
    ) {
        self.name = name
        self.parameters = parameters
        self.summary = summary
        self.details = details
        self.terms = terms
        self.options = options
        self.examples = examples
        self.body = body
    }

    /// The words of the name.
    var words: [Substring] { name.split(separator: " ") }

    /// Options of the command and options that every command has.
    var allOptions: [OptionParser.Option] {
        options
            + Self.commonOptions.filter { common in !options.contains { $0.name == common.name } }
    }

    var parser: OptionParser {
        OptionParser(command: "focus-switch \(name)", parameters: parameters, options: allOptions)
    }

    private static let commonOptions = [
        OptionParser.Option("json", help: "Print JSON, with the keys that focus-switch(1) lists"),
        OptionParser.Option("help", short: "h", help: "Show this help"),
    ]

    /// The next step for a user who typed an invalid command line.
    var nextStep: String { "More: focus-switch \(name) --help" }

    /// Returns the command's help in lines of at most `width` columns.
    func help(width: Int) -> String {
        let usage = ["focus-switch \(name)", "[OPTION…]", parameters].filter { !$0.isEmpty }
        let start = "Usage: "
        let indent = String(repeating: " ", count: start.count)
        let wrapped = usage.joined(separator: " ").wrapped(to: width - start.count)
        var lines = wrapped.enumerated().map { ($0 == 0 ? start : indent) + $1 } + [""]
        lines += "\(summary).".wrapped(to: width)
        if !details.isEmpty { lines += [""] + HelpText.paragraphs(details, width: width) }
        if !terms.isEmpty { lines += [""] + HelpText.table(terms, width: width) }
        let members = CommandTable.all.filter { $0.words.count > 1 && $0.words[0] == name[...] }
        if !members.isEmpty {
            lines += ["", "Commands:"]
            lines += HelpText.table(members.map { ($0.name, $0.summary) }, width: width)
        }
        lines += ["", "Options:"] + HelpText.table(allOptions.map(Self.row), width: width)
        lines += ["", examples.count == 1 ? "Example:" : "Examples:"]
        lines += examples.flatMap { TerminalText.command($0, width: width) }
        return lines.joined(separator: "\n")
    }

    private static func row(_ option: OptionParser.Option) -> (term: String, meaning: String) {
        let short = option.short.map { "-\($0), " } ?? ""
        let value = option.kind == .flag ? "" : " \(option.placeholder ?? "VALUE")"
        return ("\(short)--\(option.name)\(value)", option.help)
    }
}

extension OptionValues {
    /// Returns the arguments. Throws if their number is wrong.
    func arguments(
        _ count: ClosedRange<Int>, _ names: String
    ) throws(CommandFailure) -> [String] {
        let isID = names.contains("id of a notification")
        if arguments.count < count.lowerBound {
            throw .usage("expected \(names)" + (isID ? "; focus-switch missed lists the ids" : ""))
        }
        if arguments.count > count.upperBound {
            let surplus = arguments[count.upperBound].printable
            // The names of a predicate's arguments already say that it needs quotes.
            let hint = names.contains("(quote") || isID ? "" : " (quote names with blanks)"
            throw .usage(
                count.upperBound == 0
                    ? "unexpected “\(surplus)”: this command takes no arguments"
                    : "unexpected “\(surplus)”: expected \(names)\(hint)")
        }
        return arguments
    }

    func noArguments() throws(CommandFailure) {
        _ = try arguments(0...0, "nothing")
    }

    func argument(_ name: String) throws(CommandFailure) -> String {
        try arguments(1...1, name)[0]
    }

    /// Returns a name that a Focus file keeps in the header of a group.
    func groupName(_ name: String) throws(CommandFailure) -> String {
        let text = try argument(name)
        guard !text.trimmingBlanks.isEmpty else { throw .usage("expected \(name)") }
        guard !text.contains(where: { "[]".contains($0) || $0.isNewline }) else {
            throw .usage(
                "“\(text.printable)” cannot be \(name): [, ] and line breaks are not allowed there")
        }
        return text
    }
}

/// All commands, in the order of the overview.
enum CommandTable {
    /// Heading of the overview, and the commands below it.
    struct Section {
        let title: String
        let commands: [Command]
    }

    static let sections = [
        Section(
            title: "Focus",
            commands: SwitchCommands.all + ScheduleCommands.all + SkipCommand.all
                + TriggerCommands.all),
        Section(
            title: "What a Focus lets through",
            commands: ListCommands.all + RuleCommands.all + FilterCommands.all
                + SettingCommands.all + UndoCommand.all),
        Section(
            title: "Notifications",
            commands: MissedCommands.all + SnoozeCommands.all + MuteCommands.all
                + LockScreenCommands.all
                + HistoryCommand.all + AppsCommand.all
                + ForgetCommand.all
                + ExplainCommand.all
                + WatchCommand.all),
        Section(
            title: "focusd",
            commands: StatusCommands.all + PredicateCommands.all + DemoCommand.all
                + SetupCommand.all + LinkProgram.all + CompleteCommand.all),
    ]

    static let all: [Command] = sections.flatMap(\.commands)
}

/// Text of the list of commands.
enum Overview {
    /// Returns the list in lines of at most `width` columns.
    ///
    /// - Parameter group: the first word of the commands to list, or nil for all commands.
    static func text(of commands: [Command], group: String?, width: Int) -> String {
        guard let group else { return whole(width: width) }
        let own = commands.filter { $0.words[0] == group }
        var lines = ["Usage: focus-switch \(group) COMMAND", ""]
        lines += table(own, width: width)
        lines += ["", "“focus-switch \(group) COMMAND --help” explains a command."]
        return lines.joined(separator: "\n")
    }

    private static func whole(width: Int) -> String {
        var lines = usage("Usage: focus-switch FOCUS", "turn on a Focus", width)
        lines += usage("       focus-switch dnd", "Do Not Disturb", width)
        lines += ["       focus-switch COMMAND [OPTION…]", ""]
        for section in CommandTable.sections {
            lines += ["\(section.title):"] + table(section.commands, width: width) + [""]
        }
        let rest = """
            Privacy: “focus-switch history clear” and “focus-switch forget APP” delete what focusd has
            kept; [Private] Apps= of focusd.conf(5) names apps whose notifications it keeps without body.

            --json prints JSON; --help after a command explains it; --version prints the version.

            Exit status: 0 done, 1 refused or failed, 2 usage, 3 focusd not reachable, 4 predicate
            not evaluable.
            """
        return (lines + HelpText.paragraphs(rest, width: width)).joined(separator: "\n")
    }

    /// Returns a command line with its purpose, beside it if there is room.
    private static func usage(_ command: String, _ purpose: String, _ width: Int) -> [String] {
        let line = command.padded(to: 40) + purpose
        return line.columns <= width
            ? [line] : [command, String(repeating: " ", count: 9) + purpose]
    }

    private static func table(_ commands: [Command], width: Int) -> [String] {
        HelpText.table(commands.map { (term: $0.name, meaning: $0.summary) }, width: width)
    }
}
