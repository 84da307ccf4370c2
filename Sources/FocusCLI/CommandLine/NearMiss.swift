// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words that users of other programs type as commands, with the command that does it here.
enum NearMiss {
    /// Returns the failure for such words, or nil for other words.
    ///
    /// - Parameters:
    ///   - words: the typed words. No command and no Focus has the first one as its name.
    ///   - active: the id of the active Focus.
    ///   - hasWindow: true if focus-settings is installed.
    static func failure(
        _ words: [String], active: FocusID?,
        hasWindow: Bool = ProgramFile.beside("focus-settings") != nil
    ) -> CommandFailure? {
        guard let word = words.first else { return nil }
        var steps = steps(word.lowercased(), words.dropFirst(), active)
        if settingsWords.contains(word.lowercased()) {
            steps.insert(windowStep(isInstalled: hasWindow), at: hasWindow ? 0 : steps.endIndex)
        }
        guard !steps.isEmpty else { return nil }
        return .usage(
            "there is no command “\(word.printable)”",
            details: steps.map { $0.printable })
    }

    private static func steps(
        _ word: String, _ rest: ArraySlice<String>, _ active: FocusID?
    ) -> [String] {
        let text = rest.joined(separator: " ")
        let value = text.isEmpty ? nil : shellQuoted(text)
        switch word {
        case "search", "find", "grep":
            return ["To search the notifications: focus-switch history --search \(value ?? "TEXT")"]
        case "until", "till", "til":
            return [ending("--until", value ?? "18:00", active)]
        case "for":
            return [ending("--for", value ?? "1h", active)]
        case "start", "enable", "activate", "switch", "focus", "use", "an", "ein":
            // “work 5min” is a Focus and an end.
            if rest.first == "off" { return ["To turn off the current Focus: focus-switch off"] }
            let names = rest.first == "on" ? rest.dropFirst() : rest
            let words = names.map(shellQuoted).joined(separator: " ")
            // “focus status”.
            let first = names.first ?? ""
            if CommandTable.all.contains(where: { $0.words[0] == first[...] }) {
                return ["The command: focus-switch \(words)"]
            }
            return ["To turn on a Focus: focus-switch on \(words.isEmpty ? "FOCUS" : words)"]
        case "stop", "disable", "deactivate", "resume", "end", "none", "quit", "exit", "normal",
            "aus", "dnd-off":
            return ["To turn off the current Focus: focus-switch off"]
        case "pause", "mode", "set-paused", "quiet", "silent", "dnd-on":
            return [
                "To silence all apps: focus-switch dnd", "To end that: focus-switch off",
            ]
        case "all", "everything":
            return ["To silence all apps: focus-switch dnd", "Your Focuses: focus-switch list"]
        case "new":
            return ["To create a Focus: focus-switch create \(value ?? "NAME")"]
        case "rm", "remove":
            let apps = rest.map(shellQuoted).joined(separator: " ")
            return [
                "To delete a Focus: focus-switch delete \(value ?? "FOCUS")",
                "To delete what focusd keeps of an app: focus-switch forget"
                    + " \(apps.isEmpty ? "APP" : apps)",
            ]
        case "whitelist", "allowlist", "permit":
            let apps = rest.map(shellQuoted).joined(separator: " ")
            return [
                "To let an app through while a Focus is on: focus-switch allow"
                    + " \(apps.isEmpty ? "APP" : apps)"
            ]
        case "add":
            let apps = rest.map(shellQuoted).joined(separator: " ")
            return [
                "To let an app through while a Focus is on: focus-switch allow"
                    + " \(apps.isEmpty ? "APP" : apps)",
                "To create a Focus: focus-switch create \(value ?? "NAME")",
            ]
        default: return otherSteps(word, rest.map(shellQuoted).joined(separator: " "))
        }
    }

    /// Returns the steps for words about apps, lists and single notifications, and for others.
    ///
    /// - Parameter values: the words behind the first one, quoted.
    private static func otherSteps(_ word: String, _ values: String) -> [String] {
        let app = values.isEmpty ? "APP" : values
        let id = values.isEmpty ? "ID" : values
        switch word {
        case "block", "ignore", "deny", "blacklist", "blocklist":
            return [
                "While a Focus is on: focus-switch silence \(app)",
                "With any Focus and without one: focus-switch mute \(app)",
            ]
        case "unblock":
            return [
                "While a Focus is on: focus-switch allow \(app)",
                "To end a mute: focus-switch unmute \(app)",
            ]
        case "unallow", "disallow":
            return [
                "To take it off a list of allowed apps: focus-switch allow --remove \(app)",
                "To silence it while a Focus is on: focus-switch silence \(app)",
            ]
        case "unskip":
            return ["To let a skipped window take place: focus-switch skip --undo"]
        case "unsilence":
            return [
                "While a Focus is on: focus-switch allow \(app)",
                "To take it off a list of silenced apps: focus-switch silence --remove \(app)",
            ]
        case "is-paused", "get-dnd":
            return ["To see whether a Focus is on: focus-switch status"]
        case "unsnooze":
            return [
                "To put it back into the missed list: focus-switch snooze --undo \(id)",
                "To show a snoozed notification now: focus-switch missed deliver \(id)",
            ]
        case "restore", "history-pop":
            return [
                "To list what was missed: focus-switch missed",
                "To show a notification after all: focus-switch missed deliver \(id)",
            ]
        case "close-all", "dismiss-all", "clear-all":
            return ["To dismiss the whole missed list: focus-switch missed clear"]
        case "close":
            return ["To close a notification: focus-switch missed dismiss \(id)"]
        case "unpause", "toggle-dnd":
            return [
                "To turn Do Not Disturb on or off: focus-switch toggle dnd",
                "To turn off the current Focus: focus-switch off",
            ]
        case "inhibit":
            return [
                "To keep a Focus on while a command runs: focus-switch on FOCUS -- COMMAND"
            ]
        case "context":
            return ["To show all of a notification: focus-switch missed show \(id)"]
        case "copy", "duplicate":
            return [
                "A Focus is a file, and a copy of it under another name is another Focus; the file:"
                    + " focus-switch show FOCUS",
                "The copy's file name has letters, digits, -, _ and . alone, as in my-gym.focus",
                "To name the copy: focus-switch rename COPY NAME",
            ]
        case "import":
            return ["A Focus is a file; where: focus-switch show FOCUS, focus(5)"]
        case "who":
            return ["The apps that have sent notifications: focus-switch apps"]
        case "kill":
            return ["To stop using focusd: focus-switch setup --undo"]
        case "time-sensitive":
            return [
                "To let time-sensitive notifications through: focus-switch set time-sensitive on"
            ]
        case "later", "remind":
            return ["To see a notification again later: focus-switch snooze \(id) 1h"]
        case "invoke", "action":
            return [
                "To invoke an action: focus-switch missed act \(values.isEmpty ? "ID" : values)"
            ]
        default:
            return thingSteps(word, values) ?? listSteps(word, values) ?? timeSteps(word, values)
                ?? triggerSteps(word) ?? programSteps(word)
        }
    }

    /// Returns the step for a kind of triggers: `calendar`, `wifi`. Nil for other words, and for
    /// those that also stand for apps, a ready-made Focus or the lock screen.
    static func triggerSteps(_ word: String) -> [String]? {
        guard let kind = TriggerNames.kind(word), kind != .app, kind != .locked,
            FocusTemplate.meant(by: word) == nil
        else { return nil }
        let trigger = kind == .network ? "network:NAME" : kind.rawValue
        return [
            "To turn a Focus on by itself then: focus-switch trigger add \(trigger) --focus FOCUS",
            "What can be detected here: focus-switch trigger kinds",
        ]
    }

    /// Returns the steps for a number, a time or a timer; nil for other words.
    ///
    /// - Parameter values: the words behind it, quoted.
    private static func timeSteps(_ word: String, _ values: String) -> [String]? {
        if ["timer", "pomodoro", "break", "countdown"].contains(word) {
            let span = values.isNumber ? "\(values)min" : values
            let isSpan = ClockWords.span(span) != nil
            return [
                "To turn on a Focus for a while: focus-switch on FOCUS --for"
                    + " \(isSpan ? span : "25min")",
                "To turn off the current Focus: focus-switch off",
            ]
        }
        if UInt32(word) != nil { return ["For notification \(word): focus-switch missed \(word)"] }
        if ClockWords.span(word) != nil {
            return ["To turn on a Focus for that long: focus-switch on FOCUS --for \(word)"]
        }
        if ClockWords.time(word) != nil {
            return ["To turn on a Focus until then: focus-switch on FOCUS --until \(word)"]
        }
        return nil
    }

    private static func ending(_ option: String, _ value: String, _ active: FocusID?) -> String {
        let focus = active.map { shellQuoted($0.rawValue) } ?? "FOCUS"
        return "To set an end: focus-switch on \(focus) \(option) \(value)"
    }

    /// Returns the steps for words about focusd itself.
    private static func programSteps(_ word: String) -> [String] {
        switch word {
        case "privacy", "private":
            [
                "To keep no bodies of an app's notifications: [Private] Apps= of focusd.conf(5)",
                "To delete past notifications: focus-switch history clear",
                "To delete everything of an app: focus-switch forget APP",
            ]
        case "share":
            ["The ready-made Focus of that name: focus-switch create Share --template share"]
                + programSteps("export")
        case "export", "backup":
            [
                "A Focus is a file; to see which: focus-switch show FOCUS",
                "To share Focuses among your machines: focus-switch link setup --share-files",
                "To export all notifications: focus-switch history --limit 10000 --json >FILE",
            ]
        case "always":
            [alwaysStep()]
        case "hook", "hooks", "script", "scripts":
            ["To run a program at events: [Hook NAME] in focusd.conf(5)"]
        case "limit", "limits":
            ["To list more notifications: focus-switch history --limit N"]
        case "redo":
            [
                "An undo cannot be taken back. It names the command that makes the change again.",
                "To list the changes that can be taken back: focus-switch undo --list",
            ]
        case "revert", "rollback":
            ["To take back the last change of a Focus: focus-switch undo"]
        case "uninstall":
            ["First: focus-switch setup --undo", "Then: sudo apt remove focusd"]
        case "install":
            ["To make this session use focusd: focus-switch setup"]
        case "tray", "icon":
            [
                "The program focus-tray shows an icon; the package focusd-tray has it.",
                "To start it: focus-tray",
            ]
        case _ where settingsWords.contains(word):
            [
                "To change a Focus: focus-switch set --help, focus-switch edit FOCUS",
                "Settings of focusd itself: focusd.conf(5)",
            ]
        case "about":
            ["The version: focus-switch version", "What works: focus-switch doctor"]
        case "man", "manual":
            ["The manual: man focus-switch", "In short: focus-switch --help"]
        case "restart":
            [
                "With systemd: systemctl --user restart focusd",
                "Else: setsid --fork focusd --replace >>~/.local/state/focusd/focusd.log 2>&1",
            ]
        case "change", "modify":
            ["To change a Focus: focus-switch set --help, focus-switch edit FOCUS"]
        case "test", "send", "notify", "simulate":
            [
                "To send a notification: notify-send Title Text",
                "What would be decided: focus-switch explain --app APP",
            ]
        case "log", "logs":
            [
                "The log of focusd: journalctl --user -u focusd",
                "Without systemd, setup writes it to ~/.local/state/focusd/focusd.log",
            ]
        default: []
        }
    }
}

extension [String] {
    /// Returns the words with a second word replaced by the name of the command that it stands for:
    /// `schedule remove` for `schedule clear`.
    func withSynonym(_ commands: [Command]) -> [String] {
        if first == "why" { return ["explain"] + dropFirst() }
        guard count > 1 else { return self }
        if self[0] == "turn", ["on", "off"].contains(self[1]) { return Array(dropFirst()) }
        let group = self[0]
        if group == "missed" {
            switch self[1] {
            case "list", "ls": return [group] + dropFirst(2)
            case "search", "find": return [group, "--search"] + dropFirst(2)
            case "why", "explain": return ["explain"] + dropFirst(2)
            case "snooze": return ["snooze"] + dropFirst(2)
            case "unmute": return ["unmute"] + dropFirst(2)
            case "wait", "watch": return [group, "--wait"] + dropFirst(2)
            case "mark", "seen": return [group, "read"] + dropFirst(2)
            case "close", "delete", "remove", "rm": return [group, "dismiss"] + dropFirst(2)
            default: break
            }
        }
        if group == "history" {
            switch self[1] {
            case "silenced", "delivered": return [group, "--\(self[1])"] + dropFirst(2)
            case "search", "find": return [group, "--search"] + dropFirst(2)
            case "yesterday" where count == 2 || ClockWords.time(self[2]) == nil:
                return [group, "--since", "yesterday", "--before", "today"] + dropFirst(2)
            case "today", "yesterday": return [group, "--since", self[1]] + dropFirst(2)
            case "--today": return [group, "--since", "today"] + dropFirst(2)
            case let id where UInt32(id) != nil && dropFirst(2).allSatisfy { $0 == "--json" }:
                return ["explain"] + dropFirst()
            default: break
            }
        }
        if group == "status", !self[1].hasPrefix("-") { return ["show"] + dropFirst() }
        if group == "list", !self[1].hasPrefix("-") {
            return (Self.lists[self[1].lowercased()] ?? ["show", self[1]]) + dropFirst(2)
        }
        // “schedule list work” equals “schedule list --focus work”, and “next 3” “next --limit 3”.
        if count > 2, self[1] == "list" || self[1] == "ls", !self[2].hasPrefix("-"),
            commands.contains(where: { command in
                command.name == "\(group) list" && command.options.contains { $0.name == "focus" }
            })
        {
            return [group, "list", "--focus"] + dropFirst(2)
        }
        if group == "next", UInt32(self[1]) != nil { return [group, "--limit"] + dropFirst() }
        if ["list", "ls"].contains(self[1]) {
            // Alone, `snooze` lists. The argument is an id, so that no name can be meant.
            if group == "snooze" { return [group] + dropFirst(2) }
            if group == "skip" { return [group, "--list"] + dropFirst(2) }
        }
        func exists(_ word: String) -> Bool {
            commands.contains { $0.name == "\(group) \(word)" }
        }
        let meant: String? =
            switch self[1] {
            case "clear", "delete", "rm": "remove"
            case "remove": "clear"
            case "add": "set"
            case "ls": "list"
            default: nil
            }
        guard let meant, !exists(self[1]), exists(meant) else { return self }
        return [group, meant] + dropFirst(2)
    }

    /// The commands for lists that users name behind `list`. Other words are a Focus.
    private static let lists: [String: [String]] = [
        "focuses": ["list"], "all": ["list"], "apps": ["apps"], "missed": ["missed"],
        "notifications": ["history"], "history": ["history"], "badges": ["badge"],
        "schedules": ["schedule", "list"], "triggers": ["trigger", "list"],
        "rules": ["rule", "list"], "filters": ["filter", "list"], "muted": ["mute"],
        "mutes": ["mute"], "snoozed": ["snooze"], "skipped": ["skip", "--list"],
        "templates": ["create", "--help"],
    ]

    /// Returns the arguments of a command that takes a Focus as its first argument, with the Focus
    /// of `--focus` in that place.
    func withoutFocusOption(for command: Command) -> [String] {
        guard command.parameters.hasPrefix("FOCUS") || command.parameters.hasPrefix("[FOCUS]"),
            !command.options.contains(where: { $0.name == "focus" })
        else { return self }
        let end = firstIndex(of: "--") ?? endIndex
        guard
            let index = self[..<end].firstIndex(where: {
                $0 == "--focus" || $0.hasPrefix("--focus=")
            })
        else { return self }
        var words = self
        let option = words.remove(at: index)
        if option != "--focus" { return [String(option.dropFirst("--focus=".count))] + words }
        guard index < words.count else { return self }
        return [words.remove(at: index)] + words
    }
}
