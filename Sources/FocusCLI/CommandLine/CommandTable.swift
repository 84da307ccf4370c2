// SPDX-License-Identifier: Apache-2.0

import GLibLoop

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
