// SPDX-License-Identifier: Apache-2.0

/// Every command, in the order of the overview.
enum CommandTable {
    /// A heading of the overview and what stands below it.
    struct Section {
        let title: String
        let commands: [Command]
    }

    static let sections = [
        Section(
            title: "Focus",
            commands: SwitchCommands.all + ScheduleCommands.all + TriggerCommands.all),
        Section(
            title: "What a Focus lets through",
            commands: ListCommands.all + RuleCommands.all + FilterCommands.all
                + SettingCommands.all),
        Section(
            title: "Notifications",
            commands: MissedCommands.all + HistoryCommand.all + ForgetCommand.all
                + ExplainCommand.all
                + WatchCommand.all),
        Section(
            title: "focusd",
            commands: StatusCommands.all + PredicateCommands.all + DemoCommand.all
                + SetupCommand.all + CompleteCommand.all),
    ]

    static let all = sections.flatMap(\.commands)
}

/// The list of commands.
enum Overview {
    /// - Parameter group: a first word of commands, to list those alone.
    static func text(of commands: [Command], group: String?) -> String {
        var lines: [String] = []
        if let group {
            lines = ["Usage:", "  focus-switch \(group) COMMAND", ""]
            lines += table(commands.filter { $0.words[0] == group })
        } else {
            lines = [
                "Usage:", "  focus-switch FOCUS            turn a Focus on",
                "  focus-switch COMMAND [OPTION…]", "",
            ]
            for section in CommandTable.sections {
                lines += ["\(section.title):"] + table(section.commands) + [""]
            }
            lines += [
                "--json prints JSON, --help after a command explains it, --version says which"
                    + " release this is.",
                "Exit status: 0 done, 1 refused or failed, 2 usage, 3 focusd not reachable, 4"
                    + " predicate not evaluable.",
            ]
            return lines.joined(separator: "\n")
        }
        lines += ["", "“focus-switch COMMAND --help” explains a command."]
        return lines.joined(separator: "\n")
    }

    private static func table(_ commands: [Command]) -> [String] {
        var table = Table()
        for command in commands {
            table.add("  \(command.name)", command.summary)
        }
        return table.lines()
    }
}
