// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `on`, `off`, `toggle` and `list`.
enum SwitchCommands {
    static let all = [on, off, toggle, list]

    static let on = Command(
        "on", "FOCUS", summary: "Turn on a Focus",
        details: """
            FOCUS is its id or its name in any letter case; dnd is Do Not Disturb. “focus-switch \
            FOCUS” does the same, unless a command has that name. The Focus stays on until you turn \
            it off, unless an option sets an end; then the Focus of before comes back. A schedule \
            that begins in the meantime takes over.

            A ready-made Focus that you do not have yet is created from its template, after a \
            question.
            """,
        options: EndTime.options + [
            .init("yes", short: "y", help: "Create a ready-made Focus without a question")
        ],
        examples: [
            "focus-switch on work", "focus-switch on reading --for 1h",
            "focus-switch on work --until 18:00", "focus-switch on sleep --until tomorrow 9:00",
            "focus-switch \"Do Not Disturb\" --until-logout",
        ]
    ) { invocation, values throws(CommandFailure) in
        let (end, words) = try EndTime.read(values, now: invocation.now)
        guard let word = words.first else { throw .usage("expected a Focus") }
        guard words.count == 1 else {
            throw .usage(
                "unexpected “\(words[1].printable)”: expected a Focus (quote names with blanks)")
        }
        try FocusSwitching(invocation, createsUnasked: values.flag("yes")).turnOn(word, until: end)
    }

    static let off = Command(
        "off", "[FOCUS]", summary: "Turn off the current Focus",
        details: """
            With FOCUS, only if that Focus is on. A Focus that its schedule turned on stays off until \
            the scheduled time ends.
            """,
        examples: ["focus-switch off", "focus-switch off work"]
    ) { invocation, values throws(CommandFailure) in
        let word = try values.arguments(0...1, "at most one Focus").first
        try FocusSwitching(invocation).turnOff(word)
    }

    static let toggle = Command(
        "toggle", "FOCUS", summary: "Turn on a Focus, or turn it off if it is on",
        options: EndTime.options,
        examples: ["focus-switch toggle dnd", "focus-switch toggle work --for 2h"]
    ) { invocation, values throws(CommandFailure) in
        let (end, words) = try EndTime.read(values, now: invocation.now)
        guard words.count == 1 else { throw .usage("expected a Focus (quote names with blanks)") }
        let switching = FocusSwitching(invocation)
        let active = try invocation.ask(.status).activation?.focus
        let focus = try? FocusEditor(invocation).focus(named: words[0])
        if let active, active == focus || active.rawValue == words[0] {
            return try switching.turnOff(nil)
        }
        try switching.turnOn(words[0], until: end)
    }

    static let list = Command(
        "list", summary: "List all Focuses", examples: ["focus-switch list"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let focuses = try invocation.ask(.focuses)
        invocation.report(.array(focuses.map(json))) {
            var table = Table()
            for focus in focuses {
                let name = focus.name.printable
                table.add(
                    focus.isActive ? "*" : " ",
                    focus.isActive ? invocation.output.inked(name, .strong) : name,
                    focus.id.rawValue.printable, focus.isActive ? "on" : "")
            }
            invocation.output.table(table)
        }
    }

    private static func json(_ focus: FocusSummary) -> JSONValue {
        [
            "id": .string(focus.id.rawValue), "name": .string(focus.name),
            "icon": .optional(focus.icon), "color": .optional(focus.color),
            "active": .boolean(focus.isActive),
        ]
    }
}

/// Turns Focuses on and off for several commands.
@LoopActor struct FocusSwitching {
    private let invocation: Invocation
    /// Commands to suggest for a mistyped Focus name.
    private let commands: [String]
    private let createsUnasked: Bool

    init(_ invocation: Invocation, otherwise commands: [String] = [], createsUnasked: Bool = false)
    {
        self.invocation = invocation
        self.commands = commands
        self.createsUnasked = createsUnasked
    }

    func turnOn(_ typed: String, until end: ActivationEnd = .never) throws(CommandFailure) {
        let word = FocusAlias.resolved(typed)
        do throws(ControlError) {
            try invocation.askControl(.activate(word, until: end))
        } catch {
            guard case .refused(.unknownFocus, _) = error, try create(word) else {
                throw failure(error, typed)
            }
            try invocation.ask(.activate(word, until: end))
        }
        let status = try invocation.ask(.status)
        let activation = status.activation
        invocation.report([
            "focus": .optional(activation?.focus.rawValue),
            "until": .optional(activation?.until.map(TimeText.utc)),
        ]) {
            let name = status.focusName.isEmpty ? word : status.focusName
            let until = activation?.untilText(now: invocation.now, withDate: true) ?? ""
            invocation.output.line("\(name.printable) is on\(until).")
        }
    }

    func turnOff(_ typed: String?) throws(CommandFailure) {
        let before = try invocation.ask(.status)
        let name = before.focusName.printable
        if let typed {
            let focus = try FocusEditor(invocation).focus(named: typed)
            guard before.activation?.focus == focus else {
                let state = before.activation == nil ? "no Focus is on" : "\(name) is on"
                throw .refused("“\(typed.printable)” is not on; \(state)")
            }
        }
        try invocation.ask(.deactivate)
        invocation.report(["focus": nil]) {
            invocation.output.line(
                before.activation == nil || name.isEmpty ? "No Focus was on." : "\(name) is off.")
        }
    }

    // MARK: Missing Focuses

    /// Offers to create a ready-made Focus that the user does not have yet. Returns true if it was
    /// created.
    private func create(_ word: String) throws(CommandFailure) -> Bool {
        guard let template = FocusTemplate.meant(by: word) else { return false }
        if !createsUnasked {
            guard invocation.isInteractive, !invocation.isJSON else { return false }
            invocation.output.prompt(
                "You have no Focus “\(template.name)” yet. Create it from its template? [Y/n] ")
            guard let answer = invocation.readLine()?.lowercased(),
                ["", "y", "yes"].contains(answer)
            else {
                invocation.output.line("Nothing was done.")
                throw CommandFailure(.refused, nil)
            }
        }
        try NewFocus(template).create(FocusEditor(invocation), isQuiet: invocation.isJSON)
        return true
    }

    /// Returns the error with a suggested word.
    private func failure(_ error: ControlError, _ word: String) -> CommandFailure {
        switch error {
        case .refused(.unknownFocus, _):
            let focuses = (try? invocation.ask(.focuses)) ?? []
            let names = focuses.flatMap { [$0.id.rawValue, $0.name] }
            return unknown(word, names)
        case .notReachable where NearestWord.find(word, in: commands) != nil:
            return unknown(word, [])
        default:
            return invocation.failure(error)
        }
    }

    private func unknown(_ word: String, _ focuses: [String]) -> CommandFailure {
        let what = commands.isEmpty ? "no Focus" : "neither a command nor a Focus"
        let message = "there is \(what) “\(word.printable)”"
        if let template = FocusTemplate.meant(by: word) {
            return .refused("\(message) yet; \(template.hint)")
        }
        let nearest = NearestWord.find(word, in: focuses + commands)
        return CommandFailure(
            commands.isEmpty ? .refused : .usage, message + CommandLineReader.suggestion(nearest))
    }
}

/// Short names that users know from other programs.
enum FocusAlias {
    /// Returns the id that an alias stands for, else the word itself.
    static func resolved(_ word: String) -> String {
        word.lowercased() == "dnd" ? FocusID.doNotDisturb.rawValue : word
    }
}

extension FocusTemplate {
    /// Returns the ready-made Focus with that id or name. Returns nil if there is none or it always
    /// exists.
    static func meant(by word: String) -> FocusTemplate? {
        let folded = word.lowercased()
        return all.first {
            $0.id != .doNotDisturb
                && ($0.id.rawValue == folded || $0.name.lowercased() == folded)
        }
    }

    /// Command that creates the Focus.
    var hint: String { "to create it: focus-switch create \(name) --template \(id)" }
}

extension Activation {
    /// Returns ` until 18:00`, ` until you log out` or an empty text.
    func untilText(now: Timestamp, withDate: Bool = false) -> String {
        if endsWithSession { return " until you log out" }
        guard let until else { return "" }
        let text =
            withDate
            ? TimeText.upcomingWithDate(until, now: now) : TimeText.upcoming(until, now: now)
        return " until \(text)"
    }
}
