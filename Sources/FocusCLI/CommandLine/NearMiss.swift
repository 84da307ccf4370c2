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
        guard let typed = words.first else { return nil }
        let word = typed.lowercased()
        let rest = Array(words.dropFirst())
        // “unsnooze all”.
        var steps = steps(for: "\(word):\(rest.first?.lowercased() ?? "")", rest, active)
        if steps.isEmpty { steps = self.steps(for: word, rest, active) }
        if word == "always" { steps = [alwaysStep()] }
        if steps.isEmpty { steps = timeSteps(word, rest) ?? triggerSteps(word) ?? [] }
        if settingsWords.contains(word) {
            steps.insert(windowStep(isInstalled: hasWindow), at: hasWindow ? 0 : steps.endIndex)
        }
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(typed.printable)”", details: steps)
    }

    /// Returns the failure for a second word that users expect of a group of commands, as in
    /// `schedule disable`; nil for other words.
    ///
    /// - Parameter rest: the words behind the second one.
    static func failure(group: String, _ word: String, _ rest: [String]) -> CommandFailure? {
        let own = rest.prefix { $0 != "--focus" } + rest.drop { $0 != "--focus" }.dropFirst(2)
        let name = own.first { !$0.hasPrefix("-") }
        let steps = steps(for: "\(group):\(word.lowercased())", name.map { [$0] } ?? [])
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(group) \(word.printable)”", details: steps)
    }

    /// Returns the failure for two words that mean something together: `focus off`. Nil for others.
    static func failure(pair words: [String]) -> CommandFailure? {
        let steps =
            words.count == 2 ? steps(for: words.joined(separator: ":").lowercased(), []) : []
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(words[0].printable)”", details: steps)
    }

    /// Returns the steps of the table for an option that a command does not have.
    static func steps(forOption option: String, of command: String) -> [String] {
        steps(for: "\(command.replacing(" ", with: ":"))--\(option)", [])
    }

    /// The steps in ``stepText`` by word.
    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        var words: [Substring] = []
        for line in stepText.split(separator: "\n") {
            guard line.hasPrefix(" ") else {
                words = line.split(separator: " ")
                continue
            }
            for word in words { table[String(word), default: []].append(String(line)) }
        }
        return table
    }()

    /// Returns the steps of the table for a word; none for other words.
    ///
    /// - Parameter values: the words behind it.
    private static func steps(
        for word: String, _ values: [String], _ active: FocusID? = nil
    ) -> [String] {
        (table[word] ?? []).map { step in
            let parts = step.split(separator: "{", omittingEmptySubsequences: false)
            let filled = parts.dropFirst().reduce(String(parts[0])) { text, part in
                let name = part.prefix { $0 != "}" }
                return text + value(name, values, active) + String(part.dropFirst(name.count + 1))
            }
            return filled.trimmingBlanks
        }
    }

    /// Returns the text in place of a name in braces.
    private static func value(
        _ name: Substring, _ values: [String], _ active: FocusID?
    ) -> String {
        if name == "active" { return active.map { shellQuoted($0.rawValue) } ?? "FOCUS" }
        let isEach = name.hasSuffix("…")
        let text = (isEach ? values.map(shellQuoted) : values).joined(separator: " ")
        if text.isEmpty { return String(name.prefix { $0 != "…" }) }
        return isEach ? text : shellQuoted(text)
    }

    /// Returns the steps for a list that `show` and `list` do not know, as `show muted` and `show
    /// history`; none for other words.
    static func steps(forList word: String) -> [String] {
        let folded = word.lowercased()
        if readers.contains(folded) { return ["To see that: focus-switch \(folded)"] }
        let list = lists.contains("\(folded)s") ? "\(folded)s" : folded
        return lists.contains(list) ? steps(for: list, []) : []
    }

    private static let lists: Set = [
        "badges", "contacts", "filters", "focuses", "log", "logs", "modes", "muted", "mutes",
        "notifications", "people", "persons", "profiles", "rules", "schedules", "sites", "skipped",
        "skips", "snoozed", "snoozes", "templates", "triggers", "unread", "websites",
    ]

    /// Commands that alone show something.
    private static let readers: Set = [
        "apps", "badge", "doctor", "history", "missed", "next", "status", "version",
    ]

    /// The words for a window with all settings.
    static let settingsWords: Set = [
        "config", "configure", "settings", "preferences", "prefs", "options", "gui", "ui", "window",
        "export", "import",
    ]

    /// Words for things on the lists or among the triggers of a Focus.
    private static let things: Set = [
        "person", "people", "persons", "contact", "contacts", "site", "sites", "website",
        "websites", "word", "words", "keyword", "keywords", "calendar", "calendars",
    ]

    /// True for a word for a thing or a kind of triggers. A Focus may have such a name.
    static func isThing(_ word: String) -> Bool {
        things.contains(word.lowercased()) || triggerSteps(word.lowercased()) != nil
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
    /// - Parameter rest: the words behind it.
    private static func timeSteps(_ word: String, _ rest: [String]) -> [String]? {
        if ["timer", "pomodoro", "break", "countdown"].contains(word) {
            let value = rest.map(shellQuoted).joined(separator: " ")
            let span = value.isNumber ? "\(value)min" : value
            let isSpan = TypedSpan.milliseconds(span) != nil
            return [
                "To turn on a Focus for a while: focus-switch on FOCUS --for"
                    + " \(isSpan ? span : "25min")",
                "To turn off the current Focus: focus-switch off",
            ]
        }
        if UInt32(word) != nil { return ["For notification \(word): focus-switch missed \(word)"] }
        if TypedSpan.milliseconds(word) != nil {
            return ["To turn on a Focus for that long: focus-switch on FOCUS --for \(word)"]
        }
        if ClockWords.time(word) != nil {
            return ["To turn on a Focus until then: focus-switch on FOCUS --until \(word)"]
        }
        return nil
    }

    /// Throws for `open settings` and `open history`, where `open` is short for `missed open`.
    @LoopActor static func refuseWindow(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) {
        guard let first = words.first else { return }
        let list = words.filter { !["my", "the", "list"].contains($0.lowercased()) }
        let isMissed = ["missed", "missed notifications", "notifications"]
            .contains(list.joined(separator: " ").lowercased())
        let steps =
            words.count == 1 && settingsWords.contains(first.lowercased())
            ? [windowStep(isInstalled: ProgramFile.beside("focus-settings") != nil)]
            : isMissed
                ? ["To open it: focus-switch missed open"] : Question.viewSteps(words, invocation)
        guard !steps.isEmpty else { return }
        throw .usage("“open” opens the missed list", details: steps)
    }

    /// The step to the window with all settings.
    ///
    /// - Parameter isInstalled: true if focus-settings is installed.
    static func windowStep(isInstalled: Bool) -> String {
        isInstalled
            ? "To open the window with all settings: focus-settings"
            : "The window with all settings is focus-settings; the package focusd-settings has it."
    }

    /// The step to the lists that hold with any Focus and without one.
    ///
    /// - Parameter hasWindow: true if focus-settings is installed.
    static func alwaysStep(
        hasWindow: Bool = ProgramFile.beside("focus-settings") != nil
    ) -> String {
        "With any Focus and without one, a file decides: always.focus in focus(5)"
            + (hasWindow ? ", or a window: focus-settings --always" : "")
    }
}

extension [String] {
    /// Returns the words with a second word replaced by the name of the command that it stands for:
    /// `schedule remove` for `schedule clear`.
    func withSynonym(_ commands: [Command]) -> [String] {
        if first == "why" { return ["explain"] + dropFirst() }
        guard count > 1 else { return self }
        // “turn off work”, “turn work off”.
        let isSwitch = { (word: String) in ["on", "off"].contains(word.lowercased()) }
        if self[0] == "turn",
            let place = isSwitch(self[1]) ? 1 : lastIndex(where: isSwitch)
        {
            return [self[place].lowercased()] + self[1..<place] + self[(place + 1)...]
        }
        let group = self[0]
        let second = group == "list" ? self[1].lowercased() : self[1]
        if group == "history", second == "yesterday",
            count == 2 || ClockWords.time(self[2]) == nil
        {
            return [group, "--since", "yesterday", "--before", "today"] + dropFirst(2)
        }
        if group == "history", second == "last", count > 2, self[2] == "one" {
            return [group, "--limit", "1"] + dropFirst(3)
        }
        // “history last week” ends with that week.
        if group == "history", second == "last", count > 2, ["week", "month"].contains(self[2]) {
            return [group, "--since", "last \(self[2])", "--before", "this \(self[2])"]
                + dropFirst(3)
        }
        if let meant = Self.synonyms["\(group) \(second)"] {
            return meant.split(separator: " ").map(String.init) + dropFirst(2)
        }
        if group == "history", UInt32(self[1]) != nil,
            dropFirst(2).allSatisfy({ $0 == "--json" })
        {
            return ["explain"] + dropFirst()
        }
        if ["list", "status"].contains(group), !self[1].hasPrefix("-") {
            return ["show"] + dropFirst()
        }
        // “schedule list work” equals “schedule list --focus work”, and “next 3” “next --limit 3”.
        // Behind “rule list” may be a rule.
        if count > 2, self[1] == "list" || self[1] == "ls", !self[2].hasPrefix("-"),
            group != "rule",
            commands.contains(where: { command in
                command.name == "\(group) list" && command.options.contains { $0.name == "focus" }
            })
        {
            return [group, "list", "--focus"] + dropFirst(2)
        }
        // “history last 2 hours” is no number of notifications.
        let hasUnit = count > 3 && TypedSpan.single("1\(self[3])") != nil
        if group == "history", second == "last", count > 2, UInt32(self[2]) != nil, !hasUnit {
            return [group, "--limit"] + dropFirst(2)
        }
        if group == "next", UInt32(self[1]) != nil { return [group, "--limit"] + dropFirst() }
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
        // “schedule work 9-17”.
        if group == "schedule", meant == nil, !exists(second),
            areTimes(Array(dropFirst(2))),
            NearMiss.failure(group: group, second, []) == nil
        {
            return [group, "set"] + dropFirst()
        }
        guard let meant, !exists(self[1]), exists(meant) else { return self }
        return [group, meant] + dropFirst(2)
    }

    /// Returns true for `9-17`, `9-12 and 13-17` and `at 9`.
    private func areTimes(_ words: [String]) -> Bool {
        let isBeginning = words.first.map { ["at", "from"].contains($0.lowercased()) } == true
        return ScheduleWords(words) != nil || ScheduleWords.several(words) != nil
            || isBeginning && ScheduleWords(beginning: words) != nil
    }

    /// Two words that stand for other ones. Other words behind `list` are a Focus. Alone, `snooze`
    /// lists; its argument is an id, so that no name can be meant.
    private static let synonyms = [
        "missed list": "missed", "missed ls": "missed", "missed search": "missed --search",
        "missed find": "missed --search", "missed why": "explain", "missed explain": "explain",
        "missed snooze": "snooze", "missed unmute": "unmute", "missed wait": "missed --wait",
        "missed watch": "missed --wait", "missed mark": "missed read", "missed seen": "missed read",
        "missed close": "missed dismiss", "missed delete": "missed dismiss",
        "missed remove": "missed dismiss", "missed rm": "missed dismiss",
        "history silenced": "history --silenced", "history delivered": "history --delivered",
        "history search": "history --search", "history find": "history --search",
        "history today": "history --since today", "history --today": "history --since today",
        "history yesterday": "history --since yesterday", "history delete": "history clear",
        "history remove": "history clear", "list focuses": "list",
        "list templates": "create --help", "list all": "list", "list apps": "apps",
        "list missed": "missed",
        "list notifications": "history", "list history": "history", "list badges": "badge",
        "list schedules": "schedule list", "list triggers": "trigger list",
        "list rules": "rule list", "list filters": "filter list", "list muted": "mute",
        "list mutes": "mute", "list snoozed": "snooze", "list skipped": "skip --list",
        "snooze list": "snooze", "snooze ls": "snooze", "skip list": "skip --list",
        "skip ls": "skip --list", "rule show": "rule list",
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
