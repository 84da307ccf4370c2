// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Turning Focuses on and off, and which there are: `on`, `off`, `list`.
enum SwitchCommands {
    static let all = [on, off, list]

    static let on = Command(
        "on", "FOCUS", summary: "Turn a Focus on",
        details:
            "FOCUS is its id or its name; letter case does not count. “focus-switch FOCUS” does"
            + " the same,\nwhere no command is called so. It stays on until you turn it off,"
            + " unless an option says\notherwise; then what was on before comes back. A schedule"
            + " that begins meanwhile goes before it.",
        options: EndTime.options,
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
                "“\(words[1].printable)” is one word too many; expected a Focus"
                    + " (quote names with blanks)")
        }
        try turnOn(word, invocation, until: end, otherwise: [])
    }

    static let off = Command(
        "off", summary: "Turn the Focus off that is on",
        details: "A Focus that its schedule turned on stays off until that window ends.",
        examples: ["focus-switch off"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let before = try invocation.ask(.status)
        try invocation.ask(.deactivate)
        invocation.report(["focus": nil]) {
            let was = before.focusName.isEmpty ? nil : before.focusName.printable
            invocation.output.line(was.map { "\($0) is off." } ?? "No Focus was on.")
        }
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
            table.lines().forEach(invocation.output.line)
        }
    }

    /// Turns a Focus on.
    ///
    /// - Parameter commands: what else the word can have been meant to be.
    @LoopActor static func turnOn(
        _ word: String, _ invocation: Invocation, until end: ActivationEnd = .never,
        otherwise commands: [String]
    ) throws(CommandFailure) {
        do throws(ControlError) {
            try invocation.line().ask(.activate(word, until: end))
        } catch {
            throw failure(error, word, invocation, commands)
        }
        let status = try invocation.ask(.status)
        let activation = status.activation
        invocation.report([
            "focus": .optional(activation?.focus.rawValue),
            "until": .optional(activation?.until.map(TimeText.utc)),
        ]) {
            let name = status.focusName.isEmpty ? word : status.focusName
            let until = activation?.untilText(now: invocation.now) ?? ""
            invocation.output.line("\(name.printable) is on\(until).")
        }
    }

    /// Why the word turned nothing on, with what it may have been meant to be.
    @LoopActor private static func failure(
        _ error: ControlError, _ word: String, _ invocation: Invocation, _ commands: [String]
    ) -> CommandFailure {
        switch error {
        case .refused(.unknownFocus, _):
            let focuses = (try? invocation.ask(.focuses)) ?? []
            let names = focuses.flatMap { [$0.id.rawValue, $0.name] }
            return unknown(word, commands, names)
        case .notReachable where NearestWord.find(word, in: commands) != nil:
            return unknown(word, commands, [])
        default:
            return Invocation.failure(error)
        }
    }

    private static func unknown(
        _ word: String, _ commands: [String], _ focuses: [String]
    ) -> CommandFailure {
        let what = commands.isEmpty ? "no Focus" : "neither a command nor a Focus"
        return CommandFailure(
            commands.isEmpty ? .refused : .usage,
            "there is \(what) “\(word.printable)”"
                + CommandLineReader.suggestion(NearestWord.find(word, in: focuses + commands)))
    }

    private static func json(_ focus: FocusSummary) -> JSONValue {
        [
            "id": .string(focus.id.rawValue), "name": .string(focus.name),
            "icon": .optional(focus.icon), "color": .optional(focus.color),
            "active": .boolean(focus.isActive),
        ]
    }
}

extension Activation {
    /// ` until 18:00`, ` until you log out`, or nothing.
    func untilText(now: Timestamp) -> String {
        if endsWithSession { return " until you log out" }
        return until.map { " until \(TimeText.upcoming($0, now: now))" } ?? ""
    }
}
